package expert

import (
	"fmt"
	"math/rand/v2"

	"counterpoise/internal/catalog"
	"counterpoise/internal/num"
	"counterpoise/physics"
	"counterpoise/scenes"
)

// Expert acts out one demonstration.
type Expert interface {
	// Act chooses the next action. phase names what the expert is at ("approach", "grasp"); done says that the
	// demonstration is over and the action is not to be taken.
	Act(t *scenes.Tabletop) (a scenes.Action, phase string, done bool)
}

// skill plans the optimal demonstration of one behaviour of a task. The tabletop is in its initial state; the generator
// gives the demonstration its variation.
type skill func(t *scenes.Tabletop, behaviour int, r *rand.Rand) *route

// Skills holds the optimal demonstrator of every task, by the task's name.
var Skills = catalog.New[skill]("skill")

// New starts a demonstration of a task's behaviour in a style, see Styles.
func New(task, style string, t *scenes.Tabletop, behaviour int, r *rand.Rand) (Expert, error) {
	plan, err := Skills.Get(task)
	if err != nil {
		return nil, fmt.Errorf("expert: %w", err)
	}
	st, err := Styles.Get(style)
	if err != nil {
		return nil, fmt.Errorf("expert: %w", err)
	}
	return st.Apply(plan(t, behaviour, r), r), nil
}

// waypoint is one leg of a demonstration: go somewhere, or wait, with the gripper open or closed.
type waypoint struct {
	phase string
	pose  physics.Pose
	grip  float32 // -1 closed, +1 open
	speed float64 // share of the greatest speed, in (0, 1]
	// near (m) and nearTurn (rad): how close the tool centre point must come before the next leg begins.
	near, nearTurn float64
	wait           int // control steps to stay on after arriving
	patience       int // control steps after which the next leg begins anyway
}

// route is a demonstration as a list of legs.
type route struct {
	legs   []waypoint
	goal   int            // the first leg that changes something: until then, the hand is empty
	beside [2]physics.Vec // two ways to miss what is to be gripped, just clear of it (m)

	leg     int
	onLeg   int         // control steps on this leg
	arrived int         // of these, after arriving
	was     physics.Vec // where the tool centre point was a control step ago
}

// Act moves the running target towards the current leg's end.
func (o *route) Act(t *scenes.Tabletop) (scenes.Action, string, bool) {
	for o.leg < len(o.legs) && o.finished(t) {
		o.leg++
		o.onLeg, o.arrived = 0, 0
	}
	if o.leg == len(o.legs) {
		return scenes.Action{}, "done", true
	}
	l := &o.legs[o.leg]
	o.onLeg++
	return towards(t.Target(), l), l.phase, false
}

// shifted is the whole plan moved by off (m).
func (o *route) shifted(off physics.Vec) *route {
	for i := range o.legs {
		o.legs[i].pose.P = o.legs[i].pose.P.Add(off)
	}
	return o
}

// halted (m) is a movement in a control step that counts as standing still.
const halted = 5e-4

// finished says whether the current leg is over: the tool centre point is near its end, or it stands still although the
// running target is there (the arm does not reach every place exactly).
func (o *route) finished(t *scenes.Tabletop) bool {
	l := &o.legs[o.leg]
	at, target := t.TCP(), t.Target()
	near := within(&at, l, l.near, l.nearTurn)
	stuck := within(&target, l, 1e-3, 1e-2) && at.P.Sub(o.was).Norm() < halted
	if near || stuck {
		o.arrived++
	}
	o.was = at.P
	return o.arrived > l.wait || o.onLeg >= l.patience
}

// within says whether a pose is within a distance (m) and a turn (rad) of a leg's end.
func within(p *physics.Pose, l *waypoint, distance, turn float64) bool {
	d := p.R.MulT(&l.pose.R)
	return p.P.Sub(l.pose.P).Norm() < distance && d.RotationVector().Norm() < turn
}

// towards is the relative action that takes the running target from where it is towards a leg's end, no faster than the
// leg's speed, straight and turning at the same time.
func towards(target physics.Pose, l *waypoint) scenes.Action {
	d := shorten(l.pose.P.Sub(target.P), l.speed*scenes.MaxTranslation)
	local := target.R.MulT(&l.pose.R)
	turn := shorten(target.R.Apply(local.RotationVector()), l.speed*scenes.MaxRotation)
	a := scenes.Action{scenes.ActionGripper: l.grip}
	put := func(from int, v physics.Vec, unit float64) {
		for i, x := range [3]float64{v.X, v.Y, v.Z} {
			a[from+i] = float32(num.Clamp(x/unit, -1, 1))
		}
	}
	put(scenes.ActionTranslation, d, scenes.MaxTranslation)
	put(scenes.ActionRotation, turn, scenes.MaxRotation)
	return a
}

// shorten limits the length of v.
func shorten(v physics.Vec, most float64) physics.Vec {
	if n := v.Norm(); n > most {
		return v.Scale(most / n)
	}
	return v
}

// uniform draws from [lo, hi).
func uniform(r *rand.Rand, lo, hi float64) float64 { return lo + float64((hi-lo)*r.Float64()) }
