package decide

import (
	"fmt"
	"slices"

	"counterpoise/bench/record"
	"counterpoise/internal/seed"
	"counterpoise/results/apa"
	"counterpoise/results/frame"
	"counterpoise/scenes/demos"
	"counterpoise/stats"
)

// ArenaPools is the number of pools of a season: half of them are of picking, half of opening.
const ArenaPools = 4

// seasons is the list of recipes that a season draws its pools from.
var seasons = List{"arena", []Told{Nothing},
	func(int) []string {
		return []string{"biased", "detour", "early", "erratic", "fumble", "hasty", "miss", "mistake", "noisy",
			"release", "retry", "slow"}
	},
	func(int) bool { return false }}

// Season returns the recipes of the pools of a season: the first of both tasks whose share of bad demonstrations lies
// between a fifth and a half.
func Season(season uint64) (all []demos.Recipe) {
	of := map[string]int{}
	for i := 0; len(all) < ArenaPools; i++ {
		d := seasons.draw(i, season)
		if d.Bad < .2 || d.Bad > .5 || of[d.Task] == ArenaPools/2 {
			continue
		}
		of[d.Task]++
		all = append(all, d.Recipe)
	}
	return all
}

// Shuffled puts the demonstrations of a pool in an order that says nothing of how good they are.
func Shuffled(made *demos.Dataset, season uint64, pool int) {
	r := seed.Of("counterpoise", "arena", season, pool).Rand()
	r.Shuffle(len(made.Episodes), func(i, j int) {
		made.Episodes[i], made.Episodes[j] = made.Episodes[j], made.Episodes[i]
	})
}

// Unlabelled returns a demonstration without what says how good it is.
func Unlabelled(e demos.Episode) demos.Episode {
	e.Style, e.Index, e.Success, e.Unsaid, e.Gaps = "", 0, false, true, true
	return e
}

// Standing is what a submission is worth over the pools of a season.
type Standing struct {
	Name      string
	Gain      stats.Test // over plain cloning, mean over pools, tested over seeds; percentage points
	PHolm     stats.Maybe
	Recovered stats.Bootstrapped // share of what leaving the bad ones out gains, in percent
	Pools     []float64          // gain on each
	Same      bool               // in all pools and seeds as successful as plain cloning
}

// Standings ranks submissions by their gain. Each has outcomes in all pools and seeds; p is corrected over them.
func Standings(names []string, all []PoolWorth) (list []Standing) {
	for _, name := range names {
		list = append(list, standing(name, all))
	}
	p := make([]float64, len(list))
	for i, s := range list {
		p[i] = s.Gain.P.Or(1)
	}
	for i, corrected := range stats.Holm(p) {
		list[i].PHolm = stats.Some(corrected)
	}
	slices.SortStableFunc(list, func(a, b Standing) int {
		switch d := b.Gain.MeanDifference.Or(0) - a.Gain.MeanDifference.Or(0); {
		case d > 0:
			return 1
		case d < 0:
			return -1
		}
		return 0
	})
	return list
}

// standing is that of an arm, without a correction.
func standing(name string, all []PoolWorth) Standing {
	s := Standing{Name: name, Gain: MeanGain(name, all), Same: true}
	if MeanGain(ArmDropped, all).CI.Low.Or(0) > 0 {
		s.Recovered = Recovered(name, all)
	}
	for _, w := range all {
		m, _ := MeanDifference(w.Success[name], w.Success[ArmPlain])
		s.Pools = append(s.Pools, m)
		s.Same = s.Same && slices.Equal(w.Success[name], w.Success[ArmPlain])
	}
	return s
}

// OracleOf is what leaving the bad styles out gains.
func OracleOf(all []PoolWorth) Standing {
	s := standing(ArmDropped, all)
	s.Name = "(bad styles left out)"
	return s
}

// ReadPools reads the success of the arms of a season's pools; nil where records are missing.
func ReadPools(names []string, choices []Choice, of map[string]record.Record) (all []PoolWorth) {
	for i := range ArenaPools {
		w := PoolWorth{Success: map[string][]float64{}}
		for _, c := range choices {
			r, ok := of[c.Cell]
			if c.Recipe != i || !slices.Contains(names, c.Arm) {
				continue
			}
			if !ok {
				return nil
			}
			w.Success[c.Arm] = append(w.Success[c.Arm], percentOf(r))
		}
		all = append(all, w)
	}
	return all
}

// StandingHead names the columns of Cells.
func StandingHead() []string {
	head := []string{"submission", "gain", "95 % interval", "p (Holm)", "", "recovered"}
	for i := range ArenaPools {
		head = append(head, fmt.Sprintf("pool %d", i))
	}
	return head
}

// Cells are the standing as a row of a table.
func (s Standing) Cells() []string {
	said := "can't tell"
	p, tested := s.PHolm.Get()
	switch {
	case s.Same:
		said = "as plain cloning"
	case tested && p < 1-frame.Level && s.Gain.MeanDifference.Or(0) > 0:
		said = "better"
	case tested && p < 1-frame.Level:
		said = "worse"
	case !tested:
		said = ""
	}
	row := []string{s.Name, apa.Format(points, s.Gain.MeanDifference), apa.Interval(points, s.Gain.CI),
		apa.Probability(s.PHolm), said, apa.Format("%.0f %%", s.Recovered.Estimate)}
	for _, v := range s.Pools {
		row = append(row, fmt.Sprintf(points, v))
	}
	return row
}
