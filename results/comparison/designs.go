package comparison

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterpoise/results/frame"
	"counterpoise/stats/table"
)

// Designs are the records of one design as a table in long form: a row for each trial and behaviour of an arm, with
// the number of rollouts that succeeded by the design's oracle. The arms are the methods. Of several designs, which are
// one at several sizes, the policy is part of a method's name where there are several, the steps where a policy has
// several, and the seed part of a trial's. Arms without records are left out. Designs of several numbers of rollouts
// are not pooled: they are an error.
func Designs(dir string, designs []frame.Design) (table.Sheet, error) {
	s := table.Sheet{File: dir, Names: []string{"method", "trial", "behaviour", "successes", "rollouts"}, Sums: true}
	first := designs[0].Plan.Size
	policies, steps, seeds := false, false, false
	for i, d := range designs {
		size := d.Plan.Size
		if size.Rollouts != first.Rollouts {
			return s, fmt.Errorf("%s has %s at %d and at %d rollouts, which are not pooled: put each in a folder of "+
				"its own", dir, d.Name(), first.Rollouts, size.Rollouts)
		}
		policies, seeds = policies || size.Policy != first.Policy, seeds || size.Seed != first.Seed
		steps = steps || slices.ContainsFunc(designs[:i], func(other frame.Design) bool {
			return other.Plan.Size.Policy == size.Policy && other.Plan.Size.Steps != size.Steps
		})
	}
	for _, d := range designs {
		size, suffix := d.Plan.Size, ""
		if policies {
			suffix += " " + fmt.Sprint(size.Policy)
		}
		if steps {
			suffix += " at " + frame.StepsText(size)
		}
		behaviours := d.Behaviours()
		for r := range d.Rows() {
			trial := strconv.Itoa(r.Cell.Trial)
			if seeds {
				trial = fmt.Sprintf("%d of seed %d", r.Cell.Trial, size.Seed)
			}
			for _, behaviour := range behaviours {
				o, _ := r.Of(behaviour)
				n, ok := o.Successes(d.Oracle)
				if !ok || len(o.Steps) == 0 {
					continue
				}
				// Without commas a name is an argument of --methods.
				name := strings.ReplaceAll(r.Arm.Name+suffix, ",", " ")
				s.Rows = append(s.Rows, []string{name, trial, behaviour, strconv.Itoa(n), strconv.Itoa(len(o.Steps))})
				s.Lines = append(s.Lines, len(s.Rows))
			}
		}
	}
	return s, nil
}
