package list

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/results/apa"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/scenes/expert"
)

// listStyles shows the ways to demonstrate, whether such a demonstration is meant to succeed, and what was measured of
// them: what they cost, how hard they are to fit, and how much they move. On a narrow screen the first two of these
// stand without their intervals, and the third is left out.
func listStyles(w cli.TextTable) {
	axes, err := bench.MeasuredStyles()
	if err != nil {
		panic(err) // the measurement is embedded, and a test reads it
	}
	heads, cells := AxesHeads(), AxesCells
	if w.Narrow() {
		heads, cells = briefHeads(), briefCells
	}
	fmt.Fprintf(w, "style\tthe demonstration\t%s\tdescription\n", strings.Join(heads, "\t"))
	for _, name := range expert.Styles.Names() {
		s, _ := expert.Styles.Get(name)
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", name, Ending(s), strings.Join(cells(axes, name), "\t"), s.About())
	}
	if w.Narrow() {
		fmt.Fprintf(w, "\na screen of more than %d columns, a file and a pipe get intervals and E|a|² too\n",
			cli.NarrowScreen)
	}
	fmt.Fprintf(w, "\n%s\n", AboutAxes(axes))
}

// briefHeads are the heads of the columns of briefCells.
func briefHeads() (heads []string) {
	for _, task := range scenes.Tasks.Names() {
		heads = append(heads, task+": cost", "fit")
	}
	return heads
}

// briefCells are the first two of the numbers of AxesCells on each task, without intervals.
func briefCells(axes bench.StyleAxes, style string) (cells []string) {
	all := AxesCells(axes, style)
	for i := range all {
		if i%3 < 2 { // E|a|² is the third
			number, _, _ := strings.Cut(all[i], " [")
			cells = append(cells, number)
		}
	}
	return cells
}

// Ending is how a demonstration in a style is meant to end.
func Ending(s expert.Style) string {
	if s.Succeeds() {
		return "succeeds"
	}
	return "fails"
}

// AxesHeads are the heads of the columns of AxesCells.
func AxesHeads() (heads []string) {
	for _, task := range scenes.Tasks.Names() {
		heads = append(heads, task+": cost", "fit", "E|a|²")
	}
	return heads
}

// AxesCells are the cost in percentage points, the difficulty of fitting and the E|a|² of a style on each task, with
// intervals.
func AxesCells(axes bench.StyleAxes, style string) (cells []string) {
	for _, task := range scenes.Tasks.Names() {
		m, ok := axes.Of(task, style)
		switch {
		case style == expert.Optimal:
			cells = append(cells, "0", "1", "0")
		case !ok:
			cells = append(cells, "not measured", "not measured", "not measured")
		default:
			cells = append(cells, interval("%+.0f", frame.StyleCost(m)),
				interval("%.2f", frame.StyleDifficulty(m)), interval("%+.2f", frame.StyleEnergy(m)))
		}
	}
	return cells
}

// interval formats an estimate with the interval behind it: +21 [+12, +30].
func interval(form string, e frame.Estimate) string {
	switch {
	case !e.Mean.Defined():
		return "undefined"
	case !e.CI.Defined():
		return apa.Format(form, e.Mean)
	}
	return fmt.Sprintf("%s [%s, %s]", apa.Format(form, e.Mean), apa.Format(form, e.CI.Low), apa.Format(form, e.CI.High))
}

// measureAxes is the command that measures the three numbers.
const measureAxes = "go test -run '^$' -bench StyleAxes -benchtime 1x ./bench/runner -write"

// AboutAxes says what the three numbers are, and where they come from.
func AboutAxes(a bench.StyleAxes) string {
	if len(a.Styles) == 0 {
		return "cost, fit and E|a|² have not been measured; " + measureAxes + " measures them"
	}
	const text = "cost: success in percentage points that policy %s loses when %d demonstrations of the style " +
		"join\n%[2]d optimal ones of each behaviour, under plain cloning; fit: its loss on the style's " +
		"demonstrations over\nits loss on optimal ones, both never seen; E|a|²: its mean square of an action, " +
		"summed over the components,\nminus theirs. Means with 95 %% intervals over %d trials of %d rollouts of each " +
		"behaviour,\ntrained with %s, measured on %s by commit %s with\n" +
		measureAxes
	about := fmt.Sprintf(text, a.Policy, a.Demonstrations, len(a.Styles[0].Alone), a.Rollouts, a.Device, a.Date,
		a.Commit)
	later := map[string][]string{} // styles by when they were measured
	for _, m := range a.Styles {
		if when := fmt.Sprintf("on %s by commit %s", m.Date, m.Commit); m.Commit != "" && !slices.Contains(later[when],
			m.Style) {
			later[when] = append(later[when], m.Style)
		}
	}
	for _, when := range slices.Sorted(maps.Keys(later)) {
		about += fmt.Sprintf("\nmeasured later, %s: %s", when, strings.Join(later[when], ", "))
	}
	return about
}
