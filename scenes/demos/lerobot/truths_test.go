package lerobot

import (
	"bytes"
	"os"
	"testing"

	"github.com/parquet-go/parquet-go"

	"counterpoise/internal/budget"
)

// Truth values in runs of any length, alone, with nulls and in lists, are those that pyarrow wrote
// (testdata/make_runs.py).
func TestTruthsInRuns(t *testing.T) {
	b, err := os.ReadFile("testdata/runs.parquet")
	if err != nil {
		t.Fatal(err)
	}
	f, err := newParquetFile(bytes.NewReader(b), int64(len(b)), budget.New(int64(len(b))))
	if err != nil {
		t.Fatal(err)
	}
	const n = 200
	for name, copies := range map[string]func(i int) int{
		"flag":  func(int) int { return 1 },
		"maybe": func(i int) int { return min(i%5, 1) },
		"list":  func(i int) int { return i % 3 },
	} {
		read := make([][]bool, n)
		err := f.each(name, "", 0, n, func(row int, v parquet.Value) error {
			read[row] = append(read[row], v.Boolean())
			return nil
		})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i, list := range read {
			if len(list) != copies(i) {
				t.Errorf("%s, row %d: %d values, want %d", name, i, len(list), copies(i))
			}
			for _, x := range list {
				if want := i%31 < 13; x != want {
					t.Errorf("%s, row %d: %v, want %v", name, i, x, want)
				}
			}
		}
	}
}

// Runs of fewer truth values than their page claims are an error.
func TestTooFewTruths(t *testing.T) {
	value, null := parquet.BooleanValue(false).Level(0, 1, 0), parquet.NullValue().Level(0, 0, 0)
	c := columnReader{truths: []bool{true}, pending: []parquet.Value{value, null, value}}
	const want = "has fewer truth values than its pages claim: the file is damaged"
	if err := c.correctTruths(); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if !c.pending[0].Boolean() {
		t.Error("the first value is not corrected")
	}
}
