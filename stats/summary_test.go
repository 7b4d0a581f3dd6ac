package stats

import (
	"math"
	"testing"
)

// t-tests from means and SDs are those of SciPy's ttest_ind_from_stats, and those of the values that these are of.
func TestTestsOfSummaries(t *testing.T) {
	of := func(mean, sd float64, n int) Summary { return Summary{N: n, Mean: Some(mean), SD: Some(sd)} }
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }
	for _, c := range []struct {
		a, b                        Summary
		t, p, df, low, high, st, sp float64
	}{
		{of(82.1, 5.2, 5), of(70.3, 6.1, 5), 3.2917772806448564, .011378938225051807, 7.804458730555378,
			3.497500866987247, 20.10249913301275, 3.291777280644856, .010992847162351693},
		{of(82.1, 5.2, 5), of(60, 10, 4), 4.00772898378517, .01396147853188971, 4.287818782023627, 7.186634424612821,
			37.01336557538717, 4.314394127771741, .003504175044602584},
	} {
		welch, err := WelchTOf(c.a, c.b, .95)
		if err != nil || !near(welch.T.Or(0), c.t) || !near(welch.P.Or(0), c.p) || !near(welch.DF.Or(0), c.df) ||
			!near(welch.CI.Low.Or(0), c.low) || !near(welch.CI.High.Or(0), c.high) {
			t.Errorf("Welch: %+v, %v", welch, err)
		}
		student, err := StudentTOf(c.a, c.b, .95)
		if err != nil || !near(student.T.Or(0), c.st) || !near(student.P.Or(0), c.sp) {
			t.Errorf("Student: %+v, %v", student, err)
		}
	}
	x, y := []float64{3, 5, 4.5, 7, 2}, []float64{1, 2.5, 2, 9}
	a, _ := Summarise(x)
	b, _ := Summarise(y)
	for _, c := range []struct {
		of     func(a, b Summary, level float64) (Test, error)
		values func(a, b []float64, level float64) (Test, error)
	}{{WelchTOf, WelchT}, {StudentTOf, StudentT}} {
		got, err := c.of(a, b, .9)
		want, wrong := c.values(x, y, .9)
		if err != nil || wrong != nil || got.Name != want.Name || !near(got.T.Or(0), want.T.Or(1)) ||
			!near(got.P.Or(0), want.P.Or(1)) || !near(got.D.Or(0), want.D.Or(1)) || !near(got.SE.Or(0), want.SE.Or(1)) {
			t.Errorf("%s: %+v, want %+v (%v, %v)", got.Name, got, want, err, wrong)
		}
	}
	if got, err := WelchTOf(of(1, 0, 3), of(2, 0, 3), .95); err != nil || got.P.Defined() || len(got.Warnings) == 0 {
		t.Errorf("without spread: %+v, %v", got, err)
	}
	for _, s := range []Summary{of(1, 1, 1), of(1, -1, 3), {N: 3, Mean: Some(1)}, {N: 3, SD: Some(1)}} {
		if _, err := WelchTOf(s, of(1, 1, 3), .95); err == nil {
			t.Errorf("%+v is no error", s)
		}
	}
}
