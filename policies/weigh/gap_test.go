package weigh

import (
	"math"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/scenes/demos"
)

// drawn is one group of which the first demonstrations are known, good ones with losses whose logarithms have the mean
// 0 and the standard deviation sd, and then bad ones whose logarithms lie by `beyond` higher.
func drawn(known, good, bad int, sd, beyond float64, key int) *Resemblance {
	r := seed.Of("gap", known, bad, key).Rand()
	s := &Resemblance{Groups: &Groups{LabelledGroups: demos.LabelledGroups{Groups: demos.Groups{Names: []string{"a"}}}}}
	for e := range known + good + bad {
		x := sd * r.NormFloat64()
		if e >= known+good {
			x += beyond
		}
		s.Of, s.Known, s.Loss = append(s.Of, 0), append(s.Known, e < known), append(s.Loss, math.Exp(x))
	}
	return s
}

// valuesOf returns the values by the gap.
func valuesOf(t *testing.T, s *Resemblance) []float64 {
	t.Helper()
	sp, err := s.spreadOf(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return sp.values(s)
}

// Where all demonstrations are good, at most 2 % of the weight moves on average over numbers of known ones: half the
// sum of |v_e/Σv - 1/n|. Good ones of our tasks have spreads about 0.33. Far
// outside nothing is left, and good ones keep theirs, whatever the share of bad ones.
func TestGapOfTheory(t *testing.T) {
	const sets = 400
	for _, sd := range []float64{.25, .4} {
		moved := 0.0
		for _, known := range []int{2, 4, 8} {
			for key := range sets {
				v := valuesOf(t, drawn(known, 30-known, 0, sd, 0, key))
				sum := 0.0
				for _, one := range v {
					sum += one
				}
				for _, one := range v {
					moved += math.Abs(one/sum-1./30) / 2 / sets / 3
				}
			}
		}
		if moved > .02 {
			t.Errorf("spread %v: %.4f of the weight moves where all are good", sd, moved)
		}
	}
	for _, bad := range []int{3, 10, 40} {
		left, kept := 0.0, 0.0
		for key := range sets {
			for e, v := range valuesOf(t, drawn(6, 20, bad, .3, 3, key)) {
				switch {
				case e >= 26:
					left += v / float64(bad) / sets
				case e >= 6:
					kept += v / 20 / sets
				}
			}
		}
		if left > .05 || kept < .93 {
			t.Errorf("%d bad ones: they keep %.3f, good ones %.3f", bad, left, kept)
		}
	}
}

// The value is that of the equation, whose numbers were computed with scipy 1.16: the spread of known ones with
// logarithms -0.4, -0.1, 0, 0.1 and 0.4 is 0.321075, of six degrees of freedom with those of the prior.
func TestGapOfOne(t *testing.T) {
	s := drawn(5, 0, 6, 0, 0, 0)
	for e, x := range []float64{-.4, -.1, 0, .1, .4, -1, .2, .4, .8, 1.2, 2} {
		s.Loss[e] = math.Exp(x)
	}
	want := []float64{1, 1, 1, 1, 1, 1, 1, 1, 0.727105153, 0.172435334, 0.016118167}
	for e, v := range valuesOf(t, s) {
		if math.Abs(v-want[e]) > 1e-6 {
			t.Errorf("demonstration %d has %.8f, want %.8f", e, v, want[e])
		}
	}
}

// A value below one hundredth is 0, and one just above it is kept.
func TestGapOfLeast(t *testing.T) {
	s := drawn(5, 0, 6, 0, 0, 0)
	for e, x := range []float64{-.4, -.1, 0, .1, .4, -1, .2, .4, 2.1, 2.3, 4} {
		s.Loss[e] = math.Exp(x)
	}
	if v := valuesOf(t, s); !(v[8] >= .01 && v[8] < .02) || v[9] != 0 || v[10] != 0 {
		t.Errorf("values are %v", v[8:])
	}
}

// No more outside than good ones would have by chance is no gap, and a group without a known one has none.
func TestGapOfNone(t *testing.T) {
	one := drawn(4, 20, 0, 0, 0, 0)
	one.Loss[9] = math.Exp(.5) // p is 0.01, and there are 20
	far := drawn(4, 20, 0, 0, 0, 0)
	if far.Loss[9] = 1e3; valuesOf(t, far)[9] != 0 {
		t.Error("a single one far outside counts")
	}
	alone := drawn(4, 20, 20, .1, 5, 1)
	for e := range alone.Of {
		if alone.Names = []string{"a", "b"}; e >= 24 {
			alone.Of[e] = 1
		}
	}
	for name, s := range map[string]*Resemblance{"one outside": one, "none known": alone} {
		for e, v := range valuesOf(t, s) {
			if v != 1 {
				t.Errorf("%s: demonstration %d has %v", name, e, v)
			}
		}
	}
}

// Of a single known demonstration the spread is that of its parts, which is said to be weak: what lies far outside is
// still told, and what is like it counts.
func TestGapOfOneKnown(t *testing.T) {
	first := map[string]bool{}
	s, err := Resemble(t.Context(), mixedReader{bad: 60}, ResemblanceOptions{Gap: true, Progress: ignore,
		Known: func(r *demos.Raw) bool { is := !first[r.Labels["task"]]; first[r.Labels["task"]] = true; return is }})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Weak) != 2 {
		t.Errorf("weak are %v", s.Weak)
	}
	for e, v := range s.Value {
		if bad := e%15 >= 10; bad && v > .2 || !bad && v < .9 {
			t.Errorf("demonstration %d has %v", e, v)
		}
	}
}

