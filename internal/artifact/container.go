package artifact

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// seal puts a file together.
func Encode(magic string, header any, payload []byte) ([]byte, error) {
	head, err := json.Marshal(header)
	if err != nil {
		return nil, err
	}
	out := []byte(magic)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(head)))
	out = append(append(out, head...), payload...)
	sum := sha256.Sum256(out)
	return append(out, sum[:]...), nil
}

func AppendFloat32(dst []byte, v []float32) []byte {
	for _, f := range v {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(f))
	}
	return dst
}

// sections splits a file with the given first line into header and payload once its digest has been checked.
func Decode(magic string, data []byte) (head, payload []byte, err error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, nil, fmt.Errorf("not a file of %q", strings.TrimSpace(magic))
	}
	if len(rest) < 4+sha256.Size {
		return nil, nil, fmt.Errorf("the file is cut short")
	}
	body := len(data) - sha256.Size
	if sum := sha256.Sum256(data[:body]); !bytes.Equal(sum[:], data[body:]) {
		return nil, nil, fmt.Errorf("the file is damaged: its checksum is not that of its content")
	}
	n := uint64(binary.LittleEndian.Uint32(rest))
	rest = rest[4 : len(rest)-sha256.Size]
	if n > uint64(len(rest)) {
		return nil, nil, fmt.Errorf("its header is longer than the file")
	}
	return rest[:n], rest[n:], nil
}

func TakeFloat32(data *[]byte, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32((*data)[4*i:]))
	}
	*data = (*data)[4*n:]
	return v
}

func AppendFloat64(dst []byte, v []float64) []byte {
	for _, f := range v {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(f))
	}
	return dst
}

func TakeFloat64(data *[]byte, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64((*data)[8*i:]))
	}
	*data = (*data)[8*n:]
	return v
}
