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
)

// errNoGrasp says that openings cannot be read as those of grasps.
var errNoGrasp = errors.New("the opening of the gripper does not tell when it is empty")

// EmptyHanded returns the demonstrations whose gripper closes on nothing while those of others of their group hold
// something. Of a robot with several hands it is those in which one closes on nothing and none holds anything. A
// demonstration holds something where the opening stays away from that of a closed, empty gripper for a third of a
// second, and nothing where it never leaves it; in between it is neither.
//
// An empty gripper's opening is the last of all frames in the direction in which grasps move it, if fingers touch
// there: it is 0, or the end of a scale that is 0 where the gripper is open (1, 100 or 255), or demonstrations that
// hold something reach it too. Else the narrowest thing that was held would pass for nothing, and that is an error.
//
// It finds none in a group in which fewer than three, or no more than are empty-handed, hold something: what most do is
// most likely what the task asks for, such as a push. Demonstrations that never close the gripper are not among them.
// Group says the groups. Where no opening is found, or demonstrations disagree about its direction or scale, that is an
// error.
func (p *Pool) EmptyHanded() ([]bool, error) {
	hands := slices.Concat([]gripper{p.gripper}, p.others)
	defer func() { p.gripper = hands[0] }()
	out, holds := make([]bool, p.Len()), make([]bool, p.Len())
	for _, p.gripper = range hands {
		empty, held, err := p.emptyHand()
		if err != nil { // of one hand: the others may hold nothing because it does
			return nil, err
		}
		for e := range out {
			out[e], holds[e] = out[e] || empty[e], holds[e] || held[e]
		}
	}
	for e := range out {
		out[e] = out[e] && !holds[e]
	}
	return out, nil
}

// emptyHand is EmptyHanded of one gripper, and the demonstrations in which it holds something.
func (p *Pool) emptyHand() (out, holds []bool, err error) {
	if p.opening < 0 {
		return nil, nil, errNoGrasp
	}
	grasps, touch, err := p.grasps()
	if err != nil {
		return nil, nil, err
	}
	out, holds = make([]bool, p.Len()), make([]bool, p.Len())
	groups := int(slices.Max(p.Group)) + 1
	held, empty := make([]int, groups), make([]int, groups)
	reached := 0 // demonstrations that hold something, and come to the end of the openings
	for _, g := range grasps {
		if g.closes && g.held >= heldLeast && g.least <= emptyMost {
			reached++
		}
	}
	if reached < holders && !touch {
		return nil, nil, errNoGrasp
	}
	for e, g := range grasps {
		switch {
		case !g.closes:
		case g.held <= emptyMost:
			out[e] = true
			empty[p.Group[e]]++
		case g.held >= heldLeast:
			holds[e] = true
			held[p.Group[e]]++
		}
	}
	for e, g := range p.Group {
		out[e] = out[e] && held[g] >= holders && held[g] > empty[g]
	}
	return out, holds, nil
}

// grasp is what the gripper of a demonstration does.
type grasp struct {
	closes bool
	held   float64 // greatest distance from an empty gripper's opening that is kept, of the range of openings
	least  float64 // least distance from it, the same
}

// grasps returns the grasp of each demonstration, as given, and whether the scale of the openings says that fingers
// touch at their end.
func (p *Pool) grasps() (all []grasp, touch bool, err error) {
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
		return nil, false, err
	}
	end, open := low[p.opening], high[p.opening]
	if away > toward {
		toward, away, end, open = away, toward, open, end
	}
	near := func(v, mark float64) bool { return math.Abs(v-mark) <= stopMost*max(math.Abs(end), math.Abs(open)) }
	touch = near(end, 0) || near(open, 0) && slices.ContainsFunc([]float64{1, 100, 255}, func(full float64) bool {
		return near(end, full)
	})
	if p.metres {
		end, touch = 0, true
	}
	if stroke == 0 || float64(toward) < agreeing*float64(toward+away) || toward == 0 ||
		float64(narrow) > (1-agreeing)*float64(closing) {
		return nil, false, errNoGrasp
	}
	all = make([]grasp, p.Len())
	return all, touch, p.each(func(d *Demo) error {
		g := grasp{closes: p.settled(d) != nil, held: p.keptFrom(d, end, after) / stroke, least: math.Inf(1)}
		for t := range d.Frames() {
			g.least = min(g.least, math.Abs(float64(d.State.Row(t)[p.opening])-end)/stroke)
		}
		all[p.order[d.at]] = g
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
