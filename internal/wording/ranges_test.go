package wording

import (
	"slices"
	"strings"
	"testing"
)

func TestParseNumbers(t *testing.T) {
	for _, c := range []struct {
		text  string
		below int
		want  []int
		err   string
	}{
		{text: "3", below: 4, want: []int{3}},
		{text: "3,0-1", below: 4, want: []int{3, 0, 1}},
		{text: " 0-2, 5 ", below: 9, want: []int{0, 1, 2, 5}},
		{text: "2-2", below: 3, want: []int{2}},
		{text: "4", below: 4, err: "there is no 4, the last is 3"},
		{text: "0-9999999999", below: 4, err: "there is no 9999999999, the last is 3"},
		{text: "99999999999999999999", below: 4, err: "want numbers"},
		{text: "", below: 4, err: `such as 0-9,12, not ""`},
		{text: "1,", below: 4, err: `not ""`},
		{text: "2-1", below: 4, err: `not "2-1"`},
		{text: "-1", below: 4, err: `not "-1"`},
		{text: "1-x", below: 4, err: `not "1-x"`},
		{text: "1,3,1", below: 4, err: "1 is in the list twice; name it once"},
		{text: "0-2,2", below: 4, err: "2 is in the list twice"},
		{text: "0-3,0-3", below: 4, err: "a number is in the list twice"},
	} {
		got, err := ParseNumbers(c.text, c.below)
		if c.err == "" && (err != nil || !slices.Equal(got, c.want)) {
			t.Errorf("%q below %d: %v, %v; want %v", c.text, c.below, got, err, c.want)
		}
		if c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%q below %d: %v, %v; want an error with %q", c.text, c.below, got, err, c.err)
		}
	}
}
