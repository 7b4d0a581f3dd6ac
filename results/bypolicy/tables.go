package bypolicy

import (
	"fmt"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Table has a row for each comparison and policy, named "policies" in files: the success of both sides in percent, mean
// and standard deviation over trials, and their difference in points.
func (p Policies) Table() document.Table {
	type row struct {
		policy string
		frame.Comparison
	}
	var rows []row
	for _, c := range p.Comparisons {
		for i, by := range c.By {
			rows = append(rows, row{p.Names[i], by})
		}
	}
	d := p.Designs[0]
	return document.TableOf("policies", fmt.Sprintf("%s, by policy (success by %s)", d.Compared,
		frame.OracleText(d.Oracle)), rows,
		document.Words("behaviour", "behaviour", func(r row) string { return r.Behaviour }),
		document.Column[row]{Head: document.Head{Words: true, Title: "arms", Fields: []string{"arm", "against"}},
			Cell: func(r row) document.Cell { return document.Entry(r.Arm+" - "+r.Against, r.Arm, r.Against) }},
		document.Words("policy", "policy", func(r row) string { return r.policy }),
		apa.MeansSDs(d.Sides[0], "mean", "sd", func(r row) stats.Summary { return r.Success }),
		apa.MeansSDs(d.Sides[1], "mean_against", "sd_against", func(r row) stats.Summary { return r.Baseline }),
		apa.Number("%+.1f", "difference", "mean_difference", func(r row) stats.Maybe { return r.Test.MeanDifference }),
		apa.Intervals("%+.1f", apa.Percent(frame.Level)+" interval", "ci_low", "ci_high",
			func(r row) stats.Interval { return r.Test.CI }),
		apa.Ps("p", "p", func(r row) stats.Maybe { return r.Test.P }),
		apa.StarredPs("p (Holm)", "p_holm", func(r row) stats.Maybe { return r.Holm }),
		document.Words("equal?", "equality", func(r row) string { return r.EqualityVerdict() }),
		document.Counts("n", "n", func(r row) int { return r.Test.N.Total() }),
	)
}

// PolicyTable has a row for each policy: the gradient steps of its records, least and greatest, its trials, and the
// success of untrained policies in each behaviour of the task, in percent with its upper bound.
func (p Policies) PolicyTable() document.Table {
	t := document.Table{Name: "policies-compared", Title: "What was compared", Columns: []document.Head{
		document.WordColumn("policy", "policy"), document.NumberColumn("gradient steps", "steps"),
		document.NumberColumn("trials", "trials"),
	}}
	behaviours := p.Designs[0].Behaviours()
	for _, b := range behaviours {
		t.Columns = append(t.Columns, document.NumberColumn("chance, "+b, "chance_"+b, "chance_upper_"+b))
	}
	for i, d := range p.Designs {
		var steps []int
		for r := range d.Rows() {
			steps = append(steps, r.Training.Config.Steps)
		}
		row := []document.Cell{
			document.Word(p.Names[i]), document.Word(wording.Range(steps)), document.Count(d.Plan.Size.Trials),
		}
		for _, b := range behaviours {
			row = append(row, chanceCell(p.Chances[i], b))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// chanceCell is the rate of success of untrained policies in a behaviour, in percent, with its upper bound.
func chanceCell(c frame.Chance, behaviour string) document.Cell {
	b, ok := c.Of(behaviour)
	if !ok {
		return document.Entry("not recorded", "", "")
	}
	return document.Entry(b.String(), fmt.Sprint(100*b.Success.Estimate), fmt.Sprint(100*b.Success.Upper))
}
