package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/bounded"
	"counterpoise/internal/hostile"
)

// wide are limits for the longest message of the tests.
var wide = Limits{Bytes: 1 << 20, Values: 1 << 17, Depth: 8}

// numbers returns 0 to n - 1.
func numbers(n int) []any {
	all := make([]any, n)
	for i := range all {
		all[i] = int64(i)
	}
	return all
}

// values are the values of testdata/make_messages.py, as Decode returns them.
func values() map[string]any {
	const least, nan = math.MinInt64, math.MaxUint64
	count := map[string]any{}
	for i := range 300 {
		count[fmt.Sprintf("k%03d", i)] = int64(i)
	}
	zeros := make([]any, 70000)
	for i := range zeros {
		zeros[i] = int64(0)
	}
	var bytes []byte
	for i := range 18 {
		bytes = append(bytes, byte(i))
	}
	picture := NewUint8(bytes, 2, 3, 3)
	flipped := NewUint8([]byte{6, 7, 8, 3, 4, 5, 0, 1, 2, 15, 16, 17, 12, 13, 14, 9, 10, 11}, 2, 3, 3)
	of := func(dtype string, data ...byte) Array { return Array{Type: dtype, Shape: []int{2}, Data: data} }
	var joined []float64 // np.linspace(-1, 1, 14)
	for i := range 13 {
		joined = append(joined, float64(i)*(2.0/13)-1)
	}
	joined = append(joined, 1)
	minus := math.Copysign(0, -1)
	return map[string]any{
		"empty": map[string]any{}, "nil": nil, "booleans": []any{true, false},
		"whole": []any{int64(0), int64(1), int64(127), int64(128), int64(255), int64(256), int64(65535), int64(65536),
			int64(1<<32 - 1), int64(1 << 32), int64(math.MaxInt64), uint64(1 << 63), uint64(nan)},
		"negative": []any{int64(-1), int64(-32), int64(-33), int64(-128), int64(-129), int64(-32768), int64(-32769),
			int64(math.MinInt32), int64(math.MinInt32 - 1), int64(least)},
		"floats": []any{0.5, -1e300, 3.0},
		"text": []any{"", "grüße", strings.Repeat("x", 31), strings.Repeat("x", 32), strings.Repeat("y", 256),
			strings.Repeat("z", 65536)},
		"binary": []any{[]byte{}, []byte{0, 255}, []byte(strings.Repeat("b", 256)), []byte(strings.Repeat("c", 65536))},
		"lists":  []any{[]any{}, numbers(15), numbers(16), zeros},
		"map16":  count,
		"float32": NewFloat32([]float32{1.5, -2.25, float32(math.Inf(1)), 0, float32(minus), 1e-40},
			2, 3),
		"float64": NewFloat64([]float64{math.Pi, math.Inf(-1)}, 2),
		"float16": Array{Type: "<f2", Shape: []int{7},
			Data: []byte{0, 0, 0, 0x3c, 0, 0xc0, 0xff, 0x7b, 1, 0, 0, 4, 0, 0x7c}},
		"big-endian": of(">f4", 0x3f, 0xc0, 0, 0, 0xc0, 0, 0, 0),
		"picture":    picture, "not contiguous": flipped,
		"integers": []any{of("|i1", 1, 254), of("<i2", 1, 0, 254, 255), of("<i4", 1, 0, 0, 0, 254, 255, 255, 255),
			of("<i8", 1, 0, 0, 0, 0, 0, 0, 0, 254, 255, 255, 255, 255, 255, 255, 255), of(">i2", 0, 1, 255, 254),
			of(">i4", 0, 0, 0, 1, 255, 255, 255, 254),
			of(">i8", 0, 0, 0, 0, 0, 0, 0, 1, 255, 255, 255, 255, 255, 255, 255, 254)},
		"unsigned": []any{of("|u1", 1, 200), of("<u2", 1, 0, 200, 0), of("<u4", 1, 0, 0, 0, 200, 0, 0, 0),
			of("<u8", 1, 0, 0, 0, 0, 0, 0, 0, 200, 0, 0, 0, 0, 0, 0, 0), of(">u2", 0, 1, 0, 200),
			of(">u4", 0, 0, 0, 1, 0, 0, 0, 200), of(">u8", 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 200)},
		"bool array": of("|b1", 1, 0), "no dimension": NewFloat64([]float64{7}, []int{}...),
		"no elements": NewFloat32(nil, 0, 7),
		"scalars":     []any{1.5, 2.5, int64(-3), int64(4), true, "left"},
		"text array":  of("<U2", 'a', 0, 0, 0, 'b', 0, 0, 0, 'c', 0, 0, 0, 0, 0, 0, 0),
		"reply": map[string]any{"actions": NewFloat64(joined, 2, 7), "policy_timing": map[string]any{"infer_ms": 1.25},
			"server_timing": map[string]any{"infer_ms": 1.5, "prev_total_ms": 2.5}},
		"question": map[string]any{"observation/image": picture,
			"observation/state": NewFloat32([]float32{0, 1, 2, 3, 4, 5, 6, 7}, 8),
			"prompt":            "grasp and lift the red block"},
	}
}

