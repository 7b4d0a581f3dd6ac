package decide

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"counterpoise/results/frame"
)

// What imbalance costs in a simulator that is not ours: one policy is cloned from 90 demonstrations of ten tasks, as
// many of each, or 30 of one, or with a long tail, and its success in the tasks with few is compared with that of
// balanced demonstrations (bench/imbalance.sh, results/elsewhere/imbalance-freeze.md).

// ImbalanceTrials is the number of trials at which the claims are judged, once.
const ImbalanceTrials = 10

// balancedArm has as many demonstrations of each task. An arm whose name ends in even has the demonstrations of the
// other one, and draws each task equally often.
const (
	balancedArm = "balanced"
	even        = "-even"
)

// Imbalances are the distributions: what the names of their arms begin with, in words.
var Imbalances = []struct{ Prefix, Words string }{
	{"third-", "a third is of one task"}, {"tail", "a long tail"}}

// Counted is how often a policy succeeded in a task of which its arm has some demonstrations.
type Counted struct {
	Trial          int
	Arm, Task      string
	Demonstrations int
	Successes      int
	Rollouts       int
}

// countedHead are the columns of a file of Counted.
var countedHead = []string{"trial", "arm", "task", "demonstrations", "successes", "rollouts"}

// WriteCounted writes rows as CSV.
func WriteCounted(w io.Writer, all []Counted) error {
	out := csv.NewWriter(w)
	out.Write(countedHead)
	for _, r := range all {
		out.Write([]string{strconv.Itoa(r.Trial), r.Arm, r.Task, strconv.Itoa(r.Demonstrations),
			strconv.Itoa(r.Successes), strconv.Itoa(r.Rollouts)})
	}
	out.Flush()
	return out.Error()
}

// ReadCounted reads what WriteCounted has written.
func ReadCounted(r io.Reader) (all []Counted, err error) {
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || !slices.Equal(rows[0], countedHead) {
		return nil, fmt.Errorf("line 1: expected the columns %s", strings.Join(countedHead, ", "))
	}
	type policy struct {
		trial     int
		arm, task string
	}
	seen := map[policy]bool{}
	for i, row := range rows[1:] {
		one := Counted{Arm: row[1], Task: row[2]}
		for _, n := range []struct {
			text string
			to   *int
		}{{row[0], &one.Trial}, {row[3], &one.Demonstrations}, {row[4], &one.Successes}, {row[5], &one.Rollouts}} {
			if *n.to, err = strconv.Atoi(n.text); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+2, err)
			}
		}
		if one.Rollouts < 1 || one.Successes < 0 || one.Successes > one.Rollouts {
			return nil, fmt.Errorf("line %d: %d of %d rollouts", i+2, one.Successes, one.Rollouts)
		}
		same := policy{one.Trial, one.Arm, one.Task}
		if seen[same] {
			return nil, fmt.Errorf("line %d: the same policy stands there in the same task twice", i+2)
		}
		seen[same] = true
		all = append(all, one)
	}
	return all, nil
}

// MergeCounted returns rows and those of more that are of other trials, in the order of trials.
func MergeCounted(rows, more []Counted) []Counted {
	all := slices.Clone(rows)
	for _, r := range more {
		if !slices.ContainsFunc(rows, func(has Counted) bool { return has.Trial == r.Trial }) {
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b Counted) int { return cmp.Compare(a.Trial, b.Trial) })
	return all
}

// Imbalance is what arms gained on balanced demonstrations, in points of success.
type Imbalance struct {
	Trials int
	arms   []string
	tasks  []string
	of     map[imbalanceKey]map[string]Counted // by task
}

type imbalanceKey struct {
	trial int
	arm   string
}

// ImbalanceOf returns what rows say, of the trials that are complete: all arms, in the same tasks, up to the first
// trial that lacks one.
func ImbalanceOf(all []Counted) Imbalance {
	m := Imbalance{of: map[imbalanceKey]map[string]Counted{}}
	for _, r := range all {
		if !slices.Contains(m.tasks, r.Task) {
			m.tasks = append(m.tasks, r.Task)
		}
		if !slices.Contains(m.arms, r.Arm) {
			m.arms = append(m.arms, r.Arm)
		}
		k := imbalanceKey{r.Trial, r.Arm}
		if m.of[k] == nil {
			m.of[k] = map[string]Counted{}
		}
		m.of[k][r.Task] = r
	}
	for len(all) > 0 && !slices.ContainsFunc(m.arms, func(arm string) bool {
		return len(m.of[imbalanceKey{m.Trials + 1, arm}]) != len(m.tasks)
	}) {
		m.Trials++
	}
	return m
}

