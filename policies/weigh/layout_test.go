package weigh

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies/balance"
	"counterpoise/scenes/demos"
)

// joinedCorpus returns a corpus of two datasets of four episodes each, which are its groups, after change.
func joinedCorpus(t *testing.T, change func(dataset int, r *demos.Raw)) *Corpus {
	t.Helper()
	g := demos.Groups{
		Names: []string{"a", "b"}, N: []int{4, 4}, Frames: []int{120, 120}, Of: []int32{0, 0, 0, 0, 1, 1, 1, 1},
	}
	c, err := NewCorpus(g, 400, CorpusOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for e, dataset := range g.Of {
		r := recorded(e%4, 1, 30)
		change(int(dataset), r)
		if err := c.Add(int(dataset), r); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return c
}

// scale multiplies column j by a number and by 2^(j mod 4).
func scale(m demos.Matrix, by float32) {
	for i := range m.Values {
		m.Values[i] *= by * float32(int(1)<<(i%m.Width%4))
	}
}

// The weights of two datasets do not depend on the units of either, whatever the units of each column: a dataset and
// its copy in degrees weigh the same, and a power of two changes no bit.
func TestUnitsOfADatasetChangeNothing(t *testing.T) {
	weights := func(by float32) []float64 {
		c := joinedCorpus(t, func(dataset int, r *demos.Raw) {
			if dataset == 1 {
				scale(r.State, by)
				scale(r.Actions, by)
			}
		})
		m, err := balance.Named("groupdro")
		if err != nil {
			t.Fatal(err)
		}
		mix := m.Start(c.groups)
		if _, err := c.Weigh(t.Context(), mix, smallRidge(), seed.Of("units")); err != nil {
			t.Fatal(err)
		}
		return mix.Alpha()
	}
	plain := weights(1)
	for _, by := range []float32{1. / 1024, 64, 57.29578, 1000, 1e-4} {
		got := weights(by)
		if math.Abs(got[1]-.5) > 1e-4 {
			t.Errorf("the copy times %g weighs %v", by, got)
		}
		if exact := by == 64 || by == 1./1024; exact && !slices.Equal(got, plain) {
			t.Errorf("times %g: %v, want %v", by, got, plain)
		}
	}
}

// States of one layout share inputs. Those of another have their own, which are 0 in frames of other datasets, and in
// each dataset columns have mean 0 and variance 1.
func TestLayouts(t *testing.T) {
	if c := joinedCorpus(t, func(int, *demos.Raw) {}); c.set.In != 9 || c.Inputs() != 9 {
		t.Errorf("equal widths: %d inputs, %d of a frame", c.set.In, c.Inputs())
	}
	c := joinedCorpus(t, func(dataset int, r *demos.Raw) {
		if dataset == 1 {
			r.State.Width, r.State.Values = 4, r.State.Values[:4*r.Frames()]
			scale(r.State, 100)
		}
	})
	if c.set.In != 13 || c.Inputs() != 9 {
		t.Fatalf("9 and 4: %d inputs, %d of a frame", c.set.In, c.Inputs())
	}
	for dataset, own := range [][2]int{{0, 9}, {9, 13}} {
		for j := range c.set.In {
			var sum, square float64
			for _, row := range c.set.ByGroup[dataset] {
				x := float64(c.set.X[int(row)*c.set.In+j])
				sum, square = sum+x/120, square+x*x/120
			}
			want := 0.0
			if own[0] <= j && j < own[1] {
				want = 1
			}
			if math.Abs(sum) > 1e-5 || math.Abs(square-want) > 1e-4 {
				t.Errorf("dataset %d, input %d: mean %g, mean square %g, want 0 and %g", dataset, j, sum, square, want)
			}
		}
	}
}

// Columns that are constant up to rounding become 0, whatever the unit; small numbers of one unit do not.
func TestConstantColumns(t *testing.T) {
	for _, unit := range []float32{1, 1e-5, 1e-7, 1e4} {
		x := []float32{1, 5, 0, 3, 5, 0, -2, 5, 0, -2, 5 * (1 + 1e-7), 0}
		scale(demos.Matrix{Width: 1, Values: x}, unit)
		standardize(x, 3, 3)
		for i, v := range x {
			if constant := i%3 > 0; constant != (v == 0) {
				t.Errorf("times %g: %v", unit, x)
				break
			}
		}
	}
}

// Datasets of other states are joined, those of other actions refused with advice.
func TestJoinWidths(t *testing.T) {
	state := func(width int) demos.Reader {
		return changedReader{madeReader{2, 2}, func(r *demos.Raw) {
			r.State = demos.Matrix{Width: width, Values: make([]float32, width*r.Frames())}
		}}
	}
	if _, err := demos.Join([]string{"a", "b"}, []demos.Reader{state(7), state(8)}); err != nil {
		t.Errorf("states of 7 and 8: %v", err)
	}
	wide := changedReader{madeReader{2, 2}, func(r *demos.Raw) {
		r.Actions = demos.Matrix{Width: 2, Values: make([]float32, 2*r.Frames())}
	}}
	_, err := demos.Join([]string{"a", "b"}, []demos.Reader{state(7), wide})
	if err == nil || !strings.Contains(err.Error(), "by themselves, or convert one") {
		t.Errorf("actions of 1 and 2: %v", err)
	}
}

// changedReader changes episodes after reading.
type changedReader struct {
	madeReader
	change func(*demos.Raw)
}

func (r changedReader) Read(i int, pictures bool) (*demos.Raw, error) {
	raw, err := r.madeReader.Read(i, pictures)
	if err == nil {
		r.change(raw)
	}
	return raw, err
}
