package advise

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/bounded"
	"counterpoise/internal/printable"
	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/policies/weigh"
)

// showWeights prints the size of each group, the weights that each method gives, and how they changed over training.
func (p program) showWeights(g *weigh.Groups, o weighFlags, all []weigh.Result) {
	w := p.NewTable(0)
	fmt.Fprintf(w, "%s\tdemonstrations\tshare\tframes\tshare\n", strings.Join(g.By, ":"))
	frames := 0
	for _, n := range g.Frames {
		frames += n
	}
	for i, name := range g.Names {
		fmt.Fprintf(w, "%s\t%d\t%s\t%d\t%s\n", printable.Line(name),
			g.N[i], cli.Share(g.N[i], len(g.Of)), g.Frames[i], cli.Share(g.Frames[i], frames))
	}
	fmt.Fprintf(w, "all\t%d\t\t%d\t\n", len(g.Of), frames)
	w.Flush()
	policy := o.policy
	if o.pictures {
		policy += " with pictures"
	}
	fmt.Fprintf(p.Out, "\nweights by policy %s, mean%s\n", policy, spread(o.seeds))
	fmt.Fprint(w, strings.Join(g.By, ":"))
	for i := range all {
		fmt.Fprintf(w, "\t%s", all[i].Method)
	}
	fmt.Fprintln(w)
	for k, name := range g.Names {
		fmt.Fprint(w, printable.Line(name))
		for i := range all {
			fmt.Fprintf(w, "\t%.3f", all[i].Mean()[k])
			if sd := all[i].SD(); sd != nil {
				fmt.Fprintf(w, " ± %.3f", sd[k])
			}
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	p.trends(g, o, all)
	p.collapses(g, o, all)
	p.swings(o, all)
	p.unconverged(g, o, all)
	p.printKept(o.out)
}

// spread says what the numbers after the plus-minus are.
func spread(seeds int) string {
	if seeds < 2 {
		return " of 1 seed"
	}
	return fmt.Sprintf(" ± standard deviation over %d seeds", seeds)
}

// trendWidth is the number of characters of a curve.
const trendWidth = 40

// trends draws the weights over training of each method that changes them.
func (p program) trends(g *weigh.Groups, o weighFlags, all []weigh.Result) {
	w := p.NewTable(0)
	for i := range all {
		c := all[i].Curve()
		if !all[i].Moved() {
			p.unmoved(&all[i], o)
			continue
		}
		fmt.Fprintf(w, "\n%s\tfrom 0 to 1, over %d steps\n", all[i].Method, all[i].Steps[len(all[i].Steps)-1])
		for k, name := range g.Names {
			fmt.Fprintf(w, "  %s\t%s\t%.3f → %.3f\n", printable.Line(name), trend(c, k), c[0][k], c[len(c)-1][k])
		}
	}
	w.Flush()
}

// collapses warns of every group that a method gave up while its loss still fell.
func (p program) collapses(g *weigh.Groups, o weighFlags, all []weigh.Result) {
	for i := range all {
		for k, name := range g.Names {
			if n := all[i].CollapsedIn(k); n > 0 {
				fmt.Fprintf(p.Out, "\nwarning: %s took %s below 1 %% while its excess loss was still falling "+
					"(%d of %s)\n", all[i].Method, printable.Line(name), n, wording.Plural(o.seeds, "seed"))
			}
		}
	}
}

// unconverged warns of every search that has not converged within its steps, where a method tests that.
func (p program) unconverged(g *weigh.Groups, o weighFlags, all []weigh.Result) {
	for i := range all {
		for k, name := range g.Names {
			if n := all[i].Unconverged(k); n > 0 {
				fmt.Fprintf(p.Out, "\nwarning: the search of %s for %s has not converged within its steps (%d of %s): "+
					"its least loss is not the least\n", all[i].Method, printable.Line(name), n,
					wording.Plural(o.seeds, "seed"))
			}
		}
	}
}

// swings warns of every method whose weights had not settled.
func (p program) swings(o weighFlags, all []weigh.Result) {
	for i := range all {
		if n := all[i].Unsettled(); n > 0 {
			fmt.Fprintf(p.Out, "\nwarning: the weights of %s did not settle (%d of %s): at the end %.0f %% of the "+
				"weight changed hands in a step, so that they say little; a smaller step size, EtaT, Beta1 or "+
				"Beta2, settles them (list methods)\n", all[i].Method, n, wording.Plural(o.seeds, "seed"),
				100*slices.Max(all[i].Swing))
		}
	}
}

// unmoved names a method that trained references and did not change its weights, and says why where that is known.
func (p program) unmoved(r *weigh.Result, o weighFlags) {
	if r.References == 0 {
		return
	}
	fmt.Fprintf(p.Out, "\n%s stayed where it started\n", r.Method)
	if plain, _, _ := strings.Cut(r.Method, ":"); o.policy == "ridge" && (plain == "remix" || plain == "doremi") {
		fmt.Fprintln(p.Out, "  its proxy is a ridge, at the optimum of its weights from the first step, "+
			"and so is the reference that it is\n"+
			"  compared with: there is no excess to act on. The policy mlp learns step by step.")
	}
}

// trend draws the weights of group k as columns of eight heights, which stand for 0 to 1.
func trend(course [][]float64, k int) string {
	var b strings.Builder
	width := min(trendWidth, len(course))
	for i := range width {
		at := i * (len(course) - 1) / max(1, width-1)
		b.WriteRune([]rune("▁▂▃▄▅▆▇█")[max(0, min(7, int(8*course[at][k])))])
	}
	return b.String()
}

// printKept says which folder weights are kept in and, where they are of a dataset of LeRobot's, with which command
// LeRobot trains under them.
func (p program) printKept(dir string) {
	fmt.Fprintf(p.Out, "\nkept in   %s\n", dir)
	tables := bounded.Glob(dir, "weights-*.parquet")
	if len(tables) == 0 {
		return
	}
	if len(tables) > 1 {
		tables[0] = filepath.Join(dir, "weights-METHOD.parquet")
	}
	fmt.Fprintf(p.Out, "LeRobot   python %s --weights=%s ARGUMENTS OF lerobot-train\n",
		shell.Quote(filepath.Join(dir, "lerobot_weights.py")), shell.Quote(tables[0]))
}
