package elsewhere

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/policies/balance"
	"counterpoise/policies/mixture"
	"counterpoise/policies/train"
	"counterpoise/scenes/demos"
)

// reader has demonstrations in memory.
type reader []*demos.Raw

func (r reader) Card() demos.Card                       { return demos.Card{} }
func (r reader) Episodes() int                          { return len(r) }
func (r reader) Read(i int, _ bool) (*demos.Raw, error) { return r[i], nil }
func (r reader) Close() error                           { return nil }

// linear are demonstrations of the law a = gain(task) x0 + 3 in units of a hundredth, beside numbers that vary and
// numbers that do not.
func linear(n int, gains map[string]float64) (all reader) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		for task, gain := range gains {
			const frames = 20
			raw := &demos.Raw{Labels: map[string]string{"task": task, "style": []string{"optimal", "noisy"}[i%2]},
				State: demos.Matrix{Width: 3}, Actions: demos.Matrix{Width: 2}}
			for range frames {
				x := r.NormFloat64()
				raw.State.Values = append(raw.State.Values, float32(x), float32(1000*r.NormFloat64()), 7)
				raw.Actions.Values = append(raw.Actions.Values, float32(.01*(gain*x+3)), 5)
			}
			all = append(all, raw)
		}
	}
	return all
}

// natural is the mixture of plain cloning.
func natural(t *testing.T, g demos.Groups) mixture.Mixture {
	t.Helper()
	m, err := balance.Named("natural")
	if err != nil {
		t.Fatal(err)
	}
	return m.Start(g)
}

func quiet(done, total int) {}

func read(t *testing.T, r reader) *Data {
	t.Helper()
	d, err := Read(t.Context(), r, false, quiet)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func config(steps int) train.Config {
	cfg := train.DefaultConfig()
	cfg.Steps, cfg.Chunk, cfg.Execute, cfg.Hidden, cfg.Batch = steps, 1, 1, 32, 64
	return cfg
}

// A policy of two tasks learns the law of each, in the units of the data, whatever these are; its file gives the same
// answers, and the same training the same bytes.
func TestLearnsALaw(t *testing.T) {
	gains := map[string]float64{"a": 1, "b": -1}
	d := read(t, linear(20, gains))
	cfg, key := config(1500), seed.Of("test")
	g := d.Labels.Groups(demos.ByBehaviour)
	file := func() string {
		m, _, err := d.Train(t.Context(), g, natural(t, g), cfg, key, train.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := policies.NewNeuralOf(cfg, m, &d.Space)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "policy")
		if err := p.Save(path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	path := file()
	p, _, err := policies.LoadOther(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Space().Tasks) != 2 {
		t.Errorf("space %+v", p.Space())
	}
	for k, task := range p.Space().Tasks {
		for _, x := range []float32{-1, 0, 1} {
			dst := [][]float32{make([]float32, 2)}
			if err := (Actor{p, k}).ActOnStates(dst, []float32{x, 0, 7}); err != nil {
				t.Fatal(err)
			}
			want := .01 * (gains[task]*float64(x) + 3)
			if math.Abs(float64(dst[0][0])-want) > .0015 || dst[0][1] != 5 {
				t.Errorf("task %s, x %v: %v, want %v and 5", task, x, dst[0], want)
			}
		}
	}
	one, _ := os.ReadFile(path)
	two, _ := os.ReadFile(file())
	if !bytes.Equal(one, two) {
		t.Error("the same training gives other bytes")
	}
	if _, err := policies.Load(path); err == nil || !strings.Contains(err.Error(), "eval POLICY --env") {
		t.Errorf("as a policy of the tabletop: %v", err)
	}
}

// What cannot be learned is told.
func TestRefused(t *testing.T) {
	wide := linear(2, map[string]float64{"a": 1})
	wide[1].State.Width, wide[1].State.Values = 4, make([]float32, 4*20)
	blind := linear(1, map[string]float64{"a": 1})
	blind[0].State = demos.Matrix{}
	for word, r := range map[string]reader{
		"demonstration 1 has states of 4": wide, "has no state": blind, "no demonstrations": nil,
	} {
		if _, err := Read(t.Context(), r, false, quiet); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("want %q, got %v", word, err)
		}
	}
	d := read(t, linear(2, map[string]float64{"a": 1}))
	cfg := config(1)
	cfg.Network = "transformer"
	g := d.Labels.Groups(demos.ByBehaviour)
	_, _, err := d.Train(t.Context(), g, natural(t, g), cfg, seed.Of("x"), train.Options{})
	if err == nil || !strings.Contains(err.Error(), "learns the tabletop alone") {
		t.Error(err)
	}
}
