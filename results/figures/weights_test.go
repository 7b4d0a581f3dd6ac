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

// The thick lines of the means are drawn after all runs, each over an outline in the colour of text: without, a mean
// among sixty runs is not seen.
func TestMeansOfWeightsStandOut(t *testing.T) {
	k, _ := Kinds.Get("weights")
	svg := string(k.Example().SVG())
	outline, mean := strings.Index(svg, `stroke="#000" stroke-width="3"`), strings.Index(svg, `stroke-width="1.9"`)
	if lastRun := strings.LastIndex(svg, `stroke-opacity="0.349"`); lastRun < 0 || outline < 0 || mean < outline {
		t.Errorf("runs at %d, outlines at %d, means at %d", lastRun, outline, mean)
	}
	panel, _, _ := strings.Cut(svg[outline:], "<text")
	if strings.Contains(panel, `stroke-opacity="0.349"`) {
		t.Error("a run is drawn over a mean")
	}
}
