package report

import (
	"fmt"
	"slices"

	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
)

func init() {
	analysis.Drawers.Add("trials", analysis.Drawer{
		Place: 2, About: "success of each trial, pairs joined by lines", EveryTrial: true,
		Draw: trialPairs,
	})
}

// trialPairs shows what the tests are computed from: a panel for each comparison, a dot for each trial and side. A
// t-test and its interval can hide one trial that differs from the rest; the dots cannot.
//
// There are as many panels as comparisons with at least one complete pair, those of a behaviour together. Against
// stands on the left and Arm on the right, so that a rising line is a gain of the arm.
func trialPairs(f frame.Findings) (figures.Figure, bool) {
	s := f.Plan.Size
	p := figures.Pairs{
		Name: f.Name() + "-trials", YLabel: "success (%)", Columns: panelsInRow(f.Pairwise),
		Lead: "Success of each trial in percent, pairs joined by lines.",
		Caption: fmt.Sprintf("The same success, trial by trial: a line is a pair, which shares demonstrations, "+
			"initial weights and initial states. Thick lines are means. %s of %s per behaviour.",
			wording.Capitalize(wording.Plural(s.Trials, "trial")), wording.Plural(s.Rollouts, "rollout")),
	}
	for _, c := range byBehaviour(f.Pairwise) {
		pairs := f.Pairs(c.Comparison)
		// No trial has records of both sides yet.
		if len(pairs) == 0 {
			continue
		}
		// The design's words for the sides are used where they are unambiguous.
		sides := [2]string{c.Against, c.Arm}
		if len(f.ComparedArms(c.Behaviour)) == 2 {
			sides = [2]string{f.Sides[1], f.Sides[0]}
		}
		p.Panels = append(p.Panels, figures.PairPanel{Title: c.Behaviour, Sides: sides, Pairs: pairs})
	}
	if len(p.Panels) == 0 {
		return figures.Figure{}, false
	}
	return noted(p.Figure(), f, ""), true
}

// byBehaviour returns the comparisons with those of one behaviour together: behaviours in the order of their first
// comparison, and the comparisons of each in the order in which they were.
func byBehaviour(cs []frame.Comparison) []frame.Comparison {
	place := map[string]int{}
	for _, c := range cs {
		if _, known := place[c.Behaviour]; !known {
			place[c.Behaviour] = len(place)
		}
	}
	return slices.SortedStableFunc(slices.Values(cs), func(a, b frame.Comparison) int {
		return place[a.Behaviour] - place[b.Behaviour]
	})
}

// widestRow is the number of panels beyond which a row is broken: more could not be read on a page.
const widestRow = 6

// panelsInRow is the number of comparisons of each behaviour if it is the same for all and more than one, so that each
// behaviour has a row of panels; 0 otherwise, which puts all panels into one row (figures.Pairs.Columns). Where that is
// wider than widestRow, it is the greatest number up to widestRow that divides it, so that rows still belong to one
// behaviour, and widestRow where none above 1 does.
func panelsInRow(cs []frame.Comparison) int {
	n := comparisonsPerBehaviour(cs)
	if n <= widestRow {
		return n
	}
	for columns := widestRow; columns > 1; columns-- {
		if n%columns == 0 {
			return columns
		}
	}
	return widestRow
}

// comparisonsPerBehaviour is the number of comparisons of each behaviour if it is the same for all and more than one; 0
// otherwise.
func comparisonsPerBehaviour(cs []frame.Comparison) int {
	n := map[string]int{}
	for _, c := range cs {
		n[c.Behaviour]++
	}
	for _, c := range cs {
		if n[c.Behaviour] != n[cs[0].Behaviour] || n[c.Behaviour] == 1 {
			return 0
		}
	}
	if len(cs) == 0 {
		return 0
	}
	return n[cs[0].Behaviour]
}
