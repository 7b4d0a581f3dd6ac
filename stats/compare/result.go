package compare

import (
	"counterpoise/stats"
	"counterpoise/stats/mixed"
)

// Result is the comparison of methods.
type Result struct {
	Design     Design            `json:"design"`
	Better     string            `json:"better"` // see Options
	Methods    []Method          `json:"methods"`
	Omnibus    Omnibus           `json:"omnibus"`
	Families   []Family          `json:"families"`
	Aggregates *stats.Aggregated `json:"aggregates"` // nil where they can't be computed
	Rollouts   *mixed.Fit        `json:"rollouts"`   // logistic mixed model; nil where it does not apply
	Level      float64           `json:"level"`
	Alpha      float64           `json:"alpha"`
	Margin     stats.Maybe       `json:"margin"`
	Warnings   stats.Warnings    `json:"warnings"`
}

// Design is what is compared.
type Design struct {
	Paired   bool     `json:"paired"`
	Unit     string   `json:"unit"`     // "seed"
	Units    int      `json:"units"`    // with a score of any method
	Complete int      `json:"complete"` // with scores of all methods
	Groups   []string `json:"groups"`   // empty where there is one
	Rollouts int      `json:"rollouts"`
	Outcome  string   `json:"outcome"` // see outcomes
	// Range are the lowest and the highest possible score, of bounded scores and of stages, whose highest is the
	// highest that was reached.
	Range    []float64 `json:"range,omitempty"`
	Sentence string    `json:"sentence"` // in words
}

// Method summarises the scores of a method over its units.
type Method struct {
	Method   string         `json:"method"`
	N        int            `json:"n"`
	Rollouts int            `json:"rollouts"`
	Mean     stats.Maybe    `json:"mean"`
	SD       stats.Maybe    `json:"sd"`
	CI       stats.Interval `json:"ci"` // of the mean: t, or Wilson's where a unit is one success or failure
	Median   stats.Maybe    `json:"median"`
	Least    stats.Maybe    `json:"min"`
	Most     stats.Maybe    `json:"max"`
}

// Omnibus are the tests of all methods at once; nil where they do not apply.
type Omnibus struct {
	ANOVA    *stats.ANOVA        `json:"anova"`
	Friedman *stats.FriedmanTest `json:"friedman"`
	Linear   *mixed.Linear       `json:"linear_mixed_model"`
	Welch    *stats.OneWay       `json:"welch_anova"`
	Ranks    *stats.OneWay       `json:"kruskal_wallis"`
}

// Family is the pairs of methods whose p values are corrected together.
type Family struct {
	Name  string `json:"name"` // "overall" or "within groups"
	Pairs []Pair `json:"pairs"`
}

// Pair compares method A with method B: differences are A - B.
type Pair struct {
	A          string         `json:"a"`
	B          string         `json:"b"`
	Group      string         `json:"group"` // empty for the mean over the groups
	N          stats.Counts   `json:"n"`     // pairs, or units of A and of B
	Difference stats.Maybe    `json:"difference"`
	CI         stats.Interval `json:"ci"`
	// Bounded is an interval of the difference of scores with a Design.Range that needs no normal distribution.
	Bounded   stats.Interval `json:"ci_bounded,omitzero"`
	T         Tested         `json:"t"`
	Rank      Tested         `json:"rank"`
	Exact     Tested         `json:"exact"` // of successes; without a name where it does not apply
	Decision  Decision       `json:"decision"`
	Effect    Size           `json:"effect"`
	Biserial  stats.Maybe    `json:"rank_biserial"`
	Equality  Equality       `json:"equality"`
	BF10      stats.Maybe    `json:"bf10"`
	LogBF10   stats.Maybe    `json:"log_bf10"`
	Posterior Posterior      `json:"posterior"`
	Power     Power          `json:"power"`
	Checks    []Check        `json:"assumptions"`
	Warnings  stats.Warnings `json:"warnings"`

	next func(alpha float64) (Power, error) // plans by the test that decides, at a level
}

