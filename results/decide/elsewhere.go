package decide

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"counterpoise/bench"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// The claims of this project, tried in a simulator, on tasks and by experts that are not ours: a third of the
// demonstrations of each of ten tasks is bad, and one policy is cloned from all ten (bench/elsewhere.sh,
// results/elsewhere/freeze.md).

// ElsewhereArms are the arms of a dataset: all demonstrations, without the bad ones, one of each task named good, the
// methods of Parekh et al. and Re-Mix on groups by style, and the two thirds of each task that a score keeps.
var ElsewhereArms = []string{Plain, dropped, named, "ours", "remix", "jerk", "policyloss"}

// ElsewhereLooks are the numbers of trials at which the claims are judged.
var ElsewhereLooks = []int{10, 20}

// RolledOut is how often a policy succeeded in a task.
type RolledOut struct {
	Style     string
	Trial     int
	Arm, Task string
	Successes int
	Rollouts  int
}

// elsewhereHead are the columns of a file of RolledOut.
var elsewhereHead = []string{"style", "trial", "arm", "task", "successes", "rollouts"}

// WriteRolledOut writes rows as CSV.
func WriteRolledOut(w io.Writer, all []RolledOut) error {
	out := csv.NewWriter(w)
	out.Write(elsewhereHead)
	for _, r := range all {
		out.Write([]string{r.Style, strconv.Itoa(r.Trial), r.Arm, r.Task, strconv.Itoa(r.Successes),
			strconv.Itoa(r.Rollouts)})
	}
	out.Flush()
	return out.Error()
}

// ReadRolledOut reads what WriteRolledOut has written.
func ReadRolledOut(r io.Reader) (all []RolledOut, err error) {
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || !slices.Equal(rows[0], elsewhereHead) {
		return nil, fmt.Errorf("line 1: expected the columns %s", strings.Join(elsewhereHead, ", "))
	}
	seen := map[RolledOut]bool{}
	for i, row := range rows[1:] {
		one := RolledOut{Style: row[0], Arm: row[2], Task: row[3]}
		for _, n := range []struct {
			text string
			to   *int
		}{{row[1], &one.Trial}, {row[4], &one.Successes}, {row[5], &one.Rollouts}} {
			if *n.to, err = strconv.Atoi(n.text); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+2, err)
			}
		}
		if one.Rollouts < 1 || one.Successes < 0 || one.Successes > one.Rollouts {
			return nil, fmt.Errorf("line %d: %d of %d rollouts", i+2, one.Successes, one.Rollouts)
		}
		if !slices.Contains(ElsewhereArms, one.Arm) {
			return nil, fmt.Errorf("line %d: no arm is called %q", i+2, one.Arm)
		}
		same := RolledOut{Style: one.Style, Trial: one.Trial, Arm: one.Arm, Task: one.Task}
		if seen[same] {
			return nil, fmt.Errorf("line %d: the same policy stands there in the same task twice", i+2)
		}
		seen[same] = true
		all = append(all, one)
	}
	return all, nil
}

// MergeRolledOut returns rows and those of more that are of other datasets, in the order of trials, styles, arms and
// tasks.
func MergeRolledOut(rows, more []RolledOut) []RolledOut {
	type dataset struct {
		style string
		trial int
	}
	has := map[dataset]bool{}
	for _, r := range rows {
		has[dataset{r.Style, r.Trial}] = true
	}
	all := slices.Clone(rows)
	for _, r := range more {
		if !has[dataset{r.Style, r.Trial}] {
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b RolledOut) int {
		return cmp.Or(cmp.Compare(a.Trial, b.Trial), cmp.Compare(a.Style, b.Style),
			cmp.Compare(slices.Index(ElsewhereArms, a.Arm), slices.Index(ElsewhereArms, b.Arm)),
			cmp.Compare(a.Task, b.Task))
	})
	return all
}

// Elsewhere is the success of all arms, in percent, mean over tasks: style -> arm -> trial.
type Elsewhere struct {
	Styles  []string
	Trials  int
	Success map[string]map[string][]float64
}

// ElsewhereOf returns the success of the trials that are complete, the first ones up to the first that is not: all arms
// in all styles, in the same tasks.
func ElsewhereOf(all []RolledOut) (e Elsewhere) {
	type key struct {
		style string
		trial int
		arm   string
	}
	var tasks []string
	of := map[key]map[string]float64{}
	for _, r := range all {
		if !slices.Contains(e.Styles, r.Style) {
			e.Styles = append(e.Styles, r.Style)
		}
		if !slices.Contains(tasks, r.Task) {
			tasks = append(tasks, r.Task)
		}
		k := key{r.Style, r.Trial, r.Arm}
		if of[k] == nil {
			of[k] = map[string]float64{}
		}
		of[k][r.Task] = 100 * float64(r.Successes) / float64(r.Rollouts)
	}
	complete := func(trial int) bool {
		for _, style := range e.Styles {
			for _, arm := range ElsewhereArms {
				if len(of[key{style, trial, arm}]) != len(tasks) {
					return false
				}
			}
		}
		return len(all) > 0
	}
	for complete(e.Trials + 1) {
		e.Trials++
	}
	e.Success = map[string]map[string][]float64{}
	for _, style := range e.Styles {
		e.Success[style] = map[string][]float64{}
		for _, arm := range ElsewhereArms {
			for trial := range e.Trials {
				sum := 0.
				for _, task := range tasks {
					sum += of[key{style, trial + 1, arm}][task]
				}
				e.Success[style][arm] = append(e.Success[style][arm], sum/float64(len(tasks)))
			}
		}
	}
	return e
}

