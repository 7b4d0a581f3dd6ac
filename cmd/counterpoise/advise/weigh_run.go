package advise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/seed"
	"counterpoise/internal/wording"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/policies/weigh"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/policies/weigh/forms"
	"counterpoise/results/figures"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// options are the flags that say how datasets are opened.
func (o weighFlags) options() datasets.Options {
	return datasets.Options{By: o.by, Labels: o.labels, Actions: o.actions}
}

// weighDatasets opens datasets and weighs their groups.
func (p program) weighDatasets(ctx context.Context, paths []string, o weighFlags) error {
	d, err := datasets.Open(ctx, paths, o.options())
	if err != nil {
		return err
	}
	defer d.Close()
	if err := p.checkCards(ctx, d); err != nil {
		return err
	}
	return p.weighOpen(ctx, strings.Join(paths, " "), d, o)
}

// weighOpen weighs the groups of open datasets, writes the files and prints the weights.
func (p program) weighOpen(ctx context.Context, path string, d *datasets.Set, o weighFlags) error {
	r := d.Reader
	if left := d.LeftOut(); left > 0 {
		fmt.Fprintf(p.Out, "left out  %d demonstrations that are in none of the groups\n", left)
	}
	if len(o.scores) > 0 {
		return p.weighByScore(ctx, path, d, o)
	}
	if o.known != "" {
		return p.weighByKnown(ctx, path, d, o)
	}
	progress, end := cli.Counter(p.Err, "demonstrations counted")
	g, err := d.Groups(ctx, progress)
	end()
	p.warnOf(d) // which may be why there are no groups
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	p.WarnOfNames(&g.LabelledGroups)
	decided := d.Decided(g.By, o.by != nil)
	if n, all := weigh.SampledFrames(g), sum(g.Frames); ofAnyRobot(o.policy) && n < all {
		decided = append(decided, fmt.Sprintf("frames: %d of %d, evenly spaced in each group", n, all))
	}
	decided = append(decided, fmt.Sprintf("policy: %s (--policy), %s of each method (--seeds), random numbers from "+
		"seed %d "+
		"(--seed)", o.policy, wording.Plural(o.seeds, "training"), o.seed))
	for _, name := range o.methods {
		if err := shared.SuitsGroups(name, g.Groups); err != nil {
			return err
		}
	}
	progress, end = cli.Counter(p.Err, "demonstrations read")
	learn, err := newLearner(ctx, r, g, o, progress)
	end()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := p.warnOfTime(ctx, g, learn, o); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := cli.CheckFolder(o.out); err != nil { // before the trainings rather than after them
		return err
	}
	progress, end = cli.Counter(p.Err, "trainings")
	all, err := weigh.Run(ctx, g, learn, weigh.Options{
		Methods: o.methods, Seeds: o.seeds, Seed: o.seed, Workers: o.workers, Progress: progress,
	})
	end()
	if err != nil {
		return err
	}
	summary := weigh.SummaryOf(g, all)
	summary.Dataset, summary.Policy, summary.Pictures, summary.Seed = path, o.policy, o.pictures, o.seed
	summary.Decided = decided
	summary.Format, summary.Sources = strings.Join(d.Formats, " "), d.Sources()
	write := func(dir string) error { return p.writeWeights(dir, d, g, summary, all) }
	if err := cli.FillFolder(o.out, write); err != nil {
		return err
	}
	p.SayDecided(decided)
	p.showWeights(g, o, all)
	return nil
}

// writeWeights writes the summary, the weights of each method in the forms of those who train with them, and the figure
// into a folder. The figure has the command line.
func (p program) writeWeights(
	dir string, d *datasets.Set, g *weigh.Groups, summary weigh.Summary, all []weigh.Result,
) error {
	folder := forms.In(dir, forms.Methods(dir)...)
	var curves []figures.WeightRuns
	for i := range all {
		r := &all[i]
		if err := folder.AddGroups(d, r.Method, g, r.Mean()); err != nil {
			return err
		}
		curves = append(curves, figures.WeightRuns{Method: r.Method, Groups: r.Groups, Steps: r.Steps, Alpha: r.Alpha})
	}
	f := figures.WeightFigure(forms.FigureName, curves)
	f.Again = "Again: " + p.CommandLine()
	folder.Add(forms.FigureName+".svg", f.SVG())
	folder.Add(forms.FigureName+".png", f.PNG())
	return folder.Write(forms.SummaryName, summary)
}

