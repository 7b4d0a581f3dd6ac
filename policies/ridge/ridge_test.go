package ridge

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"counterpoise/internal/artifact"
	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/mixture"
	"counterpoise/scenes"
)

func smallRidge() Config {
	c := DefaultConfig()
	c.Features, c.Chunk, c.Execute, c.Lambda, c.Steps = 40, 2, 2, 1e-3, 30
	return c
}

// measured is a ridge on a toy dataset, and the frames it was made from.
func measured(t testing.TB, share float64, n ...int) (*Ridge, *rows) {
	t.Helper()
	d, g := toydata.Reaching(seed.Of("toy"), n...)
	key := seed.Of("ridge")
	r, err := New(d, g, smallRidge(), share, key)
	if err != nil {
		t.Fatal(err)
	}
	_, f, err := collect(d, g, smallRidge(), key)
	if err != nil {
		t.Fatal(err)
	}
	f.set = f.set.HoldOut(share, key.With("held out"))
	return r, f
}

// The optimum against a QR decomposition of the weighted rows themselves, with λ as rows of their own: least squares
// without normal equations or moments.
func TestRidgeAgainstLeastSquares(t *testing.T) {
	r, f := measured(t, 0, 3, 6)
	alpha := []float64{.2, .8}
	if err := r.Fit(alpha); err != nil {
		t.Fatal(err)
	}
	n, size := f.phi.Dims()
	_, p := f.y.Dims()
	x, y := mat.NewDense(n+size, size, nil), mat.NewDense(n+size, p, nil)
	for row, g := range f.set.Group {
		w := math.Sqrt(alpha[g] / float64(len(f.set.ByGroup[g])))
		for d, v := range f.phi.RawRowView(row) {
			x.Set(row, d, w*v)
		}
		for c, v := range f.y.RawRowView(row) {
			y.Set(row, c, w*v)
		}
	}
	for d := range size {
		x.Set(n+d, d, math.Sqrt(r.cfg.Lambda))
	}
	var qr mat.QR
	var want mat.Dense
	qr.Factorize(x)
	if err := qr.SolveTo(&want, false, y); err != nil {
		t.Fatal(err)
	}
	var diff mat.Dense
	diff.Sub(&want, r.W)
	if e := mat.Norm(&diff, 2) / mat.Norm(&want, 2); e > 1e-9 {
		t.Errorf("the weights differ from least squares by %g of their size", e)
	}
}

// Losses from moments against the mean over rows.
func TestRidgeLosses(t *testing.T) {
	r, f := measured(t, .3, 3, 6)
	train, held := r.Losses()
	rows := r.rowLosses(f)
	for g := range train {
		for _, c := range []struct {
			got float64
			of  []int32
		}{{train[g], f.set.ByGroup[g]}, {held[g], f.set.HeldOut[g]}} {
			want := 0.0
			for _, row := range c.of {
				want += float64(rows[row]) / float64(len(c.of))
			}
			if math.Abs(c.got-want) > 1e-6*want {
				t.Errorf("group %d: %v from moments, %v over rows", g, c.got, want)
			}
		}
	}
}

// The hypergradient, on training and on held-out losses, against central differences of losses at the optimum.
func TestHypergradientAgainstFiniteDifferences(t *testing.T) {
	const h = 1e-5
	for _, share := range []float64{0, .3} {
		r, _ := measured(t, share, 3, 6, 4)
		alpha := []float64{.2, .5, .3}
		got, err := r.Hypergradient(alpha)
		if err != nil {
			t.Fatal(err)
		}
		at := func(j int, by float64) []float64 {
			a := slices.Clone(alpha)
			a[j] += by
			s, err := r.exact.solve(a)
			if err != nil {
				t.Fatal(err)
			}
			return losses(r.exact.target, s.W)
		}
		for j := range alpha {
			up, down := at(j, h), at(j, -h)
			for i := range alpha {
				if want := (up[i] - down[i]) / (2 * h); math.Abs(got[i][j]-want) > 1e-6*max(.01, math.Abs(want)) {
					t.Errorf("held out %v: dL_%d/dα_%d is %v, finite difference %v", share, i, j, got[i][j], want)
				}
			}
		}
	}
}

