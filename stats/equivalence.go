package stats

import "fmt"

// Equivalence is the result of two one-sided tests of whether a mean difference lies inside margins that were set
// before the data were seen. A large p of a t-test is no evidence of equality; a small P of an equivalence test is.
type Equivalence struct {
	Low, High      float64  `json:"-"`      // the margins, in the units of the data
	TLow           Maybe    `json:"t_low"`  // (difference - Low)/SE, large for a difference above Low
	THigh          Maybe    `json:"t_high"` // (difference - High)/SE, negative for a difference below High
	PLow           Maybe    `json:"p_low"`  // one-sided p against difference <= Low
	PHigh          Maybe    `json:"p_high"` // one-sided p against difference >= High
	P              Maybe    `json:"p"`      // p of the equivalence test: the larger of the two
	DF             Maybe    `json:"df"`
	MeanDifference Maybe    `json:"mean_difference"`
	CI             Interval `json:"ci"` // of level 1 - 2α; it lies inside the margins exactly where P <= α
	N              Counts   `json:"n"`
	Warnings       Warnings `json:"warnings"`
}

// Equivalent tests whether the mean difference of a t-test (paired, Student's or Welch's) lies between low and high,
// in the units of the data, by two one-sided tests at alpha (Schuirmann, J. Pharmacokin. Biopharm. 15 (1987) 657):
//
//	t_L = (difference - low)/SE, t_U = (difference - high)/SE, p = max(P(T >= t_L), P(T <= t_U))
//
// T has Student's t distribution with the ν of the t-test. R: TOSTER::t_TOST. One margin may be infinite: then the
// other one-sided test alone decides, and the infinite t is undefined. All statistics are undefined where the t-test
// is. It returns an error unless low < high and 0 < alpha < 1/2.
func Equivalent(t Test, low, high, alpha float64) (Equivalence, error) {
	if !(low < high) {
		return Equivalence{}, fmt.Errorf("stats: equivalence margins [%v, %v] are empty: low must be below high",
			low, high)
	}
	if err := checkEquivalenceAlpha(alpha); err != nil {
		return Equivalence{}, err
	}
	e := Equivalence{Low: low, High: high, DF: t.DF, MeanDifference: t.MeanDifference, N: t.N, Warnings: t.Warnings}
	difference, se, df := t.MeanDifference.Or(0), t.SE.Or(0), t.DF.Or(0)
	if !t.T.Defined() || se == 0 {
		return e, nil
	}
	tLow, tHigh := difference/se-low/se, difference/se-high/se
	e.TLow, e.THigh = Some(tLow), Some(tHigh)
	e.PLow, e.PHigh = Some(UpperT(tLow, df)), Some(UpperT(-tHigh, df))
	e.P = Some(max(UpperT(tLow, df), UpperT(-tHigh, df)))
	half := CriticalT(2*alpha, df) * se
	e.CI = newInterval(difference-half, difference+half, 1-2*alpha)
	return e, nil
}

// checkEquivalenceAlpha returns an error unless 0 < alpha < 1/2: from 1/2 on the interval of level 1 - 2α is empty.
func checkEquivalenceAlpha(alpha float64) error {
	if !(alpha > 0 && alpha < 0.5) {
		return fmt.Errorf("stats: alpha %v of an equivalence test is outside (0, 0.5): 0.05 is usual", alpha)
	}
	return nil
}
