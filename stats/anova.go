package stats

import (
	"fmt"
	"math"
)

// ANOVA is one effect of a repeated-measures analysis of variance. JSON has the fields that carry a tag; undefined
// ones are null.
type ANOVA struct {
	Name            string       `json:"-"` // "conditions", or "A", "B", "A x B" of a two-way design
	F               Maybe        `json:"F"`
	DF1             Maybe        `json:"df1"`
	DF2             Maybe        `json:"df2"`
	P               Maybe        `json:"p"`                // takes sphericity for granted
	PartialEta2     Maybe        `json:"partial_eta2"`     // SS_effect/(SS_effect + SS_error)
	GeneralizedEta2 Maybe        `json:"generalized_eta2"` // SS_effect/(SS_effect + SS_subjects + all SS_error)
	Mauchly         Mauchly      `json:"mauchly"`
	Epsilon         Epsilon      `json:"epsilon"`
	PGG             Maybe        `json:"p_gg"` // p with both df times Greenhouse and Geisser's epsilon
	PHF             Maybe        `json:"p_hf"` // p with both df times Huynh and Feldt's, at most 1
	PLowerBound     Maybe        `json:"-"`    // p with both df times 1/(k - 1), the most cautious
	N               int          `json:"n"`    // complete subjects
	K               int          `json:"k"`    // conditions (levels of the factor, cells of the interaction)
	SSEffect        Maybe        `json:"-"`    // sums of squares, in squared units of the data;
	SSSubjects      Maybe        `json:"-"`    // undefined where they exceed float64, which
	SSError         Maybe        `json:"-"`    // changes nothing else
	Assumptions     []Assumption `json:"-"`
	Warnings        Warnings     `json:"warnings"`
}

// Mauchly is the test of sphericity.
type Mauchly struct {
	W Maybe `json:"W"` // in (0, 1]; 1 is perfect sphericity
	P Maybe `json:"p"`
}

// Epsilon is how far from sphericity: 1 is perfect, LowerBound the worst.
type Epsilon struct {
	GG         Maybe `json:"gg"`          // Greenhouse and Geisser's
	HF         Maybe `json:"hf"`          // Huynh and Feldt's as R prints it: it may exceed 1, and counts as 1 then
	LowerBound Maybe `json:"lower_bound"` // 1/(k - 1)
}

// RepeatedMeasures is the one-way repeated-measures ANOVA of data[subject][condition], with the sphericity test and
// the corrections for its failure.
//
//	x_ij = x̄ + (x̄_i. - x̄) + (x̄_.j - x̄) + r_ij,  F = (n - 1) SS_effect/SS_error,  df = k - 1, (n - 1)(k - 1)
//	SS_effect = n Σ_j (x̄_.j - x̄)², SS_subjects = k Σ_i (x̄_i. - x̄)², SS_error = Σ r_ij²
//
// Generalised η² is Olejnik & Algina, Psychol. Methods 8 (2003) 434, with the conditions manipulated. Subjects with a
// NaN are left out whole, with a warning. It errs on ragged rows, infinities, fewer than two conditions or fewer than
// two complete subjects. With no error at all (every subject follows the means exactly) F, p and epsilon are undefined.
func RepeatedMeasures(data [][]float64) (ANOVA, error) {
	s, err := completeSubjects(data)
	if err != nil {
		return ANOVA{}, err
	}
	rows := make([][]double, len(s.rows))
	for i, row := range s.rows {
		rows[i] = less(row, s.means[i])
	}
	a := ask(rows, 1, helmert(s.k)).anova()
	a.Name, a.K = "conditions", s.k
	s.finish(&a)
	return a, nil
}

// anova turns an effect's answers into F, p, ε and Mauchly's W; sums of squares in units of the answers.
func (s answers) anova() ANOVA {
	n, p := float64(s.n), float64(s.p)
	a := ANOVA{DF1: Some(p), DF2: Some(p * (n - 1))}
	a.Epsilon.LowerBound = Some(1 / p)
	a.SSEffect = Some(math.Ldexp(s.effect, 2*s.exp))
	a.SSError = Some(math.Ldexp(s.error, 2*s.exp))
	a.PartialEta2 = ratio(s.effect, s.effect+s.error)
	if s.error == 0 {
		a.Warnings.add("no error variance (every subject differs from the means by its own constant): F, p and epsilon are undefined")
		return a
	}
	f := (n - 1) * s.effect / s.error
	corrected := func(e float64) Maybe { return Some(UpperF(f, e*p, e*p*(n-1))) }
	gg := s.boxEpsilon()
	hf, note := huynhFeldt(gg, n, p)
	a.F, a.P = Some(f), corrected(1)
	a.Epsilon.GG, a.Epsilon.HF = Some(gg), hf
	a.PGG, a.PHF, a.PLowerBound = corrected(gg), corrected(min(1, hf.Or(1))), corrected(1/p)
	if note != "" {
		a.Warnings.add("%s", note)
	}
	s.sphericity(&a)
	return a
}

