package stats

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"testing"
)

// The JSON of findings is an interface of the command line: names, order, null for what is undefined.
func TestJSON(t *testing.T) {
	marshal := func(v any) string {
		t.Helper()
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	constant := must[Test](t)(PairedT([]float64{1, 2, nan}, []float64{1, 2, 3}, 0.95))
	two := must[Test](t)(StudentT([]float64{1, 2, 3, 4}, []float64{1, 2, 3, 4, 5, 0}, 0.95))
	two.CI, two.P, two.T, two.D = Interval{}, Some(1), Some(0), Some(0)
	anova := must[ANOVA](t)(RepeatedMeasures([][]float64{{0, 2}, {0, 1}, {3, 3}, {1, 2}}, nil))
	anova.F, anova.P, anova.PGG, anova.PHF = Some(6), Some(0.0625), Some(0.0625), Some(0.0625)
	anova.PartialEta2, anova.GeneralizedEta2 = Some(0.5), Some(0.25)
	pairs := Comparisons{[]Pair{{A: "x", B: "y", T: Some(-2), DF: Some(9), P: Some(0.5)}}}
	for _, c := range []struct{ got, want string }{
		{marshal(constant), `{"t":null,"df":1,"p":null,"mean_difference":0,"ci":null,"d":null,"n":2,` +
			`"warnings":["1 pair with missing values left out",` +
			`"all differences are equal and the means agree: t, p, interval and effect are undefined (0/0)"]}`},
		{marshal(two), `{"t":0,"df":8,"p":1,"mean_difference":0,"ci":null,"d":0,"n":[4,6],"warnings":[]}`},
		{marshal(anova), `{"F":6,"df1":1,"df2":3,"p":0.0625,"partial_eta2":0.5,"generalized_eta2":0.25,` +
			`"mauchly":{"W":null,"p":null},"epsilon":{"gg":1,"hf":1,"lower_bound":1},"p_gg":0.0625,"p_hf":0.0625,` +
			`"n":4,"k":2,"warnings":[]}`},
		{marshal(pairs), `{"pairs":[{"a":"x","b":"y","t":-2,"df":9,"p":0.5,` +
			`"p_holm":null,"p_bonferroni":null,"p_bh":null,"d_z":null}]}`},
		{marshal(Power{Power: Some(0.5), N: 10}), `{"power":0.5,"n":10}`},
		{marshal(newInterval(1, 2, 0.95)), `[1,2]`},
	} {
		if c.got != c.want {
			t.Errorf("JSON\n got %s\nwant %s", c.got, c.want)
		}
	}
	for _, m := range []Maybe{Some(0.1), {}, Some(-1e300)} {
		var back Maybe
		if err := json.Unmarshal([]byte(marshal(m)), &back); err != nil || back != m {
			t.Errorf("%v came back as %v (%v)", m, back, err)
		}
	}
	if err := new(Maybe).UnmarshalJSON([]byte(`"x"`)); err == nil {
		t.Error(`"x" is a number`)
	}
	if Some(math.NaN()).Defined() || Some(math.Inf(-1)).Defined() ||
		Some(2).String() != "2" || (Maybe{}).String() != "undefined" {
		t.Error("Maybe")
	}
}

// Whatever the numbers, no finding panics, holds an infinity or a NaN, or a p outside [0, 1].
func FuzzFindings(f *testing.F) {
	for _, seed := range [][]float64{
		{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 4}, {0, 0, 0, 0, 0, 0}, {1e308, -1e308, 1e-308, 5e-324, 1, 2, 3, 4},
		{nan, 1, 2, nan, 3, 4, 5, 5, 5},
		{0.1, 0.2, 0.3, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8}, {1, 1 + 1e-16, 1, 1, 1 - 1e-16, 1, 1, 1, 2}, {inf, 1, 2, 3},
	} {
		var raw []byte
		for _, v := range seed {
			raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var rows [][]float64
		var a, b []float64
		for len(raw) >= 24 && len(rows) < 12 {
			var row []float64
			for range 3 {
				row = append(row, math.Float64frombits(binary.LittleEndian.Uint64(raw)))
				raw = raw[8:]
			}
			rows, a, b = append(rows, row), append(a, row[0]), append(b, row[1])
		}
		var found []any
		keep := func(v any, err error) {
			if err == nil {
				found = append(found, v)
			}
		}
		for _, test := range []func(a, b []float64, level float64) (Test, error){PairedT, StudentT, WelchT} {
			r, err := test(a, b, 0.95)
			keep(r, err)
			if p, ok := r.P.Get(); ok && !(p >= 0 && p <= 1) {
				t.Errorf("%s: p = %v", r.Name, p)
			}
			if err != nil {
				continue
			}
			keep(CohenD(r, 0.95))
			keep(HedgesG(r, 0.95))
			keep(Equivalent(r, -1, 1, 0.05))
		}
		anova, err := RepeatedMeasures(rows, nil)
		keep(anova, err)
		for _, m := range []Maybe{anova.P, anova.PGG, anova.PHF, anova.Mauchly.P, anova.PartialEta2,
			anova.GeneralizedEta2, anova.Epsilon.GG} {
			if p, ok := m.Get(); ok && !(p >= 0 && p <= 1) {
				t.Errorf("ANOVA of %v: %v is outside [0, 1]", rows, p)
			}
		}
		w, err := Wilcoxon(a, b, 0.95)
		keep(w, err)
		if p, ok := w.P.Get(); ok && !(p >= 0 && p <= 1) {
			t.Errorf("Wilcoxon: p = %v", p)
		}
		keep(Friedman(rows))
		keep(Pairwise(rows, nil, 0.95, nil))
		for _, v := range found {
			if _, err := json.Marshal(v); err != nil {
				t.Errorf("%+v: %v", v, err)
			}
		}
	})
}
