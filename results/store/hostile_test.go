package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/hostile"
)

// signed returns the line of a record of any content, with its checksum.
func signed(raw string) []byte {
	b, err := json.Marshal(line{Sum: checksum([]byte(raw)), Record: json.RawMessage(raw)})
	if err != nil {
		panic(err)
	}
	return append(b, '\n')
}

// Reading records takes memory in proportion to their file, also where lines are none of this program's.
func TestReadStaysInBudget(t *testing.T) {
	read := func(path string) error {
		dir := filepath.Join(filepath.Dir(path), "store")
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
		if err := os.Link(path, filepath.Join(dir, "records.jsonl")); err != nil {
			return err
		}
		s, err := Read(dir)
		if err == nil && len(s.Damage) > 0 {
			err = fmt.Errorf("%d sentences, the first: %.150s", len(s.Damage), s.Damage[0])
		}
		return err
	}
	const mega = 1 << 20
	list := func(element string) func() []byte {
		return func() []byte {
			return signed(`{"Rollouts":[` + strings.Repeat(element+",", 2*mega) + element + `]}`)
		}
	}
	hostile.Check(t, read,
		hostile.Input{Name: "records", Fits: true, Data: func() []byte {
			var b bytes.Buffer
			for i := range 20_000 {
				l, err := encode(recordOf(cellOf(i), 1, 1, 1))
				if err != nil {
					panic(err)
				}
				b.Write(l)
			}
			return b.Bytes()
		}},
		hostile.Input{Name: "one record many times", Fits: true, Data: func() []byte {
			l, err := encode(recordOf(cellOf(1), 1, 1, 1))
			if err != nil {
				panic(err)
			}
			return bytes.Repeat(l, 20_000)
		}},
		hostile.Input{Name: "empty objects", Data: list("{}")},
		hostile.Input{Name: "empty lists", Data: list("[]")},
		hostile.Input{Name: "nulls", Data: list("null")},
		hostile.Input{Name: "no records", Data: func() []byte { return bytes.Repeat([]byte("x\n"), 4*mega) }},
		hostile.Input{Name: "one long line", Data: func() []byte { return bytes.Repeat([]byte("x"), 32*mega) }},
		hostile.Input{Name: "empty lines", Data: func() []byte { return bytes.Repeat([]byte("\n"), 32*mega) }},
		hostile.Input{Name: "nested", Data: func() []byte { return bytes.Repeat([]byte("["), 16*mega) }},
	)
}

// Records that are a link to what does not exist, as git-annex has files that were not brought, are an error at once.
func TestRecordsBehindDanglingLink(t *testing.T) {
	for _, name := range []string{"records.jsonl", "records.2.jsonl"} {
		dir := t.TempDir()
		if err := os.Symlink("missing", filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
		_, read := Read(dir)
		s, opened := Open(dir)
		if opened == nil {
			s.Close()
		}
		for _, err := range []error{read, opened} {
			if err == nil || !strings.Contains(err.Error(), "is a link to a file that does not exist") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
