package triage

import (
	"context"
	"errors"
	"math"
	"slices"

	"counterpoise/internal/seed"
	"counterpoise/policies/curate"
	"counterpoise/scenes/demos"
)

// suspecting is the number of scores, the first of measuredBy, of which the least makes a demonstration suspicious.
// Those after them are usual in many good demonstrations too, and only help to rank by clicks.
const suspecting = 3

// measuredBy are the scores that the page ranks by, of those that need nothing but trajectories. How well single scores
// find bad demonstrations is in results/scores; the order of the page was not measured.
var measuredBy = []struct{ score, words string }{
	{"jerk", "moves less smoothly"},
	{"hold", "holds nothing in the gripper"},
	{"policyloss", "acts unlike the others"},
	{"length", "takes long"},
	{"sal", "hesitates"},
	{"deminf", "acts less predictably"},
}

// Ranking ranks demonstrations before anybody judges, in place of the scores of measuredBy.
type Ranking struct {
	Values []float64 // of each demonstration, higher is better; NaN where it is not known
	Words  string    // what a low value means of a demonstration
}

// Likeness ranks by losses under a policy of the known good ones.
func Likeness(loss []float64) *Ranking {
	like := make([]float64, len(loss))
	for e, l := range loss {
		like[e] = -math.Log(max(l, 1e-9))
	}
	return &Ranking{like, "is unlike the known good ones"}
}

// mostForRule is how far a score is taken to lie from the median, in spreads, by the rule of page.js, so that one
// measure of one demonstration does not decide for all. What the page shows has no bound: it tells the worst apart.
const mostForRule = 4

// Unusual is the suspicion above which a demonstration is unlike the others: the bound of Iglewicz and Hoaglin 1993,
// "How to Detect and Handle Outliers", for scores in spreads from the median. A few good ones of many lie above it.
const Unusual = 3.5

// measure is a score of all demonstrations in spreads from the median of their skill. A spread is the median of |s - m|
// divided by 0.6745, a standard deviation of normal scores; higher is better.
type measure struct {
	words    string // what a low value means of a demonstration
	suspects bool   // a low value alone makes a demonstration suspicious
	of       []float64
}

// ErrNoScore is the error of Suspicions and Of where no score tells one demonstration from another.
var ErrNoScore = errors.New("there is nothing to rank demonstrations by: no score tells one from another")

// measures returns the measures of a pool whose groups are skills, by the first n scores of measuredBy. Scores that the
// dataset lacks something for, or that are the same for all, are left out. Rank, which may be nil, alone makes
// demonstrations suspicious where it is given. Apart, which may be nil, are the demonstrations that failed or are
// marked bad.
func measures(n int, p *curate.Pool, group []int32, rank *Ranking, apart []bool) (all []measure, err error) {
	if rank != nil {
		all = append(all, measure{rank.Words, true, spreads(rank.Values, group, apart)})
	}
	for i, m := range measuredBy[:n] {
		scorer, err := curate.Scores.Get(m.score)
		if err != nil {
			return nil, err
		}
		scores, err := curate.Score(scorer, p, seed.Of("triage", m.score))
		if stopped := p.Stopped(); stopped != nil {
			return nil, stopped
		}
		if err == nil {
			all = append(all, measure{m.words, rank == nil && i < suspecting, spreads(scores, group, apart)})
		}
	}
	if all == nil {
		return nil, ErrNoScore
	}
	if !slices.ContainsFunc(all, func(m measure) bool { return m.suspects }) {
		all[0].suspects = true
	}
	return all, nil
}

// leastUsual is the least number of demonstrations of a skill that did not fail with which these alone say what is
// usual: with fewer a spread means nothing.
const leastUsual = 3

// spreads returns how far each score lies from the median of its group, in spreads. Median and spread are those of the
// demonstrations that are not apart, where there are leastUsual of them: where most failed, the others are not unusual
// for that. Where half of a group is the same, the spread is the mean of |s - m|, and where all of those that are not
// apart are, the mean over the whole group: else what differs from them would not be unusual at all. A score that is
// NaN is at the median.
func spreads(scores []float64, group []int32, apart []bool) []float64 {
	out := make([]float64, len(scores))
	for k := range slices.Max(group) + 1 {
		var in []int
		var of, usual []float64
		for e, g := range group {
			if g == k && scores[e] == scores[e] {
				if in, of = append(in, e), append(of, scores[e]); apart != nil && !apart[e] {
					usual = append(usual, scores[e])
				}
			}
		}
		if len(usual) >= leastUsual {
			of = usual
		}
		m := median(of)
		mean := 0.0
		for i, s := range of {
			of[i] = math.Abs(s - m)
			mean += of[i] / float64(len(of))
		}
		spread := median(of) / 0.6744897501960817
		if spread == 0 {
			spread = mean
		}
		if spread == 0 {
			for _, e := range in {
				spread += math.Abs(scores[e]-m) / float64(len(in))
			}
		}
		for _, e := range in {
			if spread > 0 {
				out[e] = (scores[e] - m) / spread
			}
		}
	}
	return out
}

// suspicions returns how suspicious each demonstration is before anybody judges: how far the least of its suspecting
// measures lies below the median of its skill, in spreads.
func suspicions(all []measure) []float64 {
	out := slices.Repeat([]float64{math.Inf(-1)}, len(all[0].of))
	for _, m := range all {
		for e, v := range m.of {
			if m.suspects {
				out[e] = max(out[e], -v)
			}
		}
	}
	return out
}

// median returns the median of numbers; 0 of none.
func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	v = slices.Sorted(slices.Values(v))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

// Suspicions returns how suspicious each demonstration of a dataset is before anybody judges, in spreads: what its page
// shows where it ranks by one of the suspecting scores; where it has none of these, ErrNoScore. It reads no pictures.
// Fewer than two demonstrations, and what package curate refuses, are errors. Of Options it takes By, Rate, Rank and
// Progress: which demonstrations failed it does not know.
func Suspicions(ctx context.Context, r demos.Reader, o Options) ([]float64, error) {
	all, _, pool, err := read(ctx, r, o)
	if err != nil {
		return nil, err
	}
	skill, _ := skillsOf(all, o.By)
	ms, err := measures(suspecting, pool, skill, o.Rank, nil)
	if err != nil {
		return nil, err
	}
	return suspicions(ms), nil
}
