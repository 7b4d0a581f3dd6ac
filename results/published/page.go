package published

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/template"

	"counterpoise/stats"
)

//go:embed published.md.tmpl
var pageText string

// page is what published.md.tmpl shows.
type page struct {
	Found                         []Finding
	Real, Simulated               int
	Sources                       int
	Ahead                         int     // tables with the method ahead
	Alone, Holm, BH               int     // tables with p < 0.05 alone and after either correction
	First, FirstAhead             int     // tables of the first collection, and those with the method ahead
	FirstAlone, FirstHolm         int     // of these, with p < 0.05 alone and after the correction over them alone
	Small, SmallShown             int     // tables with at most smallTable rollouts, and those that stand
	SmallLeast                    float64 // least difference of a small table that stands
	Large, LargeShown             int
	Open                          int // tables that don't stand
	OpenHas, OpenNeeds            int // medians of these: rollouts of each policy, and those needed for 0.8
	OpenFew                       int // of these, with fewer rollouts than needed
	Tasks, TasksAlone, TasksAll   int // of tables with several
	Rankings, Ablations, Baseline int
	HolmBehind                    []string // tables that stand with the method behind
	StrataApart                   []string // tables of which the test by task says otherwise at 0.05
}

// smallTable is the most rollouts of a policy of what the page calls a small table.
const smallTable = 60

// Write writes the page.
func Write(w io.Writer, found []Finding) error {
	p := page{Found: found, SmallLeast: 1}
	titles := map[string]bool{}
	var has, needs []int
	var first []float64
	for _, f := range found {
		titles[f.Title] = true
		count := func(n *int, when bool) {
			if when {
				*n++
			}
		}
		n := min(f.Sum.N1, f.Sum.N2)
		count(&p.Real, f.Setting == "real")
		count(&p.Simulated, f.Setting == "simulated")
		count(&p.Rankings, f.Kind == "ranking")
		count(&p.Ablations, f.Kind == "ablation")
		count(&p.Baseline, f.Kind == "baseline")
		count(&p.Alone, f.Test.P < alpha)
		count(&p.Holm, f.Shown())
		count(&p.BH, f.BH < alpha)
		count(&p.Ahead, f.Test.Difference > 0)
		if f.Shown() && f.Test.Difference < 0 {
			p.HolmBehind = append(p.HolmBehind, f.Name)
		}
		if f.Read == found[0].Read {
			first = append(first, f.Test.P)
			count(&p.FirstAhead, f.Test.Difference > 0)
			count(&p.FirstAlone, f.Test.P < alpha)
		}
		count(&p.Small, n <= smallTable)
		count(&p.SmallShown, n <= smallTable && f.Shown())
		if n <= smallTable && f.Shown() {
			p.SmallLeast = min(p.SmallLeast, math.Abs(f.Test.Difference))
		}
		count(&p.Large, n > smallTable)
		count(&p.LargeShown, n > smallTable && f.Shown())
		if !f.Shown() && f.At80 > 0 {
			p.Open++
			has, needs = append(has, n), append(needs, f.At80)
			count(&p.OpenFew, n < f.At80)
		}
		if f.Strata != nil {
			p.Tasks, p.TasksAlone, p.TasksAll = p.Tasks+len(f.Tasks), p.TasksAlone+f.TasksAlone, p.TasksAll+f.TasksAll
			if (f.Strata.Or(1) < alpha) != (f.Test.P < alpha) {
				p.StrataApart = append(p.StrataApart, f.Name)
			}
		}
	}
	p.First = len(first)
	for _, v := range stats.Holm(first) {
		if v < alpha {
			p.FirstHolm++
		}
	}
	p.Sources, p.OpenHas, p.OpenNeeds = len(titles), median(has), median(needs)
	t, err := template.New("page").Funcs(template.FuncMap{
		"rate":   rate,
		"points": func(v float64) string { return fmt.Sprintf("%+.1f", 100*v) },
		"whole":  func(v float64) string { return fmt.Sprintf("%.0f", 100*v) },
		"p":      pValue,
		"needed": needed,
		"cell":   func(s string) string { return strings.ReplaceAll(s, "|", `\|`) },
		"list":   func(s []string) string { return strings.Join(s, ", ") },
	}).Parse(pageText)
	if err != nil {
		return err
	}
	return t.Execute(w, p)
}

// rate is a success rate in percent with its counts and interval: "73 (11/15) [48, 89]".
func rate(k, n int, low, high float64) string {
	return fmt.Sprintf("%.0f (%d/%d) [%.0f, %.0f]", 100*float64(k)/float64(n), k, n, 100*low, 100*high)
}

// pValue is a p value with three digits, or a bound.
func pValue(p float64) string {
	if p < 0.001 {
		return "<.001"
	}
	return strings.TrimPrefix(strconv.FormatFloat(math.Min(p, 1), 'f', 3, 64), "0")
}

// needed is a number of rollouts, or a dash where none is enough.
func needed(n int) string {
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}
