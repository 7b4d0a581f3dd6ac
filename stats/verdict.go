package stats

// Size is what an interval shows of the size of a difference beside two margins.
type Size int

// Sizes. The zero value shows nothing.
const (
	AnySize Size = iota // the interval has a margin inside, or there is none
	Within              // the interval lies between the margins: the difference is too small to matter
	Beyond              // the interval lies wholly outside: the difference is so large that it matters
)

// Verdict is what is shown of a difference: on which side of 0 it lies, by a test, and how large it is, by an interval
// and margins that were set before the data were seen. Either may be shown without the other. A difference can be
// significant and within the margins; one that is not significant is not thereby equal.
type Verdict struct {
	Sign int // 1 above 0, -1 below; 0 where no side is shown
	Size Size
}

// Rule decides verdicts:
//
//	Sign = sign(difference)   if p < Alpha, else 0
//	Size = Within             if low < ci.Low and ci.High < high
//	       Beyond             if ci.Low > high or ci.High < low
//	       AnySize            otherwise
//
// p is of a two-sided test of the difference against 0. Where several differences are told together it is the p that is
// corrected for their number (Holm, Scand. J. Stat. 6 (1979) 65). An interval of confidence 1 - 2α within the margins
// is the same as two one-sided tests at α (Schuirmann, J. Pharmacokin. Biopharm. 15 (1987) 657): [Equivalent] makes
// it. What is undefined or NaN shows nothing.
type Rule struct {
	Alpha float64 // level of a p value, in (0, 1)
	// Touching says that a bound itself counts: p = Alpha is significant, and an interval that reaches a margin from
	// inside is within. These are the bounds of a test that rejects at p <= α. Without it a bound shows nothing. An
	// interval that reaches a margin from outside is never beyond it.
	Touching bool
}

// Shows reports whether a p value reaches the level of the rule.
func (r Rule) Shows(p Maybe) bool {
	v, ok := p.Get()
	return ok && r.below(v, r.Alpha)
}

// Sign is the side of 0 on which a difference is shown to lie by the p value of its test: 1, -1, or 0 where p does not
// show it or the difference is 0 or undefined.
func (r Rule) Sign(difference, p Maybe) int {
	switch d := difference.Or(0); {
	case !r.Shows(p):
		return 0
	case d > 0:
		return 1
	case d < 0:
		return -1
	}
	return 0
}

// Size is what an interval shows beside margins in the units of the interval; a margin may be infinite.
func (r Rule) Size(ci Interval, low, high float64) Size {
	switch from, to := ci.Low.Or(0), ci.High.Or(0); {
	case !ci.Defined():
		return AnySize
	case r.below(low, from) && r.below(to, high):
		return Within
	case from > high || to < low:
		return Beyond
	}
	return AnySize
}

// Judge is the verdict on a difference by the p value of its test, corrected or not, and by its equality test.
func (r Rule) Judge(difference, p Maybe, e Equivalence) Verdict {
	return Verdict{r.Sign(difference, p), r.Size(e.CI, e.Low, e.High)}
}

// below reports a < b, and a = b too where bounds count.
func (r Rule) below(a, b float64) bool { return a < b || r.Touching && a == b }

// Words are a caller's words for a verdict: for the side, where it is shown; else Equal for Within and Open for the
// other sizes.
type Words[W any] struct{ Above, Below, Equal, Open W }

// Of chooses the word.
func (w Words[W]) Of(v Verdict) W {
	switch {
	case v.Sign > 0:
		return w.Above
	case v.Sign < 0:
		return w.Below
	case v.Size == Within:
		return w.Equal
	}
	return w.Open
}

// SizeWords are a caller's words for what an interval alone shows.
type SizeWords[W any] struct{ Within, Beyond, Open W }

// Of chooses the word.
func (w SizeWords[W]) Of(s Size) W {
	switch s {
	case Within:
		return w.Within
	case Beyond:
		return w.Beyond
	}
	return w.Open
}
