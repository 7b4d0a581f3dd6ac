package hdf5

import (
	"strings"
	"testing"
)

// What LibLZF made, by h5py 3.16, is what it was made from. Other bytes and more than the limit are errors.
func TestUnLZF(t *testing.T) {
	text := strings.Repeat("abc", 5) + strings.Repeat("x", 300) + "the end, abcabc"
	made := "\x03abca\xe0\x02\x02\x00x\xe0\xff\x00\xe0\x1a\x00\x08the end, A@\x01bc"
	for _, c := range []struct {
		data  string
		limit int64
		want  string // "" is an error
	}{
		{made, 330, text},
		{made, 329, ""},
		{"\x02abc\x20\x02", 6, "abcabc"},
		{"\x02abc\x20\x03", 6, ""}, // before the beginning
		{"\x02abc\x20", 6, ""},
		{"\x02abc\xe0", 6, ""},
		{"\x02ab", 6, ""},
	} {
		got, err := unlzf([]byte(c.data), c.limit)
		if (err != nil) != (c.want == "") || string(got) != c.want {
			t.Errorf("%q unpacks to %q, %v; want %q", c.data, got, err, c.want)
		}
	}
}
