package datasets

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/scenes/demos"
)

// Known says which demonstrations are known to be good: those with some numbers, or with a value of a label.
type Known struct {
	numbers      []int // ascending; nil where label and value decide
	label, value string
}

// maxKnown is more than the demonstrations of any dataset.
const maxKnown = 10_000_000

// ParseKnown reads LABEL=VALUE, or numbers over all datasets from 0 on and ranges of them: 0,4-6.
func ParseKnown(text string) (Known, error) {
	if label, value, ok := strings.Cut(text, "="); ok {
		if label == "" || value == "" {
			return Known{}, errors.New("want a label and a value, such as mask=better")
		}
		return Known{label: label, value: value}, nil
	}
	numbers, err := wording.ParseNumbers(text, maxKnown)
	if err != nil {
		return Known{}, fmt.Errorf("%w (numbers of demonstrations, or LABEL=VALUE)", err)
	}
	slices.Sort(numbers)
	return Known{numbers: numbers}, nil
}

// Is reports whether a demonstration of a Set is known to be good.
func (k Known) Is(r *demos.Raw) bool {
	if k.numbers == nil {
		return slices.ContainsFunc(r.Values(k.label), func(v string) bool {
			return v == k.value || slices.Contains(strings.Split(k.value, ","), v)
		})
	}
	v, _ := r.Label(demos.EpisodeLabel)
	n, err := strconv.Atoi(v)
	_, is := slices.BinarySearch(k.numbers, n)
	return err == nil && is
}

// WithOutcomes returns the same with the numbers of demonstrations in place of the label success, where none has a
// label of that name and the dataset says otherwise which succeeded, as demos list shows.
func (k Known) WithOutcomes(ctx context.Context, r demos.Reader) (Known, error) {
	yes, truth := demos.Truth(k.value)
	if k.label != "success" || !truth {
		return k, nil
	}
	var outcomes demos.Outcomes
	var known []int
	for i := range r.Episodes() {
		if err := context.Cause(ctx); err != nil {
			return k, err
		}
		raw, err := r.Read(i, false)
		if err != nil {
			return k, err
		}
		if _, has := raw.Labels[k.label]; has {
			return k, nil
		}
		text, _ := raw.Label(demos.EpisodeLabel)
		n, err := strconv.Atoi(text)
		if err != nil {
			return k, nil
		}
		outcomes.Add(raw.Labels)
		known = append(known, n)
	}
	outcome := outcomes.Outcome()
	var numbers []int
	for i, n := range known {
		if is := outcome.Success(i); is != nil && *is == yes {
			numbers = append(numbers, n)
		}
	}
	if numbers == nil {
		return k, nil
	}
	slices.Sort(numbers)
	return Known{numbers: numbers}, nil
}

// Check returns an error if a number is not among those of the demonstrations, ascending.
func (k Known) Check(all []int) error {
	for _, n := range slices.Backward(k.numbers) {
		if _, is := slices.BinarySearch(all, n); !is {
			gap := ""
			if n > all[0] && n < all[len(all)-1] {
				gap = fmt.Sprintf(" with gaps; %d is one", n)
			}
			return fmt.Errorf("names demonstration %d, and there are %d, numbered from %d to %d%s", n, len(all), all[0],
				all[len(all)-1], gap)
		}
	}
	return nil
}
