package main

import (
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/results"
	"counterpoise/results/store"
)

const freezeRows = "| 2026-11-22 | `0123456789abcdef0123456789abcdef01234567` | first |\n" +
	"| 2026-11-23 | `ffffffffffffffffffffffffffffffffffffffff` | a bug |\n"

// The confirmatory run takes the seed of the last row, and says that it comes from a freeze. Without a row there is
// none.
func TestFrozenSize(t *testing.T) {
	var s bench.Size
	want, _ := bench.Freeze{Commit: strings.Repeat("f", 40)}.Seed()
	if err := frozenSize(freezeRows, &s); err != nil || s.Seed != want || s.SeedSource != bench.SeedFreeze {
		t.Errorf("%+v, %v; want seed %d", s, err, want)
	}
	if err := frozenSize("# Freezes\n", &s); err == nil || !strings.Contains(err.Error(), "names no commit yet") {
		t.Errorf("without rows: %v", err)
	}
}

// freeze.md can be read, and its seeds are none of those that were looked at.
func TestFreezeFile(t *testing.T) {
	freezes, err := bench.ParseFreezes(results.Freezes)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range freezes {
		if seed, err := f.Seed(); err != nil || seed == bench.Study.Size.Seed {
			t.Errorf("%+v: %d, %v", f, seed, err)
		}
	}
	for _, heading := range []string{"## Frozen choices\n", "## Looked at before freezing\n"} {
		if !strings.Contains(results.Freezes, heading) {
			t.Errorf("results/freeze.md lacks %q", heading)
		}
	}
}

// The seed of committed records that say that a freeze fixed it is that of a row of freeze.md. The confirmatory
// run has no other records.
func TestCommittedSeedIsFrozen(t *testing.T) {
	freezes, err := bench.ParseFreezes(results.Freezes)
	if err != nil {
		t.Fatal(err)
	}
	seeds := map[uint64]bool{}
	for _, f := range freezes {
		seed, err := f.Seed()
		if err != nil {
			t.Fatal(err)
		}
		seeds[seed] = true
	}
	made, err := store.Read(filepath.Join("..", "..", "results", "confirm"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range made.Records() {
		if c := r.Cell; c.SeedSource != bench.SeedFreeze || !seeds[c.Seed] {
			t.Fatalf("%s has seed %d, from %q, which no row of results/freeze.md gives", c, c.Seed, c.SeedSource)
		}
	}
}

// With --next-look run makes all cells of the first look of an experiment, and says so; it chooses the trials itself.
// The confirmatory run can be rehearsed on another seed.
func TestNextLook(t *testing.T) {
	dir := t.TempDir()
	args := "run E1 --next-look --rollouts 2 --chance=false --films=false --device go --policy state --out " + dir
	code, _, stderr, made := invoke(strings.Fields(args)...)
	if code != 0 || made != 7*bench.Looks[0] || !strings.Contains(stderr, "E1: to 30 trials: 0 of 30 trials") {
		t.Errorf("exit code %d, %d records made: %s", code, made, stderr)
	}
	if code, _, stderr, _ := invoke(strings.Fields(args + " --trials 3")...); code != 2 ||
		!strings.Contains(stderr, "--next-look chooses trials and cells") {
		t.Errorf("with --trials: exit code %d, %s", code, stderr)
	}
	rehearsal := "slurm confirm --seed 3 --dry --out " + dir
	if code, out, stderr, _ := invoke(strings.Fields(rehearsal)...); code != 0 || !strings.Contains(out, "confirm: ") {
		t.Errorf("rehearsal: exit code %d, %s", code, stderr)
	}
}
