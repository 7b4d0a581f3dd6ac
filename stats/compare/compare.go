package compare

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"counterpoise/internal/catalog"
	"counterpoise/internal/printable"
	"counterpoise/stats"
	"counterpoise/stats/mixed"
)

// Designs that a user may insist on; Auto takes methods that share units for paired.
const (
	Auto   = "auto"
	Paired = "paired"
	Apart  = "independent"
)

// Options are the choices of New. The zero value is usable except that Bootstrap.Resamples and Key must be set.
type Options struct {
	Design    string  // Auto (or empty), Paired or Apart
	Unit      string  // what a unit is called
	Score     bool    // outcomes are scores, also where they lie between 0 and 1: no rates of successes
	Starts    bool    // units are starts of one policy a method
	Pooled    bool    // each method has several policies that nothing tells apart
	Better    string  // "higher" (or empty), "lower" or "unknown": which outcomes are better
	Against   string  // compare every method with this one; empty compares every two
	Level     float64 // of intervals, in (0, 1); 0 stands for 0.95
	Alpha     float64 // of equality and power, in (0, 1/2); 0 stands for 0.05
	Margin    float64 // difference that would not matter, in the units of the data; 0 for none: no test of equality
	NoModel   bool    // leave out the logistic mixed model of rollouts
	Scale     float64 // of the Bayes factors' prior; 0 stands for stats.UsualScale
	Bootstrap stats.AggregateOptions
	Watch     stats.Watch // progress; may be nil
}

// MaxMethods and maxPairs bound a comparison: a table of more has no reader.
const MaxMethods, maxPairs = 100, 5000

// maxBootstrap bounds resamples x scores x methods² of the aggregates: about a minute.
const maxBootstrap = 1_000_000_000

// New compares the methods of data. It returns an error for fewer than two methods or more than 100, an unknown
// Options.Against, options outside their ranges, infinities, methods that share no unit where Paired is asked for, and
// an error of Watch. Methods of one policy each are paired by the starts of their rollouts where Paired is asked for,
// else their rollouts are independent. No resamples leave the aggregates out.
func New(data stats.Long, o Options) (Result, error) {
	o = o.withDefaults()
	if err := o.check(data); err != nil {
		return Result{}, err
	}
	single, alone := oneByOne(data)
	pooled := ""
	var strata [][]stats.Stratum
	var groups [][][]float64
	var tasks []string
	switch {
	case alone && o.Design == Paired:
		var err error
		if data, err = byStart(data); err != nil {
			return Result{}, err
		}
		o.Unit = "start"
	case alone:
		if len(data.Groups) > 1 {
			strata, groups = strataOf(data)
			pooled = unequalMix(data)
		}
		tasks = data.Groups
		data, o.Unit, o.Design = single, "rollout", Apart
	}
	s, err := scoresOf(data)
	if err != nil {
		return Result{}, err
	}
	out := Result{Level: o.Level, Alpha: o.Alpha, Better: o.Better}
	s.rates = s.rates && (o.Better == "higher" || o.Score)
	if o.Margin > 0 {
		out.Margin = stats.Some(o.Margin)
	}
	if out.Design, err = s.design(o); err != nil {
		return out, err
	}
	if (out.Design.Outcome == Successes || out.Design.Outcome == Rates) && o.Margin >= 1 {
		return out, fmt.Errorf("compare: the margin %g is %g points of a rate between 0 and 1: write 0.05 for 5 points",
			o.Margin, 100*o.Margin)
	}
	c := comparison{scores: s, o: o, out: &out, detectable: map[detectableKey]float64{}, strata: strata}
	switch {
	case alone:
		by := ""
		if strata != nil {
			by = fmt.Sprintf(", compared group by group (%d%s)", len(strata[0]), lacking(tasks, strata))
		}
		of := "one policy"
		if o.Pooled {
			of = "several policies"
		}
		out.Design.Sentence = fmt.Sprintf("%d methods of %s each, %d rollouts in all%s: this speaks of these "+
			"policies, not of trainings (--trial names a column of seeds).", len(data.Methods), of,
			out.Design.Rollouts, by)
	case out.Design.Outcome == Successes && !out.Design.Paired && o.Unit == "row":
		out.Design.Sentence += " No column names trainings: this speaks of these policies, not of trainings (--trial " +
			"names a column of seeds)."
	case o.Starts:
		out.Design.Sentence += " Each method has one policy: this speaks of these policies, not of " +
			"trainings (--trial " +
			"names a column of seeds)."
	}
	if alone && o.Pooled {
		c.add("the rollouts of several policies of a method are pooled, as if they were of one: p and intervals " +
			"are too " +
			"sure of trainings")
	} else if alone {
		c.add("each method has one policy, so each %s is a unit: the tests are about these policies, not about "+
			"policies that would be trained anew", o.Unit)
	}
	if pooled != "" {
		c.add("%s", pooled)
	}
	c.warn()
	if err := c.methods(); err != nil {
		return out, err
	}
	if err := c.omnibus(); err != nil {
		return out, err
	}
	if err := c.families(tasks, groups); err != nil {
		return out, err
	}
	if err := c.aggregates(); err != nil {
		return out, err
	}
	return out, c.model()
}

