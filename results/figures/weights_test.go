package figures

import (
	"bytes"
	"strings"
	"testing"
)

// There is a panel for each method, long names are cut, there is room for many groups, and the bytes are the same
// twice.
func TestWeightFigure(t *testing.T) {
	groups := []string{"left", "a group with a name that is much too long"}
	for len(groups) < 24 {
		groups = append(groups, strings.Repeat("x", len(groups)))
	}
	var alpha [][]float64
	for t := range 3 {
		a := make([]float64, 24)
		for g := range a {
			a[g] = 1 / 24.
		}
		a[0], a[1] = a[0]*float64(1+t)/3, a[1]*float64(5-t)/3
		alpha = append(alpha, a)
	}
	c := WeightRuns{"ours", groups, []int{0, 10, 20}, [][][]float64{alpha, alpha}}
	f := WeightFigure("alpha", []WeightRuns{c, {"equal", groups, []int{0}, [][][]float64{alpha[:1]}}})
	if len(f.panels) != 2 || f.height < 24*small || !strings.Contains(f.Caption, "2 runs") ||
		!strings.Contains(f.Alt, "ours ends at left 0.04, a group with a name that i.. 0.04") {
		t.Errorf("%d panels of height %v\n%s\n%s", len(f.panels), f.height, f.Caption, f.Alt)
	}
	if svg := f.SVG(); !bytes.Equal(svg, f.SVG()) || !bytes.Contains(svg, []byte(">equal<")) {
		t.Error("the figure is not what was drawn")
	}
}
