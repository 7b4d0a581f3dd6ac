package artifact

import (
	"encoding/binary"
	"math"
)

// AppendFloat32 appends the IEEE 754 bits of v to dst, 4 bytes each, little-endian. Every bit pattern is kept,
// including those of NaN.
func AppendFloat32(dst []byte, v []float32) []byte {
	for _, f := range v {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(f))
	}
	return dst
}

// TakeFloat32 reads n numbers from the start of data and advances data past them. It panics if data has fewer than 4n
// bytes.
func TakeFloat32(data *[]byte, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32((*data)[4*i:]))
	}
	*data = (*data)[4*n:]
	return v
}

// AppendFloat64 appends the IEEE 754 bits of v to dst, 8 bytes each, little-endian.
func AppendFloat64(dst []byte, v []float64) []byte {
	for _, f := range v {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(f))
	}
	return dst
}

// TakeFloat64 reads n numbers from the start of data and advances data past them. It panics if data has fewer than 8n
// bytes.
func TakeFloat64(data *[]byte, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64((*data)[8*i:]))
	}
	*data = (*data)[8*n:]
	return v
}
