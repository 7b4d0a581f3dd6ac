package packed

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
)

// tree refers to itself, directly and in a list.
type tree struct {
	Name    string
	Numbers [][]float64
	Left    *tree
	More    []*tree
}

// everything has each type that can be encoded.
type everything struct {
	Yes    bool
	Small  int
	Large  uint64
	Key    [3]byte
	Single float32
	Double float64
	Rows   []float32
	Names  []string
	Tree   *tree
}

// full is a value without a zero field.
func full() everything {
	return everything{true, -3, 1<<64 - 1, [3]byte{1, 2, 255}, -1.5, math.Inf(-1), []float32{1, -2, 1e-42},
		[]string{"", "naïve"}, &tree{Name: "a", Numbers: [][]float64{nil, {}, {1, 2}}, Left: &tree{},
			More: []*tree{nil, {Name: "b", More: []*tree{}}}}}
}

func TestRoundTrip(t *testing.T) {
	for _, want := range []everything{{}, full()} {
		data := Encode(want)
		var got everything
		if err := Decode(data, &got, budget.New(0)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, %v", got, err)
		}
		for n := range data {
			if err := Decode(data[:n], new(everything), budget.New(0)); err == nil {
				t.Errorf("%d of %d bytes are read", n, len(data))
			}
		}
		if err := Decode(append(data, 0), new(everything), budget.New(0)); err == nil {
			t.Error("a byte too many is read")
		}
	}
	// NaN keeps its bits.
	nan := math.Float64frombits(0x7ff8000000000123)
	var back []float64
	if err := Decode(Encode([]float64{nan}), &back, budget.New(0)); err != nil ||
		math.Float64bits(back[0]) != 0x7ff8000000000123 {
		t.Errorf("NaN comes back as %x, %v", math.Float64bits(back[0]), err)
	}
}

// The bytes after the layout, one by one.
func TestBytes(t *testing.T) {
	type value struct {
		A int
		B string
		C []float32
		D *bool
	}
	got := Encode(value{-2, "xy", []float32{1}, nil})[layoutSize:]
	if want := "03" + "027879" + "02" + "0000803f" + "00"; hex.EncodeToString(got) != want {
		t.Errorf("%x, want %s", got, want)
	}
}

// A type with another field, another name or another order is another layout.
func TestLayouts(t *testing.T) {
	type a struct{ X, Y int }
	data := Encode(a{1, 2})
	for _, to := range []any{new(struct{ Y, X int }), new(struct{ X, Z int }), new(struct{ X, Y, Z int }),
		new(struct{ X, Y int64 }), new([2]int), new(tree)} {
		if err := Decode(data, to, budget.New(0)); err == nil || !strings.Contains(err.Error(), "another version") {
			t.Errorf("%T: %v", to, err)
		}
	}
	if err := Decode(data, new(struct{ X, Y int }), budget.New(0)); err != nil {
		t.Error(err)
	}
	for _, v := range []any{struct{ x int }{}, map[string]int{}, struct{}{}, func() {}, []any{1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T is encoded", v)
				}
			}()
			Encode(v)
		}()
	}
}

// What a few bytes claim takes no memory and no stack.
func TestHostileBytes(t *testing.T) {
	head := layout(reflect.TypeFor[tree]())
	file := func(text string) []byte { return append(head[:], text...) }
	node := "\x00\x00\x01" // no name, no numbers, and a tree on the left
	for what, c := range map[string]struct {
		data []byte
		want error
	}{
		"a list of 2^62":        {file("\x00\xff\xff\xff\xff\xff\xff\xff\xff\x3f"), errShort},
		"a text of 2^62":        {file("\xff\xff\xff\xff\xff\xff\xff\xff\x3f"), errShort},
		"a varint of 11 bytes":  {file(strings.Repeat("\xff", 11)), errTwoWay},
		"a long form of 0":      {file("\x80\x00\x00\x00\x00"), errTwoWay},
		"a flag of 2":           {file("\x00\x00\x02"), errTwoWay},
		"nested":                {file(strings.Repeat(node, 1<<20)), nil},
		"millions of nil lists": {file("\x00\x81\x80\x80\x08" + strings.Repeat("\x00", 16<<20)), bounded.ErrTooLong},
	} {
		err := Decode(c.data, new(tree), budget.New(int64(len(c.data))))
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", what, err, c.want)
		}
	}
}

// What decodes encodes to the same bytes, and nothing panics.
func FuzzDecode(f *testing.F) {
	f.Add(Encode(full())[layoutSize:])
	f.Add(Encode(everything{})[layoutSize:])
	head := layout(reflect.TypeFor[everything]())
	f.Fuzz(func(t *testing.T, rest []byte) {
		data := append(head[:], rest...)
		var v everything
		if Decode(data, &v, budget.New(int64(len(data)))) == nil && !bytes.Equal(Encode(v), data) {
			t.Errorf("%x is %+v, and encodes to %x", rest, v, Encode(v)[layoutSize:])
		}
	})
}