// Those that failed by a label are left out by either rule, with a known one of their group or without, but not where
// all of it failed, nor where a known one did. What a whole one counts beside one of another group follows from the
// frames: with T_g frames of which those that count have W_g, a frame counts T_g/W_g.
func TestFailedAreLeftOut(t *testing.T) {
	made := func(list ...int) (s *Resemblance, bad []bool) {
		s = drawn(4, 4, 0, .3, 0, 0) // a: four known of eight
		s.Names, s.N, s.Frames = []string{"a", "b", "c"}, []int{8, 4, 2}, []int{80, 40, 20}
		var labels []map[string]string
		for e := range 14 {
			if e >= 8 {
				s.Of, s.Known, s.Loss = append(s.Of, 1+int32(e/12)), append(s.Known, false), append(s.Loss, 9)
			}
			s.Lengths, s.Value = append(s.Lengths, 10), append(s.Value, 1)
			success := "yes"
			if slices.Contains(list, e) {
				success = "no"
			}
			labels = append(labels, map[string]string{"success": success})
		}
		return s, failed(labels)
	}
	for _, c := range []struct {
		failed []int
		out    []int // in each group
		whole  []float64
	}{
		{[]int{5, 9, 10, 11, 12, 13}, []int{1, 3, 0}, []float64{2. / 7, 1, .25}},
		{[]int{9, 12}, []int{0, 1, 1}, []float64{.5, 2. / 3, 1}},
		{[]int{0, 9}, []int{0, 0, 0}, []float64{1, 1, 1}},
		{nil, []int{0, 0, 0}, []float64{1, 1, 1}},
	} {
		s, bad := made(c.failed...)
		s.leaveOut(bad)
		rank := s.byRank()
		s.Value = spread{}.values(s) // nothing is known of any group: all count whole
		for g, out := range c.out {
			whole, between, none := s.Counts(g)
			if whole != s.N[g]-out || between != 0 || none != out || s.LeftOut(g) != out {
				t.Errorf("%v failed: group %d has %d, %d, %d; want %d left out", c.failed, g, whole, between, none, out)
			}
			if got := s.Whole()[g]; math.Abs(got-c.whole[g]) > 1e-12 {
				t.Errorf("%v failed: in group %d a whole one counts %v, want %v", c.failed, g, got, c.whole[g])
			}
		}
		for e, v := range rank {
			if out := s.Out != nil && s.Out[e]; (v == 0) != out || s.Known[e] && v != 1 {
				t.Errorf("%v failed: by rank demonstration %d has %v", c.failed, e, v)
			}
		}
		for _, e := range s.Least(14) {
			if s.isOut(e) {
				t.Errorf("%v failed: demonstration %d is left out, and listed", c.failed, e)
			}
		}
	}
}