// huynhFeldt is ε̃ = (npε̂ - 2)/(p(n - 1 - pε̂)), Huynh & Feldt, J. Educ. Statist. 1 (1976) 69. Its denominator is zero
// where fewer subjects than contrasts leave no room: undefined then, and counted as 1.
func huynhFeldt(gg, n, p float64) (Maybe, string) {
	if p == 1 {
		return Some(1), ""
	}
	room := n - 1 - p*gg
	if room < 1e-9*n {
		return Maybe{}, "Huynh and Feldt's epsilon is undefined with so few subjects: p_hf is uncorrected, use p_gg"
	}
	return Some((n*p*gg - 2) / (p * room)), ""
}

// sphericity is Mauchly's test with Box's second-order correction, p = k - 1 contrasts, N = n - 1:
//
//	ρ = 1 - (2p² + p + 2)/(6pN), χ² = -ρN log W, f = p(p + 1)/2 - 1
//	ω = (p + 2)(p - 1)(p - 2)(2p³ + 6p² + 3p + 2)/(288 (pNρ)²)
//	P = P(χ²_f >= χ²) + ω (P(χ²_{f+4} >= χ²) - P(χ²_f >= χ²))
//
// Mauchly, Ann. Math. Statist. 11 (1940) 204; Anderson, Multivariate Statistical Analysis, 3rd ed., 10.7.4. The
// mauchly.test of R 4.2.2 and car 3.1 have three times the number of cells for 3p in ω, which moves P by some 1e-3 relative wherever p > 2.
func (s answers) sphericity(a *ANOVA) {
	check := Assumption{Name: "sphericity"}
	defer func() { a.Assumptions = append(a.Assumptions, check) }()
	n, p := float64(s.n-1), float64(s.p)
	if s.p == 1 {
		check.Note = "two levels: nothing to test"
		return
	}
	logW, ok := s.logDetRatio()
	if s.n-1 < s.p || !ok {
		check.Note = "the error covariance is singular: not tested"
		a.Warnings.add("Mauchly's test is undefined: %d subjects leave the covariance of %d contrasts singular; use p_gg", s.n, s.p)
		return
	}
	rho := 1 - (2*p*p+p+2)/(6*p*n)
	omega := (p + 2) * (p - 1) * (p - 2) * (2*p*p*p + 6*p*p + 3*p + 2) / (288 * p * n * rho * p * n * rho)
	chi2, df := -rho*n*logW, p*(p+1)/2-1
	first := UpperChi2(chi2, df)
	a.Mauchly.W = Some(math.Exp(logW))
	a.Mauchly.P = Some(max(0, min(1, first+omega*(UpperChi2(chi2, df+4)-first))))
	check.P = a.Mauchly.P
	check.Note = fmt.Sprintf("Mauchly's W = %.4g, chi2(%g) = %.4g", math.Exp(logW), df, chi2)
	if a.Mauchly.P.value < 0.05 {
		a.Warnings.add("doubtful assumption: sphericity (%s, p = %.3g); use p_gg", check.Note, a.Mauchly.P.value)
	}
}

// finish adds what the effects of one design share: generalised η², warnings about the data, and the data's own units.
// The sums of squares come in units of the scaled data.
func (s subjects) finish(effects ...*ANOVA) {
	everything := s.sumOfSquares()
	for _, a := range effects {
		everything += a.SSError.Or(0)
	}
	for _, a := range effects {
		a.N = len(s.rows)
		a.GeneralizedEta2 = ratio(a.SSEffect.Or(0), everything+a.SSEffect.Or(0))
		if meanSquare := a.SSError.Or(0) / a.DF2.Or(1); a.F.Defined() && meanSquare < 100*epsilon*epsilon {
			a.Warnings.add("the error variance is of the size of rounding errors: F says nothing about the world")
		}
		a.Warnings = append(s.warnings(), a.Warnings...)
		a.SSSubjects = Some(math.Ldexp(s.sumOfSquares(), 2*s.exp))
		a.SSEffect = Some(math.Ldexp(a.SSEffect.Or(0), 2*s.exp))
		a.SSError = Some(math.Ldexp(a.SSError.Or(0), 2*s.exp))
	}
}
