package datasets

import (
	"testing"

	"counterpoise/policies/weigh"
)

// Demonstrations that are in no group weigh 0, at their place among all.
func TestWhole(t *testing.T) {
	samples := []weigh.Sample{{Group: "a", Frames: 5, Weight: 1}, {Group: "b", Frames: 7, Weight: 2}}
	all := whole(samples, []int{1, 3}, []int{4, 5, 6, 7})
	for i, want := range []weigh.Sample{
		{Episode: 0, Frames: 4}, {Episode: 1, Group: "a", Frames: 5, Weight: 1}, {Episode: 2, Frames: 6},
		{Episode: 3, Group: "b", Frames: 7, Weight: 2},
	} {
		if all[i] != want {
			t.Errorf("demonstration %d is %+v, want %+v", i, all[i], want)
		}
	}
	if same := whole(samples, nil, nil); len(same) != 2 {
		t.Errorf("nothing selected: %d samples", len(same))
	}
}
