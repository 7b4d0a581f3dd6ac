package encoder

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/artifact"
)

// Damaged files and payloads with impossible parameters are refused, with an error that names the defect.
func TestDecodeRefuses(t *testing.T) {
	head, payload, err := artifact.Decode(magic, embedded)
	if err != nil {
		t.Fatal(err)
	}
	file := func(head string, payload []byte) []byte {
		data := append(binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(head))), head...)
		data = append(data, payload...)
		sum := sha256.Sum256(data)
		return append(data, sum[:]...)
	}
	nan := slices.Clone(payload)
	copy(nan[len(nan)-4:], "\x00\x00\xc0\x7f")
	for word, data := range map[string][]byte{
		"damaged":                embedded[:len(embedded)-1],
		"format 2; this program": file(`{"format":2}`, payload),
		"header: ":               file("{", payload),
		"bytes of parameters":    file(string(head), payload[4:]),
		"a parameter is NaN":     file(string(head), nan),
	} {
		if _, err := decode(data); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("want an error with %q, got %v", word, err)
		}
	}
	if e, err := decode(file(string(head), payload)); err != nil || e.ID() != Frozen().ID() {
		t.Errorf("a valid file was refused: %v", err)
	}
}