// On training data the least loss of a group is its specialist's, but for what the penalty takes: no other weights of
// a grid reach less, and the specialist is no better. Held out, a mixture can be better than the specialist.
func TestLeastIsLeast(t *testing.T) {
	for _, share := range []float64{0, .3} {
		r, _ := measured(t, share, 3, 6)
		for i := range 2 {
			least, alpha, err := r.Least(i)
			if err != nil {
				t.Fatal(err)
			}
			for step := range 101 {
				a := []float64{float64(step) / 100, 1 - float64(step)/100}
				s, err := r.exact.solve(a)
				if err != nil {
					t.Fatal(err)
				}
				if l := r.exact.target[i].loss(s.W); l < least-1e-7 {
					t.Errorf("held out %v, group %d: weights %v reach %v, the least was to be %v at %v", share, i, a, l,
						least, alpha)
				}
			}
		}
	}
}

// At the equilibrium every group of positive weight has the same excess, and no other a larger one (Parekh et al.,
// Eq. 15, with α_i >= 0), and the weights of a grid reach no higher.
func TestEquilibrium(t *testing.T) {
	r, _ := measured(t, 0, 3, 6, 4)
	for _, ref := range [][]float64{{0, 0, 0}, {.01, 0, .02}, {0, -1, 0}, {-.01, .3, 0}} {
		alpha, delta, err := r.Equilibrium(ref)
		if err != nil {
			t.Fatal(err)
		}
		top := slices.Max(delta)
		for i := range alpha {
			if alpha[i] > 1e-3 && top-delta[i] > 1e-6 {
				t.Errorf("references %v: weights %v with excesses %v", ref, alpha, delta)
			}
		}
	}
	if alpha, _, _ := r.Equilibrium([]float64{0, -1, 0}); alpha[1] < 1-1e-6 {
		t.Errorf("an unreachable reference left weights %v", alpha)
	}
}

// The random features approximate a Gaussian kernel: with many of them, within a few standard errors of 1/sqrt(D).
func TestFourierApproximatesTheKernel(t *testing.T) {
	const size, width = 4000, 1.5
	f := newFourier(size, 2, width, seed.Of("kernel"))
	a, b := make([]float64, size), make([]float64, size)
	for _, y := range [][]float32{{.3, -1}, {.3, 0}, {2, 2}, {9, 9}} {
		x := []float32{.3, -1}
		f.encode(a, x)
		f.encode(b, y)
		got, dist := -1.0, 0.0
		for i := range a {
			got += a[i] * b[i]
		}
		for i := range x {
			dist += float64(x[i]-y[i]) * float64(x[i]-y[i])
		}
		if want := math.Exp(-dist / (2 * width * width)); math.Abs(got-want) > 4/math.Sqrt(size) {
			t.Errorf("kernel of %v and %v: %v, want %v", x, y, got, want)
		}
	}
}

