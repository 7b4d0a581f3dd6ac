package study

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"regexp"
	"strings"
)

// A confirmatory run is one whose rules, readings and calibration are fixed before its records exist. One commit
// freezes them, and the next one names it in results/freeze.md, in a row of a table:
//
//	| 2026-11-22 | 0123456789abcdef0123456789abcdef01234567 | why |
//
// The seed of the run follows from the commit (Freeze.Seed), so nobody can choose it: a change of a rule is another
// commit, and has another seed. A rerun, after a bug say, adds a row; the runs of all rows are reported.

// Freeze is one row of results/freeze.md.
type Freeze struct {
	Date   string // 2026-11-22
	Commit string // hash of the commit that froze, 40 hexadecimal digits in lower case
	Why    string
}

var (
	freezeRow = regexp.MustCompile("^\\| *(\\d{4}-\\d\\d-\\d\\d) *\\| *`?([0-9A-Za-z]+)`? *\\| *(.*?) *\\|$")
	commitID  = regexp.MustCompile(`^[0-9a-f]{40}$`)
)

// ParseFreezes returns the rows of the text of results/freeze.md in their order; none before the first freeze. It
// returns an error for a row whose commit is not 40 hexadecimal digits in lower case, and for a commit in two rows.
func ParseFreezes(text string) (all []Freeze, err error) {
	seen := map[string]bool{}
	for n, line := range strings.Split(text, "\n") {
		m := freezeRow.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		f := Freeze{Date: m[1], Commit: m[2], Why: m[3]}
		if !commitID.MatchString(f.Commit) {
			return nil, fmt.Errorf("freeze.md, line %d: commit %q is not 40 hexadecimal digits in lower case, as git "+
				"rev-parse prints them", n+1, f.Commit)
		}
		if seen[f.Commit] {
			return nil, fmt.Errorf("freeze.md, line %d: commit %s stands there twice", n+1, f.Commit)
		}
		seen[f.Commit] = true
		all = append(all, f)
	}
	return all, nil
}

// leastFrozenSeed is the least seed that a freeze may have. Seeds below it are those that people choose: 1 of the
// study, 77 of probes, 5000 of the calibration, and their like, on which results may have been looked at. A hash gives
// one of them with probability 5e-14.
const leastFrozenSeed = 1_000_000

// Seed returns the seed of a freeze: the first 8 bytes of SHA-256("confirm" + Commit), as an unsigned number with the
// most significant byte first. The commit is its 40 hexadecimal digits as text, without a line feed. In a shell:
//
//	printf 'confirm%s' COMMIT | sha256sum | cut -c1-16
//
// prints it in hexadecimal. Every number of 64 bits is a seed. It returns an error for a seed below leastFrozenSeed.
func (f Freeze) Seed() (uint64, error) {
	sum := sha256.Sum256([]byte("confirm" + f.Commit))
	return f.checked(binary.BigEndian.Uint64(sum[:8]))
}

// FreezeOf returns the row, from 1, of the freeze that has a seed; false where none has.
func FreezeOf(freezes []Freeze, seed uint64) (row int, ok bool) {
	for i, f := range freezes {
		if s, err := f.Seed(); err == nil && s == seed {
			return i + 1, true
		}
	}
	return 0, false
}

// checked returns a seed of the freeze, or an error where it is one that has been used before.
func (f Freeze) checked(seed uint64) (uint64, error) {
	if seed < leastFrozenSeed {
		return 0, fmt.Errorf("freeze.md: commit %s gives seed %d, and seeds below %d are those that results have been "+
			"looked at with: make another commit and name that one", f.Commit, seed, leastFrozenSeed)
	}
	return seed, nil
}
