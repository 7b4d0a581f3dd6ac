package demos

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/scenes"
)

// A tenth of each behaviour validates, at least one of two, and every style in its share: of 60 optimal, 20 noisy and
// 10 erratic demonstrations in this order 6, 2 and 1.
func TestValidates(t *testing.T) {
	for n, want := range map[int]int{1: 0, 2: 1, 11: 1, 12: 2, 27: 3, 100: 10} {
		got := 0
		for i := range n {
			if Validates(i) {
				got++
			}
		}
		if got != want {
			t.Errorf("%d of %d demonstrations validate, want %d", got, n, want)
		}
	}
	var styles [3]int
	for i := range 90 {
		if Validates(i) {
			styles[max(0, i/10-4)/2]++
		}
	}
	if styles != [3]int{6, 2, 1} {
		t.Errorf("%v demonstrations of each style validate", styles)
	}
}

// memory is a writer that remembers what it is given.
type memory struct {
	episodes []*Episode
	card     *Card
	aborted  bool
}

func (m *memory) Add(e *Episode) error { m.episodes = append(m.episodes, e); return nil }
func (m *memory) Close(c Card) error   { m.card = &c; return nil }
func (m *memory) Abort()               { m.aborted = true }

// splitOf is Split with two writers that there are.
func splitOf(t *testing.T, path string, training, validation Writer) Writer {
	t.Helper()
	w, err := Split(path, func(part string) (Writer, error) {
		switch name, err := filepath.Rel(path, part); name {
		case "training":
			return training, err
		case "validation":
			return validation, err
		default:
			return nil, fmt.Errorf("part %s: %w", part, err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A dataset that is split has every demonstration once, the second of each behaviour in validation, and cards that say
// which part they are of.
func TestSplitIsDisjoint(t *testing.T) {
	var training, validation memory
	w := splitOf(t, t.TempDir(), &training, &validation)
	for _, b := range []string{"left", "right", "left", "left", "right", "middle"} {
		if err := w.Add(&Episode{Behaviour: b}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(Card{Recipe: "picking left=3", Hash: "of the whole"}); err != nil {
		t.Fatal(err)
	}
	if len(training.episodes) != 4 || len(validation.episodes) != 2 || validation.episodes[0].Behaviour != "left" ||
		validation.episodes[1].Behaviour != "right" {
		t.Errorf("%d and %d demonstrations", len(training.episodes), len(validation.episodes))
	}
	if a, b := training.card, validation.card; a.Part != "training" || b.Part != "validation" || a.Hash != "" ||
		a.Recipe != "picking left=3" {
		t.Errorf("cards are %+v, %+v", a, b)
	}
	var alone, none memory
	w = splitOf(t, t.TempDir(), &alone, &none)
	w.Add(&Episode{Behaviour: "left"})
	w.Add(&Episode{Behaviour: "right"})
	if err := w.Close(Card{}); err == nil || alone.card != nil || !alone.aborted || !none.aborted {
		t.Errorf("one demonstration of each behaviour: %v", err)
	}
}

// failing is a writer whose dataset cannot be completed.
type failing struct{ memory }

func (*failing) Close(Card) error { return errors.New("the disk is full") }

// A validation dataset does not stay behind without a training dataset, unless it was there before.
func TestSplitLeavesNoPart(t *testing.T) {
	for _, before := range []bool{false, true} {
		dir := t.TempDir()
		path := filepath.Join(dir, "validation")
		write := func(training Writer) error {
			validation, err := Create(path)
			if err != nil {
				t.Fatal(err)
			}
			w := splitOf(t, dir, training, validation)
			for range 2 {
				e := &Episode{Task: "picking", Behaviour: "left", Observations: make([]scenes.Observation, 1),
					Actions: make([]scenes.Action, 1)}
				if err := w.Add(e); err != nil {
					t.Fatal(err)
				}
			}
			return w.Close(Card{})
		}
		if before {
			if err := write(&memory{}); err != nil {
				t.Fatal(err)
			}
		}
		if err := write(&failing{}); err == nil || !strings.Contains(err.Error(), "the disk is full") {
			t.Errorf("the error is %v", err)
		}
		if got := exists(path); got != before {
			t.Errorf("there before %v: there after %v", before, got)
		}
		entries, err := os.ReadDir(dir)
		if left := len(entries); err != nil || before && left != 1 || !before && left != 0 {
			t.Errorf("there before %v: %v, %v are left", before, entries, err)
		}
	}
}

// A split takes the place of two such datasets or of nothing, and refuses what one dataset refuses, in the same words.
func TestSplitRefusesOccupiedFolders(t *testing.T) {
	write := func(w Writer, err error) error {
		if err != nil {
			return err
		}
		defer w.Abort()
		for range 2 {
			e := &Episode{Task: "picking", Behaviour: "left", Observations: make([]scenes.Observation, 1),
				Actions: make([]scenes.Action, 1)}
			if err := w.Add(e); err != nil {
				return err
			}
		}
		return w.Close(Card{})
	}
	f, err := Formats.Get("counterpoise")
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		make func(dir string) error // what is there before
		want string                 // a part of the error; empty for none
	}{
		"nothing": {os.Remove, ""},
		"empty":   {func(string) error { return nil }, ""},
		"both":    {func(dir string) error { return write(Split(dir, f.Create)) }, ""},
		"of a killed writer": {func(dir string) error {
			return os.Mkdir(filepath.Join(dir, ".training.1.counterpoise-part"), 0o755)
		}, ""},
		"a file": {func(dir string) error {
			return errors.Join(os.Remove(dir), os.WriteFile(dir, []byte("keep"), 0o644))
		}, "is a file that is no dataset; choose another name"},
		"other files": {func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "x.txt"), []byte("keep"), 0o644)
		}, "holds something that is no dataset; choose a new or an empty folder"},
		"a dataset": {func(dir string) error { return write(f.Create(dir)) },
			"holds another dataset; choose an empty folder"},
		"no dataset as a part": {func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "validation"), []byte("keep"), 0o644)
		}, "is a file that is no dataset; choose another name"},
	} {
		dir := filepath.Join(t.TempDir(), "set")
		if err := errors.Join(os.Mkdir(dir, 0o755), c.make(dir)); err != nil {
			t.Fatal(what, err)
		}
		before, _ := os.ReadDir(dir)
		err := write(Split(dir, f.Create))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", what, err, c.want)
		}
		if after, _ := os.ReadDir(dir); err != nil && len(after) != len(before) {
			t.Errorf("%s: %v before, %v after the refusal", what, before, after)
		}
	}
}
