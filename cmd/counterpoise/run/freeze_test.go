//go:build !nostudy

package run

import (
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/results"
	"counterpoise/results/store"
)

const freezeRows = "| 2026-11-22 | `0123456789abcdef0123456789abcdef01234567` | first |\n" +
	"| 2026-11-23 | `ffffffffffffffffffffffffffffffffffffffff` | a bug |\n"

// A confirmatory run takes the seed of its row, and says that it comes from a freeze. Without that row there is none.
func TestFrozenSize(t *testing.T) {
	var s record.Size
	for row, commit := range map[int]string{
		1: "0123456789abcdef0123456789abcdef01234567", 2: strings.Repeat("f", 40),
	} {
		want, _ := study.Freeze{Commit: commit}.Seed()
		if err := frozenSize(freezeRows, row, &s); err != nil || s.Seed != want || s.SeedSource != record.SeedFreeze {
			t.Errorf("row %d: %+v, %v; want seed %d", row, s, err, want)
		}
	}
	if err := frozenSize("# Freezes\n", 1, &s); err == nil || !strings.Contains(err.Error(), "names no commit yet") {
		t.Errorf("without rows: %v", err)
	}
	if err := frozenSize(freezeRows, 3, &s); err == nil || !strings.Contains(err.Error(), "has 2 of the 3 rows") {
		t.Errorf("a row that is not there: %v", err)
	}
}

// freeze.md can be read, and its seeds are none of those that were looked at.
func TestFreezeFile(t *testing.T) {
	freezes, err := study.ParseFreezes(results.Freezes)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range freezes {
		if seed, err := f.Seed(); err != nil || seed == bench.DefaultSize.Seed {
			t.Errorf("%+v: %d, %v", f, seed, err)
		}
	}
	for _, heading := range []string{"## Frozen choices\n", "## Looked at before freezing\n"} {
		if !strings.Contains(results.Freezes, heading) {
			t.Errorf("results/freeze.md lacks %q", heading)
		}
	}
}

// Every frozen profile has its row in freeze.md.
func TestFrozenProfiles(t *testing.T) {
	freezes, err := frozen(results.Freezes)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range bench.Profiles.Names() {
		if p, _ := bench.Profiles.Get(name); p.Freeze > len(freezes) {
			t.Errorf("%s: results/freeze.md has no row %d", name, p.Freeze)
		}
	}
}

// The seed of committed records that say that a freeze fixed it is that of a row of freeze.md. The confirmatory
// run has no other records.
func TestCommittedSeedIsFrozen(t *testing.T) {
	freezes, err := study.ParseFreezes(results.Freezes)
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
	made, err := store.Read(filepath.Join("..", "..", "..", "results", "confirm"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range made.Records() {
		// Further initialisations of a chance level are made by run chance, with the seed given by hand.
		if c := r.Cell; !seeds[c.Seed] || c.SeedSource != record.SeedFreeze && !c.Untrained() {
			t.Fatalf("%s has seed %d, from %q, which no row of results/freeze.md gives", c, c.Seed, c.SeedSource)
		}
	}
}

// With --next-look run makes all cells of the first look of an experiment, and says so; it chooses the trials itself.
// The confirmatory run can be rehearsed on another seed.
func TestNextLook(t *testing.T) {
	dir := t.TempDir()
	args := "run E1 --next-look --rollouts 2 --chance=false --films=false --device go --policy state --out " + dir
	code, stdout, stderr, made := clitest.Invoke(strings.Fields(args)...)
	if code != 0 || made != 7*bench.Looks[0] || !strings.Contains(stderr, "E1: to 30 trials: 0 of 30 trials") {
		t.Errorf("exit code %d, %d records made: %s", code, made, stderr)
	}
	want := "Again: counterpoise run E1 --policy state --trials 30 --rollouts 2 --seed 1 --out " + dir
	if !strings.Contains(stdout, want) {
		t.Errorf("no line %s in\n%s", want, stdout)
	}
	if code, _, stderr, _ := clitest.Invoke(strings.Fields(args + " --trials 3")...); code != 2 ||
		!strings.Contains(stderr, "--next-look chooses trials and cells") {
		t.Errorf("with --trials: exit code %d, %s", code, stderr)
	}
	rehearsal := "slurm confirm --seed 3 --dry --out " + dir
	if code, out, stderr, _ := clitest.Invoke(strings.Fields(rehearsal)...); code != 0 ||
		!strings.Contains(out, "confirm: ") || !strings.HasPrefix(stderr, "not the frozen run: seed 3 ") {
		t.Errorf("rehearsal: exit code %d, %s", code, stderr)
	}
}

// A plan of a frozen profile that differs from the frozen run says in what; the number of trials is no difference, nor
// is the frozen seed that somebody types.
func TestUnfrozen(t *testing.T) {
	first, err := study.Freeze{Commit: "0123456789abcdef0123456789abcdef01234567"}.Seed()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		profile string
		change  func(*record.Size)
		want    string
	}{
		{"confirm", func(s *record.Size) { s.Trials = 3 }, ""},
		{"confirm", func(s *record.Size) { s.Seed = 1 }, "seed 1 in place of that of freeze 1"},
		{"confirm-opening", func(*record.Size) {}, "in place of that of freeze 2"}, // the seed of the first freeze
		{"confirm", func(s *record.Size) { s.Rollouts = 3 }, "3 rollouts in place of 100"},
		{"confirm", func(s *record.Size) { s.Policy, s.Steps = bench.StatePolicy, 50 },
			"policy state in place of vision, 50 steps in place of the calibrated steps"},
		{"study", func(s *record.Size) { s.Seed = 2 }, ""},
		{"E1", func(s *record.Size) { s.Rollouts = 3 }, ""},
	} {
		plan, err := bench.NewPlan(c.profile, func(s *record.Size) { s.Seed = first; c.change(s) })
		if err != nil {
			t.Fatal(err)
		}
		if got, err := unfrozen(freezeRows, plan); err != nil || (got == "") != (c.want == "") ||
			!strings.HasSuffix(got, c.want) {
			t.Errorf("%s: %q, %v; want %q", c.profile, got, err, c.want)
		}
	}
}

// run says that it is not the frozen run before it makes a policy, and nothing of the kind where it is.
func TestRunSaysThatItIsUnfrozen(t *testing.T) {
	const run = "run confirm-two-by-two --trials 1 --films=false --chance=false --device go --out "
	code, _, stderr, made := clitest.Invoke(strings.Fields(run + t.TempDir() + " --seed 3")...)
	want := "not the frozen run: seed 3 in place of that of freeze 6; its verdicts are not confirmatory\n"
	if code != 0 || made == 0 || !strings.HasPrefix(stderr, want) {
		t.Errorf("exit code %d, %d policies made: %s", code, made, stderr)
	}
	code, _, stderr, made = clitest.Invoke(strings.Fields(run + t.TempDir())...)
	if code != 0 || made == 0 || strings.Contains(stderr, "frozen") {
		t.Errorf("exit code %d, %d policies made: %s", code, made, stderr)
	}
}
