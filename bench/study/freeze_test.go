package study

import (
	"strings"
	"testing"

	"counterpoise/bench"
)

// The seed is that of sha256sum: printf 'confirm%s' COMMIT | sha256sum | cut -c1-16.
func TestFreezeSeed(t *testing.T) {
	for commit, want := range map[string]uint64{
		"0123456789abcdef0123456789abcdef01234567": 0x8ae699ec3bcc507b,
		"ffffffffffffffffffffffffffffffffffffffff": 0xd5c1581ddc12238c,
	} {
		if got, err := (Freeze{Commit: commit}).Seed(); err != nil || got != want {
			t.Errorf("%s: seed %#x, %v; sha256sum prints %#x", commit, got, err, want)
		}
	}
}

// Seeds that results have been looked at with are refused.
func TestFreezeRefusesSeeds(t *testing.T) {
	for _, seed := range []uint64{
		0, 1, bench.Quick.Size.Seed, Study.Size.Seed, 77, bench.CalibrationSeed, 12345, 999_999,
	} {
		_, err := Freeze{Commit: "c"}.checked(seed)
		if err == nil || !strings.Contains(err.Error(), "another commit") {
			t.Errorf("seed %d: error %v", seed, err)
		}
	}
	for _, seed := range []uint64{1_000_000, 1<<64 - 1} {
		if got, err := (Freeze{}).checked(seed); err != nil || got != seed {
			t.Errorf("seed %d: %d, %v", seed, got, err)
		}
	}
}

func TestParseFreezes(t *testing.T) {
	const a, b = "0123456789abcdef0123456789abcdef01234567", "89abcdef0123456789abcdef0123456789abcdef"
	const head = "# Freezes\n\n| date | commit | why |\n|:--|:--|:--|\n"
	got, err := ParseFreezes(head + "| 2026-11-22 | `" + a + "` | the first |\n" +
		"| 2026-11-23 | " + b + " | a bug |\n\ntext\n")
	want := []Freeze{{"2026-11-22", a, "the first"}, {"2026-11-23", b, "a bug"}}
	if err != nil || len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := ParseFreezes(head); err != nil || len(got) != 0 {
		t.Errorf("without rows: %v, %v", got, err)
	}
	for _, row := range []string{"| 2026-11-22 | 0123456 | short |", "| 2026-11-22 | " + strings.ToUpper(b) + " | x |",
		"| 2026-11-22 | " + a + " | x |\n| 2026-11-22 | " + a + " | x |"} {
		if _, err := ParseFreezes(head + row + "\n"); err == nil || !strings.Contains(err.Error(), "freeze.md, line ") {
			t.Errorf("%s: error %v", row, err)
		}
	}
}
