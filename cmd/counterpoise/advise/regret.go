package advise

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/durable"
	"counterpoise/internal/wording"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/results/decide"
	"counterpoise/scenes/demos"
)

const regretAbout = `
regret measures what advise is worth. Recipes are drawn by a seed: both tasks, shares of bad demonstrations from 5 to 80
% or none, mixes of styles, balanced or not, and labelled by success, by style, by operator or not at all. Of each
several datasets are drawn and advised on as advise does; choices.csv has what it leaves out of each. Then a policy is
trained and rolled out on what it keeps, on all, without the bad ones, with a tenth of the good ones named, and with
behaviours drawn equally often. regret.md has what the advice costs against the best of these, and what it gains over
plain cloning, of the recipes that are complete. A stopped run goes on where it stopped. Decisions of another rule on
the same datasets, as choices-NAME.csv beside the first, get a page regret-NAME.md from the same records.`

func init() { registerBelow("dev", program.regret) }

// regret is the command that measures what the advice is worth (package decide).
func (p program) regret() *cobra.Command {
	o := choiceFlags{recipes: 64, draws: 8, rollouts: 20, workers: runtime.NumCPU(),
		DeviceFlags: shared.DeviceFlags{Device: shared.Auto}}
	c := &cobra.Command{
		Use:     "regret DIR",
		Short:   "Measure what advise is worth, on datasets drawn at random",
		Long:    regretAbout,
		Example: p.Named("  NAME dev regret out/regret --recipes 8 --draws 2 --seed 1"),
		Args:    cli.OneArgument("a folder for records and page"),
		RunE: func(c *cobra.Command, args []string) error {
			if o.recipes < 1 || o.recipes > 1000 {
				return cli.Misused("--recipes must be from 1 to 1000, not %d", o.recipes)
			}
			if err := o.checkSizes(); err != nil {
				return err
			}
			return ended(c, p.measureRegret(c.Context(), args[0], o))
		},
	}
	f := c.Flags()
	f.IntVar(&o.recipes, "recipes", o.recipes, "`N` recipes")
	f.BoolVar(&o.decide, "decide", false, "make the decisions, and train nothing")
	o.flags(f)
	return c
}

// measureRegret advises on all datasets, trains and tests the arms, and writes the page.
func (p program) measureRegret(ctx context.Context, dir string, o choiceFlags) error {
	if err := durable.MkdirAll(dir); err != nil {
		return err
	}
	list := decide.Regret.Draw(o.recipes, o.seed)
	choices, err := readChoices(dir)
	if err != nil {
		return err
	}
	if o.page {
		return p.writeRegret(dir, list, o)
	}
	progress, end := cli.Counter(p.Err, "datasets advised on")
	for i := range list {
		if slices.ContainsFunc(choices, func(c decide.Choice) bool { return c.Recipe == i }) {
			continue
		}
		for draw := range o.draws {
			more, err := p.chooseOn(ctx, list[i], i, draw, o)
			if err != nil {
				return err
			}
			choices = append(choices, more...)
			progress(i*o.draws+draw+1, len(list)*o.draws)
		}
		if err := writeChoices(dir, choices); err != nil {
			return err
		}
	}
	end()
	if o.decide {
		return nil
	}
	drawn := func(i, draw int, of []decide.Choice) (drawnArms, error) {
		made, err := o.drawnFrom(ctx, list[i].Recipe, i, draw)
		if err != nil {
			return drawnArms{}, err
		}
		at := slices.IndexFunc(of, func(c decide.Choice) bool { return c.Arm == decide.ArmAdvised })
		if at < 0 {
			return drawnArms{}, fmt.Errorf("%s has no advice on recipe %d, draw %d; delete it", choicesFile, i, draw)
		}
		return p.advisedArms(ctx, made, of[at].Out, draw, o)
	}
	if err := p.trainChoices(ctx, dir, len(list), choices, o, drawn); err != nil {
		return err
	}
	return p.writeRegret(dir, list, o)
}

// chooseOn advises on a dataset and returns its arms.
func (p program) chooseOn(ctx context.Context, d decide.Drawing, i, draw int, o choiceFlags) ([]decide.Choice, error) {
	quiet, asked := p, adviseDefaults()
	quiet.Err, asked.workers = io.Discard, o.workers
	made, err := o.drawnFrom(ctx, d.Recipe, i, draw)
	if err != nil {
		return nil, err
	}
	set := datasets.Of("drawn", "counterpoise", d.Dataset(made, i*1000+draw))
	given, err := quiet.adviceOn(ctx, set, []string{"drawn"}, asked)
	if err != nil {
		return nil, fmt.Errorf("%s, draw %d: %w", d.Recipe, draw, err)
	}
	var out []int
	for e, group := range given.groups.Of {
		if given.report.Weights[group] == 0 {
			out = append(out, e)
		}
	}
	advised := decide.Choice{Out: wording.FormatNumbers(out), Open: given.report.CannotTell(),
		Decision: decide.Decision(given.report)}
	a, err := p.advisedArms(ctx, made, advised.Out, draw, o)
	if err != nil {
		return nil, err
	}
	all := a.choices(i, draw)
	for k, c := range all {
		if c.Arm == decide.ArmAdvised {
			all[k].Out, all[k].Open, all[k].Decision = advised.Out, advised.Open, advised.Decision
		}
	}
	return all, nil
}

// advisedArms returns the arms of a drawn dataset, of which the advice leaves some out.
func (p program) advisedArms(ctx context.Context, made *demos.Dataset, out string, draw int, o choiceFlags) (
	a drawnArms, err error) {
	kept := slices.Repeat([]bool{true}, len(made.Episodes))
	if out != "" {
		numbers, err := wording.ParseNumbers(out, len(kept))
		if err != nil {
			return a, fmt.Errorf("%s: %w", choicesFile, err)
		}
		for _, e := range numbers {
			kept[e] = false
		}
	}
	named, err := p.alike(ctx, made, decide.NamedGood(made), false)
	if err != nil {
		return a, err
	}
	return o.armsOf(made, decide.TrueArms(made, kept, named), draw), nil
}

// writeRegret writes the page of a folder, regret.md, and of each file of decisions of another rule that lies beside
// its own, choices-NAME.csv, regret-NAME.md.
func (p program) writeRegret(dir string, list []decide.Drawing, o choiceFlags) error {
	files, err := filepath.Glob(filepath.Join(dir, "choices*.csv"))
	if err != nil {
		return err
	}
	for _, path := range files {
		choices, err := readChoicesOf(path)
		if err != nil {
			return err
		}
		of, err := o.recordsIn(dir, choices)
		if err != nil {
			return err
		}
		page := decide.Page(decide.WorthOf(list, choices, of), len(list), o.draws, o.rollouts)
		page.Notes = append(page.Notes, fmt.Sprintf("Again: counterpoise dev regret DIR --recipes %d --draws %d "+
			"--rollouts %d --seed %d", o.recipes, o.draws, o.rollouts, o.seed))
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "choices"), ".csv")
		if err := p.writePageOf(dir, "regret"+name+".md", page); err != nil {
			return err
		}
	}
	return nil
}
