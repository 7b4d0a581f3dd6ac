package curate

import (
	"errors"
	"math"
	"slices"
)

// The thresholds of EmptyHanded, which are choices. On both tasks of the tabletop a gripper that misses stays within a
// hundredth of the opening of an empty one, and what it holds is wider than a fifth of its stroke.
const (
	stopMost   = 0.05 // of the greatest opening: so near to 0, or to a full scale, fingers touch
	emptyMost  = 0.02 // of the range of openings: one that is never farther from an empty gripper's holds nothing
	heldLeast  = 0.05 // the same: one that stays farther for a third of a second holds something
	holders    = 3    // demonstrations of a group that hold something, at least
	strokePart = 0.2  // of the range of openings: a demonstration that makes less shows no grasp by it
	agreeing   = 0.9  // share of grasps that move the opening in one direction, at least
	together   = 0.75 // share of the demonstrations of one hand in which another holds something too, at least
)

// errNoGrasp says that openings cannot be read as those of grasps.
var errNoGrasp = errors.New("the opening of the gripper does not tell when it is empty")

// Hands is what the grippers of a robot did in each demonstration.
type Hands struct {
	// Empty are the demonstrations whose gripper closes on nothing while those of others of their group hold something.
	Empty []bool
	// Most is the number of others whose gripper closes on nothing, which are no fewer than hold something in their
	// group: what most do is most likely what the task asks for, such as a push.
	Most int
}

// EmptyHanded returns the demonstrations whose gripper closes on nothing while those of others of their group hold
// something: more than are empty-handed, and at least three. A demonstration holds something where the opening stays
// away from that of a closed, empty gripper for a third of a second, and nothing where it never leaves it; in between
// it is neither. Demonstrations that never close the gripper are not among them.
//
// An empty gripper's opening is the last of all frames in the direction in which grasps move it, if fingers touch
// there: it is 0, or the end of a scale that is 0 where the gripper is open (1, 100 or 255). Else the narrowest thing
// that was held would pass for nothing, and that is an error.
//
// Of a robot with several hands one that is empty is excused where another one holds something, as where either does
// the task, unless that one holds something in three of four demonstrations in which the first does, too.
//
// Group says the groups. Where no opening is found, or demonstrations disagree about its direction or scale, that is an
// error.
func (p *Pool) EmptyHanded() (Hands, error) {
	hands := slices.Concat([]gripper{p.gripper}, p.others)
	defer func() { p.gripper = hands[0] }()
	all := Hands{Empty: make([]bool, p.Len())}
	var few, empty, holds [][]bool // of each hand
	for _, p.gripper = range hands {
		e, h, err := p.oneHand()
		if err != nil { // the others may hold nothing because this one does
			return Hands{}, err
		}
		few, empty, holds = append(few, p.amongHolders(e, h)), append(empty, e), append(holds, h)
	}
	for e := range all.Empty {
		most := false
		for h := range hands {
			excused := false
			for o := range hands {
				excused = excused || holds[o][e] && shared(holds[h], holds[o]) < together
			}
			all.Empty[e] = all.Empty[e] || few[h][e] && !excused
			most = most || empty[h][e] && !few[h][e] && !excused
		}
		if most && !all.Empty[e] {
			all.Most++
		}
	}
	return all, nil
}

// shared is the share of the demonstrations in which one hand holds something in which another does too.
func shared(one, other []bool) float64 {
	n, both := 0, 0
	for e, holds := range one {
		if holds {
			n++
			if other[e] {
				both++
			}
		}
	}
	return float64(both) / float64(max(1, n))
}

// oneHand returns the demonstrations in which the gripper closes on nothing, and those in which it holds something.
func (p *Pool) oneHand() (empty, holds []bool, err error) {
	if p.opening < 0 {
		return nil, nil, errNoGrasp
	}
	grasps, err := p.grasps()
	if err != nil {
		return nil, nil, err
	}
	for _, g := range grasps {
		empty = append(empty, g.closes && g.held <= emptyMost)
		holds = append(holds, g.closes && g.held >= heldLeast)
	}
	return empty, holds, nil
}

// amongHolders are the empty-handed demonstrations of groups in which more hold something, and at least three.
func (p *Pool) amongHolders(empty, holds []bool) []bool {
	groups := int(slices.Max(p.Group)) + 1
	n, held := make([]int, groups), make([]int, groups)
	for e, g := range p.Group {
		if empty[e] {
			n[g]++
		} else if holds[e] {
			held[g]++
		}
	}
	out := make([]bool, len(empty))
	for e, g := range p.Group {
		out[e] = empty[e] && held[g] >= holders && held[g] > n[g]
	}
	return out
}

// grasp is what the gripper of a demonstration does.
type grasp struct {
	closes bool
	held   float64 // greatest distance from an empty gripper's opening that is kept, of the range of openings
}

// grasps returns the grasp of each demonstration, as given.
func (p *Pool) grasps() (all []grasp, err error) {
	low, high := p.ranges()
	stroke := high[p.opening] - low[p.opening]
	toward, away, narrow, closing := 0, 0, 0, 0
	after := int(math.Ceil(settle * p.Rate))
	err = p.each(func(d *Demo) error {
		if p.settled(d) == nil {
			return nil
		}
		closing++
		least, most := math.Inf(1), math.Inf(-1)
		for t := range d.Frames() {
			w := float64(d.State.Row(t)[p.opening])
			least, most = min(least, w), max(most, w)
			if t > 0 && p.closed(d, t) && !p.closed(d, t-1) {
				if later := float64(d.State.Row(min(t+after, d.Frames()-1))[p.opening]); later < w {
					toward++
				} else if later > w {
					away++
				}
			}
		}
		if most-least < strokePart*stroke {
			narrow++
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	end, open := low[p.opening], high[p.opening]
	if away > toward {
		toward, away, end, open = away, toward, open, end
	}
	near := func(v, mark float64) bool { return math.Abs(v-mark) <= stopMost*max(math.Abs(end), math.Abs(open)) }
	touch := near(end, 0) || near(open, 0) && slices.ContainsFunc([]float64{1, 100, 255}, func(full float64) bool {
		return near(end, full)
	})
	if p.metres {
		end, touch = 0, true
	}
	if !touch || stroke == 0 || float64(toward) < agreeing*float64(toward+away) || toward == 0 ||
		float64(narrow) > (1-agreeing)*float64(closing) {
		return nil, errNoGrasp
	}
	all = make([]grasp, p.Len())
	return all, p.each(func(d *Demo) error {
		all[p.order[d.at]] = grasp{p.settled(d) != nil, p.keptFrom(d, end, after) / stroke}
		return nil
	})
}

// keptFrom is the greatest distance from an opening that a closed gripper keeps for some frames in a row or, where it
// opens or the demonstration ends before that, until then.
func (p *Pool) keptFrom(d *Demo, from float64, frames int) (most float64) {
	var run []float64 // distances since the gripper has settled
	since := 0
	for t := range d.Frames() + 1 {
		if since++; t == d.Frames() || !p.closed(d, t) {
			if len(run) > 0 && len(run) < frames {
				most = max(most, slices.Min(run))
			}
			since, run = 0, nil
			continue
		}
		if float64(since) <= settle*p.Rate {
			continue
		}
		if run = append(run, math.Abs(float64(d.State.Row(t)[p.opening])-from)); len(run) >= frames {
			most = max(most, slices.Min(run[len(run)-frames:]))
		}
	}
	return most
}
