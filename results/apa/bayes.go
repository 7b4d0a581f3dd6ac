package apa

import (
	"fmt"

	"counterpoise/results/document"
	"counterpoise/stats"
)

// Bayesian is what the data of a t-test say about a difference: the posterior under a reference prior and the JZS
// Bayes factor. Its JSON is what counterpoise stats bayes prints.
type Bayesian struct {
	Posterior   stats.Posterior   `json:"posterior"`
	BayesFactor stats.BayesFactor `json:"bayes_factor"`
}

// PosteriorPrior says under which prior a posterior is (see stats.PosteriorOf).
const PosteriorPrior = "Posterior under the prior p(δ, σ) ∝ 1/σ, flat in the difference"

// Bayes is posterior probabilities and a Bayes factor of condition a against condition b as a section.
func Bayes(v Bayesian, a, b string) document.Section {
	p, f := v.Posterior, v.BayesFactor
	return document.Section{
		Title: fmt.Sprintf("Posterior and Bayes factor: %s against %s", a, b),
		Lines: []string{
			fmt.Sprintf("%s, %s, %s; mean difference %s, %s, %s",
				P(fmt.Sprintf("P(%s - %s > %g)", a, b, p.Margin), p.Above),
				P(fmt.Sprintf("P(within %g)", p.Margin), p.Within),
				P(fmt.Sprintf("P(below %g)", 0-p.Margin), p.Below), Format(plain, p.MeanDifference),
				credible(p.CI), Observations(p.N)),
			fmt.Sprintf("BF10 = %s (JZS, r = %.3g): how the data change the odds of a difference",
				factor(f.BF10, f.LogBF10), f.Scale),
		},
		Tables: []document.Table{oneRow("bayes", fmt.Sprintf("%s minus %s", a, b), []entry{
			{"margin", NumberCell(plain, stats.Some(p.Margin)), field("margin")},
			{"P(above)", FractionCell(p.Above), field("p_above")},
			{"P(within)", FractionCell(p.Within), field("p_within")},
			{"P(below)", FractionCell(p.Below), field("p_below")},
			{"mean difference", NumberCell(plain, p.MeanDifference), field("mean_difference")},
			{intervalTitle(p.CI), IntervalCell(plain, p.CI), ends},
			{"BF10", NumberCell("%.4g", f.BF10), field("bf10")},
			{"log BF10", NumberCell("%.3f", f.LogBF10), field("log_bf10")},
			{"r", NumberCell("%.3g", stats.Some(f.Scale)), field("scale")},
			{"n", CountsCell(p.N), countFields(p.N)},
		})},
		Notes: append(warningNotes(p.Warnings),
			PosteriorPrior+"; Bayes factor under a Cauchy prior of the standardised effect with scale r."),
	}
}

// factor is a Bayes factor in three digits; beyond float64 its logarithm, as e^2743.6.
func factor(bf, log stats.Maybe) string {
	if !bf.Defined() && log.Defined() {
		return "e^" + Format("%.1f", log)
	}
	return Format("%.3g", bf)
}

// FactorCell is the cell of a Bayes factor with its logarithm.
func FactorCell(bf, log stats.Maybe) document.Cell { return document.Entry(factor(bf, log), Exact(bf)) }

// credible is a credible interval in words, or that there is none.
func credible(ci stats.Interval) string {
	if !ci.Defined() {
		return "no credible interval"
	}
	return "credible " + CI(plain, ci)
}
