package filter

import (
	"context"
	"slices"
	"strconv"

	"counterpoise/scenes/demos"
)

// Episode is what a dataset says about one of its episodes, without its numbers and pictures.
type Episode struct {
	Number  int               // in the dataset, see demos.NumberOf
	Labels  map[string]string // as the reader gives them
	Frames  int
	Success *bool // what the dataset says (demos.Outcomes); nil if it says nothing
	CopyOf  *int  // the place of the first that is the same (demos.Copies); nil: none is
}

// Survey reads the labels and the length of every episode of a dataset. progress may be nil.
func Survey(ctx context.Context, r demos.Reader, progress func(done, total int)) ([]Episode, error) {
	return SurveyOf(ctx, r, nil, progress)
}

// SurveyOf is Survey for a rule that leaves out all but some numbers, unless these are nil: an episode that is left
// out and cannot be read has no labels and no frames.
func SurveyOf(ctx context.Context, r demos.Reader, numbers []int, progress func(done, total int)) ([]Episode, error) {
	n := r.Episodes()
	var all []Episode
	var outcomes demos.Outcomes
	copies := demos.Copies{Reader: r}
	for i := range n {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		raw, err := r.Read(i, false)
		if err != nil && (numbers == nil || slices.Contains(numbers, demos.NumberOf(r, i)) || ctx.Err() != nil) {
			return nil, err
		}
		if err != nil {
			raw = &demos.Raw{}
		}
		outcomes.Add(raw.Labels)
		one := Episode{Number: demos.NumberOf(r, i), Labels: raw.Labels, Frames: raw.Frames()}
		if first, is := copies.Add(i, raw); is {
			one.CopyOf = &first
		}
		all = append(all, one)
		if progress != nil {
			progress(i+1, n)
		}
	}
	outcome := outcomes.Outcome()
	for i := range all {
		all[i].Success = outcome.Success(i)
	}
	return all, nil
}

// OutcomeOf is what the labels of episodes, or rewards, say of success.
func OutcomeOf(all []Episode) demos.Outcome {
	var outcomes demos.Outcomes
	for i := range all {
		outcomes.Add(all[i].Labels)
	}
	return outcomes.Outcome()
}

// Copied says which episodes are copies of which, by the names of their places; empty where none is.
func Copied(all []Episode, name func(place int) string) string {
	var names [][2]string
	for i := range all {
		if first := all[i].CopyOf; first != nil {
			names = append(names, [2]string{name(i), name(*first)})
		}
	}
	return demos.CopiesSay(names)
}

// success is the label that stands for the outcome of episodes where a dataset has none of that name.
const success = "success"

// values returns the values that the episode has of a label or a grouping, see demos.Raw.Values. Where it has no label
// "success" this is what the dataset says of its outcome.
func (e *Episode) values(label string) []string {
	r := demos.Raw{Labels: e.Labels}
	if _, has := e.Labels[success]; label == success && !has && e.Success != nil {
		return []string{strconv.FormatBool(*e.Success)}
	}
	return r.Values(label)
}

// Skill returns what the episode shows: its behaviour or, without one, its task.
func (e *Episode) Skill() string {
	if b, ok := e.Labels["behaviour"]; ok {
		return b
	}
	return e.Labels["task"]
}
