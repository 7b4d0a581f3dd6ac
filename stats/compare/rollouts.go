package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"counterpoise/stats"
)

// MaxSingle bounds the rollouts of single policies that are compared one by one: the rank tests sort them.
const MaxSingle = 2_000_000

// oneByOne returns the rollouts as units of their own where every method has one unit, of several rollouts that
// succeeded or failed: one policy a method, and nothing that tells how policies vary. Groups are pooled. The tests are
// then about these policies. ok is false for all other data.
func oneByOne(data stats.Long) (out stats.Long, ok bool) {
	unit, total := map[int32]int32{}, 0
	for _, e := range data.Entries {
		if u, known := unit[e.Method]; known && u != e.Trial {
			return data, false
		}
		unit[e.Method] = e.Trial
		total += int(e.Rollouts)
		if e.Sum != math.Trunc(e.Sum) || e.Sum < 0 || e.Sum > float64(e.Rollouts) || total > MaxSingle {
			return data, false
		}
	}
	if total < 2*len(data.Methods) || len(unit) < len(data.Methods) {
		return data, false
	}
	out = stats.Long{Methods: data.Methods, Groups: []string{"all"}, Trials: make([]string, total)}
	for _, e := range data.Entries {
		for r := range e.Rollouts {
			one := stats.Entry{Method: e.Method, Trial: int32(len(out.Entries)), Start: -1, Rollouts: 1}
			if float64(r) < e.Sum {
				one.Sum = 1
			}
			out.Entries = append(out.Entries, one)
		}
	}
	return out, true
}

// strataOf returns the successes of each method by group, in K1 and N1, and its rollouts by group and method, 1 or 0.
func strataOf(data stats.Long) (strata [][]stats.Stratum, rollouts [][][]float64) {
	strata = make([][]stats.Stratum, len(data.Methods))
	for m := range strata {
		strata[m] = make([]stats.Stratum, len(data.Groups))
	}
	rollouts = make([][][]float64, len(data.Groups))
	for g := range rollouts {
		rollouts[g] = make([][]float64, len(data.Methods))
	}
	for _, e := range data.Entries {
		s := &strata[e.Method][e.Group]
		s.K1, s.N1 = s.K1+int(e.Sum), s.N1+int(e.Rollouts)
		of := &rollouts[e.Group][e.Method]
		for r := range e.Rollouts {
			v := 0.0
			if float64(r) < e.Sum {
				v = 1
			}
			*of = append(*of, v)
		}
	}
	return strata, rollouts
}

// leastMix is the difference of two methods' shares of groups from which on pooling is warned of: so much of a
// difference of rates could be one of the groups.
const leastMix = 0.01

// unequalMix returns a warning where two methods have their rollouts in different shares of the groups, "" elsewhere.
// The pooled rate of a method is Σ_g w_mg p_mg with its share w_mg of rollouts in group g. So with the same p_mg in
// every group the rates of two methods may differ by as much as their shares do, ½ Σ_g |w_ag - w_bg| (Simpson, J. R.
// Statist. Soc. B 13 (1951) 238).
func unequalMix(data stats.Long) string {
	shares := make([][]float64, len(data.Methods))
	for m := range shares {
		shares[m] = make([]float64, len(data.Groups))
	}
	rollouts := make([]float64, len(data.Methods))
	for _, e := range data.Entries {
		shares[e.Method][e.Group] += float64(e.Rollouts)
		rollouts[e.Method] += float64(e.Rollouts)
	}
	most, first, second := 0.0, 0, 0
	for b := range shares {
		for a := range b {
			apart := 0.0
			for g := range data.Groups {
				apart += math.Abs(shares[a][g]/rollouts[a]-shares[b][g]/rollouts[b]) / 2
			}
			if apart > most {
				most, first, second = apart, a, b
			}
		}
	}
	if most < leastMix {
		return ""
	}
	return fmt.Sprintf("groups are pooled, and %.0f %% of the rollouts of %s are of other groups than those of %s: as "+
		"much of a difference may be one of the groups, not of the methods; give each method as many rollouts of each "+
		"group, or compare the rows of one group alone", 100*most, data.Methods[first], data.Methods[second])
}

// byStart returns data of one policy a method with the starts as units, so that methods are paired by the starts that
// they share. It is an error where a rollout tells no start.
func byStart(data stats.Long) (stats.Long, error) {
	if data.Starts == 0 || slices.ContainsFunc(data.Entries, func(e stats.Entry) bool { return e.Start < 0 }) {
		return data, errors.New("compare: each method has one policy, and not every rollout tells its start, so " +
			"nothing is paired: name the column of the starts with --start, or compare the methods with --independent")
	}
	data.Trials, data.Entries = make([]string, data.Starts), slices.Clone(data.Entries)
	for i := range data.Entries {
		data.Entries[i].Trial = data.Entries[i].Start
	}
	return data, nil
}
