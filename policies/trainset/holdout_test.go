package trainset

import (
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
)

// HoldOut keeps out whole episodes, by share and group: at least one and never all of a group. The same key holds out
// the same episodes.
func TestHoldOutKeepsWholeEpisodes(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 1, 2, 10)
	all, err := Collect(stateLayout(t), d, g, seed.Of("train"))
	if err != nil {
		t.Fatal(err)
	}
	s := all.HoldOut(0.25, seed.Of("split"))
	held := map[int32]bool{}
	// 25 % of 1, 2 and 10 episodes: round(.25), round(.5) and round(2.5), but at least one.
	for of, want := range []int{0, 1, 3} {
		episodes := 0
		for e := range d.Episodes {
			rows := all.RowsOf(e)
			if int(g.Of[e]) != of || !slices.Contains(s.HeldOut[of], rows[0]) {
				continue
			}
			episodes++
			for _, r := range rows {
				held[r] = true
				if !slices.Contains(s.HeldOut[of], r) {
					t.Errorf("episode %d is held out in part", e)
				}
			}
		}
		if of == 0 { // a single episode is in training and held out
			if want = 1; !slices.Equal(s.HeldOut[0], s.ByGroup[0]) {
				t.Error("a group of one episode: held-out frames are not its training frames")
			}
		}
		if episodes != want {
			t.Errorf("group %d: %d episodes held out, want %d", of, episodes, want)
		}
	}
	for _, r := range s.Train {
		if held[r] && s.Group[r] != 0 {
			t.Fatalf("row %d is both trained on and held out", r)
		}
	}
	if again := all.HoldOut(0.25, seed.Of("split")); !slices.Equal(again.Train, s.Train) {
		t.Error("the same key held out other episodes")
	}
	if other := all.HoldOut(0.25, seed.Of("other")); slices.Equal(other.Train, s.Train) {
		t.Error("another key held out the same episodes")
	}
}

// At least one episode of a group is held out however small the share is, and one is trained on however large.
func TestHoldOutBounds(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 10)
	all, err := Collect(stateLayout(t), d, g, seed.Of("train"))
	if err != nil {
		t.Fatal(err)
	}
	for share, want := range map[float64][2]int{.01: {1, 1}, .99: {1, 9}} {
		held := [2]int{}
		for e, out := range all.drawEpisodes(share, seed.Of("split")) {
			if out {
				held[g.Of[e]]++
			}
		}
		if held != want {
			t.Errorf("share %v: %v episodes of 2 and 10 are held out, want %v", share, held, want)
		}
	}
}
