package lerobot

import (
	"math"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// Different numbers are different labels, and those that are the same number in another type are the same label.
func TestLabelText(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{20230000.0, "20230000"}, {20230001.0, "20230001"}, {0.1, "0.1"}, {float32(0.1), "0.1"}, {1.0, "1"},
		{float32(1), "1"}, {float32(16777216), "16777216"}, {int64(1), "1"}, {-3.0, "-3"}, {1.5, "1.5"},
		{0.30000000000000004, "0.30000000000000004"}, {1e300, "1e+300"}, {math.NaN(), "NaN"}, {true, "true"},
		{float64(1<<53 - 1), "9007199254740991"}, {"left", "left"},
	} {
		if got := labelText(parquet.ValueOf(c.value)); got != c.want {
			t.Errorf("%v (%T) is %q, want %q", c.value, c.value, got, c.want)
		}
	}
}