// At returns the success of the first trials alone.
func (e Elsewhere) At(trials int) Elsewhere {
	first := Elsewhere{Styles: e.Styles, Trials: trials, Success: map[string]map[string][]float64{}}
	for style, arms := range e.Success {
		first.Success[style] = map[string][]float64{}
		for arm, success := range arms {
			first.Success[style][arm] = success[:trials]
		}
	}
	return first
}

// gains are an arm's success minus that of plain cloning, by trial, mean over styles.
func (e Elsewhere) gains(arm string) []float64 {
	out := make([]float64, e.Trials)
	for _, style := range e.Styles {
		for t, v := range e.Success[style][arm] {
			out[t] += (v - e.Success[style][Plain][t]) / float64(len(e.Styles))
		}
	}
	return out
}

// ElsewhereClaim is something that was found on the tabletop, asked again. Of is a number of each trial that is above
// zero where it holds.
type ElsewhereClaim struct {
	Says, Ours string // what is claimed, and what it rests on
	Arm        string // whose gain is shown
	Of         func(Elsewhere) []float64
}

// ElsewhereClaims are the claims, named before anything was run.
var ElsewhereClaims = []ElsewhereClaim{
	{"leaving the bad ones out gains", "+17.5 to +39.1 points where they are costly, -12.2 to -1.3 where they are not",
		dropped,
		func(e Elsewhere) []float64 { return e.gains(dropped) }},
	{"naming one good demonstration of each task gains",
		"+9.4 points in picking and +2.3 in opening where bad ones are costly", named,
		func(e Elsewhere) []float64 { return e.gains(named) }},
	{"Parekh et al. gain less than 5 points", "-12.9 to equal, by kind of bad ones", "ours",
		func(e Elsewhere) []float64 { return below(e.gains("ours")) }},
	{"Re-Mix gains less than 5 points", "equal, of all kinds of bad ones", "remix",
		func(e Elsewhere) []float64 { return below(e.gains("remix")) }},
	{"the loss of a policy recovers less than half of what leaving the bad ones out gains",
		"18 percent where they fail, 10 where they succeed but cost", "policyloss",
		func(e Elsewhere) []float64 {
			out := e.gains(dropped)
			for t, v := range e.gains("policyloss") {
				out[t] = out[t]/2 - v
			}
			return out
		}},
}

// below is the margin minus gains.
func below(gains []float64) []float64 {
	for t, v := range gains {
		gains[t] = bench.VerdictMargin - v
	}
	return gains
}

// JudgedClaim is a claim at the last look that the trials allow.
type JudgedClaim struct {
	ElsewhereClaim
	Judged
}

// Judged is the verdict on a claim.
type Judged struct {
	Test stats.Test  // of its number against zero
	Holm stats.Maybe // its p after Holm's correction over all claims
	Is   string      // holds, contradicted, open
}

// Judge judges the claims at the looks that the trials allow: trials are the pairs, p is corrected by Holm over the
// claims, and the level of a look is that of O'Brien and Fleming's boundary. A claim that one look decides keeps its
// verdict; the numbers are of the last look. There are none before the first look.
func (e Elsewhere) Judge() (all []JudgedClaim, look int, level float64) {
	boundary, err := stats.OBrienFleming(ElsewhereLooks, 1-frame.Level, 2)
	if err != nil {
		panic("decide: looks of constants have no boundary: " + err.Error())
	}
	for i, n := range ElsewhereLooks {
		if e.Trials < n {
			break
		}
		before := all
		look, level, all = n, boundary.Levels[i], e.At(n).judge(boundary.Levels[i])
		for k := range before {
			if before[k].Is != open {
				all[k].Is = before[k].Is
			}
		}
	}
	return all, look, level
}

// open is the verdict on a claim that a look does not decide.
const open = "open"

// judge judges the claims by all trials at a level.
func (e Elsewhere) judge(level float64) (all []JudgedClaim) {
	var values [][]float64
	for _, c := range ElsewhereClaims {
		values = append(values, c.Of(e))
	}
	for i, j := range judged(values, level) {
		all = append(all, JudgedClaim{ElsewhereClaims[i], j})
	}
	return all
}

// judged tests the numbers of each claim, one a trial, against zero at a level, by Student's t two-sided with Holm's
// correction over the claims: a claim holds where they are above.
func judged(values [][]float64, level float64) (all []Judged) {
	var ps []float64
	for _, of := range values {
		test, _ := stats.PairedT(of, make([]float64, len(of)), frame.Level)
		all, ps = append(all, Judged{Test: test, Is: open}), append(ps, test.P.Or(1))
	}
	for i, p := range stats.Holm(ps) {
		all[i].Holm = stats.Some(p)
		switch above := all[i].Test.MeanDifference.Or(0) > 0; {
		case p <= level && above:
			all[i].Is = "holds"
		case p <= level:
			all[i].Is = "contradicted"
		}
	}
	return all
}

// costly are the pools of the styles whose demonstrations cost: leaving them out gains more than bench.VerdictMargin
// points, by the whole interval.
func (e Elsewhere) costly() []PoolWorth {
	return slices.DeleteFunc(e.pools(e.Styles...), func(w PoolWorth) bool { return !w.Costly })
}

// pools are styles as pools (MeanGain, Recovered).
func (e Elsewhere) pools(styles ...string) (all []PoolWorth) {
	for _, style := range styles {
		success := map[string][]float64{}
		for arm, v := range e.Success[style] {
			success[arm] = v
		}
		success[ArmPlain], success[ArmDropped] = e.Success[style][Plain], e.Success[style][dropped]
		gap, _ := stats.PairedT(success[ArmDropped], success[ArmPlain], frame.Level)
		all = append(all, PoolWorth{Pool: Pool{Style: style}, Success: success,
			Costly: gap.CI.Low.Or(0) > bench.VerdictMargin})
	}
	return all
}
