package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/budget"
)

// line is a record as it stands in a part file, one JSON object a line. The checksum is over the bytes of the record
// as they stand in the file, so it does not depend on how a JSON library orders fields or spells numbers.
type line struct {
	Sum    string          `json:"sha256"` // checksum of Record
	Record json.RawMessage `json:"record"`
}

// checksum is the first 16 hexadecimal digits of the SHA-256 digest. 64 bits are enough to detect damage: a damaged
// line passes with probability 2⁻⁶⁴.
func checksum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// encode returns the line of a record, with its line feed.
func encode(r record.Record) ([]byte, error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("record of %v: %w", r.Cell, err)
	}
	b, err := json.Marshal(line{Sum: checksum(raw), Record: raw})
	return append(b, '\n'), err
}

// decode reads a line without its line feed. Content that would take more memory than the line allows (budget.Budget),
// such as lists of millions of empty lists, is an error before it is decoded. The error says what is wrong with the
// line; the caller adds where it is.
func decode(b []byte) (record.Record, error) {
	var l line
	if err := json.Unmarshal(b, &l); err != nil {
		return record.Record{}, errors.New("not a line of JSON with a record")
	}
	if checksum(l.Record) != l.Sum {
		return record.Record{}, errors.New("its checksum does not fit")
	}
	var r record.Record
	if err := budget.New(int64(len(b))).JSON("the record", l.Record, &r); err != nil {
		return record.Record{}, fmt.Errorf("no record of this program: %w", err)
	}
	if err := bench.CheckRecord(r); err != nil {
		return record.Record{}, fmt.Errorf("no record of its cell: %w", err)
	}
	return r, nil
}