// withDefaults returns the options with the usual value in place of each one that is not given.
func (o Options) withDefaults() Options {
	o.Level, o.Alpha = cmp.Or(o.Level, 0.95), cmp.Or(o.Alpha, 0.05)
	o.Better = cmp.Or(o.Better, "higher")
	o.Scale, o.Unit = cmp.Or(o.Scale, stats.UsualScale), cmp.Or(o.Unit, "unit")
	o.Bootstrap.Level, o.Bootstrap.Watch = o.Level, o.Watch
	return o
}

// check returns an error for options outside their ranges.
func (o Options) check(data stats.Long) error {
	k := len(data.Methods)
	pairs := k * (k - 1) / 2 * len(data.Groups)
	if o.Against != "" {
		pairs = (k - 1) * len(data.Groups)
	}
	switch {
	case k == 1:
		return fmt.Errorf("compare: a comparison needs two methods, there is 1, %q: name each, as in a=x.csv b=y.csv "+
			"of two files, or its column with --method", data.Methods[0])
	case k == 0:
		return errors.New("compare: a comparison needs two methods, there is none")
	case k > MaxMethods:
		return fmt.Errorf("compare: %d methods are more than %d: choose some with --methods", k, MaxMethods)
	case o.Against != "" && !slices.Contains(data.Methods, o.Against):
		return fmt.Errorf("compare: there is no method %q to compare with%sthere is %s", o.Against,
			catalog.DidYouMean(o.Against, data.Methods), printable.Names(data.Methods))
	case pairs > maxPairs:
		return fmt.Errorf("compare: %d methods in %d groups have %d comparisons, more than %d: choose methods with "+
			"--methods, or one to compare the others with by --against", k, len(data.Groups), pairs, maxPairs)
	case !(o.Level > 0 && o.Level < 1):
		return fmt.Errorf("compare: confidence level %v is outside (0, 1): 0.95 is usual", o.Level)
	case !(o.Alpha > 0 && o.Alpha < 0.5):
		return fmt.Errorf("compare: alpha %v is outside (0, 0.5): 0.05 is usual", o.Alpha)
	case !(o.Margin >= 0) || math.IsInf(o.Margin, 0):
		return fmt.Errorf("compare: the margin is %v: it must be 0 or more, in the units of the data", o.Margin)
	case o.Bootstrap.Resamples != 0:
		if err := o.Bootstrap.Check(k); err != nil {
			return fmt.Errorf("compare: %s", plain(err))
		}
	}
	return nil
}

// comparison is a comparison in progress.
type comparison struct {
	scores
	o          Options
	out        *Result
	strata     [][]stats.Stratum // of methods of one policy each by group, in K1 and N1; nil where there is one group
	stratified bool              // the family at hand goes by them
	exact      bool              // the scores of the family at hand are successes: exact tests apply
	detectable map[detectableKey]float64
	summaries  []stats.Summary // of methods whose values are not known; nil elsewhere
}

// add adds a warning about the whole comparison.
func (c *comparison) add(format string, args ...any) {
	c.out.Warnings = append(c.out.Warnings, fmt.Sprintf(format, args...))
}

// warn warns of what is doubtful about the data as a whole.
func (c *comparison) warn() {
	d := c.out.Design
	if c.partial > 0 {
		c.add("%d scores left out, of a method and %s without an outcome in every group", c.partial, d.Unit)
	}
	if d.Paired && d.Complete < d.Units {
		c.add("%d of %d values of %s have not all methods: each comparison uses the pairs that it has",
			d.Units-d.Complete,
			d.Units, d.Unit)
	}
	if d.Outcome == Successes && c.single {
		c.add("each unit is one success or failure, so means are not normal: prefer the exact tests")
	}
	least := math.MaxInt
	for m := range c.data.Methods {
		least = min(least, count(c.overall[m]))
	}
	switch {
	case least == 1 && c.clustered && c.successes && d.Rollouts > MaxSingle:
		c.add("no tests: a method has one policy, and %d rollouts are more than the %d that are compared one by one: "+
			"give fewer of them, or more policies", d.Rollouts, MaxSingle)
	case least < 2:
		c.add("a test needs two units of each method, and a method has %d (%s)", least, d.Unit)
	case least < 5:
		c.add("a method has %d units: with fewer than five, tests find the largest effects alone", least)
	}
}

// methods summarises the methods. Units without spread have no interval, as in the tables of a run: the t interval
// would have no width, which claims certainty, and Wilson's of the rollouts would take those of one policy for
// independent.
func (c *comparison) methods() error {
	var alike []string
	for m, name := range c.data.Methods {
		x := present(c.overall[m])
		s, err := stats.Summarise(x)
		if err != nil {
			return err
		}
		row := Method{Method: name, N: s.N, Rollouts: c.rollouts[m], Mean: s.Mean, SD: s.SD}
		if s.N > 0 {
			slices.Sort(x)
			row.Least, row.Most = stats.Some(x[0]), stats.Some(x[len(x)-1])
			row.Median = stats.Some(x[len(x)/2]/2 + x[(len(x)-1)/2]/2)
		}
		switch sd, ok := s.SD.Get(); {
		case c.single && s.N > 0:
			w, err := stats.Wilson(int(math.Round(s.Mean.Or(0)*float64(s.N))), s.N, c.o.Level)
			if err != nil {
				return err
			}
			row.CI = w.CI
		case ok && sd == 0:
			alike = append(alike, name)
		case ok:
			half := stats.CriticalT(1-c.o.Level, float64(s.N-1)) * sd / math.Sqrt(float64(s.N))
			row.CI = c.within(s.Mean.Or(0)-half, s.Mean.Or(0)+half)
		}
		c.out.Methods = append(c.out.Methods, row)
	}
	if len(alike) > 0 {
		c.add("no interval of %s: all values of %s are alike, which is no spread to measure by",
			strings.Join(alike, ", "), c.out.Design.Unit)
	}
	return nil
}

// omnibus tests all methods at once.
func (c *comparison) omnibus() error {
	rows, d := c.rows(c.overall), c.out.Design
	if !d.Paired {
		var groups [][]float64
		for m := range c.data.Methods {
			groups = append(groups, present(c.overall[m]))
		}
		if w, err := stats.WelchANOVA(groups); err == nil {
			c.out.Omnibus.Welch = &w
		} else {
			c.add("no Welch ANOVA: %s", plain(err))
		}
		if k, err := stats.KruskalWallis(groups); err == nil {
			c.out.Omnibus.Ranks = &k
		}
		return nil
	}
	if d.Complete < d.Units {
		l, err := mixed.NewLinear(rows, c.data.Methods, c.o.Against, c.o.Level)
		if err == nil {
			c.out.Omnibus.Linear = &l
		} else {
			c.add("no linear mixed model: %s", plain(err))
		}
	}
	if d.Complete < 2 {
		c.add("no repeated-measures ANOVA: %d of %d values of %s have all methods, and it needs two", d.Complete,
			d.Units, d.Unit)
		return nil
	}
	a, err := stats.RepeatedMeasures(rows, c.data.Methods)
	if err != nil {
		return err
	}
	f, err := stats.Friedman(rows)
	if err != nil {
		return err
	}
	c.out.Omnibus.ANOVA, c.out.Omnibus.Friedman = &a, &f
	return nil
}

// aggregates adds rliable's aggregates: with whole units resampled for all methods where they are paired, else apart.
func (c *comparison) aggregates() error {
	o, k := c.o.Bootstrap, len(c.data.Methods)
	if o.Resamples == 0 {
		return nil
	}
	if c.out.Design.Outcome == Scores && o.Target == 1 {
		c.add("scores lie outside [0, 1], and the optimality gap measures to 1: another target suits them")
	}
	cells := c.cells * k * k
	if cells > maxBootstrap/o.Resamples {
		c.add("no aggregates: %d scores of %d methods would take long to resample; `stats aggregates` does", c.cells, k)
		return nil
	}
	compute := stats.AggregatesApart
	if c.out.Design.Paired {
		compute = stats.Aggregates
	}
	a, err := compute(c.data, o)
	if err != nil {
		if c.o.Watch != nil && c.o.Watch(0, 1) != nil {
			return err
		}
		c.add("no aggregates: %s", plain(err))
		return nil
	}
	c.out.Aggregates = &a
	return nil
}

// model adds the logistic mixed model of rollouts where units have several rollouts each, all of them successes or
// failures. A model that can't be fitted is a warning.
func (c *comparison) model() error {
	if c.o.NoModel || !c.out.Design.Paired || c.out.Design.Outcome != Successes || !c.clustered {
		return nil
	}
	fit, err := mixed.New(c.data, mixed.Options{Level: c.o.Level, Against: c.o.Against, Watch: c.o.Watch})
	if err != nil {
		if c.o.Watch != nil && c.o.Watch(0, 1) != nil {
			return err
		}
		c.add("no logistic mixed model: %s", plain(err))
		return nil
	}
	c.out.Rollouts = &fit
	return nil
}

// lacking says which groups some method has no rollouts of: they do not count for it, nor for those that it is compared
// with. It is empty where all have all.
func lacking(groups []string, strata [][]stats.Stratum) string {
	var names []string
	for g := range strata[0] {
		if slices.ContainsFunc(strata, func(of []stats.Stratum) bool { return of[g].N1 == 0 }) {
			names = append(names, groups[g])
		}
	}
	if len(names) == 0 {
		return ""
	}
	if more := len(names) - 4; more > 0 {
		names = append(names[:4:4], fmt.Sprintf("%d more", more))
	}
	return "; a method lacks " + strings.Join(names, ", ") + ", which counts in none of its comparisons"
}