// Messages of the real openpi_client.msgpack_numpy are read as the values that they are, and values are written with
// its bytes. Scalars of NumPy are read alone: Go's have no other form than plain numbers.
func TestMessagesOfOpenpi(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "messages.txt"))
	if err != nil {
		t.Fatal(err)
	}
	all := values()
	for line := range strings.Lines(string(text)) {
		name, want, _ := strings.Cut(strings.TrimSpace(line), "\t")
		value, known := all[name]
		delete(all, name)
		got, err := Append(nil, value)
		if !known || err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if digest, long := strings.CutPrefix(want, "sha256:"); long {
			if sum := sha256.Sum256(got); hex.EncodeToString(sum[:]) != digest {
				t.Errorf("%s: other bytes than openpi's", name)
			}
		} else {
			message, err := hex.DecodeString(want)
			if err != nil {
				t.Fatal(err)
			}
			if name != "scalars" && !slices.Equal(got, message) {
				t.Errorf("%s is written as\n%x, by openpi as\n%s", name, got, want)
			}
			got = message
		}
		if back, err := Decode(got, wide); err != nil || !reflect.DeepEqual(back, value) {
			t.Errorf("%s is read as %.300v, %v, want %.300v", name, back, err, value)
		}
	}
	if len(all) > 0 {
		t.Errorf("messages.txt lacks %d values", len(all))
	}
}

func TestFloat64s(t *testing.T) {
	all := values()
	for name, want := range map[string][]float64{
		"float32":    {1.5, -2.25, math.Inf(1), 0, math.Copysign(0, -1), float64(float32(1e-40))},
		"float16":    {0, 1, -2, 65504, math.Ldexp(1, -24), math.Ldexp(1, -14), math.Inf(1)},
		"big-endian": {1.5, -2}, "bool array": {1, 0}, "no dimension": {7}, "no elements": {},
	} {
		if got, err := all[name].(Array).Float64s(); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	for name, want := range map[string][]float64{"integers": {1, -2}, "unsigned": {1, 200}} {
		for _, a := range all[name].([]any) {
			if got, err := a.(Array).Float64s(); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %v, %v", a.(Array).Type, got, err)
			}
		}
	}
	odd := Array{Type: "|b1", Shape: []int{4}, Data: []byte{0, 1, 2, 255}} // NumPy takes every byte but 0 for true
	if got, err := odd.Float64s(); err != nil || !slices.Equal(got, []float64{0, 1, 1, 1}) {
		t.Errorf("truth values of other bytes: %v, %v", got, err)
	}
	if _, err := all["text array"].(Array).Float64s(); !errors.Is(err, ErrType) {
		t.Errorf("text as numbers: %v", err)
	}
}

// array returns the message of an array with parts of any kind.
func array(data, dtype, shape any) []byte {
	m := []byte{codeFixMap | 4}
	m = append(appendBytes(m, []byte(keyArray)), codeTrue)
	for _, part := range []struct {
		key   string
		value any
	}{{keyData, data}, {keyType, dtype}, {keyShape, shape}} {
		m, _ = Append(appendBytes(m, []byte(part.key)), part.value)
	}
	return m
}

