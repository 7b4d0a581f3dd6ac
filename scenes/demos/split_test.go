package demos

import "testing"

// A tenth of each behaviour validates, at least one of two, and every style in its share: of 60 optimal, 20 noisy and
// 10 erratic demonstrations in this order 6, 2 and 1.
func TestValidates(t *testing.T) {
	for n, want := range map[int]int{1: 0, 2: 1, 11: 1, 12: 2, 27: 3, 100: 10} {
		got := 0
		for i := range n {
			if Validates(i) {
				got++
			}
		}
		if got != want {
			t.Errorf("%d of %d demonstrations validate, want %d", got, n, want)
		}
	}
	var styles [3]int
	for i := range 90 {
		if Validates(i) {
			styles[max(0, i/10-4)/2]++
		}
	}
	if styles != [3]int{6, 2, 1} {
		t.Errorf("%v demonstrations of each style validate", styles)
	}
}
