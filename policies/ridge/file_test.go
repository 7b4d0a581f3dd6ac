package ridge

import (
	"strings"
	"testing"

	"counterpoise/internal/artifact"
	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
)

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
	data, err := r.encode()
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
			if _, err := r.encode(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// rawJSON is JSON, or any other text, that Encode writes to a file without change.
type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }
