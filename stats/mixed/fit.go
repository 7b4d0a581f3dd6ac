package mixed

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"counterpoise/internal/catalog"
	"counterpoise/internal/printable"
	"counterpoise/stats"
)

// Options are the choices of a fit. The zero value is the model of the package comment at 95 %.
type Options struct {
	Level    float64     // of intervals, in (0, 1); 0 stands for 0.95
	NoStarts bool        // leave out the random effect of the starts
	Against  string      // compare every method with this one; empty compares every two methods
	Prior    float64     // SD of a normal prior with mean 0 of each cell's logit; 0 for none
	Watch    stats.Watch // progress of the search, called during contrasts too; may be nil
}

// Fit is a fitted model.
type Fit struct {
	Cells     []Cell         `json:"cells"`
	Effects   []Effect       `json:"effects"` // tests of method, group and interaction
	Contrasts []Contrast     `json:"contrasts"`
	Random    []Random       `json:"random_effects"`
	LogLik    float64        `json:"log_likelihood"` // rollouts one by one: without binomial coefficients
	Trials    int            `json:"trials"`
	Rollouts  int            `json:"rollouts"`
	Prior     float64        `json:"prior_sd"` // 0 where there is none
	Warnings  stats.Warnings `json:"warnings"`

	Level float64 `json:"level"`

	methods    int
	covariance *mat.Dense // of the cells' logits, in the order of Cells; nil where undefined
}

// Cell is the success of one method on one group.
type Cell struct {
	Method    string         `json:"method"`
	Group     string         `json:"group"`
	Successes int            `json:"successes"`
	Rollouts  int            `json:"rollouts"`
	Logit     stats.Maybe    `json:"logit"` // β; undefined where separated or without rollouts
	SE        stats.Maybe    `json:"se"`
	CI        stats.Interval `json:"ci"`        // of the logit
	Separated bool           `json:"separated"` // no success, or no failure: β is infinite

	index int // of β, -1 where there is none
}

// Random is the estimated SD of a random effect, in logits.
type Random struct {
	Term   string  `json:"term"`
	Levels int     `json:"levels"`
	SD     float64 `json:"sd"`
}

// maxCells and maxContrasts bound the cells of a model, and the contrasts that have simultaneous intervals together.
// The matrices of covariances have as many rows: 8 and 32 MB. Without bounds a small file could ask for terabytes.
const maxCells, maxContrasts = 1000, 2000

// New fits the model to binary outcomes: each entry's Sum is its number of successes. It returns an error for
// outcomes that are no successes, fewer than two trials or methods, more than 1000 cells (methods times groups), more
// than 2000 contrasts in a family, rollouts of which only some have a start, an unknown Options.Against, and an error
// of Options.Watch.
func New(data stats.Long, o Options) (Fit, error) {
	if o.Level == 0 {
		o.Level = 0.95
	}
	fit := Fit{Level: o.Level, Prior: o.Prior}
	if err := check(data, o); err != nil {
		return fit, err
	}
	kept, cellIndex := fit.tally(data)
	if len(kept) == 0 {
		return fit, fmt.Errorf("mixed: every method has only successes or only failures in every group: " +
			"there is nothing to estimate")
	}
	entries := slices.Clone(data.Entries)
	entries = slices.DeleteFunc(entries, func(e stats.Entry) bool { return cellIndex[ofCell.level(e, data)] < 0 })
	terms, warnings := chooseTerms(entries, data, !o.NoStarts)
	fit.Warnings = append(fit.Warnings, warnings...)
	if len(terms) == 0 {
		left := ""
		if len(entries) < len(data.Entries) {
			left = ", without the methods and groups that always or never succeed"
		}
		return fit, fmt.Errorf("mixed: every trial has one rollout%s: the model needs several of a trial", left)
	}
	for _, t := range terms {
		fit.Random = append(fit.Random, Random{Term: t.String(), Levels: levelsOf(t, entries, data).n})
	}
	f := likelihood{
		blocks: blocksOf(entries, data, terms, cellIndex), cells: len(kept), terms: len(terms), prior: o.Prior,
	}
	m, err := f.maximise(fit.start(kept, len(terms)), o.Watch)
	if err != nil {
		return fit, err
	}
	fit.take(m, kept)
	fit.addEffects(len(data.Methods), len(data.Groups))
	stop := func(int, int) error { // contrasts have no part of the progress, which stays at its end
		if o.Watch == nil {
			return nil
		}
		return o.Watch(f.parts(), f.parts())
	}
	err = fit.addContrasts(data, o.Against, stop) // before fit is read: operands have no order
	return fit, err
}

