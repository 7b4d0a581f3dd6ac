//go:build !nostudy

package submission

import (
	"counterpoise/bench/study"
	"counterpoise/results"
)

// frozenSeeds returns the seeds of the freezes of this program. The seed source in a record is not trusted: a submitter
// could declare any seed frozen and then leave trials out.
func frozenSeeds() (map[uint64]bool, error) {
	freezes, err := study.ParseFreezes(results.Freezes)
	if err != nil {
		return nil, err
	}
	seeds := map[uint64]bool{}
	for _, f := range freezes {
		seed, err := f.Seed()
		if err != nil {
			return nil, err
		}
		seeds[seed] = true
	}
	return seeds, nil
}
