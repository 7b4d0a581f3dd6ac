package apa

import (
	"testing"

	"counterpoise/stats"
)

// Numbers in APA style: the examples of the manual's kind.
func TestAPA(t *testing.T) {
	some := stats.Some
	for _, c := range []struct{ got, want string }{
		{P("p", some(0.0128)), "p = .013"}, {P("p", some(0.00099)), "p < .001"}, {P("p", some(0)),
			"p < .001"}, {P("p", some(1)), "p = 1.000"},
		{P("p", stats.Maybe{}), "p undefined"},
		{T(stats.Test{T: some(-3.324), DF: some(7), P: some(0.0127), D: some(-1.175), N: stats.Counts{8}}),
			"t(7) = -3.32, p = .013, d_z = -1.18"},
		{T(stats.Test{T: some(1.9), DF: some(17.776), P: some(0.0794), D: some(0.85), N: stats.Counts{10, 12}}),
			"t(17.78) = 1.90, p = .079, d = 0.85"},
		{T(stats.Test{}), "t undefined"},
		{F(stats.ANOVA{F: some(11.045), DF1: some(3), DF2: some(27), P: some(6.6e-5), PartialEta2: some(0.551)}),
			"F(3, 27) = 11.04, p < .001, ηp² = .55"},
		{CorrectedF(stats.ANOVA{F: some(4), DF1: some(2), DF2: some(10)}, some(0.638), some(0.02)),
			"F(1.28, 6.38) = 4.00, p = .020"},
		{Fraction(some(1)), "1.00"}, {Fraction(some(-0.071)), "-.07"}, {Fraction(some(0.004)),
			".00"}, {Fraction(some(-1)), "-1.00"},
		{Format("%.2f", some(-0.001)), "0.00"}, {Format("%+.1f", some(-0.01)), "0.0"},
		{Apart(-16.93, "balanced"), "16.9 points below balanced"},
		{Apart(0.05001, "balanced"), "0.1 points above balanced"},
		{Apart(0, "balanced"), "0.0 points apart from balanced"},
		{Apart(-0.04, "balanced"), "0.0 points apart from balanced"},
		{Format("%.2f", some(3.02142539509466e30)), "3.02e+30"}, {Format("%+.1f", some(-2e9)), "-2.0e+09"},
		{Format("%.2f", some(123456789.125)), "123456789.12"},
		{Format("%+.1f", some(0.01)), "0.0"}, {Format("%+.1f", some(-0.06)), "-0.1"},
		{CI("%.1f", stats.Interval{Low: some(-1), High: some(2), Level: 0.9}),
			"90 % CI [-1.0, 2.0]"}, {CI("%.1f", stats.Interval{}), "no interval"},
		{Observations(stats.Counts{1}), "n = 1 pair"}, {Observations(stats.Counts{3, 4}), "n = 3 and 4"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// Stars stand beside a number, and at the manual's thresholds.
func TestStars(t *testing.T) {
	for p, want := range map[float64]string{0.05: "", 0.0499: " *", 0.01: " *", 0.0099: " **", 0.001: " **",
		0.0009: " ***", 0: " ***", 1: ""} {
		if got := Stars(stats.Some(p)); got != want {
			t.Errorf("p = %g has %q, want %q", p, got, want)
		}
	}
}
