package advise

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"counterpoise/bench/record"
	"counterpoise/bench/remote/environments"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/budget"
	"counterpoise/internal/durable"
	"counterpoise/internal/printable"
	"counterpoise/internal/seed"
	"counterpoise/internal/wording"
	"counterpoise/policies"
	"counterpoise/policies/backend"
	"counterpoise/policies/balance"
	"counterpoise/policies/elsewhere"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/policies/weightfile"
	"counterpoise/results/decide"
	"counterpoise/results/inputs"
	"counterpoise/scenes/demos"
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
	if err := p.useThere(t); err != nil {
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
	places, done, err := t.openTasks(ctx, tasks, elsewhere.Looks(cfg))
	if err != nil {
		return p.StoppedOr(ctx, err)
	}
	defer done()
	if t.seeds == 1 {
		fmt.Fprintln(p.Err, "warning: with one seed no test is possible; --seeds asks for more")
	}
	var jobs []*tryJob
	for n := range t.seeds {
		for i := range t.arms {
			j := &tryJob{arm: &t.arms[i], trial: n, tasks: tasks, dir: filepath.Join(t.out, resultsFolder,
				t.arms[i].Name, fmt.Sprintf("seed-%d", n))}
			if j.identity, err = t.identity(j, data, cfg, places[0]); err != nil {
				return err
			}
			if done, err := j.isDone(); err != nil {
				return err
			} else if !done {
				jobs = append(jobs, j)
			}
		}
	}
	if err := p.makeThere(ctx, t, data, cfg, places, jobs); err != nil {
		if ctx.Err() != nil {
			fmt.Fprintf(p.Err, "stopped; what is done is safe in %s, and the same command goes on from there\n", t.out)
			return cli.ErrStopped
		}
		return err
	}
	return p.answerThere(t, data, tasks, cfg, places[0])
}

// useThere selects the device of the trainings: with auto that of the results which are kept already. Another device
// than theirs is an error, unless devices may be mixed. Results without a device are of the Go backend.
func (p program) useThere(t trial) error {
	if err := cli.CheckChoice("device", t.Device, shared.Devices()); err != nil {
		return err
	}
	kept, err := keptDevice(filepath.Join(t.out, resultsFolder))
	if err != nil {
		return err
	}
	device := t.Device
	if device == shared.Auto && kept != "" && !t.Mix {
		device = kept
	}
	if err := p.Explain(device, backend.Use(backend.Device(device))); err != nil {
		return err
	}
	if here := runner.CurrentDevice().Kind; kept != "" && here != kept && !t.Mix {
		return fmt.Errorf("the results in %s were made on device %s, and this is %s: --device %s goes on there, "+
			"--mix-devices adds results of another device", t.out, kept, here, kept)
	}
	return nil
}

// keptDevice is the kind of the device that made a result which is kept, empty where there is none.
func keptDevice(results string) (string, error) {
	for _, depth := range []string{"*", "*/*"} {
		files, err := filepath.Glob(filepath.Join(results, "*", depth, "eval_info.json"))
		if err != nil {
			return "", err
		}
		for _, file := range files {
			var r tryResult
			if err := budget.New(0).ReadJSON(file, &r); err != nil {
				return "", err
			}
			switch {
			case r.MadeBy == "": // of --collect, trained by the user
			case r.Device == nil:
				return string(backend.GoCPU), nil
			default:
				return r.Device.Kind, nil
			}
		}
	}
	return "", nil
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

// openTasks starts the environments of the tasks. There is a place for each training that runs at a time, with a
// connection to each, which looks at the pictures if the policy does.
func (t trial) openTasks(ctx context.Context, tasks []string, looks bool) (places [][]*environments.Client, done func(),
	err error) {
	var closers []func()
	all := func() {
		for _, end := range slices.Backward(closers) {
			end()
		}
	}
	e := t.EnvFlags
	e.Workers = max(1, min(t.Workers, len(t.arms)*t.seeds, shared.MaxProcesses/len(tasks)))
	places = make([][]*environments.Client, e.Workers)
	for _, task := range tasks {
		e.Env = strings.ReplaceAll(t.Env, shared.TaskWord, task)
		clients, end, err := e.Open(ctx)
		if err != nil {
			all()
			return nil, nil, err
		}
		closers = append(closers, end)
		if looks {
			if err := shared.AskPictures(clients); err != nil {
				all()
				return nil, nil, err
			}
		}
		if err := clients[0].CheckSeeds(ctx); err != nil {
			all()
			if errors.Is(err, environments.ErrUnseeded) {
				err = fmt.Errorf("%w; try compares the arms from the same starts, and does not do without", err)
			}
			return nil, nil, err
		}
		for i, c := range clients {
			places[i] = append(places[i], c)
		}
	}
	return places, all, nil
}

// tryJob is the training and test of an arm with a seed.
type tryJob struct {
	arm      *decide.Arm
	trial    int
	tasks    []string // one without a name: it is the only one
	dir      string
	identity string
}

// tryResult is what a job keeps: an evaluation, and what made it.
type tryResult struct {
	MadeBy string         `json:"made_by"` // tryJob.identity
	Device *record.Device `json:"device,omitempty"`
	shared.EnvEvaluation
}

// file is where the result of a job in a task is kept.
func (j *tryJob) file(task string) string {
	if task == "" {
		return filepath.Join(j.dir, "eval_info.json")
	}
	return filepath.Join(j.dir, weightfile.NameOf(task), "eval_info.json")
}

// identity tells what decides the result of a job.
func (t trial) identity(j *tryJob, data *elsewhere.Data, cfg train.Config, in []*environments.Client) (string, error) {
	all := []any{data.Digest, j.arm, j.arm.Weights, cfg, t.seed, t.rollouts, t.Horizon, t.Success}
	for _, c := range in {
		env := c.Space
		env.Low, env.High = nil, nil // may be infinite, which JSON has not
		all = append(all, env)
	}
	b, err := json.Marshal(all)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8]), err
}

