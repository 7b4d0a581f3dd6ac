package artifact

import (
	"bytes"
	"math"
	"testing"
)

// Numbers are little-endian and keep every bit, including those of negative zero, infinity and NaN.
func TestFloats(t *testing.T) {
	single := []float32{1, float32(math.Copysign(0, -1)), float32(math.Inf(1)), math.Float32frombits(0x7fc00001)}
	double := []float64{1, math.Copysign(0, -1), math.Inf(-1), math.Float64frombits(0x7ff8000000000001)}
	data := AppendFloat64(AppendFloat32(nil, single), double)
	if !bytes.HasPrefix(data, []byte{0, 0, 0x80, 0x3f, 0, 0, 0, 0x80}) {
		t.Errorf("1 and -0 are % x", data[:8])
	}
	for i, v := range TakeFloat32(&data, len(single)) {
		if math.Float32bits(v) != math.Float32bits(single[i]) {
			t.Errorf("float32 %d is %v, want %v", i, v, single[i])
		}
	}
	for i, v := range TakeFloat64(&data, len(double)) {
		if math.Float64bits(v) != math.Float64bits(double[i]) {
			t.Errorf("float64 %d is %v, want %v", i, v, double[i])
		}
	}
	if len(data) != 0 {
		t.Errorf("%d bytes left", len(data))
	}
}