// Paired reports whether the units that both methods have are compared, one by one.
func (p Pair) Paired() bool { return len(p.N) == 1 }

// Decision is what the one test that decides a design says of a pair, and the interval that inverts it: the interval
// excludes no difference (an odds ratio of 1) where p is below 1 - level, and only there.
type Decision struct {
	Test       string         `json:"test"`
	A          stats.Maybe    `json:"a"` // mean score or success rate
	B          stats.Maybe    `json:"b"`
	Difference stats.Maybe    `json:"difference"` // A - B
	Of         string         `json:"of"`         // what the interval is of: "difference" or "odds ratio"
	Estimate   stats.Maybe    `json:"estimate"`   // of that
	CI         stats.Interval `json:"ci"`
	P          stats.Maybe    `json:"p"`
	PHolm      stats.Maybe    `json:"p_holm"`
}

// Opposed reports whether the difference and the odds ratio that the test is of point to opposite sides, or one of
// them to none. The difference weighs tasks alike, the test by their rollouts: where tasks disagree, neither method is
// better.
func (d Decision) Opposed() bool {
	if d.Of != "odds ratio" || !d.Estimate.Defined() || !d.Difference.Defined() {
		return false
	}
	odds, difference := d.Estimate.Or(1)-1, d.Difference.Or(0)
	return odds*difference <= 0 && (odds != 0 || difference != 0)
}

// Tested is a test with its p value alone and in its family.
type Tested struct {
	Name  string      `json:"test"`
	Stat  stats.Maybe `json:"statistic"`
	DF    stats.Maybe `json:"df"`
	P     stats.Maybe `json:"p"`
	PHolm stats.Maybe `json:"p_holm"`
}

// Size is an effect size with its interval.
type Size struct {
	Name     string         `json:"name"` // "g_z" or "g"
	Estimate stats.Maybe    `json:"estimate"`
	CI       stats.Interval `json:"ci"`
}

// Equality is what the data say about a difference that would not matter.
type Equality struct {
	P      stats.Maybe `json:"p"` // of two one-sided tests at the margin; undefined without one
	PHolm  stats.Maybe `json:"p_holm"`
	Within stats.Maybe `json:"within"` // smallest margin at which the two tests reject at alpha, alone
}

// Posterior is how probable the differences beyond Options.Margin are, 0 where none is given (see stats.PosteriorOf).
type Posterior struct {
	Above  stats.Maybe `json:"p_above"`  // P(A - B > margin)
	Within stats.Maybe `json:"p_within"` // P(|A - B| <= margin)
	Below  stats.Maybe `json:"p_below"`  // P(A - B < -margin)
}

// Power is for the next experiment of the same design, each with probability 0.8, by the test that decides at the level
// of the first step of Holm's correction: Options.Alpha over the number of pairs in the family. Units and Margin are of
// t-tests alone.
type Power struct {
	Detectable stats.Maybe `json:"detectable_difference"` // that as many units find; undefined where no rates differ so
	// Rates are two success rates that differ by Detectable, for which it was computed; none where tasks or pairs have
	// rates of their own.
	Rates  []float64   `json:"detectable_rates,omitempty"`
	Units  stats.Maybe `json:"units_for_observed"` // which find the observed difference
	Margin stats.Maybe `json:"units_for_margin"`   // which show equality within the margin, if there is none
}

// Check is the check of an assumption.
type Check struct {
	Name string      `json:"name"`
	Note string      `json:"note"`
	P    stats.Maybe `json:"p"`
}

// Kinds of outcomes, of which Design.Outcome is one.
const (
	Successes = "successes" // 0 or 1 a rollout
	Rates     = "rates"     // means in [0, 1]
	Bounded   = "bounded"   // scores in [0, 1], which are no means of successes
	Scores    = "scores"    // any others
)