// sum adds numbers.
func sum(list []int) (n int) {
	for _, v := range list {
		n += v
	}
	return n
}

// warnOf prints what is odd about datasets whose demonstrations have been read.
func (p program) warnOf(d *datasets.Set) {
	for i, r := range d.Opened() {
		p.Warn(d.Names[i], demos.Warnings(r))
	}
	if rates := d.Rates(); rates != "" {
		fmt.Fprintf(p.Err, "warning: %s: a frame counts the same in each dataset, and is a longer step where there "+
			"are fewer a second; resample them to one rate if an action is what happens in one step\n", rates)
	}
}

// longSearch is the time that searches of all seeds take at most from which on it is told before they begin.
const longSearch = 10 * time.Minute

// warnOfTime says how long a method takes at most that searches for the least loss of each group, where that is long.
func (p program) warnOfTime(ctx context.Context, g *weigh.Groups, learn weigh.Learner, o weighFlags) error {
	if !ofAnyRobot(o.policy) {
		return nil
	}
	steps, sooner := weigh.RidgeConfig().Steps, ", or a tenth of it where searches soon arrive"
	if o.policy == "mlp" {
		steps, sooner = weigh.NetworkSteps, ""
	}
	for _, name := range o.methods {
		one, err := weigh.SearchTime(ctx, g, learn, name, cmp.Or(o.steps, steps))
		if err != nil {
			return err
		}
		rounds := (o.seeds + o.workers - 1) / o.workers
		if all := time.Duration(rounds) * one; all > longSearch {
			fmt.Fprintf(p.Err, "note: %s searches once for each of %d groups, which takes up to %.0f minutes here%s; "+
				"fewer groups, --seeds 1 or ours:MetaSteps=100 make it shorter, and remix-paper and temperature "+
				"search nothing\n", name, len(g.Names), all.Minutes(), sooner)
		}
	}
	return nil
}

// learners are the policies that a dataset can be weighed by.
func learners() []string { return append([]string{"ridge", "mlp"}, network.Observers.Names()...) }

// ofAnyRobot reports whether a policy of learners learns from any dataset.
func ofAnyRobot(policy string) bool { return policy == "ridge" || policy == "mlp" }

// newLearner reads what the policy of the flags needs of a dataset.
func newLearner(ctx context.Context, r demos.Reader, g *weigh.Groups, o weighFlags, progress func(done, total int)) (
	weigh.Learner, error) {
	if ofAnyRobot(o.policy) {
		corpus := weigh.CorpusOptions{Pictures: o.pictures}
		if o.policy == "mlp" {
			corpus.Chunk = weigh.NetworkChunk
		}
		c, err := weigh.ReadCorpus(ctx, r, g, corpus, progress)
		if err != nil {
			return nil, err
		}
		if o.policy == "mlp" {
			return c.NetworkLearner(o.steps), nil
		}
		return c.Learner(o.steps), nil
	}
	policy, err := train.ParsePolicy(o.policy)
	if err != nil {
		return nil, err
	}
	cfg, err := train.ConfigOf(policy, cmp.Or(o.steps, train.DefaultConfig().Steps))
	if err != nil {
		return nil, err
	}
	renderer := render.Pictures{Renderer: soft.New()}
	defer renderer.Close()
	learn, err := weigh.NewPolicyLearner(ctx, r, g, weigh.PolicyOptions{
		Config: cfg, Renderer: renderer, Progress: progress,
		Key: func(i int) seed.Key { return seed.Of("weigh", o.seed, "pictures", i) },
	})
	var bad *weigh.EpisodeError
	if errors.As(err, &bad) {
		return nil, fmt.Errorf("the policy %s cannot learn demonstration %s: %w; use --policy mlp or ridge",
			o.policy, bad.Episode, bad.Err)
	}
	return learn, err
}
