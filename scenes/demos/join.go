package demos

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
)

// Joined reads several datasets one after the other as one. Its episodes have the label "dataset", the name of theirs,
// besides their own.
type Joined struct {
	names []string
	parts []Reader
	first Offsets
}

// Offsets places the episodes of datasets that are read one after the other: the number of each dataset's first episode
// among all, and the number of all.
type Offsets []int

// Locate returns the dataset of episode i, and the episode's number in it.
func (o Offsets) Locate(i int) (dataset, episode int) {
	dataset = sort.SearchInts(o, i+1) - 1
	return dataset, i - o[dataset]
}

// Join joins datasets of equal widths of action, which it reads of each first episode; states may be of any width.
// Names must differ.
func Join(names []string, parts []Reader) (*Joined, error) {
	j := &Joined{names: names, parts: parts, first: Offsets{0}}
	width := 0
	for i, r := range parts {
		if at := slices.Index(names, names[i]); at < i {
			return nil, fmt.Errorf("demos: two datasets are called %s", names[i])
		}
		raw, err := r.Read(0, false)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			width = raw.Actions.Width
		}
		if raw.Actions.Width != width {
			return nil, fmt.Errorf("demos: %s has actions of width %d, %s has %d, and one policy predicts actions of "+
				"one width: weigh those of each width by themselves, or convert one to the actions of the other first",
				names[i], raw.Actions.Width, names[0], width)
		}
		j.first = append(j.first, j.first[i]+r.Episodes())
	}
	return j, nil
}

// Card implements Reader; several datasets have none together.
func (j *Joined) Card() Card { return Card{} }

// Episodes implements Reader.
func (j *Joined) Episodes() int { return j.first[len(j.parts)] }

// Read implements Reader.
func (j *Joined) Read(i int, pictures bool) (*Raw, error) {
	d, e := j.first.Locate(i)
	raw, err := j.parts[d].Read(e, pictures)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.names[d], err)
	}
	return raw.With(map[string]string{"dataset": j.names[d]}), nil
}

// Close implements Reader. It does not close the datasets, which the caller opened.
func (j *Joined) Close() error { return nil }

// With returns the episode with more labels, which replace its own of the same names. It shares all else.
func (r *Raw) With(more map[string]string) *Raw {
	labels := map[string]string{}
	for _, from := range []map[string]string{r.Labels, more} {
		for k, v := range from {
			labels[k] = v
		}
	}
	with := *r
	with.Labels = labels
	return &with
}

// Relabelled is a reader whose episodes have more labels.
type Relabelled struct {
	Reader
	Labels func(i int) map[string]string
}

// Read implements Reader.
func (r Relabelled) Read(i int, pictures bool) (*Raw, error) {
	raw, err := r.Reader.Read(i, pictures)
	if err != nil {
		return nil, err
	}
	return raw.With(r.Labels(i)), nil
}

// Describe implements Describer.
func (r Relabelled) Describe() Description { return stated(r.Reader) }

// List implements Listing.
func (r Relabelled) List(name string) (episodes []int, ok bool, err error) {
	return ListOf(r.Reader, name)
}

// EpisodeLabel is the label that numbers the episodes of a Numbered reader.
const EpisodeLabel = "episode"

// Numbered is a reader whose episodes have their number (see NumberOf) as the label EpisodeLabel, unless they have a
// label of that name from their file.
type Numbered struct{ Reader }

// Read implements Reader.
func (r Numbered) Read(i int, pictures bool) (*Raw, error) {
	raw, err := r.Reader.Read(i, pictures)
	if err != nil {
		return nil, err
	}
	if _, own := raw.Labels[EpisodeLabel]; own {
		return raw, nil
	}
	return raw.With(map[string]string{EpisodeLabel: strconv.Itoa(NumberOf(r.Reader, i))}), nil
}

// Describe implements Describer.
func (r Numbered) Describe() Description { return stated(r.Reader) }

// List implements Listing.
func (r Numbered) List(name string) (episodes []int, ok bool, err error) {
	return ListOf(r.Reader, name)
}
