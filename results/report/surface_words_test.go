package report

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"counterpoise/internal/golden"
)

// What the README says of surface-success in words follows from the sentences of its document: how far the method's
// settings lie from the curve through given weights, and how far the best of them stays below the best given weight
// where that leaves the bad demonstrations out.
func TestSurfaceSuccessWords(t *testing.T) {
	text, err := os.ReadFile("../surfaces/surface-success.md")
	if err != nil {
		t.Fatal(err)
	}
	number := func(b []byte) float64 {
		x, err := strconv.ParseFloat(string(b), 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	var distances, off, below []float64
	settings := 0
	for _, m := range regexp.MustCompile(`(?m)^- \w+: natural data .* best given weight of the optimal demonstrations `+
		`([\d.]+) % \(at ([\d.]+)\)\. The (\d+) settings .* in [\d.]+ to ([\d.]+) %.* They lie ([\d.]+) points `+
		`.*\(([-+\d.]+) to ([-+\d.]+)\)`).FindAllSubmatch(text, -1) {
		settings += int(number(m[3]))
		distances = append(distances, number(m[5]))
		off = append(off, math.Abs(number(m[6])), math.Abs(number(m[7])))
		if number(m[2]) == 1 {
			below = append(below, number(m[1])-number(m[4]))
		}
	}
	if len(distances) != 6 || len(below) != 4 {
		t.Fatalf("%d styles, %d of them best left out", len(distances), len(below))
	}
	golden.CheckWords(t, "../../README.md",
		fmt.Sprintf("%d settings of the method succeed as often as fixed weights at the same place do, within %.1f to "+
			"%.1f points on average (single ones up to %.0f points off", settings, slices.Min(distances),
			slices.Max(distances), slices.Max(off)),
		fmt.Sprintf("the best setting of the method stays %.0f to %.0f points below", slices.Min(below),
			slices.Max(below)))
}
