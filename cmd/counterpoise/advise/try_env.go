package advise

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/bench/remote/environments"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/environment"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/budget"
	"counterpoise/internal/printable"
	"counterpoise/internal/wording"
	"counterpoise/policies/backend"
	"counterpoise/policies/elsewhere"
	"counterpoise/policies/train"
	"counterpoise/results/decide"
	"counterpoise/results/inputs"
	"counterpoise/stats/evals"
	"counterpoise/stats/table"
)

// tryThere trains and tests the arms of a dataset of another environment there, and prints what that shows. What is
// trained and tested is kept in out/results/ARM/seed-N/eval_info.json, and is not made again.
func (p program) tryThere(ctx context.Context, t trial) error {
	if t.out == "" {
		t.out = filepath.FromSlash(defaultTry)
	}
	if err := cli.CheckOutside(t.path, t.out); err != nil {
		return err
	}
	defer backend.Use(backend.GoCPU)
	if err := environment.Use(p.Program, t.out, t.DeviceFlags); err != nil {
		return err
	}
	cfg, err := train.ConfigOf(t.policy, max(1, t.steps))
	if err != nil {
		return cli.Misuse{Err: err}
	}
	if t.steps == 0 {
		cfg.Steps = train.DefaultConfig().Steps
	}
	progress, end := cli.Counter(p.Err, "demonstrations read")
	data, err := p.ForeignData(ctx, t.path, cfg, progress)
	end()
	if err != nil {
		return p.StoppedOr(ctx, err)
	}
	tasks, err := t.tasksOf(data)
	if err != nil {
		return err
	}
	of := environment.Trainings{EnvFlags: t.EnvFlags, Config: cfg, Seed: t.seed, Rollouts: t.rollouts}
	places, done, err := of.Open(ctx, p.Program, tasks, len(t.arms)*t.seeds)
	if err != nil {
		return p.StoppedOr(ctx, err)
	}
	defer done()
	if t.seeds == 1 {
		fmt.Fprintln(p.Err, "warning: with one seed no test is possible; --seeds asks for more")
	}
	var jobs []*environment.Job
	for n := range t.seeds {
		for i := range t.arms {
			jobs = append(jobs, &environment.Job{Arm: &t.arms[i], Data: data, Trial: n, Tasks: tasks,
				Dir: environment.Dir(t.out, t.arms[i].Name, n)})
		}
	}
	if err := environment.Make(ctx, p.Program, of, places, jobs); err != nil {
		return environment.KeptOr(ctx, p.Program, t.out, err)
	}
	return p.answerThere(t, data, tasks, cfg, places[0])
}

// tasksOf returns the tasks that the policy is rolled out in, one without a name where the environment names none.
func (t trial) tasksOf(data *elsewhere.Data) ([]string, error) {
	several := strings.Contains(t.Env, shared.TaskWord)
	switch n := len(data.Space.Tasks); {
	case !several && n > 1:
		return nil, cli.Misused("%s has demonstrations of %d tasks: write %s in --env where their names stand, or "+
			"choose one by demos filter --where task=TASK", t.path, n, shared.TaskWord)
	case !several:
		return []string{""}, nil
	case n == 0:
		return nil, cli.Misused("%s has more tasks than inputs can tell apart; choose some by demos filter", t.path)
	}
	return data.Space.Tasks, nil
}

// answerThere compares the arms by their results.
func (p program) answerThere(t trial, data *elsewhere.Data, tasks []string, cfg train.Config,
	in []*environments.Client) error {
	var paths, names []string
	for i := range t.arms {
		for n := range t.seeds {
			j := environment.Job{Dir: environment.Dir(t.out, t.arms[i].Name, n)}
			for _, task := range tasks {
				paths = append(paths, filepath.Dir(j.File(task)))
			}
		}
	}
	for _, c := range in {
		names = append(names, c.Space.Name)
	}
	form := "{method}/seed-{seed}"
	if tasks[0] != "" {
		form += "/" + shared.TaskWord
	}
	sheet, _, err := evals.Read(paths, evals.Options{Path: form, Room: budget.New(0)})
	if err != nil {
		return err
	}
	taken, err := sheet.Detect(table.Choice{LongColumns: seedIs})
	if err != nil {
		return err
	}
	answer, err := decide.Judge(taken, t.arms)
	if err != nil {
		return err
	}
	names = slices.Compact(names)
	where := wording.Plural(len(names), "environment")
	if len(names) == 1 {
		where = names[0]
	}
	per := "policy"
	if len(tasks) > 1 {
		per = "policy and task"
	}
	p.Say(fmt.Sprintf("%s: %s in %s; %s, %s per %s, policy %s, %d steps", t.path,
		wording.Plural(len(t.data.Episodes), "demonstration"), printable.Line(where), wording.Plural(t.seeds, "seed"),
		wording.Plural(t.rollouts, "rollout"), per, t.policy, cfg.Steps))
	p.showTrial(answer)
	next, err := p.nextThere(answer, t, data.Digest)
	if err != nil {
		return err
	}
	p.Say(next)
	fmt.Fprintf(p.Out, "results  %s\n", filepath.Join(t.out, environment.Results))
	return nil
}

// seedIs says that seeds are what is compared, also where there is one: starts of one policy say nothing of a method.
var seedIs = table.LongColumns{Trial: "seed"}

// nextThere is the command that carries out what the rollouts show. Weights that it takes are written.
func (p program) nextThere(a decide.Answer, t trial, digest string) (string, error) {
	if best := a.Best(); best != nil {
		if w, ok := best.Given(digest); ok {
			kept, err := inputs.Read(t.out)
			if err != nil {
				return "", err
			}
			defer kept.Release()
			kept.Add(w)
			if err := kept.Write(t.out); err != nil {
				return "", err
			}
		}
	}
	return p.nextAfter(a, t, []string{digest}), nil
}
