package stats

import (
	"fmt"
	"math"
)

// ANOVA is the result for one effect of a repeated-measures analysis of variance. JSON has the fields with a name in
// their tag; undefined ones are null.
type ANOVA struct {
	Name            string       `json:"-"` // "conditions", or "A", "B", "A x B" of a two-way design
	F               Maybe        `json:"F"`
	DF1             Maybe        `json:"df1"`
	DF2             Maybe        `json:"df2"`
	P               Maybe        `json:"p"`                // assumes sphericity
	PartialEta2     Maybe        `json:"partial_eta2"`     // SS_effect/(SS_effect + SS_error)
	GeneralizedEta2 Maybe        `json:"generalized_eta2"` // SS_effect/(SS_effect + SS_subjects + all SS_error)
	Mauchly         Mauchly      `json:"mauchly"`
	Epsilon         Epsilon      `json:"epsilon"`
	PGG             Maybe        `json:"p_gg"` // p with both df times Greenhouse and Geisser's epsilon
	PHF             Maybe        `json:"p_hf"` // p with both df times the smaller of 1 and Huynh and Feldt's epsilon
	PLowerBound     Maybe        `json:"-"`    // p with both df times 1/(k - 1), the most conservative correction
	N               int          `json:"n"`    // complete subjects
	K               int          `json:"k"`    // conditions (levels of the factor, cells of the interaction)
	SSEffect        Maybe        `json:"-"`    // sum of squares, in squared units of the data;
	SSSubjects      Maybe        `json:"-"`    // undefined where it exceeds float64, as are the next two;
	SSError         Maybe        `json:"-"`    // F, p and the effect sizes do not depend on their range
	Assumptions     []Assumption `json:"-"`
	Warnings        Warnings     `json:"warnings"`
}

// Mauchly is the result of Mauchly's test of sphericity.
type Mauchly struct {
	W Maybe `json:"W"` // Mauchly's criterion, in (0, 1]; 1 is perfect sphericity
	P Maybe `json:"p"`
}

// Epsilon holds the estimates of Box's ε, which measures the departure from sphericity: 1 is perfect sphericity,
// LowerBound the largest possible departure.
type Epsilon struct {
	GG         Maybe `json:"gg"`          // Greenhouse and Geisser's
	HF         Maybe `json:"hf"`          // Huynh and Feldt's, as R prints it; it may exceed 1, and then counts as 1
	LowerBound Maybe `json:"lower_bound"` // 1/(k - 1)
}

// RepeatedMeasures is the one-way repeated-measures ANOVA of data[subject][condition], n subjects by k conditions,
// with Mauchly's test of sphericity and the corrections for its failure (Maxwell & Delaney, Designing Experiments and
// Analyzing Data, 2nd ed., ch. 11).
//
//	x_ij = x̄ + (x̄_i. - x̄) + (x̄_.j - x̄) + r_ij,  F = (n - 1) SS_effect/SS_error,  df = k - 1, (n - 1)(k - 1)
//	SS_effect = n Σ_j (x̄_.j - x̄)², SS_subjects = k Σ_i (x̄_i. - x̄)², SS_error = Σ r_ij²
//	partial η² = SS_effect/(SS_effect + SS_error), generalised η² = SS_effect/(SS_effect + SS_subjects + SS_error)
//
// R: anova.mlm(X = ~1, test = "Spherical"), afex::aov_ez. Generalised η² is that of Olejnik & Algina, Psychol.
// Methods 8 (2003) 434, for manipulated conditions. Subjects with a NaN are left out whole, with a warning. Where
// every subject differs from the condition means by its own constant (SS_error = 0), F, p and epsilon are undefined.
// names are the names of the conditions, for warnings; nil stands for "1", "2", ... It returns an error for rows of
// different lengths, infinities, fewer than two conditions, a wrong number of names, and fewer than two complete
// subjects.
func RepeatedMeasures(data [][]float64, names []string) (ANOVA, error) {
	s, err := completeSubjects(data, names)
	if err != nil {
		return ANOVA{}, err
	}
	rows := make([][]double, len(s.rows))
	for i, row := range s.rows {
		rows[i] = subtractMean(row, s.means[i])
	}
	a := newContrastScores(rows, 1, helmert(s.k)).anova()
	a.Name, a.K = "conditions", s.k
	s.addDesignResults(&a)
	return a, nil
}

