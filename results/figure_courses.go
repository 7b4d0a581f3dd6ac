package results

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"counterpoise/internal/wording"
)

// Course is what the weights of one method did over training: Alpha[run][point][group] at Steps[point].
type Course struct {
	Method string
	Groups []string
	Steps  []int
	Alpha  [][][]float64
}

// Courses shows the weights of methods over training, a panel for each: a thin line for each run and a thick one for their mean.
func Courses(name string, cs []Course) Figure {
	const plotted, letter = vg.Length(150), vg.Length(5.2) // the curves' width, and a letter's
	names := vg.Length(0)
	for _, g := range cs[0].Groups {
		names = max(names, letter*vg.Length(len([]rune(short(g)))))
	}
	f := Figure{Name: name, width: plotted + names + 75, height: 250, columns: min(3, len(cs))}
	var seen []string
	for i, c := range cs {
		y := ""
		if i%f.columns == 0 {
			y = "weight"
		}
		f.height = max(f.height, (small+2)*1.3*vg.Length(len(c.Groups)))
		curves := c.curves()
		p := weightPanel(c.Method, y, curves, top(cs))
		p.X.Max = max(1, float64(c.Steps[len(c.Steps)-1])*float64(1+(names+12)/plotted))
		f.panels = append(f.panels, p)
		seen = append(seen, c.Method+" ends at "+ending(curves)+".")
	}
	f.Caption = fmt.Sprintf("Group weights (alpha) over training: thin lines are runs, thick lines their mean over %s.", wording.Plural(len(cs[0].Alpha), "run"))
	f.Alt = "Weights of the groups over training. " + strings.Join(seen, " ")
	return f
}

// top is where the axis of the weights ends: at 1, or lower where many groups share it.
func top(cs []Course) float64 {
	most := 0.0
	for _, c := range cs {
		for _, run := range c.Alpha {
			for _, alpha := range run {
				most = max(most, slices.Max(alpha))
			}
		}
	}
	switch {
	case most <= 0.2:
		return 0.2
	case most <= 0.4:
		return 0.4
	}
	return 1
}

// curves are the same by group.
func (c Course) curves() []curve {
	cs := make([]curve, len(c.Groups))
	for g, name := range c.Groups {
		cs[g].group = short(name)
		for _, s := range c.Steps {
			cs[g].steps = append(cs[g].steps, float64(s))
		}
		for _, run := range c.Alpha {
			var y []float64
			for _, alpha := range run {
				y = append(y, alpha[g])
			}
			cs[g].trials = append(cs[g].trials, y)
		}
	}
	return cs
}

// short is a name that leaves room for the curves.
func short(name string) string {
	if r := []rune(name); len(r) > 28 {
		return string(r[:26]) + ".."
	}
	return name
}
