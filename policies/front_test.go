package policies

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/backend"
	"counterpoise/policies/encoder"
	"counterpoise/policies/layers"
	"counterpoise/scenes"
)

// endToEnd is a configuration that trains its eyes, small enough for the processor.
func endToEnd() Config {
	c := seeing(0)
	c.EndToEnd, c.Batch, c.Hidden, c.Chunk, c.Execute, c.Steps = true, 8, 32, 1, 1, 4
	return c
}

// Under every network, with eyes and without, and every head the parameters have the gradients that finite differences give, in
// float64; of each tensor some are tried. So have the gradients that are found together with inner products.
func TestNetworkGradientsAgainstFiniteDifferences(t *testing.T) {
	for _, name := range Networks.Names() {
		net, _ := Networks.Get(name)
		for _, head := range Heads.Names() {
			h, _ := Heads.Get(head)
			c := Config{Hidden: 5, Chunk: 1, Network: name}
			checkGradients(t, name+", "+head, newShape(len(net.Features()), c, h), h)
			if c.Pictures() {
				c.EndToEnd = true
				checkGradients(t, name+" end to end, "+head, newShape(len(net.Features()), c, h), h)
			}
		}
	}
}

func checkGradients(t *testing.T, name string, s shape, h Head) {
	t.Helper()
	b, err := backend.Go()
	if err != nil {
		t.Fatal(err)
	}
	const n = 2
	r := seed.Of("gradient", name).Rand()
	noise := func(scale float64, dims ...int) *tensors.Tensor {
		v := make([]float64, layers.Volume(dims))
		for i := range v {
			v[i] = scale * r.NormFloat64()
		}
		return tensors.FromFlatDataAndDimensions(v, dims...)
	}
	in := []*tensors.Tensor{noise(0.5, n, s.row()), noise(0.5, n, s.slots)}
	for _, d := range s.Dims()[:layerParams] {
		in = append(in, noise(0.5, d...))
	}
	for i, v := range initialise(s, seed.Of("initial"))[layerParams:] {
		wide := make([]float64, len(v))
		for j, x := range v {
			wide[j] = float64(x)
		}
		in = append(in, tensors.FromFlatDataAndDimensions(wide, s.Dims()[layerParams+i]...))
	}
	in = append(in, noise(1, n))
	f := front{s, standard{make([]float32, s.features), make([]float32, s.features)}}
	for i := range f.inputs.gain {
		f.inputs.gain[i] = 2
	}
	ex := graph.MustNewExec(b, func(in []*graph.Node) []*graph.Node { return gradient(in, f, h, s.actions) })
	loss := graph.MustNewExec(b, func(in []*graph.Node) *graph.Node { return rowLosses(in[:len(in)-1], f, h, s.actions) })
	together := graph.MustNewExec(b, func(in []*graph.Node) []*graph.Node { return backward(in, f, h, s.actions) })
	out, same := execute(t, ex, in), execute(t, together, in)
	weights := tensors.MustCopyFlatData[float64](in[len(in)-1])
	objective := func() (j float64) {
		for i, l := range tensors.MustCopyFlatData[float64](execute(t, loss, in)[0]) {
			j += weights[i] * l
		}
		return j
	}
	for p := range s.Dims() {
		g, g2 := tensors.MustCopyFlatData[float64](out[1+p]), tensors.MustCopyFlatData[float64](same[1+p])
		for range 3 {
			i := r.IntN(len(g))
			want := difference(in[2+p], i, objective)
			tolerance := 1e-6 * max(1, math.Abs(want))
			if p >= layerParams { // one of thousands of rectified units may have its kink within the difference
				tolerance *= 1000
			}
			if math.Abs(g[i]-want) > tolerance || math.Abs(g2[i]-want) > tolerance {
				t.Errorf("%s: parameter %d[%d]: gradient %v and %v, finite difference %v", name, p, i, g[i], g2[i], want)
			}
		}
	}
}

