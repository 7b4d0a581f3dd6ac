package comparison

import (
	"fmt"
	"math"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// lead is a plan in one sentence: the cheapest, else the trials with about as many rollouts as the pilot had, or 20,
// and how few trials there can be.
func lead(p stats.RolloutPlan, trial string, scores bool) string {
	best := p.Options[0]
	for _, o := range p.Options {
		if near := math.Abs(math.Log(float64(o.Rollouts) / p.Components.Rollouts.Or(20))); near <
			math.Abs(math.Log(float64(best.Rollouts)/p.Components.Rollouts.Or(20))) {
			best = o
		}
	}
	if p.Cheapest >= 0 {
		best = p.Options[p.Cheapest]
	}
	with := fmt.Sprintf(" of each method, with %s in each group,", wording.Plural(best.Rollouts, "rollout"))
	if scores {
		with = " of each method"
	}
	if len(best.Looks) > 0 {
		with += fmt.Sprintf(" at most and %s on average,", apa.Format("%.1f", best.Expected))
	}
	text := fmt.Sprintf("%s%s show, with probability %g, %s; it takes at least %d, however many the rollouts.",
		wording.Plural(best.Trials, trial), with, p.Goal.Power, p.Test, p.Least)
	if len(best.Looks) > 0 {
		var at []string
		for _, l := range best.Looks {
			at = append(at, fmt.Sprintf("%d (%.2g)", l.Trials, l.Level))
		}
		text += fmt.Sprintf(" Look at %ss %s, and stop where p is at most the level in brackets.", trial,
			strings.Join(at, ", "))
	}
	return text
}

// Plan is a plan of trials and rollouts as a document. Taken are sentences that say what the data were taken for.
// Starts says that trials are starts of one policy a method.
func Plan(p stats.RolloutPlan, taken []string, starts bool) document.Document {
	trial, note := "trial", "A trial is one training of each method."
	if starts {
		trial, note = "start", "From each start both policies are run: this is about these policies, and trainings "+
			"vary besides."
	}
	c := p.Components
	s := document.Section{Title: "How many trials and rollouts", Notes: warnings(p.Warnings)}
	sd := func(variance stats.Maybe) string {
		v, ok := variance.Get()
		if !ok {
			return apa.None
		}
		return fmt.Sprintf("%.4g", math.Sqrt(v))
	}
	scores := c.Trials > 0 && !c.Within.Defined() // of a number of rollouts that nothing tells
	s.Lines = append([]string{lead(p, trial, scores)}, taken...)
	if c.Trials > 0 {
		of := "rollouts in each group and " + trial + ": " + apa.Format("%.4g", c.Rollouts)
		if scores {
			of = "a score each of whatever number of rollouts"
		}
		s.Lines = append(s.Lines, fmt.Sprintf("The pilot: %s of %s and %s, %s, difference %s",
			wording.Plural(c.Trials, trial), c.A, c.B, of, apa.Format("%+.4g", c.Difference)))
	}
	of := "the score"
	if c.Paired {
		of = "the difference"
	}
	if scores {
		s.Lines = append(s.Lines, fmt.Sprintf("SD of %s between %ss: %s, with the noise of these rollouts", of,
			trial, sd(c.Between)))
	} else {
		s.Lines = append(s.Lines, fmt.Sprintf("SD of %s between %ss: %s; of one rollout in each group: %s", of,
			trial, sd(c.Between), sd(c.Within)))
	}
	if p.Cheapest >= 0 {
		o := p.Options[p.Cheapest]
		of := wording.Plural(o.Rollouts, "rollout")
		if scores {
			of = "as many rollouts as the pilot's"
		}
		s.Lines = append(s.Lines, fmt.Sprintf("The cheapest listed: %s of %s, cost %s", wording.Plural(o.Trials,
			trial), of, apa.Format("%.4g", o.Cost)))
	}
	type row = stats.Option
	columns := []document.Column[row]{
		document.Numbers("rollouts a group", func(o row) document.Cell {
			if scores {
				return document.Entry("as the pilot", "")
			}
			return document.Count(o.Rollouts)
		}, "rollouts"),
		document.Counts(trial+"s", "trials", func(o row) int { return o.Trials }),
		apa.Fractions("power", "power", func(o row) stats.Maybe { return o.Power }),
	}
	if p.Goal.Looks > 1 {
		columns = append(columns,
			apa.Number("%.1f", "on average", "expected_trials", func(o row) stats.Maybe { return o.Expected }))
	}
	columns = append(columns,
		apa.Number("%.0f", trial+"s, careful", "careful_trials", func(o row) stats.Maybe { return o.Careful }),
		document.Numbers("rollouts in all", func(o row) document.Cell {
			if scores {
				return document.Entry(apa.None, "")
			}
			return document.Count(o.Total)
		}, "total_rollouts"))
	if p.Cheapest >= 0 {
		columns = append(columns, apa.Number("%.4g", "cost", "cost", func(o row) stats.Maybe { return o.Cost }))
	}
	title := fmt.Sprintf("To show %s with probability %g at alpha %g", p.Test, p.Goal.Power, p.Goal.Alpha)
	s.Tables = []document.Table{document.TableOf("plan", title, p.Options, columns...)}
	if !scores {
		note += " Rollouts in all are those of both methods, all groups and " + trial + "s."
	}
	s.Notes = append(s.Notes, note)
	if c.Careful.Defined() {
		s.Notes = append(s.Notes, "Careful: if the variance is the upper 80 % limit that the pilot leaves, of "+
			"at least what rollouts of these rates explain.")
	}
	return document.Document{Title: "Plan of trials and rollouts", Sections: []document.Section{s}}
}
