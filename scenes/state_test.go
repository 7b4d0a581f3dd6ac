package scenes

import (
	"sync"
	"testing"

	"counterpoise/internal/seed"
)

// dance runs 10,000 control steps of pseudo-random actions, 500 at a time from a new mess, and returns the hash of the
// state at the end. half, if not nil, is called in the middle.
func dance(t testing.TB, w *Tabletop, half func()) uint64 {
	t.Helper()
	r := seed.Of("dance").Rand()
	b := &bully{r: r}
	for i := range 10_000 {
		if i%500 == 0 {
			mess(t, w, r)
		}
		if i == 5250 && half != nil {
			half()
		}
		if err := w.Step(b.act()); err != nil {
			t.Fatal(err)
		}
	}
	return w.Hash()
}

// danceHash is the state after the dance, for amd64 at any GOAMD64 and for any number of workers. It pins the
// simulator: it may change only with a change of the physics or the scene that is meant, and then demos.Version goes
// up.
const danceHash = 0x616f2b8d16076ace

func TestDanceIsTheSameEverywhere(t *testing.T) {
	if got := dance(t, NewTabletop(), nil); got != danceHash {
		t.Errorf("hash %#x, want %#x", got, uint64(danceHash))
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if got := dance(t, NewTabletop(), nil); got != danceHash {
				t.Errorf("hash %#x beside others, want %#x", got, uint64(danceHash))
			}
		})
	}
	wg.Wait()
}

func TestLoadedTabletopGoesOnAsTheSavedOne(t *testing.T) {
	w := NewTabletop()
	half := func() {
		state := w.Save(nil)
		*w = *NewTabletop()
		if err := w.Load(state); err != nil {
			t.Fatal(err)
		}
	}
	if got := dance(t, w, half); got != danceHash {
		t.Errorf("hash %#x after saving and loading, want %#x", got, uint64(danceHash))
	}
}

func TestLoadRefusesOtherBytes(t *testing.T) {
	w := NewTabletop()
	state := w.Save(nil)
	before := w.Hash()
	for name, bad := range map[string][]byte{
		"nothing": nil, "cut": state[:len(state)-8], "cut early": state[:40],
		"longer":      append(state[:len(state):len(state)], 1, 2, 3, 4, 5, 6, 7, 8),
		"other magic": append([]byte{9}, state[1:]...),
	} {
		if err := w.Load(bad); err == nil {
			t.Errorf("%s: loaded", name)
		}
	}
	if w.Hash() != before {
		t.Error("a refused state changed the tabletop")
	}
}

func FuzzLoad(f *testing.F) {
	w := NewTabletop()
	f.Add(w.Save(nil))
	if err := w.Step(Action{ActionTranslation: 1, ActionGripper: -1}); err != nil {
		f.Fatal(err)
	}
	f.Add(w.Save(nil)[:100])
	f.Fuzz(func(t *testing.T, state []byte) {
		w := NewTabletop()
		if w.Load(state) == nil && w.world.Finite() {
			w.Settle(1)
		}
	})
}
