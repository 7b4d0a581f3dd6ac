package ridge

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/artifact"
	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
)

// Files that are damaged, of another format, of other features, or with a parameter that is not a number are refused,
// each by an error that says which.
func TestInvalidFiles(t *testing.T) {
	c := smallRidge()
	c.Features, c.Chunk, c.Execute = 3, 1, 1
	d, g := toydata.Reaching(seed.Of("toy"), 1)
	r, err := New(d, g, c, 0, seed.Of(""))
	if err != nil {
		t.Fatal(err)
	}
	data, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	h, payload, err := artifact.Decode(Magic, data)
	if err != nil {
		t.Fatal(err)
	}
	file := func(head string, payload []byte) []byte {
		data, err := artifact.Encode(Magic, rawJSON(head), payload)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	head := string(h)
	edited := func(old, edit string) []byte { return file(strings.Replace(head, old, edit, 1), payload) }
	// without returns the file with ones in the place of n bytes, which are a NaN.
	without := func(from, n int) []byte {
		spoilt := slices.Clone(payload)
		copy(spoilt[from:from+n], "\xff\xff\xff\xff\xff\xff\xff\xff")
		return file(head, spoilt)
	}
	const n = 16 // features of observer "state"
	flipped := slices.Clone(data)
	flipped[40] ^= 1
	for what, c := range map[string]struct {
		data []byte
		word string
	}{
		"a flipped bit":     {flipped, "damaged"},
		"cut":               {data[:len(data)-9], "checksum"},
		"a newer format":    {edited(`"format":2`, `"format":3`), "format 3; this program reads formats 1 to 2"},
		"another observer":  {edited(`"observer":"state"`, `"observer":"smell"`), `unknown observer "smell"`},
		"other features":    {edited("gripper width", "gripper force"), "has other features"},
		"another encoder":   {edited(`"format":2`, `"format":2,"encoder":"0123"`), `come from encoder "0123"`},
		"no Fourier number": {edited(`"features":3`, `"features":1`), "1 Fourier features"},
		"more of them":      {edited(`"features":3`, `"features":4`), "bytes of parameters where its header announces"},
		"a mean":            {without(0, 4), "a parameter is NaN"},
		"a gain":            {without(4*n, 4), "a parameter is NaN"},
		"a frequency":       {without(8*n, 8), "a parameter is NaN"},
		"a phase":           {without(8*n+8*2*n, 8), "a parameter is NaN"},
		"a weight":          {without(len(payload)-8, 8), "a parameter is NaN"},
	} {
		if _, err := Decode(c.data); err == nil || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%s: want an error with %q, got %v", what, c.word, err)
		}
	}
	if _, err := Decode(file(head, payload)); err != nil {
		t.Errorf("a valid file: %v", err)
	}
}

// FuzzDecode decodes arbitrary headers and payloads with a valid digest. No input may panic, and an accepted file can
// be encoded again.
func FuzzDecode(f *testing.F) {
	c := smallRidge()
	c.Features, c.Chunk, c.Execute = 2, 1, 1
	d, g := toydata.Reaching(seed.Of("toy"), 1)
	r, err := New(d, g, c, 0, seed.Of(""))
	if err != nil {
		f.Fatal(err)
	}
	data, err := r.Encode()
	if err != nil {
		f.Fatal(err)
	}
	h, payload, err := artifact.Decode(Magic, data)
	if err != nil {
		f.Fatal(err)
	}
	head := string(h)
	f.Add(head, payload)
	f.Add(strings.Replace(head, `"features":2`, `"features":4096`, 1), payload[:8])
	f.Add("{}", []byte{})
	f.Fuzz(func(t *testing.T, head string, payload []byte) {
		file, err := artifact.Encode(Magic, rawJSON(head), payload)
		if err != nil {
			return
		}
		if r, err := Decode(file); err == nil {
			if _, err := r.Encode(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// rawJSON is JSON, or any other text, that Encode writes to a file without change.
type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }
