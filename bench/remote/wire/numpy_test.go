package wire

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// packed are the values of testdata/make_msgpack_numpy.py, as Decode returns them, but for those of which it has one of
// each type; a string is a part of the error.
func packed() map[string]any {
	of := func(dtype string, size int, data ...int) Array {
		a := Array{Type: dtype, Shape: []int{len(data)}}
		for _, v := range data {
			for i := range size {
				shift := 8 * i
				if dtype[0] == '>' {
					shift = 8 * (size - 1 - i)
				}
				a.Data = append(a.Data, byte(v>>shift))
			}
		}
		return a
	}
	action := NewFloat32([]float32{0, 1, 2, 3, 4, 5, 6}, 7)
	return map[string]any{
		"negative": []any{of("|i1", 1, -1, -2), of("<i2", 2, -1, -2), of(">i4", 4, -1, -2), of("<i8", 8, -1, -2)},
		"large":    []any{uint64(math.MaxUint64), int64(math.MinInt64), int64(math.MaxInt64)},
		"special": Array{Type: "<f8", Shape: []int{4}, Data: []byte{
			0, 0, 0, 0, 0, 0, 0xf8, 0x7f, 0, 0, 0, 0, 0, 0, 0xf0, 0x7f, 0, 0, 0, 0, 0, 0, 0xf0, 0xff,
			0, 0, 0, 0, 0, 0, 0, 0x80,
		}},
		"no dimension":   NewFloat64([]float64{7}, []int{}...),
		"no elements":    Array{Type: "<f4", Shape: []int{0, 7}, Data: []byte{}},
		"not contiguous": NewFloat64([]float64{2, 1, 0, 5, 4, 3}, 2, 3),
		"by columns":     NewFloat64([]float64{0, 1, 2, 3, 4, 5}, 2, 3),
		"text": Array{Type: "<U2", Shape: []int{2},
			Data: []byte{'a', 0, 0, 0, 'b', 0, 0, 0, 'c', 0, 0, 0, 0, 0, 0, 0}},
		"high bytes": of("|u1", 1, 128, 255, 200),
		"nested": map[string]any{
			"actions": []any{action, action}, "more": map[string]any{"x": []any{int64(3)}},
		},
		"plain":          map[string]any{"nd": "a word", "type": int64(1), "data": []any{int64(1)}},
		"complex":        "a complex number",
		"complex scalar": `"<c8"`,
		"complex array":  `"<c16"`,
		"structured":     "a structured type with the fields x, y; convert it to float32",
		"objects":        "a pickle, which is not read",
		"void":           "no number of NumPy's own, such as bfloat16",
		"long":           `"<f16"`,
	}
}

// Arrays and scalars that PyPI's msgpack-numpy packs are read as the values that they are, of every type, with binary
// keys and with text; what is no array of numbers is an error that says what to do.
func TestMessagesOfMsgpackNumPy(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "msgpack_numpy.txt"))
	if err != nil {
		t.Fatal(err)
	}
	all, read := packed(), map[string]int{}
	for line := range strings.Lines(string(text)) {
		name, hexed, _ := strings.Cut(strings.TrimSpace(line), "\t")
		message, err := hex.DecodeString(hexed)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(message, wide)
		read[name]++
		if dtype, ok := strings.CutPrefix(name, "array "); ok {
			a, _ := got.(Array)
			x, bad := a.Float64s()
			want := []float64{1, 0, 100, 1}
			if dtype == "|b1" {
				want[2] = 1
			}
			if err != nil || bad != nil || a.Type != dtype || fmt.Sprint(a.Shape, x) != fmt.Sprint([]int{2, 2}, want) {
				t.Errorf("%s is read as %v, %v", name, got, err)
			}
			continue
		}
		if dtype, ok := strings.CutPrefix(name, "scalar "); ok {
			want := map[byte]any{'b': true, 'i': int64(1), 'u': int64(1), 'f': 1.0}[dtype[1]]
			if err != nil || got != want {
				t.Errorf("%s is read as %v (%T), %v", name, got, got, err)
			}
			continue
		}
		want, known := all[name]
		if part, refused := want.(string); refused {
			if err == nil || !strings.Contains(err.Error(), part) ||
				!errors.Is(err, ErrType) && !errors.Is(err, ErrMalformed) {
				t.Errorf("%s is read as %v, %v, want an error with %q", name, got, err, part)
			}
			continue
		}
		if !known || err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %#v, %v,\nwant %#v", name, got, err, want)
		}
	}
	for name, n := range read {
		if n != 2 {
			t.Errorf("%s stands %d times in the file, not with both kinds of keys", name, n)
		}
		delete(all, name)
	}
	if len(all) > 0 || len(read) < 50 {
		t.Errorf("%d values of the file were read, and %d are missing", len(read), len(all))
	}
}

// What of a map makes it an array is not enough for a map that lacks the rest, and data of another length are an error.
func TestMapsLikeMsgpackNumPy(t *testing.T) {
	for name, c := range map[string]struct {
		of   map[string]any
		word string
	}{
		"no data":       {map[string]any{"nd": true, "type": "<f4", "shape": []any{1}}, ""},
		"no shape":      {map[string]any{"nd": true, "type": "<f4", "data": []byte{1}}, ""},
		"a number":      {map[string]any{"nd": 1, "type": "<f4", "data": []byte{1}, "shape": []any{1}}, ""},
		"a short array": {map[string]any{"nd": true, "type": "<f4", "data": []byte{1}, "shape": []any{1}}, "1 bytes"},
		"a long scalar": {map[string]any{"nd": false, "type": "<f4", "data": make([]byte, 8)}, "8 bytes"},
		"data as list": {map[string]any{"nd": true, "type": "<f4", "data": []any{1}, "shape": []any{1}},
			"binary data"},
	} {
		message, err := Append(nil, c.of)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(message, wide)
		if _, isMap := got.(map[string]any); c.word == "" && (err != nil || !isMap) ||
			c.word != "" && (err == nil || !strings.Contains(err.Error(), c.word)) {
			t.Errorf("%s: %v, %v, want %q", name, got, err, c.word)
		}
	}
}