// check returns an error for data and options that New cannot take.
func check(data stats.Long, o Options) error {
	methods, groups := len(data.Methods), len(data.Groups)
	contrasts := methods * (methods - 1) / 2 * groups // of the larger family, that within the groups
	if o.Against != "" {
		contrasts = (methods - 1) * groups
	}
	switch {
	case !(o.Level > 0 && o.Level < 1):
		return fmt.Errorf("mixed: confidence level %v is outside (0, 1): 0.95 is usual", o.Level)
	case !(o.Prior >= 0) || math.IsInf(o.Prior, 0):
		return fmt.Errorf("mixed: the SD of the prior is %v: it takes a positive number, or 0 for no prior", o.Prior)
	case len(data.Methods) < 2:
		return fmt.Errorf("mixed: a comparison needs two methods, there is %d", len(data.Methods))
	case len(data.Trials) < 2:
		return fmt.Errorf("mixed: trials vary at random, which takes two or more of them; there is %d",
			len(data.Trials))
	case methods*groups > maxCells:
		return fmt.Errorf("mixed: %d methods in %d groups: the model takes at most %d cells of a method and a group",
			methods, groups, maxCells)
	case contrasts > maxContrasts:
		return fmt.Errorf("mixed: %d methods in %d groups have %d contrasts, and the model takes at most %d: "+
			"choose a method to compare the others against", methods, groups, contrasts, maxContrasts)
	case o.Against != "" && !slices.Contains(data.Methods, o.Against):
		return fmt.Errorf("mixed: there is no method %q to compare with%sthere is %s", o.Against,
			catalog.DidYouMean(o.Against, data.Methods), printable.Names(data.Methods))
	}
	return checkEntries(data)
}

// tally counts successes of every method in every group, and returns the cells that have a finite β, with the index of
// β by cell, -1 where there is none. With a prior every cell with rollouts has one.
func (f *Fit) tally(data stats.Long) (kept []*Cell, cellIndex []int32) {
	f.Trials, f.methods = len(data.Trials), len(data.Methods)
	for _, m := range data.Methods {
		for _, g := range data.Groups {
			f.Cells = append(f.Cells, Cell{Method: m, Group: g, index: -1})
		}
	}
	for _, e := range data.Entries {
		c := &f.Cells[ofCell.level(e, data)]
		c.Successes += int(e.Sum)
		c.Rollouts += int(e.Rollouts)
		f.Rollouts += int(e.Rollouts)
	}
	cellIndex = make([]int32, len(f.Cells))
	for i := range f.Cells {
		c := &f.Cells[i]
		switch {
		case c.Rollouts == 0:
			f.warn("%s has no rollouts in %s", c.Method, c.Group)
		case c.Successes == 0 || c.Successes == c.Rollouts:
			c.Separated = true
			always := "never succeeds"
			if c.Successes > 0 {
				always = "always succeeds"
			}
			if f.Prior > 0 {
				f.warn("%s %s in %s (%d rollouts): its estimate rests on the prior", c.Method, always, c.Group,
					c.Rollouts)
			} else {
				f.warn("separation: %s %s in %s (%d rollouts), so its logit is infinite; contrasts with it are "+
					"undefined (a prior makes them finite)", c.Method, always, c.Group, c.Rollouts)
			}
		}
		if c.Rollouts > 0 && (!c.Separated || f.Prior > 0) {
			c.index = len(kept)
			kept = append(kept, c)
		}
		cellIndex[i] = int32(c.index)
	}
	return kept, cellIndex
}

// start returns start values: the logits of the shrunken success rates, and SDs of half a logit.
func (f *Fit) start(kept []*Cell, terms int) (theta []float64) {
	for _, c := range kept {
		p := (float64(c.Successes) + 0.5) / (float64(c.Rollouts) + 1)
		theta = append(theta, math.Log(p/(1-p)))
	}
	for range terms {
		theta = append(theta, 0.5)
	}
	return theta
}

// take writes the estimates of the maximum into the fit.
func (f *Fit) take(m maximum, kept []*Cell) {
	f.LogLik, f.covariance = m.loglik, m.covariance
	if m.covariance == nil {
		f.warn("the likelihood has no clear maximum: no standard errors")
	}
	for i := range f.Random {
		r := &f.Random[i]
		r.SD = m.theta[len(kept)+i]
		if r.SD < singular {
			f.warn("singular fit: the random effect of %s has no variance", r.Term)
		}
		if r.SD > 10 { // odds that differ by e^10 between one SD and the next are no estimate
			f.warn("the random effect of %s has SD %.3g: its levels succeed always or never", r.Term, r.SD)
		}
	}
	z := math.Sqrt2 * math.Erfinv(f.Level)
	for i, c := range kept {
		c.Logit = stats.Some(m.theta[i])
		if f.covariance != nil {
			se := math.Sqrt(f.covariance.At(i, i))
			c.SE, c.CI = stats.Some(se), interval(m.theta[i], z*se, f.Level)
		}
	}
}

// warn adds a warning in the format of fmt.Sprintf.
func (f *Fit) warn(format string, args ...any) {
	f.Warnings = append(f.Warnings, fmt.Sprintf(format, args...))
}

// interval is estimate ± half.
func interval(estimate, half, level float64) stats.Interval {
	return stats.Interval{Low: stats.Some(estimate - half), High: stats.Some(estimate + half), Level: level}
}
