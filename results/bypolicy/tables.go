package bypolicy

import (
	"fmt"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
)

// Table has a row for each comparison and policy, named "policies" in files: the success of both sides in percent, mean
// and standard deviation over trials, and their difference in points.
func (p Policies) Table() document.Table {
	d := p.Designs[0]
	t := document.Table{
		Name:  "policies",
		Title: fmt.Sprintf("%s, by policy (success by %s)", d.Compared, frame.OracleText(d.Oracle)),
		Columns: []document.Column{
			document.WordColumn("behaviour", "behaviour"),
			{Words: true, Title: "arms", Fields: []string{"arm", "against"}},
			document.WordColumn("policy", "policy"), document.NumberColumn(d.Sides[0], "mean", "sd"),
			document.NumberColumn(d.Sides[1], "mean_against", "sd_against"),
			document.NumberColumn("difference", "mean_difference"),
			document.NumberColumn(apa.Percent(frame.Level)+" interval", "ci_low", "ci_high"),
			document.NumberColumn("p", "p"), document.NumberColumn("p (Holm)", "p_holm"),
			document.WordColumn("equal?", "equality"), document.NumberColumn("n", "n"),
		},
	}
	for _, c := range p.Comparisons {
		for i, by := range c.By {
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(c.Behaviour), document.Entry(c.Arm+" - "+c.Against, c.Arm, c.Against),
				document.Word(p.Names[i]), apa.MeanSDCell(by.Success), apa.MeanSDCell(by.Baseline),
				apa.NumberCell("%+.1f", by.Test.MeanDifference), apa.IntervalCell("%+.1f", by.Test.CI),
				apa.PCell(by.Test.P), apa.StarredPCell(by.Holm), document.Word(by.EqualityVerdict()),
				document.Count(by.Test.N.Total()),
			})
		}
	}
	return t
}

// PolicyTable has a row for each policy: the gradient steps of its records, least and greatest, its trials, and the
// success of untrained policies in each behaviour of the task, in percent with its upper bound.
func (p Policies) PolicyTable() document.Table {
	t := document.Table{Name: "policies-compared", Title: "What was compared", Columns: []document.Column{
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
