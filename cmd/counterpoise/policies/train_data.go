package policies

import (
	"context"
	"fmt"

	"counterpoise/bench"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/seed"
	"counterpoise/internal/wording"
	"counterpoise/policies/balance"
	"counterpoise/policies/train"
	"counterpoise/policies/trainset"
	"counterpoise/policies/weightfile"
	"counterpoise/scenes/demos"
)

// demonstrations returns what a training learns from, encoded if the policy uses pictures. It settles the number of
// steps if no flag does.
func (p program) demonstrations(ctx context.Context, t *training) (data *demos.Dataset, err error) {
	o := trainset.Options{
		Extractor: t.cfg.Extractor(), Workers: t.workers,
		Key:         func(i int) seed.Key { return t.key().With("pictures", i) },
		NewRenderer: shared.NewRenderer,
	}
	if t.recipe != nil {
		progress, end := cli.Counter(p.Err, "demonstrations")
		data, err = demos.Generate(ctx, *t.recipe, t.pool, t.workers, progress)
		end()
	} else {
		progress, end := cli.Counter(p.Err, "demonstrations read")
		if t.foreign, err = p.ForeignData(ctx, t.data, t.cfg, progress); err != nil || t.foreign != nil {
			end()
			return p.foreignLessons(t, err)
		}
		o.Progress, o.Warn = progress, func(sentences []string) { p.Warn(t.data, sentences) }
		data, err = trainset.Read(ctx, t.data, o)
		end()
	}
	if err != nil {
		return nil, err
	}
	if len(data.Episodes) == 0 {
		return nil, fmt.Errorf("%s has no demonstrations", t.data)
	}
	if err := t.sameTask(data.Episodes[0].Task); err != nil {
		return nil, err
	}
	if text := shared.SeveralTasks(data, t.data); text != "" {
		p.Warn(t.data, []string{text})
	}
	if t.steps == 0 {
		task := data.Episodes[0].Task
		if t.cfg.Steps, err = bench.CalibratedSteps(task, t.kind); err != nil {
			return nil, cli.Misuse{Err: err}
		}
	}
	progress, end := cli.Counter(p.Err, "demonstrations drawn")
	defer end()
	o.Progress = progress
	return data, trainset.Encode(ctx, data, o)
}

// foreignLessons settles the training on a dataset of another environment. Without --steps it makes those of the
// default configuration, as no task of the dataset's is calibrated.
func (p program) foreignLessons(t *training, err error) (*demos.Dataset, error) {
	if err != nil {
		return nil, err
	}
	if t.start != nil {
		return nil, cli.Misused("--from goes on with a policy of the tabletop, and %s is of another environment",
			t.data)
	}
	if t.steps == 0 {
		t.cfg.Steps = train.DefaultConfig().Steps
	}
	s := t.foreign.Space
	tasks := map[string]bool{}
	for i := range t.foreign.Labels.Episodes {
		tasks[t.foreign.Labels.Episodes[i].Task] = true
	}
	told := ""
	switch {
	case len(s.Tasks) > 1:
		told = ", and the policy is told which it is to do"
	case len(tasks) > 1:
		told = ", too many for the policy to be told which it is to do"
	}
	fmt.Fprintf(p.Err, "%s is of another environment: states of %d numbers, actions of %d, %s%s; %d steps\n", t.data,
		len(s.State), len(s.Action), wording.Plural(max(1, len(tasks)), "task"), told, t.cfg.Steps)
	return t.foreign.Labels, nil
}

// takeWeights makes the weights of the file of --weights the method of the training, if there is one. They must be
// those of the demonstrations.
func (t *training) takeWeights(data *demos.Dataset) error {
	if t.weights == "" {
		return nil
	}
	var m balance.Given
	var err error
	if t.foreign != nil {
		m, err = weightfile.ForFrames(t.weights, t.foreign.Frames(), t.foreign.Digest)
	} else {
		m, err = weightfile.For(t.weights, data)
	}
	if err != nil {
		return fmt.Errorf("--weights: %w", err)
	}
	t.mixing, t.method = m, m.String()
	return nil
}
