package datasets

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/ranges"
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
	numbers, err := ranges.Parse(text, maxKnown)
	if err != nil {
		return Known{}, fmt.Errorf("%w (numbers of demonstrations, or LABEL=VALUE)", err)
	}
	slices.Sort(numbers)
	return Known{numbers: numbers}, nil
}

// Is reports whether a demonstration of a Set is known to be good.
func (k Known) Is(r *demos.Raw) bool {
	if k.numbers == nil {
		return slices.Contains(r.Values(k.label), k.value)
	}
	v, _ := r.Label(demos.EpisodeLabel)
	n, err := strconv.Atoi(v)
	_, is := slices.BinarySearch(k.numbers, n)
	return err == nil && is
}

// Check returns an error if a number is not among those of the demonstrations, ascending.
func (k Known) Check(all []int) error {
	for _, n := range slices.Backward(k.numbers) {
		if _, is := slices.BinarySearch(all, n); !is {
			return fmt.Errorf("names demonstration %d, and there are %d, numbered from %d to %d", n, len(all), all[0],
				all[len(all)-1])
		}
	}
	return nil
}
