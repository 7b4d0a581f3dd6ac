package demos

import (
	"errors"
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

// A dataset that is split has every demonstration once, the second of each behaviour in validation, and cards that say
// which part they are of.
func TestSplitIsDisjoint(t *testing.T) {
	var training, validation memory
	path := filepath.Join(t.TempDir(), "validation")
	w := Split(&training, &validation, path)
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
	w = Split(&alone, &none, path)
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
		path := filepath.Join(t.TempDir(), "validation")
		write := func(training Writer) error {
			validation, err := Create(path)
			if err != nil {
				t.Fatal(err)
			}
			w := Split(training, validation, path)
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
		entries, err := os.ReadDir(filepath.Dir(path))
		if left := len(entries); err != nil || before && left != 1 || !before && left != 0 {
			t.Errorf("there before %v: %v, %v are left", before, entries, err)
		}
	}
}
