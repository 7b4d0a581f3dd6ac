package check

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/wording"
)

// alikeAlpha bounds the probability that alike reports trainings that are not copies, over all pairs of trainings of
// a method (Bonferroni).
const alikeAlpha = 0.01

// alike finds trainings of a method whose rollouts all end alike, start by start or in their order: one that was
// evaluated twice. Rollouts of two policies that both succeed with probability p agree with p² + (1 - p)², or more
// where starts differ in difficulty: as often as in the other pairs of trainings in the table, if that is more. That
// all n agree by chance has this probability to the power n, which must be at most alikeAlpha over the number of pairs.
func alike(d *data) (found []Finding, looked string) {
	if !d.Paired || d.Starts || d.Policies {
		return nil, ""
	}
	trainings, order := map[cell]*training{}, []cell{}
	for i, e := range d.Long.Entries {
		c := cell{e.Method, e.Trial, 0}
		if trainings[c] == nil {
			trainings[c] = &training{binary: true}
			order = append(order, c)
		}
		trainings[c].add(d, i)
	}
	of, pairs := map[int32]int{}, 0
	for _, c := range order {
		pairs += of[c.method]
		of[c.method]++
	}
	if pairs == 0 {
		return nil, ""
	}
	agree, all := agreement(trainings)
	looked = fmt.Sprintf("trainings with the same outcomes (by chance less than %g / %s)", alikeAlpha,
		wording.Plural(pairs, "pair"))
	seen := map[string]cell{}
	var parts []string
	var lines []int
	for _, c := range order {
		t := trainings[c]
		n := float64(len(t.rows))
		p := t.sum / n
		q := p*p + (1-p)*(1-p)
		if all > n { // the pair itself is no other
			q = max(q, (agree-n)/(all-n))
		}
		if !t.binary || n*math.Log(q) > math.Log(alikeAlpha/float64(pairs)) {
			continue
		}
		if d.column("start") >= 0 {
			slices.Sort(t.rows)
		}
		key := fmt.Sprint(c.method, " ", strings.Join(t.rows, ","))
		before, known := seen[key]
		if !known {
			seen[key] = c
			continue
		}
		parts = append(parts, fmt.Sprintf("%s %s and %s of %s, all %s", d.Unit, d.Long.Trials[before.trial],
			d.Long.Trials[c.trial], d.Long.Methods[c.method], wording.Plural(len(t.rows), "rollout")))
		lines = append(lines, d.line(trainings[before].first), d.line(t.first))
	}
	if len(parts) == 0 {
		return nil, looked
	}
	return []Finding{{"trainings alike", "the same outcomes: " + few(parts), lines[:min(len(lines), maxNames)],
		"look whether one training was evaluated twice"}}, looked
}

// training are the rollouts of a method and training.
type training struct {
	rows   []string // group, start and outcome
	starts []string // group and start, or the place in the order
	ends   []bool   // successes
	first  int      // the first entry
	sum    float64
	binary bool // every rollout succeeded or failed
}

// add adds entry i.
func (t *training) add(d *data, i int) {
	e := d.Long.Entries[i]
	start := strconv.Itoa(int(e.Group)) + " " + d.start(i)
	if len(t.rows) == 0 {
		t.first = i
	}
	t.rows = append(t.rows, start+" "+strconv.FormatFloat(e.Sum, 'g', -1, 64))
	if d.column("start") < 0 {
		start += strconv.Itoa(len(t.starts))
	}
	t.starts, t.ends = append(t.starts, start), append(t.ends, e.Sum == 1)
	t.sum += e.Sum
	t.binary = t.binary && e.Rollouts == 1 && (e.Sum == 0 || e.Sum == 1)
}

// agreement counts the pairs of rollouts of different trainings of the same start, and those that end alike.
func agreement(of map[cell]*training) (agree, all float64) {
	counts := map[string][2]float64{} // failures and successes of a start
	for _, t := range of {
		for i, s := range t.starts {
			c := counts[s]
			if t.ends[i] {
				c[1]++
			} else {
				c[0]++
			}
			counts[s] = c
		}
	}
	for _, c := range counts {
		n := c[0] + c[1]
		agree += c[0]*(c[0]-1)/2 + c[1]*(c[1]-1)/2
		all += n * (n - 1) / 2
	}
	return agree, all
}
