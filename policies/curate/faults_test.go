package curate

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/scenes/demos"
)

// A pool refuses what cannot be scored, and says which demonstration and what to do.
func TestPoolRefuses(t *testing.T) {
	r, inf := seed.Of("faults").Rand(), float32(math.Inf(1))
	for name, c := range map[string]struct {
		spoil func(d *Demo)
		want  string
	}{
		"NaN":          {func(d *Demo) { d.State.Values[9] = float32(math.NaN()) }, "frame 2: component 1 of"},
		"infinite":     {func(d *Demo) { d.Actions.Values[0] = inf }, "of the actions is +Inf"},
		"other widths": {func(d *Demo) { d.Scene = demos.Matrix{} }, "a pool is of one robot"},
		"short state":  {func(d *Demo) { d.State.Values = d.State.Values[4:] }, "state for"},
		"no actions":   {func(d *Demo) { d.Actions = demos.Matrix{} }, "has no actions"},
	} {
		var all []*Demo
		for range 3 {
			all = append(all, toy{}.demonstrate(r))
		}
		c.spoil(all[2])
		_, err := NewPool(t.Context(), Options{N: 3, Read: func(i int) (*Demo, error) { return all[i], nil }})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "demonstration 2") {
			t.Errorf("%s: %v", name, err)
		}
	}
	one := Options{N: 1, Read: func(int) (*Demo, error) { return toy{}.demonstrate(r), nil }}
	if _, err := NewPool(t.Context(), one); err == nil {
		t.Error("a single demonstration was taken")
	}
	one.N, one.Rate = 3, math.NaN()
	if _, err := NewPool(t.Context(), one); err == nil {
		t.Error("a rate of NaN was taken")
	}
}

// A score that needs what a pool lacks says what it looked for.
func TestNeedsAreSaid(t *testing.T) {
	r := seed.Of("faults").Rand()
	bare, err := NewPool(t.Context(), Options{N: 4, Read: func(int) (*Demo, error) {
		d := toy{}.demonstrate(r)
		d.Scene, d.State = demos.Matrix{}, demos.Matrix{}
		return d, nil
	}})
	if err == nil { // the demonstrations differ each time they are read, and are kept: nothing reads them again
		bare.kept = slices.Clone(bare.kept)
	} else {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"outcome": "no scene", "rabc": "no scene", "transfer": "--by", "resemblance": "--known", "datamil": "--known",
		"cupid": "--rollouts", "demoscore": "--rollouts", "successsim": "--rollouts", "sal": "needs the state",
		"jerk": "needs the state", "psd": "needs the state", "ted": "needs the state", "hold": "opening of the gripper",
	} {
		s, _ := Scores.Get(name)
		if _, err := Score(s, bare, seed.Of("key")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// broken is a score that another program could have made.
type broken []float64

func (broken) About() Description                         { return Description{} }
func (b broken) Score(*Pool, seed.Key) ([]float64, error) { return b, nil }
func of(n int, v float64) broken                          { return slices.Repeat(broken{v}, n) }
func (b broken) with(i int, v float64) (out broken)       { out = slices.Clone(b); out[i] = v; return out }

// Scores that are NaN, infinite, of another length or the same for all are errors.
func TestBrokenScoresAreRefused(t *testing.T) {
	p, _ := toyPool(t, 3, 1, bad, nil)
	for want, s := range map[string]broken{
		"is NaN for demonstration":  of(4, 1).with(2, math.NaN()),
		"is -Inf for demonstration": of(4, 1).with(0, math.Inf(-1)),
		"has 3 numbers for 4":       of(3, 1),
		"is the same for all":       of(4, 1),
	} {
		if _, err := Score(s, p, seed.Of("key")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", s, err, want)
		}
	}
}

// Demonstrations that are too many to be kept are read again, with the same scores.
func TestPoolsThatAreNotKept(t *testing.T) {
	p, _ := toyPool(t, 4, 2, bad, nil)
	want := map[string][]float64{}
	for _, name := range Scores.Names() {
		s, _ := Scores.Get(name)
		want[name], _ = Score(s, p, seed.Of("key"))
	}
	again, _ := toyPool(t, 4, 2, bad, nil)
	again.kept = nil
	for _, name := range Scores.Names() {
		s, _ := Scores.Get(name)
		if got, err := Score(s, again, seed.Of("key")); err != nil || !slices.Equal(got, want[name]) {
			t.Errorf("%s: %v, %v after reading again; want %v", name, got, err, want[name])
		}
	}
}
