package artifact

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"testing"
)

const testMagic = "counterpoise test\n"

// The layout byte by byte: the magic, a header of 9 bytes, the payload, and the digest of these.
func TestEncodeLayout(t *testing.T) {
	got, err := Encode(testMagic, struct{ A string }{"x"}, []byte{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	body := testMagic + "\x09\x00\x00\x00" + `{"A":"x"}` + "\x01\x02\x03"
	sum := sha256.Sum256([]byte(body))
	if want := body + string(sum[:]); string(got) != want {
		t.Errorf("file %s, want %s", hex.EncodeToString(got), hex.EncodeToString([]byte(want)))
	}
	if _, err := Encode(testMagic, func() {}, nil); err == nil {
		t.Error("a header that is not JSON was encoded")
	}
}

// file returns the body followed by its digest.
func file(body string) []byte {
	sum := sha256.Sum256([]byte(body))
	return append([]byte(body), sum[:]...)
}

func TestDecode(t *testing.T) {
	valid := file(testMagic + "\x02\x00\x00\x00{}payload")
	damaged := slices.Clone(valid)
	damaged[len(testMagic)+8] ^= 1
	for _, c := range []struct {
		name          string
		data          []byte
		head, payload string
		err           string
	}{
		{name: "valid", data: valid, head: "{}", payload: "payload"},
		{name: "no payload", data: file(testMagic + "\x02\x00\x00\x00{}"), head: "{}"},
		{name: "no header", data: file(testMagic + "\x00\x00\x00\x00")},
		{name: "empty", data: nil, err: `not a file of "counterpoise test"`},
		{name: "another kind", data: file("counterpoise policy\n\x00\x00\x00\x00"), err: "not a file of"},
		{name: "magic only", data: []byte(testMagic), err: "cut short"},
		{name: "cut off", data: valid[:len(valid)-1], err: "damaged"},
		{name: "one bit flipped", data: damaged, err: "damaged"},
		{name: "trailing byte", data: append(slices.Clone(valid), 0), err: "damaged"},
		{name: "long header", data: file(testMagic + "\x03\x00\x00\x00{}"), err: "header is longer"},
		{name: "header of 4 GiB", data: file(testMagic + "\xff\xff\xff\xff{}"), err: "header is longer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			head, payload, err := Decode(testMagic, c.data)
			switch {
			case c.err == "" && (err != nil || string(head) != c.head || string(payload) != c.payload):
				t.Errorf("header %q, payload %q, error %v; want %q, %q", head, payload, err, c.head, c.payload)
			case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
				t.Errorf("error %v, want one with %q", err, c.err)
			}
		})
	}
}

// Decode never panics, and the sections of a file that it accepts make up the file again.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("\x02\x00\x00\x00{}payload"), true)
	f.Add([]byte("\xff\xff\xff\xff"), true)
	f.Add([]byte("\x00"), false)
	f.Fuzz(func(t *testing.T, rest []byte, withDigest bool) {
		data := append([]byte(testMagic), rest...)
		if withDigest {
			data = file(string(data))
		}
		head, payload, err := Decode(testMagic, data)
		if err != nil {
			return
		}
		n := len(head)
		body := append([]byte(testMagic), byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
		body = append(append(body, head...), payload...)
		if !bytes.Equal(file(string(body)), data) {
			t.Errorf("header %q and payload %q do not make up %q", head, payload, data)
		}
	})
}
