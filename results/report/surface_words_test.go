package report

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results/apa"
	"counterpoise/results/frame"
	"counterpoise/results/study/surface"
	"counterpoise/stats"
)

// What the README says of surface-success in words, from the state and from pictures, follows from its records: how far
// the method's settings lie from the curve through given weights, how far the best of them stays below the best given
// weight where that leaves the bad demonstrations out, and how many beat natural data.
func TestSurfaceSuccessWords(t *testing.T) {
	state := worthIn(t, "../surfaces", "surface-success", func(s *record.Size) { s.Trials, s.Rollouts = 5, 50 })
	pictures := worthIn(t, "../surfaces-pictures", "surface-success-biased", func(s *record.Size) {
		s.Policy, s.Trials, s.Rollouts, s.Seed = bench.VisionPolicy, 5, 50, 1
	})
	if len(state.distances) != 6 || len(state.below) != 4 || len(pictures.all) != 2 || len(pictures.below) != 2 {
		t.Fatalf("%+v, %+v", state, pictures)
	}
	picking, opening := pictures.all[0], pictures.all[1]
	golden.CheckWords(t, "../answer.md",
		fmt.Sprintf("%d settings of the method lie within %.1f to %.1f points of fixed weights on average, single "+
			"ones up to %.0f points off", state.settings, slices.Min(state.distances), slices.Max(state.distances),
			slices.Max(state.off)),
		fmt.Sprintf("the best setting stays %.0f to %.0f points below", slices.Min(state.below),
			slices.Max(state.below)),
		fmt.Sprintf("%d settings of the method succeed as often as fixed weights at the same place do, within %.1f to "+
			"%.1f points on average (single ones up to %.0f points off", pictures.settings,
			slices.Min(pictures.distances), slices.Max(pictures.distances), slices.Max(pictures.off)),
		fmt.Sprintf("succeeds most, in %.1f %% (picking) and %.1f %% (opening), and the best setting of the method "+
			"stays %.0f to %.0f points below", picking.Best, opening.Best, slices.Min(pictures.below),
			slices.Max(pictures.below)),
		fmt.Sprintf("In picking %d of %d settings succeed more often than plain cloning, by up to %.1f points",
			picking.Better, picking.Settings, picking.Success[1]-picking.Natural))
	if opening.Better != 0 {
		t.Errorf("in opening %d settings beat natural data", opening.Better)
	}
}

// worths are the numbers of a plan's styles and tasks; below has those where the best given weight leaves the bad
// demonstrations out.
type worths struct {
	all                   []surface.Worth
	settings              int
	distances, off, below []float64
}

// worthIn computes those of the committed records of a folder.
func worthIn(t *testing.T, dir, name string, adjust func(*record.Size)) (of worths) {
	t.Helper()
	_, records := recordtest.Committed(t, dir)
	plan, err := bench.NewPlan(name, adjust)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range frame.Of(plan, records).Designs {
		for _, w := range surface.Worths(d) {
			of.all, of.settings = append(of.all, w), of.settings+w.Settings
			of.distances = append(of.distances, w.Distance)
			of.off = append(of.off, math.Abs(w.Off[0]), math.Abs(w.Off[1]))
			if w.BestWeight == 1 {
				of.below = append(of.below, w.Best-w.Success[1])
			}
		}
	}
	return of
}

// What the README says of the surface of weights from pictures follows from its records: at how many points of each
// task the method prefers the optimal demonstrations, between which means they weigh, on all of the surface and on the
// part that fits Table 1, and where a mean reaches the least weight that C42 asks for.
func TestSurfacePicturesWords(t *testing.T) {
	_, records := recordtest.Committed(t, "../surfaces-pictures")
	plan, err := bench.NewPlan("surface-pictures", func(*record.Size) {})
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]means{}
	for _, d := range frame.Of(plan, records).Designs {
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
	golden.CheckWords(t, "../answer.md",
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