// isDone reports whether the results of a job are there. One of other data or settings is an error.
func (j *tryJob) isDone() (bool, error) {
	for _, task := range j.tasks {
		var r tryResult
		err := budget.New(0).ReadJSON(j.file(task), &r)
		if errors.Is(err, os.ErrNotExist) {
			return false, nil
		}
		if err == nil && r.MadeBy != j.identity {
			err = fmt.Errorf("%s is of other data, steps, rollouts, --success or another environment: give another "+
				"--out, or remove it", j.file(task))
		}
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// makeThere makes jobs, one at a time in each place. The results do not depend on how many there are.
func (p program) makeThere(ctx context.Context, t trial, data *elsewhere.Data, cfg train.Config,
	places [][]*environments.Client, jobs []*tryJob) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := make(chan *tryJob, len(jobs))
	for _, j := range jobs {
		next <- j
	}
	close(next)
	progress, end := cli.Counter(p.Err, "policies")
	defer end()
	var mu sync.Mutex
	var wait sync.WaitGroup
	made := 0
	for _, c := range places {
		wait.Go(func() {
			for j := range next {
				if ctx.Err() != nil {
					return
				}
				if err := j.make(ctx, t, data, cfg, c); err != nil {
					stop(fmt.Errorf("%s, seed %d: %w", j.arm.Name, j.trial, err))
					return
				}
				mu.Lock()
				made++
				progress(made, len(jobs))
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return context.Cause(ctx)
}

// make trains a policy, rolls it out in each task, and keeps how that went. Arms with the same seed start from the same
// weights of the network, draw their batches by the same key, and are rolled out from the same starts.
func (j *tryJob) make(ctx context.Context, t trial, data *elsewhere.Data, cfg train.Config,
	in []*environments.Client) error {
	groups := data.Labels.Groups(demos.ByBehaviour)
	var mix mixture.Mixture
	if w, ok := j.arm.Given(data.Digest); ok {
		m, err := w.On(data.Digest, data.Frames())
		if err != nil {
			return err
		}
		mix = m.Start(groups)
	} else {
		m, err := balance.Named(j.arm.Method)
		if err != nil {
			return err
		}
		groups = data.Labels.Groups(j.arm.Groups)
		if err := shared.SuitsGroups(j.arm.Method, groups); err != nil {
			return err
		}
		mix = m.Start(groups)
	}
	model, _, err := data.Train(ctx, groups, mix, cfg, seed.Of("try there", t.seed, j.trial), train.Options{})
	if err != nil {
		return err
	}
	policy, err := policies.NewNeuralOf(cfg, model, &data.Space)
	if err != nil {
		return err
	}
	for i, task := range j.tasks {
		if err := j.roll(ctx, t, policy, task, in[i]); err != nil {
			return err
		}
	}
	return nil
}

// roll rolls a policy out in a task, and keeps how that went.
func (j *tryJob) roll(ctx context.Context, t trial, policy *policies.Neural, task string,
	c *environments.Client) error {
	known := task
	if len(policy.Space().Tasks) < 2 {
		known = ""
	}
	actor, err := shared.ActorIn(policy, known, c.Space)
	if err != nil {
		return err
	}
	starts := shared.StartSeeds(fmt.Sprintf("try there %d", j.trial), t.seed, t.rollouts)
	rollouts, err := environments.Roll(ctx, []*environments.Client{c}, actor, starts, shared.Portion, t.Horizon,
		func(_, _ int) {})
	if err != nil {
		return err
	}
	device := runner.CurrentDevice().For(network.Revision(policy.Config().Network))
	kept := tryResult{j.identity, &device, shared.NewEnvEvaluation(j.arm.Name, "", c.Space, t.seed, true, rollouts)}
	b, err := json.MarshalIndent(kept, "", " ")
	if err != nil {
		return err
	}
	if err := durable.MkdirAll(filepath.Dir(j.file(task))); err != nil {
		return err
	}
	return durable.WriteFile(j.file(task), append(b, '\n'))
}

// answerThere compares the arms by their results.
func (p program) answerThere(t trial, data *elsewhere.Data, tasks []string, cfg train.Config,
	in []*environments.Client) error {
	var paths, names []string
	for _, a := range t.arms {
		for n := range t.seeds {
			j := tryJob{dir: filepath.Join(t.out, resultsFolder, a.Name, fmt.Sprintf("seed-%d", n))}
			for _, task := range tasks {
				paths = append(paths, filepath.Dir(j.file(task)))
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
	fmt.Fprintf(p.Out, "results  %s\n", filepath.Join(t.out, resultsFolder))
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
