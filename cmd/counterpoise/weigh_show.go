package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// showWeights prints counts, weights and how they came about.
func (p program) showWeights(g *grouped, s scale, all []asked) {
	w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s\tdemonstrations\tshare\tframes\tshare\n", strings.Join(g.by, ":"))
	frames := 0
	for _, n := range g.Frames {
		frames += n
	}
	for i, name := range g.Names {
		fmt.Fprintf(w, "%s\t%d\t%s\t%d\t%s\n", name, g.N[i], share(g.N[i], len(g.Of)), g.Frames[i], share(g.Frames[i], frames))
	}
	fmt.Fprintf(w, "all\t%d\t\t%d\t\n", len(g.Of), frames)
	w.Flush()
	fmt.Fprintf(p.out, "\nweights by policy %s, mean%s\n", s.policy, spread(s.seeds))
	fmt.Fprint(w, strings.Join(g.by, ":"))
	for i := range all {
		fmt.Fprintf(w, "\t%s", all[i].name)
	}
	fmt.Fprintln(w)
	for k, name := range g.Names {
		fmt.Fprint(w, name)
		for i := range all {
			fmt.Fprintf(w, "\t%.3f", all[i].mean()[k])
			if sd := all[i].sd(); sd != nil {
				fmt.Fprintf(w, " ± %.3f", sd[k])
			}
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	p.trends(g, s, all)
	fmt.Fprintf(p.out, "\nkept in   %s\n", s.out)
}

// spread is what stands behind the plus-minus.
func spread(seeds int) string {
	if seeds < 2 {
		return " of 1 seed"
	}
	return fmt.Sprintf(" ± standard deviation over %d seeds", seeds)
}

// trendWidth is the number of columns of a curve.
const trendWidth = 40

// trends draws the weights over training of the methods that move them.
func (p program) trends(g *grouped, s scale, all []asked) {
	w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	for i := range all {
		c := all[i].course()
		if !moves(c) {
			p.unmoved(&all[i], s)
			continue
		}
		fmt.Fprintf(w, "\n%s\tfrom 0 to 1, over %d steps\n", all[i].name, all[i].Steps[len(all[i].Steps)-1])
		for k, name := range g.Names {
			fmt.Fprintf(w, "  %s\t%s\t%.3f → %.3f\n", name, trend(c, k), c[0][k], c[len(c)-1][k])
		}
	}
	w.Flush()
}

// unmoved tells of a method that learns, and learned nothing.
func (p program) unmoved(a *asked, s scale) {
	if a.runs == 0 {
		return
	}
	fmt.Fprintf(p.out, "\n%s stayed where it started\n", a.name)
	if plain, _, _ := strings.Cut(a.name, ":"); s.policy == "ridge" && (plain == "remix" || plain == "doremi") {
		fmt.Fprintln(p.out, "  its proxy is a ridge, at the optimum of its weights from the first step, and so is the reference that it is\n"+
			"  compared with: there is no excess to act on. The policy state learns step by step.")
	}
}

// trend draws the weights of group k as columns between 0 and 1.
func trend(course [][]float64, k int) string {
	var b strings.Builder
	width := min(trendWidth, len(course))
	for i := range width {
		at := i * (len(course) - 1) / max(1, width-1)
		b.WriteRune([]rune("▁▂▃▄▅▆▇█")[max(0, min(7, int(8*course[at][k])))])
	}
	return b.String()
}
