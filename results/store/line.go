package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"counterpoise/bench"
)

// line is a record as it stands in the store. Sum is the first 16 hexadecimal digits of the SHA-256 of the record's
// bytes as they stand in the file, so it does not depend on how a JSON library orders or spells anything.
type line struct {
	Sum    string          `json:"sha256"`
	Record json.RawMessage `json:"record"`
}

func checksum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// encode is the record's line, with its line feed.
func encode(r bench.Record) ([]byte, error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("record of %v: %w", r.Cell, err)
	}
	b, err := json.Marshal(line{Sum: checksum(raw), Record: raw})
	return append(b, '\n'), err
}

// decode reads a line without its line feed. An error says what is wrong with it, not where it is.
func decode(b []byte) (bench.Record, error) {
	var l line
	if err := json.Unmarshal(b, &l); err != nil {
		return bench.Record{}, errors.New("not a line of JSON with a record")
	}
	if checksum(l.Record) != l.Sum {
		return bench.Record{}, errors.New("its checksum does not fit")
	}
	var r bench.Record
	if err := json.Unmarshal(l.Record, &r); err != nil {
		return bench.Record{}, fmt.Errorf("no record of this program: %w", err)
	}
	return r, nil
}