// Every way in which a message can lie has an error of its own.
func TestMessagesThatLie(t *testing.T) {
	eight := make([]byte, 8)
	mustBin := func(b ...byte) []byte { return b }
	for name, c := range map[string]struct {
		message []byte
		want    error
		word    string
	}{
		"nothing":                 {nil, ErrMalformed, "a message is empty"},
		"half a number":           {mustBin(codeFloat64, 1, 2), ErrMalformed, "8 bytes are announced and 2 are left"},
		"text beyond the end":     {mustBin(codeString32, 255, 255, 255, 255), ErrMalformed, "4294967295 bytes"},
		"binary beyond the end":   {mustBin(codeBin32, 127, 255, 255, 255, 0), ErrMalformed, "are left"},
		"list beyond the end":     {mustBin(codeArray32, 255, 255, 255, 255), ErrMalformed, "elements are announced"},
		"map beyond the end":      {mustBin(codeMap32, 255, 255, 255, 255, 1), ErrMalformed, "elements are announced"},
		"two values":              {mustBin(codeNil, codeNil), ErrMalformed, "follow the value"},
		"an extension":            {mustBin(0xd4, 0, 0), ErrMalformed, "extension"},
		"the code that is unused": {mustBin(0xc1), ErrMalformed, "0xc1"},
		"a number as a key":       {mustBin(codeFixMap|1, 1, 1), ErrMalformed, "a key of a map"},
		"a key twice":             {mustBin(codeFixMap|2, 0xa1, 'k', 1, 0xa1, 'k', 2), ErrMalformed, "twice"},
		"no UTF-8":                {mustBin(codeFixString|1, 255), ErrMalformed, "UTF-8"},
		"deep":                    {[]byte(strings.Repeat("\x91", 100) + "\xc0"), bounded.ErrTooLong, "too deep"},
		"many values": {append(mustBin(codeArray32, 0, 2, 0, 1), make([]byte, 1<<17+1)...), bounded.ErrTooLong,
			"one array"},
		"long":                 {make([]byte, 1<<20+1), bounded.ErrTooLong, "the limit is"},
		"too few data":         {array(eight, "<f4", []any{3}), ErrShape, "[3]"},
		"too many data":        {array(eight, "<f4", []any{1}), ErrShape, "8 bytes"},
		"a huge shape":         {array(eight, "<f4", []any{1 << 62, 1 << 62}), ErrShape, "memory"},
		"a shape that wraps":   {array(eight, "<f4", []any{1 << 32, 1 << 32, 2}), ErrShape, "memory"},
		"size beyond an int":   {array(eight, "<f8", []any{math.MaxInt}), ErrShape, "8 bytes"},
		"a negative shape":     {array(eight, "<f4", []any{-1, -2}), ErrShape, "[-1 -2]"},
		"a shape of fractions": {array(eight, "<f4", []any{2.0}), ErrShape, "dimension 0"},
		"a shape of uint64":    {array(eight, "<f4", []any{uint64(1 << 63)}), ErrShape, "dimension 0"},
		"100 dimensions":       {array(eight, "<f4", slices.Repeat([]any{1}, 100)), ErrShape, "100 dimensions"},
		"no shape":             {array(eight, "<f4", nil), ErrMalformed, "shape"},
		"data as text":         {array("12345678", "<f4", []any{2}), ErrMalformed, "binary data"},
		"a pickle":             {array(eight, "|O", []any{1}), ErrType, "convert them to numbers"},
		"a structure":          {array(eight, "|V8", []any{1}), ErrType, "convert"},
		"complex":              {array(eight, "<c8", []any{1}), ErrType, "convert"},
		"no type":              {array(eight, nil, []any{1}), ErrMalformed, `type ""`},
		"floats of 3 bytes":    {array(eight, "<f3", []any{1}), ErrMalformed, "<f3"},
		"no size":              {array(eight, "<f", []any{1}), ErrMalformed, "<f"},
		"no order":             {array(eight, "|f4", []any{2}), ErrMalformed, "|f4"},
		"text of no width":     {array([]byte{}, "<U0", []any{1 << 40}), ErrMalformed, "<U0"},
		"bfloat16":             {array(eight, "bfloat16", []any{4}), ErrMalformed, "convert it to float32"},
		"text keys":            {mustAppend(map[string]any{keyArray: true}), ErrMalformed, "keys are binary"},
		"scalar without data": {append(appendBytes(mustBin(codeFixMap|1), []byte(keyScalar)), codeTrue), ErrMalformed,
			"lacks its data"},
	} {
		v, err := Decode(c.message, wide)
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%s: %v, %v", name, v, err)
		}
	}
	for name, v := range map[string]any{
		"short data": Array{Type: "<f4", Shape: []int{2}, Data: eight[:4]}, "a structure": struct{}{},
		"in a list": []any{struct{}{}}, "in a map": map[string]any{"a": Array{Type: "|O", Data: eight}},
	} {
		if b, err := Append(nil, v); err == nil {
			t.Errorf("%s is written as %x", name, b)
		}
	}
}

func mustAppend(v any) []byte {
	b, err := Append(nil, v)
	if err != nil {
		panic(err)
	}
	return b
}

// Decoding takes memory in proportion to the message, whatever it announces and however small its values are.
func TestMessagesStayInBudget(t *testing.T) {
	n := DefaultLimits().Values
	list := func(element string, n int) func() []byte { return func() []byte { return listOf(element, n) } }
	hostile.Check(t, func(path string) error {
		b, err := bounded.ReadRegular(path)
		if err == nil {
			_, err = Decode(b, DefaultLimits())
		}
		return err
	},
		hostile.Input{Name: "nothing but empty maps", Data: list("\x80", n-1), Fits: true},
		hostile.Input{Name: "nothing but empty lists", Data: list("\x90", n-1), Fits: true},
		hostile.Input{Name: "nothing but small maps", Data: list("\x81\xa1k\x01", n/3-1), Fits: true},
		hostile.Input{Name: "a million maps", Data: list("\x80", 1<<20)},
		hostile.Input{Name: "ten million numbers", Data: list("\x01", 10<<20)},
		hostile.Input{Name: "an array of 2^62 numbers",
			Data: func() []byte { return array(make([]byte, 8), "<f8", []any{1 << 31, 1 << 31}) }},
		hostile.Input{Name: "a list of 2^32 values",
			Data: func() []byte { return []byte{codeArray32, 255, 255, 255, 255, 0} }},
		hostile.Input{Name: "lists of lists of 65,535 values each",
			Data: func() []byte { return nested("\xdc\xff\xff") }},
	)
}

// listOf returns the message of a list of n equal elements.
func listOf(element string, n int) []byte {
	head := appendLength(nil, n, 15, codeFixArray, 0, codeArray16, codeArray32)
	return append(head, strings.Repeat(element, n)...)
}

// nested returns the head of a list or a map 30 times, one within the other, and as many bytes as the heads announce.
func nested(head string) []byte {
	return []byte(strings.Repeat(head, 30) + strings.Repeat("\x01", 1<<18))
}

// Decoding allocates less than 9 MB for the values of a message within the default limits, also where lists and maps
// announce more than there is.
func TestValuesAllocateLittle(t *testing.T) {
	n := DefaultLimits().Values
	for name, message := range map[string][]byte{
		"lists that announce all values":        nested("\xdc\xff\xe0"),
		"maps that announce all values":         nested("\xde\xff\xe0\xa1k"),
		"maps that announce half of the values": nested("\xde\x7f\xe0\xa1k"),
		"numbers":                               listOf("\x01", n-1),
		"empty maps":                            listOf("\x80", n-1),
		"small maps":                            listOf("\x81\xa1k\x01", n/3-1),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Decode(message, DefaultLimits())
		runtime.ReadMemStats(&after)
		kB := (after.TotalAlloc - before.TotalAlloc) / 1000
		if kB > 9000 {
			t.Errorf("%s: decoding has allocated %d kB (%v)", name, kB, err)
		}
	}
}

// Whatever bytes come, decoding ends with a value or an error by name; a value that is read is written and read again
// as the same bytes.
func FuzzDecode(f *testing.F) {
	for name, v := range values() {
		if b := mustAppend(v); len(b) < 4096 && name != "scalars" {
			f.Add(b)
		}
	}
	f.Add(array(make([]byte, 8), "<f4", []any{1 << 62, 1 << 62}))
	f.Add([]byte{codeMap32, 255, 255, 255, 255, 1})
	f.Fuzz(func(t *testing.T, message []byte) {
		v, err := Decode(message, wide)
		if err != nil {
			if !slices.ContainsFunc([]error{ErrMalformed, ErrShape, ErrType, bounded.ErrTooLong},
				func(named error) bool { return errors.Is(err, named) }) {
				t.Errorf("an error without a name: %v", err)
			}
			return
		}
		again, err := Append(nil, v)
		if err != nil {
			t.Fatalf("a value that is read cannot be written: %v", err)
		}
		back, err := Decode(again, wide)
		if err != nil {
			t.Fatalf("a value that is written cannot be read: %v", err)
		}
		if third := mustAppend(back); !slices.Equal(third, again) {
			t.Errorf("%x becomes %x", again, third)
		}
	})
}

// Keys of a map and their values count, and so do elements of lists.
func TestValuesAreCounted(t *testing.T) {
	for values, value := range map[int]any{
		1: int64(7), 3: []any{nil, nil}, 5: map[string]any{"a": true, "b": false},
		7: map[string]any{"a": map[string]any{"b": true}, "c": nil},
		6: []any{[]any{}, map[string]any{"a": []any{}}, "text"},
	} {
		message, err := Append(nil, value)
		if err != nil {
			t.Fatal(err)
		}
		l := DefaultLimits()
		l.Values = values
		if _, err := Decode(message, l); err != nil {
			t.Errorf("%v within %d values: %v", value, values, err)
		}
		if l.Values--; values > 1 {
			if _, err := Decode(message, l); !errors.Is(err, bounded.ErrTooLong) {
				t.Errorf("%v within %d values: %v", value, l.Values, err)
			}
		}
	}
}
