package expert

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"

	"counterpoise/internal/catalog"
	"counterpoise/internal/num"
	"counterpoise/physics"
	"counterpoise/scenes"
)

// Expert performs one demonstration.
type Expert interface {
	// Act returns the next action, and the name of the present part of the motion, such as "approach" or "grasp". When
	// done is true the demonstration is over and the action must not be executed.
	Act(t *scenes.Tabletop) (a scenes.Action, phase string, done bool)
}

// skill plans the optimal demonstration for a grasp point of its task. The tabletop is in its initial state; what
// varies from one demonstration to the next is drawn from r.
type skill func(t *scenes.Tabletop, grasp scenes.GraspPoint, r *rand.Rand) *route

// Skills holds the optimal demonstrator of every task by the name of the task.
var Skills = catalog.New[skill]("skill")

// New starts a demonstration of a task's behaviour in one of the Styles. The task is named with its knobs, see
// scenes.ParseTask. The tabletop must have been reset for that behaviour. It returns an error for a task, a style or a
// behaviour that does not exist.
func New(task, style string, t *scenes.Tabletop, behaviour int, r *rand.Rand) (Expert, error) {
	plan, err := Skills.Get(scenes.TaskName(task))
	if err != nil {
		return nil, fmt.Errorf("expert: %w", err)
	}
	st, err := Styles.Get(style)
	if err != nil {
		return nil, fmt.Errorf("expert: %w", err)
	}
	tk, err := scenes.ParseTask(task)
	if err != nil {
		return nil, fmt.Errorf("expert: %w", err)
	}
	if n := len(tk.Behaviours()); behaviour < 0 || behaviour >= n {
		return nil, fmt.Errorf("expert: %s has behaviours 0 to %d, not %d", task, n-1, behaviour)
	}
	right := plan(t, tk.GraspPoint(t, behaviour), r)
	if right.other == nil {
		wrong := (behaviour + 1) % len(tk.Behaviours())
		right.other = func(r *rand.Rand) *route { return plan(t, tk.GraspPoint(t, wrong), r) }
	}
	return st.Apply(right, r), nil
}

// waypoint is one segment of a demonstration: the pose to move to, or to wait at, and the state of the gripper
// meanwhile.
type waypoint struct {
	phase string
	pose  physics.Pose // of the tool centre point
	grip  float32      // gripper command: -1 closed, +1 open
	speed float64      // share of the greatest speed, in (0, 1]
	// The tool centre point has arrived when it is closer than near (m) and nearTurn (rad).
	near, nearTurn float64
	wait           int // control steps to stay after arriving
	patience       int // control steps after which the next waypoint follows even without arriving
}

// route is a demonstration as a list of waypoints. It is the Expert that follows them in order.
type route struct {
	waypoints []waypoint
	pace      float64        // of the hand that the task asks for, as a share of the usual one, in (0, 1]
	grasp     int            // index of the waypoint that closes the hand; the hand is empty before it
	misses    [2]physics.Vec // two offsets at which the hand just fails to grasp the object (m)
	beside    [2]physics.Vec // two offsets at which the hand misses it and touches nothing (m)
	// away draws a unit vector, a direction in which the hand misses the object from 6 cm on.
	away func(r *rand.Rand) physics.Vec
	// other plans the same motion at a wrong place. Without one that the skill names it is where another behaviour
	// grasps.
	other func(r *rand.Rand) *route

	// exact is set where the room beside the part is narrow: where the arm comes to rest beside the waypoint before the
	// last stretch to the grasp, the running target is then moved by what is missing.
	exact bool

	// follows is set where the hand is unsteady: it keeps to the straight lines between the waypoints.
	follows bool

	trim    physics.Vec // how far the running target is moved from the waypoints (m)
	trims   int         // how often it was, at most maxTrims
	current int         // index of the present waypoint
	steps   int         // control steps since it became the present one
	arrived int         // how many of these were spent at its pose
	was     physics.Vec // position of the tool centre point one control step ago (m)
}

// Act moves the running target towards the present waypoint.
func (r *route) Act(t *scenes.Tabletop) (scenes.Action, string, bool) {
	for r.current < len(r.waypoints) && r.finished(t) {
		r.current++
		r.steps, r.arrived = 0, 0
	}
	if r.current == len(r.waypoints) {
		return scenes.Action{}, "done", true
	}
	w := r.aim()
	if r.follows && r.current > 0 {
		r.follow(&w, t.Target().P)
	}
	r.steps++
	return towards(t, &w), w.phase, false
}

// aim returns the present waypoint, moved by trim.
func (r *route) aim() waypoint {
	w := r.waypoints[r.current]
	w.pose.P = w.pose.P.Add(r.trim)
	return w
}

