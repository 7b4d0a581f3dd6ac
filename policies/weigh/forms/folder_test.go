package forms

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/faults"
	"counterpoise/internal/hostile"
	"counterpoise/internal/seed"
	"counterpoise/policies/balance"
	"counterpoise/policies/weigh"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/scenes/demos"
)

// made is a dataset of four demonstrations in two groups, that is made as it is read.
type made struct{}

func (made) Card() demos.Card { return demos.Card{} }
func (made) Episodes() int    { return 4 }
func (made) Close() error     { return nil }

func (made) Read(i int, _ bool) (*demos.Raw, error) {
	draw := seed.Of("episode", i).Rand()
	raw := demos.Raw{Labels: map[string]string{"task": []string{"push", "pull"}[i%2]}}
	raw.Actions.Width, raw.State.Width = 1, 1
	for range 5 + i {
		raw.Actions.Values = append(raw.Actions.Values, draw.Float32())
		raw.State.Values = append(raw.State.Values, draw.Float32())
	}
	return &raw, nil
}

// written writes weights of two methods over those of other methods of an earlier run.
func written(dir string, methods ...string) error {
	d := datasets.Of("made", "lerobot", made{}, "task")
	g, err := d.Groups(context.Background(), func(int, int) {})
	if err != nil {
		return err
	}
	f := In(dir, Methods(dir)...)
	var sum weigh.Summary
	for _, m := range methods {
		if err := f.AddGroups(d, m, g, []float64{.25, .75}); err != nil {
			return err
		}
		sum.Methods = append(sum.Methods, balance.Summary{Method: m})
	}
	return f.Write(SummaryName, sum)
}

// A folder has the weights of the last run and nothing of those before, and keeps what is not ours.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	if err := written(dir, "equal", "ours:EtaT=5"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sampling-mine.csv"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := written(dir, "natural"); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	want := []string{"lerobot_weights.py", "sampling-mine.csv", "sampling-natural.csv", "sampling-natural.json",
		"weights-natural.parquet", "weights.csv", "weights.json"}
	if !slices.Equal(names, want) {
		t.Errorf("the folder has %q, want %q", names, want)
	}
	if got := Methods(dir); !slices.Equal(got, []string{"natural"}) {
		t.Errorf("the summary names %q", got)
	}
}

// Every file is whole, old or new, whatever fails.
func TestFolderUnderFaults(t *testing.T) {
	faults.Check(t, faults.Writer{
		Old:   func(dir string) error { return written(dir, "equal") },
		Write: func(dir string) error { return written(dir, "natural") },
	})
}

// What another run left may be anything.
func TestHostileSummaries(t *testing.T) {
	summary := func(text func() string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(path, SummaryName), []byte(text()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	hostile.Check(t, func(path string) error { Methods(path); return nil },
		hostile.Input{Name: "many methods", Write: summary(func() string {
			return `{"methods":[` + strings.Repeat("{},", 1<<20) + "{}]}"
		})},
		hostile.Input{Name: "deep", Write: summary(func() string { return strings.Repeat("[", 8<<20) })},
		hostile.Input{Name: "no summary", Write: summary(func() string { return "weights" })},
	)
}
