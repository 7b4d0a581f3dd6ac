package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/durable"
	"counterpoise/internal/seed"
	"counterpoise/policies/train"
	"counterpoise/policies/weigh"
	"counterpoise/results/figures"
	"counterpoise/results/report"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// weighDataset opens a dataset and weighs its groups.
func (p program) weighDataset(ctx context.Context, path string, o weighFlags) error {
	format, err := demos.Detect(path)
	if err != nil {
		return err
	}
	r, err := demos.OpenAny(ctx, path)
	if err != nil {
		return err
	}
	defer r.Close()
	return p.weighReader(ctx, path, format, r, o)
}

// weighReader weighs the groups of an open dataset, writes the files and prints the weights.
func (p program) weighReader(ctx context.Context, path, format string, r demos.Reader, o weighFlags) error {
	progress, end := counter(p.err, "demonstrations counted")
	g, err := weigh.ReadGroups(ctx, r, o.by, progress)
	end()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, name := range o.methods {
		if err := suits(name, g.Groups); err != nil {
			return err
		}
	}
	progress, end = counter(p.err, "demonstrations read")
	learn, err := newLearner(ctx, r, g, o, progress)
	end()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := durable.MkdirAll(o.out); err != nil {
		return fmt.Errorf("can't write to folder %s: %w; choose another with --out", o.out, err)
	}
	progress, end = counter(p.err, "trainings")
	all, err := weigh.Run(ctx, g, learn, weigh.Options{
		Methods: o.methods, Seeds: o.seeds, Seed: o.seed, Workers: o.workers, Progress: progress,
	})
	end()
	if err != nil {
		return err
	}
	summary := weigh.SummaryOf(g, all)
	summary.Dataset, summary.Format, summary.Policy, summary.Seed = path, format, o.policy, o.seed
	if err := writeWeights(o.out, g, summary, all); err != nil {
		return fmt.Errorf("can't write to folder %s: %w; choose another with --out", o.out, err)
	}
	p.showWeights(g, o, all)
	return nil
}

// learners are the policies that a dataset can be weighed by.
func learners() []string { return append([]string{"ridge"}, bench.Policies()...) }

// newLearner reads what the policy of the flags needs of a dataset.
func newLearner(ctx context.Context, r demos.Reader, g *weigh.Groups, o weighFlags, progress func(done, total int)) (
	weigh.Learner, error) {
	if o.policy == "ridge" {
		return weigh.NewRidgeLearner(ctx, r, g, o.steps, progress)
	}
	policy, err := bench.ParsePolicy(o.policy)
	if err != nil {
		return nil, err
	}
	cfg, err := policy.Config(cmp.Or(o.steps, train.DefaultConfig().Steps))
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
		return nil, fmt.Errorf("the policy %s cannot learn demonstration %d: %w; use --policy ridge",
			o.policy, bad.Episode, bad.Err)
	}
	return learn, err
}

// writeWeights writes the summary, the sampling weights of each method and the figure into a folder.
func writeWeights(dir string, g *weigh.Groups, summary weigh.Summary, all []weigh.Result) error {
	text, err := json.MarshalIndent(summary, "", "  ")
	if err != nil {
		return err
	}
	files := []report.File{{Path: "weights.json", Data: append(text, '\n')}}
	var curves []figures.WeightRuns
	for i := range all {
		r := &all[i]
		samples := g.Sampling(r.Mean())
		name := "sampling-" + strings.NewReplacer(":", "-", ",", "-").Replace(r.Method)
		files = append(files, report.File{Path: name + ".json", Data: weigh.SamplingJSON(samples)},
			report.File{Path: name + ".csv", Data: weigh.SamplingCSV(samples)})
		curves = append(curves, figures.WeightRuns{Method: r.Method, Groups: r.Groups, Steps: r.Steps, Alpha: r.Alpha})
	}
	f := figures.WeightFigure("alpha", curves)
	files = append(files, report.File{Path: "alpha.svg", Data: f.SVG()}, report.File{Path: "alpha.png", Data: f.PNG()})
	return writeFiles(dir, files)
}
