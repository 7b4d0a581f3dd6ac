package advice

import (
	"fmt"

	"counterpoise/internal/wording"
)

// leastLeft is the least number of successful demonstrations of a skill with which its failed ones are left out. Three
// beside twelve failed ones of each skill were tried with two seeds: without the failed ones a policy was better or
// equal three times and worse once (see the page of the package). So three is a choice, and not shown to be right.
const leastLeft = 3

// FailedVerdict is the advice on a group of demonstrations that failed or are marked bad.
type FailedVerdict struct {
	Group    int    `json:"-"`
	Name     string `json:"name"`
	LeaveOut bool   `json:"leave_out"`
	Why      string `json:"why"`
}

// judgeFailures decides on the groups of demonstrations that failed or are marked bad. They are left out unless a
// skill would be left with fewer than leastLeft demonstrations. Failed ones that nobody marked are kept, too, where
// demonstrations of their style were measured and are not shown to cost success.
func (m Measurement) judgeFailures() (all []FailedVerdict) {
	for i, g := range m.Groups {
		if !g.apart() {
			continue
		}
		v := FailedVerdict{Group: i, Name: g.Name, LeaveOut: true, Why: "they failed"}
		succeeded, ones := "succeeded", "failed"
		if m.EmptyHanded && g.Failed {
			v.Why, succeeded, ones = "their gripper closes on nothing", "holds anything", "empty-handed"
		}
		switch {
		case g.Bad && g.Failed && m.EmptyHanded:
			v.Why = "their gripper closes on nothing, and they are marked bad"
		case g.Bad && g.Failed:
			v.Why = "they failed, and are marked bad"
		case g.Bad:
			v.Why, succeeded, ones = "they are marked bad", "is not marked bad", "bad"
		}
		s := m.skillOf(i)
		switch {
		case len(s.Failed) == 0:
			v.LeaveOut, v.Why = false, fmt.Sprintf("no demonstration%s %s", of(s.Name), succeeded)
		case s.Demonstrations < leastLeft:
			v.LeaveOut, v.Why = false, fmt.Sprintf("only %s%s would remain; %s ones are left out where %d or "+
				"more remain, a choice that is not shown to be right",
				wording.Plural(s.Demonstrations, "demonstration"), of(s.Name), ones, leastLeft)
		case !g.Bad && g.Cost != nil && !g.Cost.Harms():
			v.LeaveOut, v.Why = false, fmt.Sprintf("such ones (%s) are not shown to cost success: %s points where "+
				"that was measured", g.Kind, g.Cost)
		}
		all = append(all, v)
	}
	return all
}

// String is the cost in points with its interval.
func (c *Cost) String() string { return fmt.Sprintf("%+.0f [%+.0f, %+.0f]", c.Mean, c.Low, c.High) }
