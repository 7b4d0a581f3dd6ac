package answer

import (
	"fmt"
	"math"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/study/claims"
	"counterpoise/results/study/twobytwo"
)

// Sentence is one of the answer's.
type Sentence struct {
	// Lead is the sentence in a few words, for who reads no further: counts of verdicts, and the least and the greatest
	// of its differences. It follows from the records by rules that no result bends; empty without records.
	Lead string
	Text string
}

// Plain is lead and text in one line.
func (s Sentence) Plain() string {
	if s.Lead == "" {
		return s.Text
	}
	return s.Lead + " " + s.Text
}

// wordsOf explains what the answer's sentences name without explaining it. additive says what the study's own form of
// Remix decides otherwise (additiveForm).
func wordsOf(additive string) string {
	return "In these sentences, Remix gives weight to what a policy learns less well than a reference policy " +
		"that was cloned from the data as they are. Here it is as its authors run it" + additive +
		" With a zero reference the loss itself decides; the study's method compares with the least loss that " +
		"re-weighting reaches, its settings fitted to the study's Table 1. A kind of suboptimal demonstrations " +
		"is a task, whether they are shown to cost success, and whether they are harder to fit than good ones. " +
		"Points are percentage points of success. E1 to E6 are the study's experiments, C01 to C46 its claims. " +
		"Under the difficulty inexact, observations are off by 10 mm."
}

// leads are the leads of the five sentences, in the order of answer. They are of the differences that the sentences
// name, of both runs: onGood and onGoodLater are those on good demonstrations of the first and of the second, and
// upsampled those of the second run with upsampling, of which no claim is.
func leads(
	e, second claims.Evaluation, maps []twobytwo.Map, onGood, onGoodLater, upsampled []change,
) [5]string {
	both := func(kind func(claims.Part) bool, ids ...string) []float64 {
		return append(sizes(ofParts(e, kind, ids...)), sizes(ofParts(second, kind, ids...))...)
	}
	means := append(firstMeans(e, "C27", "C28"), firstMeans(second, "C27", "C28")...)
	return [5]string{
		ofStyles(maps),
		behind("Behaviours with fewer demonstrations", "", both(inAny, "C01", "C02", "C03", "C04", "C05")),
		behind("With upsampling they", "still ", append(both(inAny, "C06", "C07"), sizes(upsampled)...)),
		ofGood(sizes(onGood), onGoodLater),
		ofBad(both(againstPlain, bad...), means),
	}
}

// ofStyles counts, for each method, the kinds of suboptimal demonstrations that it helps with and harms: quadrants of
// tasks.
func ofStyles(maps []twobytwo.Map) string {
	if len(maps) == 0 {
		return ""
	}
	var methods []string
	for _, method := range maps[0].Methods {
		if !twobytwo.IsYardstick(method) {
			methods = append(methods, twobytwo.Name(maps, method)+" "+tallyOfKinds(maps, method))
		}
	}
	kinds, costly := kindsOf(maps)
	are := "are"
	if costly == 1 {
		are = "is"
	}
	return fmt.Sprintf("Of %s of suboptimal demonstrations, of which %d %s costly, %s.",
		wording.Plural(kinds, "kind"), costly, are, strings.Join(methods, "; "))
}

// kindsOf is the number of kinds of suboptimal demonstrations, quadrants of tasks, and of those that are costly.
func kindsOf(maps []twobytwo.Map) (kinds, costly int) {
	for _, m := range maps {
		kinds += len(m.Quadrants)
		for _, q := range m.Quadrants {
			if q.Place.Costs {
				costly++
			}
		}
	}
	return kinds, costly
}

// tallyOfKinds says with how many kinds a method helps and how many it harms, with the least and the greatest size of
// the effects, and what is shown of the others: "helps with 1 (by 3.0 points), harms 5 (by 1.6 to 11.7) and equals
// plain cloning in 1".
func tallyOfKinds(maps []twobytwo.Map, method string) string {
	sizes := map[analysis.Verdict][]float64{}
	for _, m := range maps {
		for _, q := range m.Quadrants {
			for _, e := range q.Effects {
				if e.Method == method {
					sizes[e.Verdict()] = append(sizes[e.Verdict()], math.Abs(e.Test.MeanDifference.Or(0)))
				}
			}
		}
	}
	kinds, _ := kindsOf(maps)
	number := func(v analysis.Verdict) string {
		if len(sizes[v]) == kinds {
			return "all"
		}
		return fmt.Sprint(len(sizes[v]))
	}
	by := func(v analysis.Verdict) string {
		low, high := bounds(sizes[v])
		if len(sizes[v]) == 1 {
			return fmt.Sprintf("(by %.1f points)", high)
		}
		return fmt.Sprintf("(by %.1f to %.1f points)", low, high)
	}
	var parts []string
	for _, v := range []struct {
		verdict analysis.Verdict
		text    string
	}{
		{analysis.Helps, "helps with %s " + by(analysis.Helps)},
		{analysis.Harms, "harms %s " + by(analysis.Harms)},
		{analysis.Equal, "equals plain cloning in %s"},
		{analysis.Open, "is not shown to help or harm with %s"},
	} {
		if len(sizes[v.verdict]) > 0 {
			parts = append(parts, fmt.Sprintf(v.text, number(v.verdict)))
		}
	}
	return wording.List(parts)
}

// behind says by how much behaviours lie below balanced demonstrations, or that not all do.
func behind(who, still string, d []float64) string {
	low, high := bounds(d)
	switch {
	case len(d) == 0:
		return ""
	case high < 0:
		return fmt.Sprintf("%s %slost %.1f to %.1f points against balanced data.", who, still, -high, -low)
	}
	return fmt.Sprintf("%s %schanged by %+.1f to %+.1f points against balanced data.", who, still, low, high)
}

// ofGood says how behaviours change where all demonstrations are good, and by itself what a second run, of fewer
// behaviours, found of each of its own: a span over all would hide that one gains what another loses.
func ofGood(d []float64, later []change) string {
	if len(d) == 0 {
		return ""
	}
	low, high := bounds(d)
	text := fmt.Sprintf("Where all demonstrations are good, weighing them by their losses changed behaviours by %+.1f "+
		"to %+.1f points", low, high)
	if len(later) > 0 {
		text += ", in the second run by " + spans(later)
	}
	return text + "."
}

// ofBad says how success changes where a third of the demonstrations is bad: of single behaviours under Remix, of their
// mean under the study's own method.
func ofBad(remix, means []float64) string {
	var parts []string
	if len(remix) > 0 {
		low, high := bounds(remix)
		parts = append(parts, fmt.Sprintf("Remix changed behaviours by %+.1f to %+.1f points", low, high))
	}
	if len(means) > 0 {
		low, high := bounds(means)
		parts = append(parts, fmt.Sprintf("the study's own method changed their mean by %+.1f to %+.1f points", low,
			high))
	}
	if len(parts) == 0 {
		return ""
	}
	return "Where a third is bad, " + wording.List(parts) + "."
}

// firstMeans are the differences of the first parts of claims, which in C27 and C28 are of the mean over behaviours
// against plain cloning.
func firstMeans(e claims.Evaluation, ids ...string) (all []float64) {
	for _, r := range selected(e, ids...) {
		if parts := r.Final().Parts; len(parts) > 0 {
			if d, ok := parts[0].Test.MeanDifference.Get(); ok {
				all = append(all, d)
			}
		}
	}
	return all
}

// bounds are the least and the greatest of some numbers, infinite without any.
func bounds(d []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, x := range d {
		low, high = min(low, x), max(high, x)
	}
	return low, high
}
