package report

import (
	"encoding/csv"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
)

// Every command that tests a comparison again names a file of the report, and two of its columns: as the flag --columns
// reads them, separated by commas, with names in double quotes that have commas themselves.
func TestRecomputeCommandsNameFilesAndColumns(t *testing.T) {
	command := regexp.MustCompile(`^counterpoise stats ttest 'out/(.*)' --columns '(.*)'$`)
	for _, experiment := range []string{"E1", "chunk", "styles", "two-by-two"} {
		p, records := recordtest.Explanatory(t, experiment, 2)
		frames := frame.Frames([]bench.Plan{p}, records)
		files, err := Tables(frames)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range frames[0].Designs {
			for i, line := range testCommands(d, fileStem(d, frames, 0), "out/") {
				parts := command.FindStringSubmatch(line)
				if parts == nil {
					t.Fatalf("no command: %s", line)
				}
				at := slices.IndexFunc(files, func(f File) bool { return f.Path == parts[1] })
				if at < 0 {
					t.Errorf("no file of: %s", line)
					continue
				}
				table, err := csv.NewReader(strings.NewReader(string(files[at].Data))).ReadAll()
				if err != nil || len(table) != 3 {
					t.Fatalf("%s: %v, %v", parts[1], table, err)
				}
				columns, err := csv.NewReader(strings.NewReader(strings.ReplaceAll(parts[2], `'\''`, "'"))).Read()
				want := []string{d.Comparisons[i].Arm, d.Comparisons[i].Against}
				if err != nil || !slices.Equal(columns, want) || !slices.Contains(table[0], want[0]) ||
					!slices.Contains(table[0], want[1]) {
					t.Errorf("columns %q of %q (%v): %s", columns, table[0], err, line)
				}
			}
		}
	}
}

// A name with a quote survives the shell, and one with double quotes the flag.
func TestRecomputeCommandsQuoteNames(t *testing.T) {
	p, records := recordtest.FourMethods(t)
	d := frame.Of(p, records).Designs[0]
	d.Comparisons = []bench.Comparison{{Behaviour: "left", Arm: `Ann's`, Against: `the "best", of two`}}
	want := `counterpoise stats ttest 'out/tables/x-left.csv' --columns 'Ann'\''s,"the ""best"", of two"'`
	if got := testCommands(d, "x", "out"); len(got) != 1 || got[0] != want {
		t.Errorf("%s, want %s", got, want)
	}
}