// Training end to end learns a batch by heart, moves the eyes, and what comes out acts as the graph that was trained computes: to
// the mean squared error that the training ended with.
func TestEndToEndLearns(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 1)
	e := &toydata.WithPictures(d).Episodes[0]
	const n = 4
	for i := range n {
		e.Observations[i], e.Actions[i] = e.Observations[5*i], e.Actions[5*i]
	}
	e.Observations, e.Actions, g.Frames[0] = e.Observations[:n], e.Actions[:n], n
	c := endToEnd()
	c.Steps, c.Rate, c.Hidden, c.Batch = 120, 1e-2, 64, n
	p, l := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{1}}, c, seed.Of("train"))
	if first, last := l.Loss[0][0], l.Last(1)[0]; last > 0.01*first {
		t.Errorf("loss went from %v to %v", first, last)
	}
	if slices.Equal(flat(t, p, layerParams), encoder.Frozen().Static[0]) {
		t.Error("the eyes are as they were")
	}
	square := 0.0
	for i, chunk := range act(t, p, e.Observations) {
		for j, v := range chunk[0] {
			square += math.Pow(float64(v-e.Actions[i][j]), 2) / float64(actionSize*len(e.Actions))
		}
	}
	losses, err := p.Losses(d, g)
	if err != nil || math.Abs(square-losses[0]) > 1e-4 {
		t.Errorf("acts with a mean squared error of %v, losses %v (%v)", square, losses, err)
	}
}

// Before its first step a network with eyes is the network of the frozen encoder, but for the bound on gains.
func TestEndToEndStartsFromTheFrozenEncoder(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2)
	toydata.WithPictures(d)
	c := endToEnd()
	run, err := newRun(d, g, &toydata.FixedMixture{Weights: []float64{1}}, c, seed.Of("train"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := run.policy.rowLosses(run.s)
	if err != nil {
		t.Fatal(err)
	}
	c.EndToEnd = false
	if run, err = newRun(d, g, &toydata.FixedMixture{Weights: []float64{1}}, c, seed.Of("train")); err != nil {
		t.Fatal(err)
	}
	for i, gain := range run.policy.inputs.gain[:encoder.Width] {
		if gain > mostGain { // as it is before the first layer
			for at := i; at < len(run.s.x); at += run.policy.shape.in {
				run.s.x[at] *= mostGain / gain
			}
		}
	}
	want, err := run.policy.rowLosses(run.s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if math.Abs(float64(got[i]-want[i])) > 1e-3*float64(want[i]) {
			t.Fatalf("row %d: loss %v, with the frozen encoder %v", i, got[i], want[i])
		}
	}
}

// A policy's file carries its own eyes; gradients are observed under way; and what cannot be is refused.
func TestEndToEndFiles(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 1, 1)
	toydata.WithPictures(d)
	m := &deaf{curious{FixedMixture: toydata.FixedMixture{Weights: []float64{.5, .5}}, beta: .1}}
	p, _ := mustTrain(t, d, g, m, endToEnd(), seed.Of("train"))
	path := filepath.Join(t.TempDir(), "e.policy")
	if err := p.Save(path); err != nil {
		t.Fatal(err)
	}
	q, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	obs := d.Episodes[0].Observations
	got, want := act(t, q, obs), act(t, p, obs)
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Fatalf("observation %d is answered otherwise after loading", i)
		}
	}
	c := endToEnd()
	c.Network = "state"
	if err := c.validate(); err == nil || !strings.Contains(err.Error(), "end to end") {
		t.Errorf("error %v", err)
	}
	if !endToEnd().Pictures() || endToEnd().View().Key() != "" {
		t.Error("training end to end does not keep its pictures")
	}
	for i := range d.Episodes[0].Observations {
		d.Episodes[0].Observations[i] = scenes.Observation{Scene: obs[i].Scene, Robot: obs[i].Robot}
	}
	if _, err := newRun(d, g, m, endToEnd(), seed.Of("train")); err == nil || !strings.Contains(err.Error(), "pictures of 0") {
		t.Errorf("error %v", err)
	}
}