// tasksWith says which tasks a number is of.
type tasksWith int

const (
	fewer tasksWith = iota // fewer demonstrations than where all have as many
	more
	anyNumber
)

// gains are the arms' success minus that of balanced demonstrations by trial, in points: the mean over the arms of a
// distribution, drawn evenly or not, of the mean over their tasks with fewer or more demonstrations than there.
func (m Imbalance) gains(prefix string, evenly bool, with tasksWith) []float64 {
	out := make([]float64, m.Trials)
	for t := range out {
		sum, arms := 0., 0
		for _, arm := range m.arms {
			if !strings.HasPrefix(arm, prefix) || strings.HasSuffix(arm, even) != evenly {
				continue
			}
			points, tasks := 0., 0
			for _, task := range m.tasks {
				r, was := m.of[imbalanceKey{t + 1, arm}][task], m.of[imbalanceKey{t + 1, balancedArm}][task]
				if with == fewer && r.Demonstrations >= was.Demonstrations ||
					with == more && r.Demonstrations <= was.Demonstrations {
					continue
				}
				points += r.percent() - was.percent()
				tasks++
			}
			sum += points / float64(tasks)
			arms++
		}
		out[t] = sum / float64(arms)
	}
	return out
}

// percent is the success of a policy in a task.
func (c Counted) percent() float64 { return 100 * float64(c.Successes) / float64(c.Rollouts) }

// evenGains are what drawing each task equally often adds where a task has few demonstrations.
func (m Imbalance) evenGains(prefix string) []float64 {
	out := m.gains(prefix, true, fewer)
	for t, v := range m.gains(prefix, false, fewer) {
		out[t] -= v
	}
	return out
}

// ImbalanceClaim is something that was found on the tabletop, asked again. Points are what is shown, and Of a number of
// each trial that is above zero where the claim holds.
type ImbalanceClaim struct {
	Says, Ours string
	Points, Of func(Imbalance) []float64
}

// minus are numbers with the other sign.
func minus(values []float64) []float64 {
	for t := range values {
		values[t] = -values[t]
	}
	return values
}

// ImbalanceClaims are the claims, named before anything was run.
var ImbalanceClaims = func() (all []ImbalanceClaim) {
	loses := func(says, ours, prefix string, evenly bool) ImbalanceClaim {
		points := func(m Imbalance) []float64 { return m.gains(prefix, evenly, fewer) }
		return ImbalanceClaim{says, ours, points, func(m Imbalance) []float64 { return minus(points(m)) }}
	}
	gainsLittle := func(says, ours, prefix string) ImbalanceClaim {
		points := func(m Imbalance) []float64 { return m.evenGains(prefix) }
		return ImbalanceClaim{says, ours, points, func(m Imbalance) []float64 { return below(points(m)) }}
	}
	return []ImbalanceClaim{
		loses("where a third is of one task, the others lose", "-4.3 to -11.1 points, by behaviour", "third-", false),
		loses("drawn equally often, they still lose", "-4.5 to -10.0 points", "third-", true),
		gainsLittle("drawing them equally often gains them less than 5 points", "-3.3 to +2.2 points", "third-"),
		loses("in a long tail, the tasks with fewest lose", "not tried", "tail", false),
		gainsLittle("drawing them equally often gains them less than 5 points there too", "not tried", "tail"),
	}
}()

// JudgedImbalance is a claim, judged.
type JudgedImbalance struct {
	ImbalanceClaim
	Judged
}

// Judge judges the claims by the first ImbalanceTrials trials, paired, with p corrected by Holm over the claims; there
// are none before.
func (m Imbalance) Judge() (all []JudgedImbalance) {
	if m.Trials < ImbalanceTrials {
		return nil
	}
	m.Trials = ImbalanceTrials
	var values [][]float64
	for _, c := range ImbalanceClaims {
		values = append(values, c.Of(m))
	}
	for i, j := range judged(values, 1-frame.Level) {
		all = append(all, JudgedImbalance{ImbalanceClaims[i], j})
	}
	return all
}
