package filter

import (
	"context"

	"counterpoise/scenes/demos"
)

// Episode is what a dataset says about one of its episodes, without its numbers and pictures.
type Episode struct {
	Number  int               // in the dataset, see demos.NumberOf
	Labels  map[string]string // as the reader gives them
	Frames  int
	Success *bool // what the dataset says (demos.Outcomes); nil if it says nothing
}

// Survey reads the labels and the length of every episode of a dataset. progress may be nil.
func Survey(ctx context.Context, r demos.Reader, progress func(done, total int)) ([]Episode, error) {
	n := r.Episodes()
	var all []Episode
	var outcomes demos.Outcomes
	for i := range n {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		raw, err := r.Read(i, false)
		if err != nil {
			return nil, err
		}
		outcomes.Add(raw.Labels)
		all = append(all, Episode{Number: demos.NumberOf(r, i), Labels: raw.Labels, Frames: raw.Frames()})
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

// values returns the values that the episode has of a label or a grouping, see demos.Raw.Values.
func (e *Episode) values(label string) []string {
	r := demos.Raw{Labels: e.Labels}
	return r.Values(label)
}

// Skill returns what the episode shows: its behaviour or, without one, its task.
func (e *Episode) Skill() string {
	if b, ok := e.Labels["behaviour"]; ok {
		return b
	}
	return e.Labels["task"]
}
