package stats

import (
	"fmt"
	"math"
	"testing"
)

// Published examples, to the digits printed.

// Student's own data: extra hours of sleep under two soporifics (Biometrika 6 (1908) 1; R's data set sleep).
var (
	sleep1 = []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}
	sleep2 = []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
)

func TestStudentsSleep(t *testing.T) {
	paired, err := PairedT(sleep1, sleep2, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%.4f %v %.6f %.7f %.7f", paired.T.Or(0), paired.DF, paired.P.Or(0), paired.CI.Low.Or(0),
		paired.CI.High.Or(0))
	if want := "-4.0621 9 0.002833 -2.4598858 -0.7001142"; got != want {
		t.Errorf("paired: %s, want %s", got, want)
	}
	welch, err := WelchT(sleep1, sleep2, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	got = fmt.Sprintf("%.4f %.3f %.5f", welch.T.Or(0), welch.DF.Or(0), welch.P.Or(0))
	if want := "-1.8608 17.776 0.07939"; got != want {
		t.Errorf("Welch: %s, want %s", got, want)
	}
}

// The published figures that stats.json carries along: Darwin's maize, Laerd's fitness example, Loftus & Masson's
// recall.
func TestPublished(t *testing.T) {
	for _, d := range loadReference(t).Datasets {
		switch d.ID {
		case "pr_darwin":
			p, err := PairedT(floats(d.X), floats(d.Y), 0.95)
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprintf("%.3f %v %.4f", p.T.Or(0), p.DF, p.P.Or(0)); got != "2.148 14 0.0497" {
				t.Errorf("%s: %s", d.ID, got)
			}
		case "rm_laerd", "rm_loftus_masson":
			var data [][]float64
			for _, row := range d.Data {
				data = append(data, floats(row))
			}
			a, err := RepeatedMeasures(data, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]string{"rm_laerd": "F(2, 10) = 12.53", "rm_loftus_masson": "F(2, 18) = 42.51"}[d.ID]
			if got := fmt.Sprintf("F(%v, %v) = %.2f", a.DF1, a.DF2, a.F.Or(0)); got != want {
				t.Errorf("%s: %s, want %s", d.ID, got, want)
			}
		}
	}
}

// Hollander & Wolfe (1973) p. 29: depression scores of nine patients; R's ?wilcox.test.
func TestHollanderWolfeDepression(t *testing.T) {
	w, err := Wilcoxon([]float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30},
		[]float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	if w.V != Some(40) || w.PExact != Some(0.0390625) {
		t.Errorf("V = %v, p = %v; printed 40 and 2 x 0.0195", w.V, w.PExact)
	}
}

// Hollander & Wolfe (1973) p. 140: three ways of rounding first base, 22 players; R's ?friedman.test.
func TestHollanderWolfeRounding(t *testing.T) {
	f, err := Friedman([][]float64{
		{5.40, 5.50, 5.55}, {5.85, 5.70, 5.75}, {5.20, 5.60, 5.50}, {5.55, 5.50, 5.40}, {5.90, 5.85, 5.70},
		{5.45, 5.55, 5.60},
		{5.40, 5.40, 5.35}, {5.45, 5.50, 5.35}, {5.25, 5.15, 5.00}, {5.85, 5.80, 5.70}, {5.25, 5.20, 5.10},
		{5.65, 5.55, 5.45},
		{5.60, 5.35, 5.45}, {5.05, 5.00, 4.95}, {5.50, 5.50, 5.40}, {5.45, 5.55, 5.50}, {5.55, 5.55, 5.35},
		{5.45, 5.50, 5.55},
		{5.50, 5.45, 5.25}, {5.65, 5.60, 5.40}, {5.70, 5.65, 5.55}, {6.30, 6.30, 6.25},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%.3f %v %.6f", f.Chi2.Or(0), f.DF, f.P.Or(0)); got != "11.143 2 0.003805" {
		t.Errorf("Friedman: %s", got)
	}
}

// Newcombe, Statist. Med. 17 (1998) 857, table I: 81 of 263 and 1 of 29.
func TestNewcombe(t *testing.T) {
	for _, c := range []struct {
		k, n          int
		wilson, exact string
	}{
		{81, 263, "0.2553 0.3662", "0.2527 0.3676"},
		{15, 148, "0.0624 0.1605", "0.0578 0.1617"},
		{0, 20, "0.0000 0.1611", "0.0000 0.1684"},
		{1, 29, "0.0061 0.1718", "0.0009 0.1776"},
	} {
		w, err := Wilson(c.k, c.n, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		e, err := clopperPearson(c.k, c.n, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []struct {
			got  Proportion
			want string
		}{{w, c.wilson}, {e, c.exact}} {
			if got := fmt.Sprintf("%.4f %.4f", v.got.CI.Low.Or(-1), v.got.CI.High.Or(-1)); got != v.want {
				t.Errorf("%d of %d: %s, printed %s", c.k, c.n, got, v.want)
			}
		}
	}
}

// Cohen, Psychol. Bull. 112 (1992) 155, table 2: a medium difference (d = 0.5) needs 64 in each of two groups for power
// 0.80 at 0.05, a large one (0.8) 26; four groups with f = 0.25 need 45 each.
func TestCohenPrimer(t *testing.T) {
	for _, c := range []struct {
		d Design
		n int
	}{{TwoSampleDesign{0.5}, 64}, {TwoSampleDesign{0.8}, 26}, {BetweenDesign{0.25, 4}, 45}, {PairedDesign{0.5}, 34}} {
		p, err := RequiredN(c.d, 0.8, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		if p.N != c.n {
			t.Errorf("%s: n = %d, printed %d", p.Test, p.N, c.n)
		}
	}
}

// Quantiles of χ² are R's qchisq(.2, df), and with two degrees of freedom -2 log(1 - p).
func TestQuantileChi2(t *testing.T) {
	for df, want := range map[float64]float64{1: 0.0641848, 10: 6.179079} {
		if got := QuantileChi2(.2, df); math.Abs(got-want) > 1e-6 {
			t.Errorf("%v degrees of freedom: %v, want %v", df, got, want)
		}
	}
	for _, p := range []float64{1e-9, .2, .5, .999, 1 - 1e-9} {
		if got, want := QuantileChi2(p, 2), -2*math.Log1p(-p); math.Abs(got-want) > 1e-7*want {
			t.Errorf("p = %v: %v, want %v", p, got, want)
		}
	}
}
