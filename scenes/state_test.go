package scenes

import (
	"sync"
	"testing"

	"counterpoise/internal/seed"
)

// randomRollout runs 10,000 control steps of pseudo-random actions, 500 at a time from a new random state, and
// returns the hash of the last state. half, if not nil, is called in the middle.
func randomRollout(t testing.TB, w *Tabletop, half func()) uint64 {
	t.Helper()
	r := seed.Of("dance").Rand()
	b := &randomActions{r: r}
	for i := range 10_000 {
		if i%500 == 0 {
			randomizeParts(t, w, r)
		}
		if i == 5250 && half != nil {
			half()
		}
		if err := w.Step(b.next()); err != nil {
			t.Fatal(err)
		}
	}
	return w.Hash()
}

// stressHash is the hash that randomRollout returns, on amd64 at any GOAMD64 and for any number of workers. It pins the
// simulator: it may change only with an intended change of the physics or the scene, and then demos.Version is
// incremented.
const stressHash = 0x5ced49ffc32f0135

func TestStateHashIsPinned(t *testing.T) {
	if got := randomRollout(t, NewTabletop(), nil); got != stressHash {
		t.Errorf("hash %#x, want %#x", got, uint64(stressHash))
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if got := randomRollout(t, NewTabletop(), nil); got != stressHash {
				t.Errorf("hash %#x beside others, want %#x", got, uint64(stressHash))
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
	if got := randomRollout(t, w, half); got != stressHash {
		t.Errorf("hash %#x after saving and loading, want %#x", got, uint64(stressHash))
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

// A changed bit anywhere is noticed, also in what tasks add to a state: noise and likeness.
func TestLoadRefusesDamage(t *testing.T) {
	w := NewTabletop()
	task, err := ParseTask("picking:LookAlike=0.5,Noise=3")
	if err == nil {
		err = task.Reset(w, 0, seed.Of("damage").Rand())
	}
	if err != nil {
		t.Fatal(err)
	}
	state, before := w.Save([]byte("before")), w.Hash()
	state = state[len("before"):]
	if err := w.Load(state); err != nil || w.Hash() != before {
		t.Fatalf("the state as it was saved: %v", err)
	}
	for i := range state {
		state[i] ^= 1 << (i % 8)
		if w.Load(state) == nil {
			t.Errorf("byte %d of %d is damaged, and the state is loaded", i, len(state))
		}
		state[i] ^= 1 << (i % 8)
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
