package advise

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/wording"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/results/decide"
	"counterpoise/scenes/demos"
)

const agreementAbout = `
agreement measures whether advise decides the same about a dataset that is drawn anew. Recipes are drawn by a seed: both
tasks, shares of bad demonstrations from 5 to 80 % or none, balanced or not, and labelled by success, by style, by
operator or not at all. Of each several datasets are drawn, and each is advised on as advise does; no policy is trained.
A decision is what is left out, and of what the data cannot tell.`

// agreementSeed is the seed of the recipes whose table stands in results/advice/doc.go.
const agreementSeed = 612

func init() { registerBelow("dev", program.agreement) }

// agreement is the command that measures how often advise decides the same (package decide).
func (p program) agreement() *cobra.Command {
	recipes, draws, from := 30, 5, uint64(agreementSeed)
	c := &cobra.Command{
		Use:     "agreement",
		Short:   "Measure how often advise decides the same about a dataset drawn anew",
		Long:    agreementAbout,
		Example: p.Named("  NAME dev agreement --recipes 5 --draws 2"),
		Args:    cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			switch {
			case recipes < 1 || recipes > 1000:
				return cli.Misused("--recipes must be from 1 to 1000, not %d", recipes)
			case draws < 2 || draws > 1000: // one agrees with itself
				return cli.Misused("--draws must be from 2 to 1000, not %d", draws)
			}
			return p.measureAgreement(c.Context(), decide.Agreement.Draw(recipes, from), draws, from)
		},
	}
	f := c.Flags()
	f.IntVar(&recipes, "recipes", recipes, "`N` recipes")
	f.IntVar(&draws, "draws", draws, "`N` datasets of each")
	f.Uint64Var(&from, "seed", from, "seed `N` of recipes and datasets")
	return c
}

// measureAgreement draws datasets of recipes, advises on each, and prints how often the decision was that of most draws
// of its recipe.
func (p program) measureAgreement(ctx context.Context, recipes []decide.Drawing, draws int, from uint64) error {
	quiet, o := p, adviseDefaults()
	quiet.Err = io.Discard
	w := p.NewTable(0)
	fmt.Fprintln(w, "told\tbad\trecipe\tagree\tdecisions")
	var told []decide.Told
	agree, of := map[decide.Told]int{}, map[decide.Told]int{}
	progress, end := cli.Counter(p.Err, "datasets advised on")
	defer end()
	for i, d := range recipes {
		a := decide.Agreed{Drawing: d}
		for draw := range draws {
			number := i*1000 + draw
			made, err := demos.Generate(ctx, d.Recipe, from<<20+uint64(number), runtime.NumCPU(), nil)
			if err != nil {
				return err
			}
			set := datasets.Of("drawn", "counterpoise", d.Dataset(made, number))
			given, err := quiet.adviceOn(ctx, set, []string{"drawn"}, o)
			if err != nil {
				return fmt.Errorf("%s, draw %d: %w", d.Recipe, draw, err)
			}
			a.Decisions = append(a.Decisions, decide.Decision(given.report))
			progress(i*draws+draw+1, len(recipes)*draws)
		}
		decisions, n := a.Counts()
		var said []string
		for _, text := range decisions {
			said = append(said, fmt.Sprintf("%d %s", n[text], text))
		}
		if of[d.Told] == 0 {
			told = append(told, d.Told)
		}
		agree[d.Told], of[d.Told] = agree[d.Told]+a.Agree(), of[d.Told]+draws
		fmt.Fprintf(w, "%s\t%.0f %%\t%s\t%d of %d\t%s\n", d.Told, 100*d.Bad, d.Recipe, a.Agree(), draws,
			strings.Join(said, " | "))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	all, total := 0, 0
	var parts []string
	for _, t := range told {
		all, total = all+agree[t], total+of[t]
		parts = append(parts, fmt.Sprintf("told %s %d of %d", t, agree[t], of[t]))
	}
	fmt.Fprintf(p.Out, "agree     %d of %d (%.1f %%) with most draws of their recipe: %s; seed %d\n", all, total,
		100*float64(all)/float64(total), wording.List(parts), from)
	return nil
}
