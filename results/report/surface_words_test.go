package report

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results/apa"
	"counterpoise/results/findings"
	"counterpoise/results/surface"
	"counterpoise/stats"
)

// What the README says of surface-success in words follows from the sentences of its document: how far the method's
// settings lie from the curve through given weights, and how far the best of them stays below the best given weight
// where that leaves the bad demonstrations out.
func TestSurfaceSuccessWords(t *testing.T) {
	text, err := os.ReadFile("../surfaces/surface-success.md")
	if err != nil {
		t.Fatal(err)
	}
	number := func(b []byte) float64 {
		x, err := strconv.ParseFloat(string(b), 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	var distances, off, below []float64
	settings := 0
	for _, m := range regexp.MustCompile(`(?m)^- \w+: natural data .* best given weight of the optimal demonstrations `+
		`([\d.]+) % \(at ([\d.]+)\)\. The (\d+) settings .* in [\d.]+ to ([\d.]+) %.* They lie ([\d.]+) points `+
		`.*\(([-+\d.]+) to ([-+\d.]+)\)`).FindAllSubmatch(text, -1) {
		settings += int(number(m[3]))
		distances = append(distances, number(m[5]))
		off = append(off, math.Abs(number(m[6])), math.Abs(number(m[7])))
		if number(m[2]) == 1 {
			below = append(below, number(m[1])-number(m[4]))
		}
	}
	if len(distances) != 6 || len(below) != 4 {
		t.Fatalf("%d styles, %d of them best left out", len(distances), len(below))
	}
	golden.CheckWords(t, "../../README.md",
		fmt.Sprintf("%d settings of the method succeed as often as fixed weights at the same place do, within %.1f to "+
			"%.1f points on average (single ones up to %.0f points off", settings, slices.Min(distances),
			slices.Max(distances), slices.Max(off)),
		fmt.Sprintf("the best setting of the method stays %.0f to %.0f points below", slices.Min(below),
			slices.Max(below)))
}

// What the README says of the surface of weights from pictures follows from its records: at how many points of each
// task the method prefers the optimal demonstrations, between which means they weigh, on all of the surface and on the
// part that fits Table 1, and where a mean reaches the least weight that C42 asks for.
func TestSurfacePicturesWords(t *testing.T) {
	_, records := recordtest.Committed(t, "../surfaces-pictures")
	plan, err := bench.NewPlan("surface-pictures", func(*bench.Size) {})
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]means{}
	for _, d := range findings.DesignsOf(plan, records) {
		m := means{all: [2]float64{1, 0}, fits: [2]float64{1, 0}}
		longest := map[string]int{"picking": 200, "opening": 20}[d.Task]
		for _, w := range surface.Weights(d) {
			v := w.Final.Mean.Or(math.NaN())
			m.points++
			m.all = [2]float64{min(m.all[0], v), max(m.all[1], v)}
			if w.CI.Low.Or(v) > .5 {
				m.prefer++
			}
			if v >= .8 {
				m.inside = append(m.inside, fmt.Sprintf("%g and searches of %d steps", w.Eta, w.Steps))
			}
			if w.Eta <= 20 && w.Steps >= 20 && w.Steps <= longest {
				m.fits = [2]float64{min(m.fits[0], v), max(m.fits[1], v)}
			}
		}
		of[d.Task] = m
	}
	picking, opening := of["picking"], of["opening"]
	if len(picking.inside) != 1 || len(opening.inside) != 0 || opening.prefer != 0 {
		t.Fatalf("%+v, %+v", picking, opening)
	}
	two := func(v float64) string { return apa.Fraction(stats.Some(v)) }
	golden.CheckWords(t, "../../README.md",
		fmt.Sprintf("In picking %d of %d points prefer the optimal demonstrations: these weigh up to %s, at ηT %s, "+
			"the one point with a mean in the region", picking.prefer, picking.points, two(picking.all[1]),
			picking.inside[0]),
		fmt.Sprintf("In opening none does: they weigh %s to %s.", two(opening.all[0]), two(opening.all[1])),
		fmt.Sprintf("they weigh %s to %s in picking and %s to %s in opening, so that C42 holds nowhere in it",
			two(picking.fits[0]), two(picking.fits[1]), two(opening.fits[0]), two(opening.fits[1])))
}

// means are those of the weights of a task over trials: the least and the greatest of all points and of those that fit
// Table 1, how many points there are and how many prefer the optimal demonstrations, and which reach .8.
type means struct {
	all, fits      [2]float64
	points, prefer int
	inside         []string
}
