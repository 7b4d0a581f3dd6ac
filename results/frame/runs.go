package frame

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/scenes"
)

// RunSettings is what the records of one run have in common. Records with equal settings are one run, whatever
// process or machine made them.
type RunSettings struct {
	Size    record.Size // without the trials
	Version string      // bench.Version of the program that made the records
}

// String is the settings in words. sortedSettings sorts by these words.
func (s RunSettings) String() string {
	return fmt.Sprintf("policy %s, %d rollouts, %s, seed %d, version %s",
		s.Size.Policy, s.Size.Rollouts, StepsText(s.Size), s.Size.Seed, s.Version)
}

// Runs is two runs that are compared: [0] the earlier, [1] the later. Every difference is later minus earlier.
type Runs struct {
	Names    [2]string // of the folders
	Settings [2]RunSettings
	Records  [2][]record.Record // in the order in which they were read, without those of untrained policies
	Chances  [2][]Chance        // chance levels of the runs, by task and variation
	// Oracle is the rule by which successes of both runs are counted, and OracleWarning says why it is not the one
	// that was asked for (record.CommonOracle).
	Oracle        scenes.Oracle
	OracleWarning string
}

// PairRuns finds the runs of two folders to compare: those that agree in their sizes and seed; if none do, the only
// run of each folder. It is an error where a folder then has more than one.
//
// Versions need not agree: comparing a changed program with its predecessor is what the comparison is for. Each
// pair of runs of equal size is a comparison of its own.
//
// Both runs of a pair are read under one oracle, the one that is wanted if both have its verdicts.
func PairRuns(a, b []record.Record, nameA, nameB string, oracle scenes.Oracle) (pairs []Runs, err error) {
	runs := [2]map[RunSettings][]record.Record{bySettings(a), bySettings(b)}
	names := [2]string{nameA, nameB}
	pair := func(x, y RunSettings) Runs {
		r := Runs{Names: names, Settings: [2]RunSettings{x, y}, Records: [2][]record.Record{runs[0][x], runs[1][y]}}
		untrained := [2][]record.Record{untrainedOf(a, x), untrainedOf(b, y)}
		r.Oracle, r.OracleWarning = record.CommonOracle(slices.Values(slices.Concat(r.Records[0], r.Records[1],
			untrained[0], untrained[1])), oracle)
		for i := range untrained {
			r.Chances[i] = chancesOf(untrained[i], r.Oracle)
		}
		return r
	}
	for _, x := range sortedSettings(runs[0]) {
		for _, y := range sortedSettings(runs[1]) {
			if x.Size == y.Size {
				pairs = append(pairs, pair(x, y))
			}
		}
	}
	if len(pairs) > 0 {
		return pairs, nil
	}
	for i, r := range runs {
		if len(r) != 1 {
			return nil, fmt.Errorf("%s holds runs of %d settings, and none of them is in %s: "+
				"compare folders that hold one each", names[i], len(r), names[1-i])
		}
	}
	// One run each: they are compared although their sizes differ, as rates and with independent trials where
	// seeds differ.
	return []Runs{pair(sortedSettings(runs[0])[0], sortedSettings(runs[1])[0])}, nil
}

// bySettings groups the records of trained policies by their settings. The order of records within a run is kept.
func bySettings(records []record.Record) map[RunSettings][]record.Record {
	m := map[RunSettings][]record.Record{}
	for _, r := range records {
		if r.Cell.Untrained() {
			continue
		}
		s := RunSettings{SizeOf(r.Cell), r.Cell.Version}
		m[s] = append(m[s], r)
	}
	return m
}

// sortedSettings are the settings of runs, sorted by their words. The order of a map would change from call to
// call.
func sortedSettings(m map[RunSettings][]record.Record) []RunSettings {
	return slices.SortedFunc(maps.Keys(m), func(a, b RunSettings) int { return cmp.Compare(a.String(), b.String()) })
}

// Paired reports whether trial t of both runs drew the same random numbers, so that trials are pairs. A pair
// shares demonstrations, initial weights and initial states.
func (r Runs) Paired() bool { return r.Settings[0].Size.Seed == r.Settings[1].Size.Seed }

// Arms are the arms of run i: in the order of the experiments, then those that no experiment has, by name. Each
// arm stands once.
func (r Runs) Arms(i int) (arms []RunArm) {
	has := map[RunArm]bool{}
	for _, rec := range r.Records[i] {
		has[runArmOf(rec.Cell)] = true
	}
	for _, a := range experimentArms() {
		if has[a] {
			arms = append(arms, a)
			delete(has, a)
		}
	}
	byName := func(a, b RunArm) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) }
	rest := slices.SortedFunc(maps.Keys(has), byName)
	return append(arms, rest...)
}

// CommonArms are the arms of the first run that the second has too. Arms of one run alone are named in a note
// of the report and compared with nothing.
func (r Runs) CommonArms() []RunArm {
	other := r.Arms(1)
	return slices.DeleteFunc(r.Arms(0), func(a RunArm) bool { return !slices.Contains(other, a) })
}

// Behaviours are those of an arm as its first record in the first run has them, and bench.Worst. None where the
// first run lacks the arm.
func (r Runs) Behaviours(a RunArm) (names []string) {
	for _, rec := range r.Records[0] {
		if runArmOf(rec.Cell) == a {
			for _, o := range rec.Rollouts {
				names = append(names, o.Behaviour)
			}
			return append(names, bench.Worst)
		}
	}
	return nil
}

// successes are the numbers of both runs that tests compare, trial by trial; NaN where a run lacks the trial. They are
// counts where both runs have as many rollouts, and percentages otherwise; unit converts them into percent.
//
// The index is the trial, so that a pair has one index in both lists. Two records of one arm and trial cannot
// occur within a run: they would have one cell.
func (r Runs) successes(a RunArm, behaviour string) (both [2][]float64) {
	last := 0
	for _, records := range r.Records {
		for _, rec := range records {
			last = max(last, rec.Cell.Trial)
		}
	}
	for i, records := range r.Records {
		both[i] = slices.Repeat([]float64{math.NaN()}, last+1)
		for _, rec := range records {
			if runArmOf(rec.Cell) != a {
				continue
			}
			v := SuccessesOf(rec, behaviour, r.Oracle)
			if !r.comparesCounts() {
				v *= 100 / float64(rec.Cell.Rollouts)
			}
			both[i][rec.Cell.Trial] = v
		}
	}
	return both
}

// comparesCounts reports whether counts of successes are compared: both runs have as many rollouts. Otherwise rates
// are. Counts are preferred because they are exact (see Design.Successes).
func (r Runs) comparesCounts() bool {
	return r.Settings[0].Size.Rollouts == r.Settings[1].Size.Rollouts
}

// unit is what one of the compared numbers is worth in percent. Percent per count: 100 over the number of
// rollouts.
func (r Runs) unit() float64 {
	if r.comparesCounts() {
		return 100 / float64(r.Settings[0].Size.Rollouts)
	}
	return 1
}