// load reads a ridge from its file.
func load(t *testing.T, path string) *Ridge {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A trained ridge acts as its loss says, is written and read back, and a mixture's run is logged.
func TestRidgeTrainsActsAndIsKept(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 3, 6)
	before := &toydata.GradientMixture{FixedMixture: toydata.FixedMixture{Weights: []float64{.5, .5}}, Beta: .5}
	m := &toydata.ReferencedMixture{
		ObservingMixture: toydata.ObservingMixture{FixedMixture: toydata.FixedMixture{Weights: []float64{.3, .7}}},
		Runs:             []mixture.Mixture{before},
	}
	c := smallRidge()
	r, l, err := Train(context.Background(), d, g, m, c, seed.Of("ridge"))
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Loss) != c.Steps || len(m.Losses) != c.Steps || len(l.References) != 1 ||
		len(m.Ref) != g.Frames[0]+g.Frames[1] {
		t.Errorf("%d steps logged, %d seen, %d references, %d examples", len(l.Loss), len(m.Losses), len(l.References),
			len(m.Ref))
	}
	h, err := r.Hypergradient([]float64{.5, .5})
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Runs[0].(*toydata.GradientMixture).Grams[0][1][0]; math.Abs(-.5*got-h[1][0]) > 1e-12 {
		t.Errorf("told a gradient of %v, the hypergradient is %v", -.5*got, h[1][0])
	}
	path := filepath.Join(t.TempDir(), "r.policy")
	if err := r.Save(path); err != nil {
		t.Fatal(err)
	}
	q := load(t, path)
	want := 0.0
	for e, episode := range d.Episodes {
		for i := range episode.Observations {
			a, b := [][]scenes.Action{make([]scenes.Action, 2)}, [][]scenes.Action{make([]scenes.Action, 2)}
			if err := r.Act(a, episode.Observations[i:i+1]); err != nil {
				t.Fatal(err)
			}
			if err := q.Act(b, episode.Observations[i:i+1]); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(a[0], b[0]) {
				t.Fatal("acts otherwise after loading")
			}
			if g.Of[e] == 1 {
				for s := range 2 {
					for j, v := range a[0][s] {
						err := float64(v - episode.Actions[min(i+s, episode.Frames()-1)][j])
						want += err * err / 14 / float64(g.Frames[1])
					}
				}
			}
		}
	}
	if got := l.Last(1)[1]; math.Abs(got-want) > 1e-6*want {
		t.Errorf("loss %v, by acting %v", got, want)
	}
}

func TestRidgeIsReproducible(t *testing.T) {
	a, _ := measured(t, .3, 3, 6)
	b, _ := measured(t, .3, 3, 6)
	x, err := a.encode()
	y, _ := b.encode()
	if err != nil || !bytes.Equal(x, y) {
		t.Errorf("the same data and key gave other bytes (%v)", err)
	}
}

func TestRidgeIsRefused(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 2)
	for word, change := range map[string]func(*Config){
		"Fourier features":      func(c *Config) { c.Features = 1 },
		"kernel width":          func(c *Config) { c.Width = 0 },
		"lambda":                func(c *Config) { c.Lambda = math.NaN() },
		"chunk":                 func(c *Config) { c.Chunk = 0 },
		"executed":              func(c *Config) { c.Execute = 3 },
		"0 steps":               func(c *Config) { c.Steps = 0 },
		`unknown observer "so"`: func(c *Config) { c.Observer = "so" },
	} {
		c := smallRidge()
		change(&c)
		if _, err := New(d, g, c, 0, seed.Of("")); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("want an error with %q, got %v", word, err)
		}
	}
	r, _ := measured(t, 0, 2, 2)
	if err := r.Fit([]float64{.5, .6}); err == nil {
		t.Error("weights off the simplex were accepted")
	}
	data, err := r.encode()
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if _, err := Decode(data); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("error %v", err)
	}
}

// FuzzLoadRidge: no input may panic the reader behind the checksum.
func FuzzLoadRidge(f *testing.F) {
	c := smallRidge()
	c.Features, c.Chunk, c.Execute = 2, 1, 1
	d, g := toydata.Reaching(seed.Of("toy"), 1)
	r, err := New(d, g, c, 0, seed.Of(""))
	if err != nil {
		f.Fatal(err)
	}
	data, err := r.encode()
	if err != nil {
		f.Fatal(err)
	}
	h, payload, err := artifact.Decode(Magic, data)
	if err != nil {
		f.Fatal(err)
	}
	head := string(h)
	f.Add(head, payload)
	f.Add(strings.Replace(head, `"features":2`, `"features":4096`, 1), payload[:8])
	f.Add("{}", []byte{})
	f.Fuzz(func(t *testing.T, head string, payload []byte) {
		file, err := artifact.Encode(Magic, rawJSON(head), payload)
		if err != nil {
			return
		}
		if r, err := Decode(file); err == nil {
			if _, err := r.encode(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// rawJSON goes into a file as it is.
type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }
