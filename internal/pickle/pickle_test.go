package pickle

import (
	"bytes"
	"strings"
	"testing"

	"counterpoise/internal/budget"
)

// A call is recorded, and a value that a pickle refers to twice is one value, which later instructions fill.
func TestRead(t *testing.T) {
	v, _, err := Read([]byte("\x80\x02cos\nsystem\nX\x02\x00\x00\x00hi\x85R."), budget.New(0))
	c, ok := v.(*Call)
	if err != nil || !ok || c.Of != any(Global("os system")) || len(c.Args) != 1 || c.Args[0] != "hi" {
		t.Errorf("a call: %#v, %v", v, err)
	}
	v, _, err = Read([]byte("\x80\x02(]q\x00(K\x01eh\x00t."), budget.New(0))
	two, ok := v.(Tuple)
	if err != nil || !ok || len(two) != 2 || two[0] != two[1] || len(two[1].(*List).Items) != 1 {
		t.Errorf("a list that occurs twice: %#v, %v", v, err)
	}
}

// A dictionary of a key without a value is an error, whichever instruction makes it.
func TestKeyWithoutValue(t *testing.T) {
	for _, raw := range []string{"\x80\x02(K\x01d.", "\x80\x02}(K\x01u."} {
		v, _, err := Read([]byte(raw), budget.New(0))
		if err == nil || !strings.Contains(err.Error(), "without a value") {
			t.Errorf("%q: %v, %v", raw, v, err)
		}
	}
}

// Whole numbers of every length have their sign in the highest bit of the last byte.
func TestSigned(t *testing.T) {
	for n := 1; n <= 8; n++ {
		least, most := make([]byte, n), bytes.Repeat([]byte{0xff}, n)
		least[n-1], most[n-1] = 0x80, 0x7f
		if a, b := Signed(least), Signed(most); a != -1<<(8*n-1) || b != 1<<(8*n-1)-1 {
			t.Errorf("%d bytes: %d to %d", n, a, b)
		}
	}
	if Signed(nil) != 0 {
		t.Error(Signed(nil))
	}
}

// Of equal keys the last one counts, as in Python: pickle.loads gives {'a': 2} here.
func TestEqualKeys(t *testing.T) {
	v, _, err := Read([]byte("\x80\x02}(X\x01\x00\x00\x00aK\x01X\x01\x00\x00\x00aK\x02u."), budget.New(0))
	d, ok := v.(*Dict)
	if err != nil || !ok {
		t.Fatalf("%#v, %v", v, err)
	}
	if a, ok := d.Get("a"); !ok || a != int64(2) {
		t.Errorf("a is %v, want 2", a)
	}
	if b, ok := d.Get("b"); ok {
		t.Errorf("b is %v", b)
	}
}

// Bytes are those of the pickle, or of a text in Latin-1, up to a length.
func TestBytes(t *testing.T) {
	encoded := func(text string) any {
		return &Call{Of: Global("_codecs encode"), Args: Tuple{text, "latin1"}}
	}
	for _, c := range []struct {
		value any
		most  int
		want  string
	}{
		{[]byte("ab"), 2, "ab"}, {[]byte("ab"), 1, ""}, {encoded("a\u00ff"), 2, "a\xff"}, {encoded("ab"), 1, ""},
		{encoded("abc"), 1, ""}, {encoded("\u0100"), 9, ""}, {"ab", 2, ""}, {nil, 2, ""},
	} {
		if got := Bytes(c.value, c.most); string(got) != c.want {
			t.Errorf("%v, at most %d: %q, want %q", c.value, c.most, got, c.want)
		}
	}
}

// FuzzRead: no pickle makes the reader fail other than by an error of one line.
func FuzzRead(f *testing.F) {
	f.Add([]byte("\x80\x02}q\x00(X\x04\x00\x00\x00lossq\x01G\xbf\xe0\x00\x00\x00\x00\x00\x00u."))
	f.Add([]byte("\x80\x02cos\nsystem\n)R."))
	f.Fuzz(func(t *testing.T, raw []byte) {
		v, _, err := Read(raw, budget.New(int64(len(raw))))
		if err != nil && (v != nil || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%v and %q", v, err)
		}
	})
}