// follow moves the position of the present waypoint w to where the running target, at p, goes in one control step if it
// keeps to the straight line from the waypoint before. With d = w - p, n the direction of the line and s the greatest
// length of the step (m), the step is
//
//	v + n min(n·d, sqrt(s² - |v|²)),  v = d - n (n·d), shortened to s
//
// What leads back to the line comes first; what is left of s leads along it.
func (r *route) follow(w *waypoint, p physics.Vec) {
	line := w.pose.P.Sub(r.waypoints[r.current-1].pose.P.Add(r.trim))
	length := line.Norm()
	if length < stillness {
		return
	}
	n, d, s := line.Scale(1/length), w.pose.P.Sub(p), float64(w.speed*scenes.MaxTranslation)
	v := shorten(d.AddScaled(-d.Dot(n), n), s)
	w.pose.P = p.Add(v).AddScaled(min(d.Dot(n), math.Sqrt(max(0, float64(s*s)-v.Dot(v)))), n)
}

// maxTrims bounds the corrections of a demonstration. The first leaves about a tenth of the distance; a part that
// blocks the arm would otherwise be pushed at ever more.
const maxTrims = 3

// shifted moves all waypoints by an offset (m) and returns the route.
func (r *route) shifted(offset physics.Vec) *route {
	for i := range r.waypoints {
		r.waypoints[i].pose.P = r.waypoints[i].pose.P.Add(offset)
	}
	return r
}

// stillness is the movement in one control step below which the tool centre point stands still (m).
const stillness = 5e-4

// finished reports whether the present waypoint is over. The tool centre point counts as arrived when it is near the
// pose, or when it stands still although the running target is there, because the arm does not reach every pose
// exactly. A demonstrator that has to be exact corrects the target first.
func (r *route) finished(t *scenes.Tabletop) bool {
	w, aim := &r.waypoints[r.current], r.aim()
	at, target := t.TCP(), t.Target()
	near := within(&at, w, w.near, w.nearTurn)
	stuck := within(&target, &aim, 1e-3, 1e-2) && at.P.Sub(r.was).Norm() < stillness
	switch {
	case stuck && !near && r.exact && r.current == r.grasp-2 && r.trims < maxTrims:
		r.trim = r.trim.Add(w.pose.P.Sub(at.P))
		r.trims++
	case near || stuck:
		r.arrived++
	}
	r.was = at.P
	return r.arrived > w.wait || r.steps >= w.patience
}

// within reports whether a pose is closer to a waypoint than a distance (m) and an angle (rad).
func within(p *physics.Pose, w *waypoint, distance, turn float64) bool {
	d := p.R.MulT(&w.pose.R)
	return p.P.Sub(w.pose.P).Norm() < distance && d.RotationVector().Norm() < turn
}

// towards returns the relative action that moves the running target towards a waypoint, no faster than the waypoint's
// speed, in a straight line and turning at the same time. It turns by the shorter way in each Euler angle, because
// actions add to those. In all waypoints the hand points down, y = 0, far from y = ±π/2 where Euler angles degenerate.
func towards(t *scenes.Tabletop, w *waypoint) scenes.Action {
	d := shorten(w.pose.P.Sub(t.Target().P), float64(w.speed*scenes.MaxTranslation))
	e := w.pose.R.Euler().Sub(t.TargetEuler())
	turn := shorten(physics.Vec{X: wrap(e.X), Y: wrap(e.Y), Z: wrap(e.Z)}, float64(w.speed*scenes.MaxRotation))
	a := scenes.Action{scenes.ActionGripper: w.grip}
	put := func(from int, v physics.Vec, unit float64) {
		for i, x := range [3]float64{v.X, v.Y, v.Z} {
			a[from+i] = float32(num.Clamp(x/unit, -1, 1))
		}
	}
	put(scenes.ActionTranslation, d, scenes.MaxTranslation)
	put(scenes.ActionRotation, turn, scenes.MaxRotation)
	return a
}

// shorten scales v to at most the given length.
func shorten(v physics.Vec, most float64) physics.Vec {
	if n := v.Norm(); n > most {
		return v.Scale(most / n)
	}
	return v
}

// paceOf returns the pace of the hand that a task asks for, as a share of the usual one, in (0, 1].
func paceOf(grasp scenes.GraspPoint) float64 { return cmp.Or(grasp.Speed, 1) }

// patience returns how many control steps a demonstrator of a pace stays at a waypoint that it does not reach: so many
// more than the usual number as it is slower.
func patience(usual int, pace float64) int { return int(math.Ceil(float64(usual) / pace)) }

// wrap returns the angle without whole turns, in [-π, π] (rad).
func wrap(angle float64) float64 { return angle - float64(2*math.Pi*math.Round(angle/(2*math.Pi))) }

// uniform draws from [lo, hi).
func uniform(r *rand.Rand, lo, hi float64) float64 { return lo + float64((hi-lo)*r.Float64()) }
