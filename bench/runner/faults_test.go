package runner

import (
	"strings"
	"testing"

	"counterpoise/internal/faults"
	"counterpoise/scenes/demos"
)

// A file of features is whole or not there, whatever fails.
func TestFeatureCacheUnderFaults(t *testing.T) {
	faults.Check(t, faults.Writer{Write: func(dir string) error {
		f := featureCache{files: Features(dir)}
		features := demos.PictureFeatures{Encoder: "a", Variants: 1, Width: 3, Rows: []float32{1, 2, 3}}
		return f.save(strings.Repeat("ab", 32), features)
	}})
}
