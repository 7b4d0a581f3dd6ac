package twobytwo

import (
	"fmt"
	"math"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
)

// names are how the sentence calls the methods.
var names = map[string]string{
	"zero": "min-max with reference losses of 0", "remix": "Remix", "ours": "the study's method",
	"told a fifth": "Auto-Lambda told a fifth of the good ones", "told a tenth": "told a tenth it",
	"told nothing": "told nothing it",
}

// Name is how sentences call a method of the experiment of some maps.
func Name(maps []Map, method string) string {
	if method == "remix" && maps[0].Experiment == Additive {
		return "Remix in its additive form"
	}
	return names[method]
}

// firstNames are those of methods that the sentence calls otherwise where no other way of telling came before.
var firstNames = map[string]string{"told a tenth": "Auto-Lambda told a tenth of the good ones"}

// Sentence says of each method in which quadrants of which tasks it helps and harms. Its words are fixed, so that no
// result is told more kindly than another.
func Sentence(maps []Map, size record.Size) string {
	var methods []string
	for _, method := range maps[0].Methods {
		if IsYardstick(method) {
			continue
		}
		name := Name(maps, method)
		if first, ok := firstNames[method]; ok && len(methods) == 0 {
			name = first
		}
		methods = append(methods, name+" "+told(maps, method))
	}
	return fmt.Sprintf("What weighing does with bad demonstrations, by whether these cost success and whether they "+
		"are harder to fit than good ones (policy %s, %s; means over the styles of a quadrant): %s.", size.Policy,
		wording.Plural(size.Trials, "trial"), strings.Join(methods, "; "))
}

// told tells where a method helps and harms, and what is shown elsewhere.
func told(maps []Map, method string) string {
	var parts []string
	for _, v := range []analysis.Verdict{analysis.Helps, analysis.Harms} {
		if low, high, ok := everywhere(maps, method, v); ok {
			return fmt.Sprintf("%s everywhere (by %.1f to %.1f points)", v, low, high)
		}
		if where := found(maps, method, v); len(where) > 0 {
			parts = append(parts, string(v)+" where they are "+wording.List(where))
		}
	}
	equal, open := len(found(maps, method, analysis.Equal)) > 0, len(found(maps, method, analysis.Open)) > 0
	isEqual, isOpen := " everywhere", " anywhere"
	if len(parts) > 0 {
		isEqual, isOpen = " elsewhere", " elsewhere"
	}
	switch {
	case equal && !open:
		parts = append(parts, fmt.Sprintf("equals plain cloning within %g points%s", bench.VerdictMargin, isEqual))
	case equal || open:
		parts = append(parts, "is not shown to help or harm"+isOpen)
	}
	return wording.List(parts)
}

// everywhere reports whether a method has one verdict in every quadrant of every task, with the least and the greatest
// size of its effects.
func everywhere(maps []Map, method string, v analysis.Verdict) (low, high float64, ok bool) {
	low = math.Inf(1)
	for _, m := range maps {
		for _, q := range m.Quadrants {
			for _, e := range q.Effects {
				if size := math.Abs(e.Test.MeanDifference.Or(0)); e.Method == method {
					if !e.Test.MeanDifference.Defined() || e.Verdict() != v {
						return 0, 0, false
					}
					low, high, ok = min(low, size), max(high, size), true
				}
			}
		}
	}
	return low, high, ok
}

// found lists the quadrants in which a method has a verdict: "costly and hard to fit (picking +12.3)".
func found(maps []Map, method string, v analysis.Verdict) (out []string) {
	for _, at := range places {
		var tasks []string
		for _, m := range maps {
			for _, q := range m.Quadrants {
				for _, e := range q.Effects {
					if q.Place == at && e.Method == method && e.Verdict() == v && e.Test.MeanDifference.Defined() {
						tasks = append(tasks, m.Task+" "+apa.Format("%+.1f", e.Test.MeanDifference))
					}
				}
			}
		}
		if len(tasks) > 0 {
			out = append(out, fmt.Sprintf("%s (%s)", at, strings.Join(tasks, ", ")))
		}
	}
	return out
}
