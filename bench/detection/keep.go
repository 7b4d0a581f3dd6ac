package detection

import (
	"context"
	"errors"
	"fmt"

	"counterpoise/bench/record"
	"counterpoise/internal/seed"
	"counterpoise/policies/balance"
	"counterpoise/policies/curate"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
)

// poolOf returns the demonstrations of a dataset as scores see them, and which of them are optimal. The first knownOf
// optimal ones of each behaviour are known to be good. Where some are bad the groups are the styles, as if two people
// had demonstrated; else the behaviours.
func poolOf(ctx context.Context, d *demos.Dataset) (s *curate.Pool, good []bool, err error) {
	read := func(i int) (*curate.Demo, error) {
		r := d.Episodes[i].Raw(false)
		return &curate.Demo{Actions: r.Actions, State: r.State, Scene: r.Scene}, nil
	}
	if s, err = curate.NewPool(ctx, curate.Options{N: len(d.Episodes), Read: read}); err != nil {
		return nil, nil, err
	}
	met := map[string]int{}
	for _, e := range d.Episodes {
		is := e.Style == expert.Optimal
		good, s.Known = append(good, is), append(s.Known, is && met[e.Behaviour] < knownOf)
		if is {
			met[e.Behaviour]++
		}
	}
	s.Group = d.Groups(demos.ByBehaviour).Of
	if styles := d.Groups(demos.ByStyle); len(styles.Names) > 1 {
		s.Group = styles.Of
	}
	return s, good, nil
}

// labels are what may stand in place of a score: whether a demonstration is optimal, and whether it solved the task.
var labels = map[string]func(e *demos.Episode) bool{
	"optimal": func(e *demos.Episode) bool { return e.Style == expert.Optimal },
	"success": func(e *demos.Episode) bool { return e.Success },
}

// Keep returns which demonstrations of a dataset a score and a rule keep within behaviours, or a label keeps, and what
// is told of it. Random numbers of a score come from the key. Of a score that is the same for all, all are kept, and
// its AUROC is 1/2. A score or rule that does not exist is an error, and so is one whose needs a dataset of the
// simulator does not meet.
func Keep(ctx context.Context, k balance.Kept, d *demos.Dataset, key seed.Key) ([]bool, record.Selection, error) {
	fail := func(err error) ([]bool, record.Selection, error) { return nil, record.Selection{}, err }
	s, good, err := poolOf(ctx, d)
	if err != nil {
		return fail(err)
	}
	values, told := make([]float64, len(good)), record.Selection{Dropped: []int{}}
	if label, ok := labels[k.Score()]; ok && k.Rule() == "" {
		for e := range d.Episodes {
			if label(&d.Episodes[e]) {
				values[e] = 1
			}
		}
	} else {
		score, wrong := curate.Scores.Get(k.Score())
		rule, err := curate.RuleNamed(k.Rule())
		if err = errors.Join(wrong, err); err != nil {
			return fail(err)
		}
		scores, err := curate.Score(score, s, key)
		if err != nil && !errors.Is(err, curate.ErrConstant) {
			return fail(fmt.Errorf("score %s %w", k.Score(), err))
		}
		told.AUROC, told.AtLength = defined(curate.AUROC(scores, good)),
			defined(curate.AUROCAtLength(scores, good, s.Lengths()))
		if err == nil {
			values = rule.Values(scores, d.Groups(demos.ByBehaviour).Of)
		} else {
			for e := range values {
				values[e] = 1
			}
		}
	}
	keep := make([]bool, len(good))
	for e, v := range values {
		if keep[e] = v > 0; !keep[e] {
			told.Dropped = append(told.Dropped, e)
			if !good[e] {
				told.DroppedBad++
			}
		}
	}
	return keep, told, nil
}

// defined returns a number, nil for NaN.
func defined(v float64) *float64 {
	if v != v {
		return nil
	}
	return &v
}
