package curate

import (
	"errors"
	"math"

	"counterpoise/internal/seed"
)

func init() { Scores.Add("hold", hold{}) }

// hold says whether the gripper holds something when it has closed, from the robot alone: the share of frames with a
// gripper closed for a third of a second or more in which its opening is not that of an empty one,
//
//	s = mean over such frames t of [ |w_t - w_0| > range/20 ],   w_0 the opening of a closed, empty gripper
//
// w_0 is the least opening, on the side to which the gripper closes, over all demonstrations: at least one has closed
// on nothing, or the score is the same for all. A demonstration that never closes its gripper scores 0.
type hold struct{}

// settle is how long a gripper takes to close, in seconds.
const settle = 1.0 / 3

func (hold) About() Description {
	return Description{Summary: "the closed gripper holds something: from its opening, without the scene",
		Source: "ours", Cost: "one pass over the states"}
}

func (hold) Score(p *Pool, _ seed.Key) ([]float64, error) {
	if p.opening < 0 {
		return nil, errors.New("needs the opening of the gripper: it looked for a column of the actions with two " +
			"values and for one of the state that follows it, and found none")
	}
	low, high := p.ranges()
	least, most := low[p.opening], high[p.opening]
	// A gripper closes to the end of the range that is nearer to its closed frames.
	sum, n := 0.0, 0.0
	err := p.each(func(d *Demo) error {
		for _, w := range p.settled(d) {
			sum, n = sum+w, n+1
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	empty := least
	if p.metres {
		empty, least = 0, 0
	} else if n > 0 && sum/n > (least+most)/2 {
		empty = most
	}
	return p.Each(func(d *Demo) (float64, error) {
		held := 0.0
		all := p.settled(d)
		for _, w := range all {
			if math.Abs(w-empty) > (most-least)/20 {
				held++
			}
		}
		return held / float64(max(1, len(all))), nil
	})
}

// settled returns the openings in the frames whose gripper has been closed for a while.
func (p *Pool) settled(d *Demo) (all []float64) {
	since := 0
	for t := range d.Frames() {
		if since++; !p.closed(d, t) {
			since = 0
		}
		if float64(since) > settle*p.Rate {
			all = append(all, float64(d.State.Row(t)[p.opening]))
		}
	}
	return all
}
