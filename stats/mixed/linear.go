package mixed

import (
	"math"

	"counterpoise/stats"
)

// Linear is a linear mixed model of scores: methods fixed, units (trials, seeds, starts) with random intercepts. It is
// what a repeated-measures ANOVA is without missing cells, and it needs no complete units.
type Linear struct {
	F          stats.Maybe      `json:"F"` // of the methods, with the degrees of freedom of Satterthwaite
	DF1        stats.Maybe      `json:"df1"`
	DF2        stats.Maybe      `json:"df2"`
	P          stats.Maybe      `json:"p"`
	Means      []LinearMean     `json:"means"`     // of the methods, adjusted for the units that they lack
	Contrasts  []LinearContrast `json:"contrasts"` // of every two methods, or of every method with one
	UnitSD     float64          `json:"unit_sd"`   // in the units of the data
	ResidualSD float64          `json:"residual_sd"`
	Units      int              `json:"units"`  // with at least one score
	Scores     int              `json:"scores"` // cells that are not missing
	Warnings   stats.Warnings   `json:"warnings"`
}

// LinearMean is the estimated mean of a method over all units.
type LinearMean struct {
	Method string         `json:"method"`
	Mean   stats.Maybe    `json:"mean"`
	SE     stats.Maybe    `json:"se"`
	DF     stats.Maybe    `json:"df"`
	CI     stats.Interval `json:"ci"`
}

// LinearContrast is the difference of two methods' estimated means.
type LinearContrast struct {
	A          string         `json:"a"`
	B          string         `json:"b"`
	Difference stats.Maybe    `json:"difference"`
	SE         stats.Maybe    `json:"se"`
	DF         stats.Maybe    `json:"df"`
	T          stats.Maybe    `json:"t"`
	P          stats.Maybe    `json:"p"`      // of this contrast alone
	PHolm      stats.Maybe    `json:"p_holm"` // corrected over the contrasts
	CI         stats.Interval `json:"ci"`     // of this contrast alone
}

// maxLinearWork bounds units x methods²: the normal equations are assembled some 200 times, in seconds.
const maxLinearWork = 20_000_000

// NewLinear fits the model to rows[unit][method], NaN where a score is missing, by restricted maximum likelihood (REML;
// Bates, Mächler, Bolker & Walker, J. Stat. Softw. 67 (2015) 1):
//
//	y_ij = μ_j + u_i + e_ij,  u_i ~ N(0, σ_u²),  e_ij ~ N(0, σ²)
//
// Degrees of freedom are those of Satterthwaite (Fai & Cornelius, J. Stat. Comput. Simul. 54 (1996) 363, for F). R:
// lmerTest::lmer(score ~ method + (1 | unit)), anova, emmeans(lmer.df = "satterthwaite"). Contrasts are of every two
// methods, or of every method with the one that against names, and their p values are corrected by Holm. Intervals have
// the level, in (0, 1), each on its own. It returns an error for infinities, fewer than two methods, a method without a
// score, fewer than two units, and where no degree of freedom is left.
func NewLinear(rows [][]float64, names []string, against string, level float64) (Linear, error) {
	m := linearModel{methods: len(names), level: level}
	if err := m.take(rows, names); err != nil {
		return Linear{}, err
	}
	out := Linear{Units: len(m.units), Scores: m.scores}
	if m.within() <= 1e-10*m.squares || !m.fit() {
		out.Warnings = append(out.Warnings, "no error variance, or too few units with several scores to tell it: the "+
			"linear mixed model is undefined")
		return out, nil
	}
	out.UnitSD, out.ResidualSD = m.theta*m.sigma*m.scale, m.sigma*m.scale
	if m.theta == 0 {
		out.Warnings = append(out.Warnings, "singular fit: the units (trials) have no variance of their own")
	}
	m.test(&out)
	for i, name := range names {
		l := make([]float64, m.methods)
		l[i] = 1
		value, se, df, ci := m.contrast(l)
		out.Means = append(out.Means, LinearMean{name, value, se, df, ci})
	}
	for j, b := range names {
		for i, a := range names {
			if against == "" && i >= j || against != "" && (b != against || i == j) {
				continue
			}
			l := make([]float64, m.methods)
			l[i], l[j] = 1, -1
			value, se, df, ci := m.contrast(l)
			t := stats.Some(value.Or(0) / se.Or(0))
			out.Contrasts = append(out.Contrasts, LinearContrast{A: a, B: b, Difference: value, SE: se, DF: df, T: t,
				P: stats.Some(stats.TwoSidedT(t.Or(0), df.Or(0))), CI: ci})
		}
	}
	out.correct()
	return out, nil
}

// correct sets the p values of the contrasts that are corrected by Holm. A contrast without a p does not count.
func (l Linear) correct() {
	p := make([]float64, len(l.Contrasts))
	for i, c := range l.Contrasts {
		p[i] = c.P.Or(math.NaN())
	}
	for i, adjusted := range stats.Holm(p) {
		l.Contrasts[i].PHolm = stats.Some(adjusted)
	}
}