// anova computes F, p, ε and Mauchly's W of one effect from its contrast scores. With p contrasts of n subjects:
//
//	F = (n - 1) SS_effect/SS_error, df = p, p(n - 1)
//
// and a corrected p value multiplies both degrees of freedom by an ε. The sums of squares stay in units of the scaled
// data.
func (s contrastScores) anova() ANOVA {
	n, p := float64(s.n), float64(s.p)
	a := ANOVA{DF1: Some(p), DF2: Some(p * (n - 1))}
	a.Epsilon.LowerBound = Some(1 / p)
	a.SSEffect = Some(math.Ldexp(s.effect, 2*s.exp))
	a.SSError = Some(math.Ldexp(s.error, 2*s.exp))
	a.PartialEta2 = quotient(s.effect, s.effect+s.error)
	if s.error == 0 {
		a.Warnings.add("no error variance (every subject differs from the means by its own constant): " +
			"F, p and epsilon are undefined")
		return a
	}
	f := (n - 1) * s.effect / s.error
	corrected := func(e float64) Maybe { return Some(UpperF(f, e*p, e*p*(n-1))) }
	gg := s.greenhouseGeisser()
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

// huynhFeldt is the estimate of ε by Huynh & Feldt, J. Educ. Statist. 1 (1976) 69, from the Greenhouse-Geisser ε̂ of p
// contrasts and n subjects, with a warning where it is undefined:
//
//	ε̃ = (npε̂ - 2)/(p(n - 1 - pε̂))
//
// The denominator can be zero where there are no more subjects than contrasts. Then ε̃ is undefined and counts as 1.
func huynhFeldt(gg, n, p float64) (Maybe, string) {
	if p == 1 {
		return Some(1), ""
	}
	denominator := n - 1 - p*gg
	if denominator < 1e-9*n { // zero up to the rounding error of gg
		return Maybe{}, "Huynh and Feldt's epsilon is undefined with so few subjects: p_hf is uncorrected, use p_gg"
	}
	return Some((n*p*gg - 2) / (p * denominator)), ""
}

// sphericity is Mauchly's test (Ann. Math. Statist. 11 (1940) 204) with Box's second-order correction (Anderson,
// Multivariate Statistical Analysis, 3rd ed., 10.7.4). With p = k - 1 contrasts, N = n - 1 and W of logDetRatio:
//
//	ρ = 1 - (2p² + p + 2)/(6pN), χ² = -ρN log W, f = p(p + 1)/2 - 1
//	ω = (p + 2)(p - 1)(p - 2)(2p³ + 6p² + 3p + 2)/(288 (pNρ)²)
//	P = P(χ²_f >= χ²) + ω (P(χ²_{f+4} >= χ²) - P(χ²_f >= χ²))
//
// R: mauchly.test, with one difference. R 4.2.2 and car 3.1 use three times the number of cells where ω has 3p, which
// changes P by about 1e-3 relative for p > 2. The test is undefined for p = 1 and, with a warning, for a singular
// covariance. It adds a warning where it rejects sphericity at 5 %.
func (s contrastScores) sphericity(a *ANOVA) {
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
		a.Warnings.add("Mauchly's test is undefined: "+
			"%d subjects leave the covariance of %d contrasts singular; use p_gg",
			s.n, s.p)
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

// addDesignResults sets what depends on all effects of a design: n, generalised η² and the warnings about the data. It
// converts the sums of squares from squared units of the scaled data to squared units of the data.
func (s subjects) addDesignResults(effects ...*ANOVA) {
	everything := s.sumOfSquaresSubjects()
	for _, a := range effects {
		everything += a.SSError.Or(0)
	}
	for _, a := range effects {
		a.N = len(s.rows)
		a.GeneralizedEta2 = quotient(a.SSEffect.Or(0), everything+a.SSEffect.Or(0))
		if meanSquare := a.SSError.Or(0) / a.DF2.Or(1); a.F.Defined() && meanSquare < 100*epsilon*epsilon {
			a.Warnings.add("the error variance is of the size of rounding errors: F says nothing about the world")
		}
		a.Warnings = append(s.warnings(), a.Warnings...)
		a.SSSubjects = Some(math.Ldexp(s.sumOfSquaresSubjects(), 2*s.exp))
		a.SSEffect = Some(math.Ldexp(a.SSEffect.Or(0), 2*s.exp))
		a.SSError = Some(math.Ldexp(a.SSError.Or(0), 2*s.exp))
	}
}
