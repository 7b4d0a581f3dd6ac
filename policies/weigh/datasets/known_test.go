package datasets

import (
	"fmt"
	"strings"
	"testing"

	"counterpoise/scenes/demos"
)

func TestParseKnown(t *testing.T) {
	for text, want := range map[string]string{
		"3": "[3]", "6,0,4-5": "[0 4 5 6]", "mask=better": "[]",
		"": "error", "-1": "error", "4-2": "error", "1,,2": "error", "1-2-3": "error", "=a": "error", "a=": "error",
		"10000000": "error", "0-99999999999": "error", "x": "error", "1,1": "error",
	} {
		k, err := ParseKnown(text)
		got := fmt.Sprint(k.numbers)
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: %s, want %s (%v)", text, got, want, err)
		}
	}
}

// A demonstration is known by its number over all datasets, or by a value of a label, of which it may have several.
func TestKnownIs(t *testing.T) {
	one := demos.Raw{Labels: map[string]string{demos.EpisodeLabel: "4", "mask": "better"}}
	for text, want := range map[string]bool{
		"4": true, "0-9": true, "3,5": false, "mask=better": true, "mask=okay": false, "mask=okay,better": true,
		"none=better": false,
	} {
		k, err := ParseKnown(text)
		if err != nil || k.Is(&one) != want {
			t.Errorf("%q: %v, want %v (%v)", text, k.Is(&one), want, err)
		}
	}
	numbers := []int{0, 1, 2, 3, 4, 5, 6, 7}
	k, err := ParseKnown("0,7")
	if err != nil || k.Check(numbers) != nil || k.Check(numbers[:7]) == nil ||
		!strings.Contains(k.Check(numbers[:7]).Error(), "names demonstration 7, and there are 7") {
		t.Errorf("%v, %v, %v", k.Check(numbers), k.Check(numbers[:7]), err)
	}
}

// A number in a gap of the numbers is called one.
func TestKnownInAGap(t *testing.T) {
	k, err := ParseKnown("3")
	if err == nil {
		err = k.Check([]int{0, 2, 4})
	}
	if err == nil || !strings.Contains(err.Error(), "numbered from 0 to 4 with gaps; 3 is one") {
		t.Error(err)
	}
}
