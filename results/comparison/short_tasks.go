package comparison

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/stats"
	"counterpoise/stats/compare"
)

// groupsOf are the comparisons of a pair in each group.
func groupsOf(r compare.Result, p compare.Pair) (groups []compare.Pair) {
	for _, f := range r.Families {
		for _, g := range f.Pairs {
			if g.A == p.B && g.B == p.A {
				g = turned(g)
			}
			if g.Group != "" && g.A == p.A && g.B == p.B {
				groups = append(groups, g)
			}
		}
	}
	return groups
}

// opposed are the groups in which a pair is shown to differ to either side, by p after Holm's correction over all
// groups and pairs; nil where all are to one side. The first ones are those in which A is higher.
func opposed(r compare.Result, p compare.Pair) [][]compare.Pair {
	sides, rule := make([][]compare.Pair, 2), stats.Rule{Alpha: r.Alpha}
	for _, g := range groupsOf(r, p) {
		switch rule.Sign(g.Decision.Difference, g.Decision.PHolm) {
		case 1:
			sides[0] = append(sides[0], g)
		case -1:
			sides[1] = append(sides[1], g)
		}
	}
	if len(sides[0]) == 0 || len(sides[1]) == 0 {
		return nil
	}
	return sides
}

// Sides are the groups in which the first method of a pair is shown to be better and worse than the second; none where
// all differ to one side.
func Sides(r compare.Result, p compare.Pair) (better, worse []string) {
	for i, side := range opposed(r, p) {
		for _, g := range side {
			if (i == 0) == (r.Better != "lower") {
				better = append(better, g.Group)
			} else {
				worse = append(worse, g.Group)
			}
		}
	}
	return better, worse
}

// disagree says in which groups a pair differs to which side.
func (s short) disagree(sides [][]compare.Pair) string {
	parts := make([]string, 2)
	for i, side := range sides {
		slices.SortStableFunc(side, func(a, b compare.Pair) int {
			return cmp.Compare(math.Abs(b.Decision.Difference.Or(0)), math.Abs(a.Decision.Difference.Or(0)))
		})
		better, worse := s.words()
		parts[i] = []string{better, worse}[i] + " in " + s.named(side)
	}
	return strings.Join(parts, ", ")
}

// tasks says in which groups a pair is shown to differ and in which it is not, where some of them show something else
// than others, or all together what none shows alone; nothing where its first line says already that they disagree.
func (s short) tasks(p compare.Pair) []string {
	if opposed(s.r, p) != nil {
		return nil
	}
	better, worse := s.words()
	if s.r.Better == "lower" {
		better, worse = worse, better
	}
	words := map[Finding]string{Better: better, Worse: worse, Open: "can't tell", NotComparable: "not comparable",
		Equal: "equal within " + apa.Format("%g", s.r.Margin)}
	of, n := map[Finding][]compare.Pair{}, 0
	for _, g := range groupsOf(s.r, p) {
		f := FindingOf(s.r, g)
		of[f], n = append(of[f], g), n+1
	}
	if len(of) < 2 && (len(of[Open]) < 2 || FindingOf(s.r, p) == Open) {
		return nil
	}
	sign := 1.0 // those first that say most: of what is not shown, what points the other way
	if p.Decision.Difference.Or(0) < 0 {
		sign = -1
	}
	var parts []string
	for _, f := range []Finding{Better, Worse, Equal, Open, NotComparable} {
		groups := of[f]
		if len(groups) == 0 {
			continue
		}
		slices.SortStableFunc(groups, func(a, b compare.Pair) int {
			x, y := sign*a.Decision.Difference.Or(0), sign*b.Decision.Difference.Or(0)
			if f == Better || f == Worse {
				x, y = -math.Abs(x), -math.Abs(y)
			}
			return cmp.Compare(x, y)
		})
		parts = append(parts, words[f]+" in "+s.named(groups))
	}
	title := "Task by task: "
	if len(s.family.Pairs) > 1 {
		title = fmt.Sprintf("Task by task, %s against %s: ", p.A, p.B)
	}
	return []string{title + strings.Join(parts, "; ") + "."}
}

// named are two groups of a pair at most, with their differences, and the number of the others.
func (s short) named(groups []compare.Pair) string {
	var names []string
	for _, g := range groups[:min(len(groups), 2)] {
		by := fmt.Sprintf("%+.4g", g.Decision.Difference.Or(0))
		if s.scale == 100 {
			by = fmt.Sprintf("%+.1f points", 100*g.Decision.Difference.Or(0))
		}
		if by = fmt.Sprintf(" (%s)", by); FindingOf(s.r, g) == NotComparable {
			by = ""
		}
		names = append(names, g.Group+by)
	}
	if more := len(groups) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return wording.List(names)
}
