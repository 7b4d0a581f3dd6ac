package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/policies/weigh"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/policies/weigh/forms"
	"counterpoise/results/advice"
	"counterpoise/scenes/demos"
)

const adviseAbout = `
advise says whether and how to re-weight anybody's dataset, and what it does not know: how imbalanced the groups are,
which are harder to fit than others of the same skill and which pull a policy away from these, with intervals over
demonstrations and over repeated fits; where they lie on the two-by-two of costly or not, hard or easy to fit;
what methods would weigh; and the weights to take.

Groups are as in weigh. Of the labels that make them, those of --quality say by whom or how well something was shown:
groups that differ in these alone are kinds of one skill, and are compared with the kind that has most demonstrations.
Without --quality these are style, optimality, mask, quality, operator and demonstrator; all other labels are skills,
and no skill is ever left out.

What demonstrations cost in success cannot be seen in data. Where you know which are worse, say so with --suboptimal,
which takes groups or kinds; otherwise only rollouts can tell. The rule, its thresholds and what they rest on are on one
page, results/advice/doc.go. What the advice is worth was measured on recipes drawn at random: results/regret. With
--pictures everything is learned from the pictures of every camera, through the frozen encoder of our policies, and not
from the state of the scene; videos are decoded by ffmpeg. The thresholds are the same, and rest on learning from the
state.

With --out the weights stand in the folder in the forms that weigh writes: sampling-advice.json and .csv,
weights-advice.parquet of LeRobot's datasets, robomimic-advice.json and remix-advice.json where the groups allow it;
advice.json has every number.`

const adviseExamples = `  NAME advise out/demos --by behaviour,style
  NAME advise lift/mh/low_dim.hdf5 --by mask=better,okay,worse --suboptimal worse --out advised
  NAME advise bridge droid --by dataset --method natural,remix-paper
  NAME advise data --by task,collector --quality collector --format markdown`

// adviseFlags are the values of advise's flags.
type adviseFlags struct {
	weighFlags
	quality    []string
	suboptimal []string
	format     string
}

func init() { register(program.advise) }

// advise is the command that advises on a dataset (package results/advice).
func (p program) advise() *cobra.Command {
	o := adviseFlags{weighFlags: weighFlags{policy: "ridge", seeds: advice.DefaultRepeats, seed: 1,
		workers: runtime.NumCPU()}}
	methods := "natural,equal,remix-paper,ours"
	c := &cobra.Command{
		Use:     "advise DATASET...",
		Short:   "Say whether and how to re-weight anybody's dataset",
		Long:    adviseAbout,
		Example: p.named(adviseExamples),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return misused("advise needs the folder or file of one dataset, or several")
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringSliceVar(&o.by, "by", nil,
		"`LABELS` that make the groups: "+strings.Join(demos.Groupings(), ", ")+", task, or any that the dataset has")
	f.StringVar(&o.labels, "labels", "", "CSV `FILE` with more labels: columns episode, label (and dataset)")
	f.StringSliceVar(&o.quality, "quality", nil,
		"`LABELS` that say by whom or how well (default "+strings.Join(advice.QualityLabels, ",")+")")
	f.StringSliceVar(&o.suboptimal, "suboptimal", nil, "`GROUPS` or kinds that you know to be worse")
	f.StringVar(&methods, "method", methods, "`METHODS` whose weights are shown; empty shows none")
	f.BoolVar(&o.pictures, "pictures", false, "learn from pictures too, through the frozen encoder")
	f.IntVar(&o.seeds, "seeds", o.seeds, "repeat each fit and each method `N` times with other random numbers")
	f.Uint64Var(&o.seed, "seed", o.seed, "seed `N` of everything random")
	f.IntVar(&o.workers, "workers", o.workers, "`N` trainings at a time; changes no result")
	f.StringVar(&o.out, "out", "", "`DIR` for the weights (default: they are printed alone)")
	f.StringVar(&o.format, "format", "text", "`FORMAT` of the answer: "+strings.Join(formats(), ", "))
	memoryFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if methods != "" {
			o.methods = separated(methods)
		}
		if err := cmp.Or(o.check(false), chosen("format", o.format, formats())); err != nil {
			return err
		}
		err := p.adviseDatasets(c.Context(), args, o)
		if err != nil && c.Context().Err() != nil {
			fmt.Fprintln(p.err, "stopped; nothing was written")
			return errStopped
		}
		return err
	}
	return c
}

// adviseDatasets opens datasets, measures them, writes the weights and prints the advice.
func (p program) adviseDatasets(ctx context.Context, paths []string, o adviseFlags) error {
	d, err := datasets.Open(ctx, paths, datasets.Options{By: o.by, Labels: o.labels})
	if err != nil {
		return err
	}
	defer d.Close()
	if o.out != "" {
		if err := checkFolder(o.out); err != nil {
			return err
		}
	}
	r, g, err := p.adviceOn(ctx, d, paths, o)
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(paths, " "), err)
	}
	if o.out != "" {
		write := func(dir string) error { return writeAdvice(dir, d, g, r) }
		if err := fillFolder(o.out, write); err != nil {
			return err
		}
		fmt.Fprintf(p.err, "kept in %s\n", o.out)
	}
	return (&testCommand{p: p, format: o.format}).print(finding{r, r.Section()}, nil)
}

// adviceOn measures open datasets and applies the rule.
func (p program) adviceOn(ctx context.Context, d *datasets.Set, paths []string, o adviseFlags) (
	r advice.Report, g *weigh.Groups, err error) {
	progress, end := counter(p.err, "demonstrations counted")
	g, err = d.Groups(ctx, progress)
	end()
	if err != nil {
		return r, nil, err
	}
	p.warnOf(d)
	for _, name := range o.methods {
		if err := suits(name, g.Groups); err != nil {
			return r, nil, err
		}
	}
	progress, end = counter(p.err, "demonstrations read")
	corpus, err := weigh.ReadCorpus(ctx, d.Reader, g, weigh.CorpusOptions{Pictures: o.pictures}, progress)
	end()
	if err != nil {
		return r, nil, err
	}
	m, err := advice.Measure(ctx, g, corpus, advice.Options{Quality: o.quality, Seed: o.seed, Repeats: o.seeds})
	if err != nil {
		return r, nil, err
	}
	if r.Advice, err = advice.Advise(m, o.suboptimal); err != nil {
		return r, nil, err
	}
	r.Datasets, r.Pictures = paths, o.pictures
	if len(o.methods) > 0 {
		progress, end = counter(p.err, "trainings")
		all, err := weigh.Run(ctx, g, corpus.Learner(0), weigh.Options{
			Methods: o.methods, Seeds: o.seeds, Seed: o.seed, Workers: o.workers, Progress: progress,
		})
		end()
		if err != nil {
			return r, nil, err
		}
		r.Methods = weigh.SummaryOf(g, all).Methods
	}
	r.Complete()
	return r, g, nil
}

// writeAdvice writes the report and the advised weights into a folder, in the forms of those who train with them.
func writeAdvice(dir string, d *datasets.Set, g *weigh.Groups, r advice.Report) error {
	const method, name = "advice", "advice.json"
	var before []string
	if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
		before = []string{method}
	}
	folder := forms.In(dir, before...)
	if err := folder.AddGroups(d, method, g, r.Weights); err != nil {
		return err
	}
	return folder.Write(name, r)
}
