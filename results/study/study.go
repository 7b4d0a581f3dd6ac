package study

import (
	"fmt"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/results"

	// The analyses of the study.
	_ "counterpoise/results/study/answer"
	_ "counterpoise/results/study/claims"
	_ "counterpoise/results/study/curate"
	_ "counterpoise/results/study/fixedtheta"
	_ "counterpoise/results/study/regret"
	_ "counterpoise/results/study/rivals"
	_ "counterpoise/results/study/surface"
	_ "counterpoise/results/study/tablefit"
	_ "counterpoise/results/study/twobytwo"
)

func init() {
	freezes, err := study.ParseFreezes(results.Freezes)
	if err != nil {
		panic(err) // a file of this program
	}
	for i, f := range freezes {
		seed, err := f.Seed()
		if err != nil {
			panic(err) // a file of this program
		}
		bench.Seeds.Add(fmt.Sprintf("freeze %d", i+1), seed)
	}
}
