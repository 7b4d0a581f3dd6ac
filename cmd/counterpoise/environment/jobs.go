package environment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"counterpoise/bench/record"
	"counterpoise/bench/remote/environments"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/budget"
	"counterpoise/internal/durable"
	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/policies/balance"
	"counterpoise/policies/elsewhere"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/policies/weightfile"
	"counterpoise/results/decide"
	"counterpoise/scenes/demos"
)

// Trainings say how policies are trained on demonstrations of an environment of others, and rolled out in it.
type Trainings struct {
	shared.EnvFlags
	Config   train.Config
	Seed     uint64
	Rollouts int // in each task
}

// Job is the training and test of an arm with a seed.
type Job struct {
	Arm      *decide.Arm
	Data     *elsewhere.Data
	Trial    int
	Tasks    []string // one without a name: it is the only one
	Dir      string   // of its results (Dir)
	identity string
}

// Results is the folder of all results, below that of a command: results/ARM/seed-N/...
const Results = "results"

// Dir is the folder of the results of an arm with a seed.
func Dir(out, arm string, seed int) string {
	return filepath.Join(out, Results, arm, fmt.Sprintf("seed-%d", seed))
}

// Result is what a job keeps: an evaluation, and what made it.
type Result struct {
	MadeBy string         `json:"made_by"` // Job.identity
	Device *record.Device `json:"device,omitempty"`
	shared.EnvEvaluation
}

// File is where the result of a job in a task is kept.
func (j *Job) File(task string) string {
	if task == "" {
		return filepath.Join(j.Dir, "eval_info.json")
	}
	return filepath.Join(j.Dir, folderOf(task), "eval_info.json")
}

// folderOf is a task as the name of a folder. One that had to be changed for that ends with a digest of the task, so
// that no two share a folder.
func folderOf(task string) string {
	name := weightfile.NameOf(task)
	if name == task && strings.Trim(name, ".") != "" {
		return name
	}
	sum := sha256.Sum256([]byte(task))
	return name + "-" + hex.EncodeToString(sum[:4])
}

// identity tells what decides the result of a job.
func (t Trainings) identity(j *Job, in []*environments.Client) (string, error) {
	all := []any{j.Data.Digest, j.Arm, j.Arm.Weights, t.Config, t.Seed, t.Rollouts, t.Horizon, t.Success}
	for _, c := range in {
		env := c.Space
		env.Low, env.High = nil, nil // may be infinite, which JSON has not
		all = append(all, env)
	}
	b, err := json.Marshal(all)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8]), err
}

// isDone reports whether the results of a job are there, in all tasks. One of other data or settings is an error.
func (j *Job) isDone() (done bool, err error) {
	done = true
	for _, task := range j.Tasks {
		var r Result
		err := budget.New(0).ReadJSON(j.File(task), &r)
		if errors.Is(err, os.ErrNotExist) {
			done = false
			continue
		}
		if err == nil && r.MadeBy != j.identity {
			err = fmt.Errorf("%s is of other data, methods, steps, rollouts, seed or environment: give another --out, "+
				"or remove it", j.File(task))
		}
		if err != nil {
			return false, err
		}
	}
	return done, nil
}

// Make makes those jobs that have no results yet, one at a time in each place. The results do not depend on how
// many places there are.
func Make(ctx context.Context, p shared.Program, t Trainings, places [][]*environments.Client,
	all []*Job) (err error) {
	var jobs []*Job
	for _, j := range all {
		if j.identity, err = t.identity(j, places[0]); err != nil {
			return err
		}
		done, err := j.isDone()
		if err != nil {
			return err
		}
		if !done {
			jobs = append(jobs, j)
		}
	}
	if len(jobs) == 0 {
		return nil
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := make(chan *Job, len(jobs))
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
				if err := j.make(ctx, t, c); err != nil {
					stop(fmt.Errorf("%s, seed %d: %w", j.Arm.Name, j.Trial, err))
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
func (j *Job) make(ctx context.Context, t Trainings, in []*environments.Client) error {
	data := j.Data
	groups := data.Labels.Groups(demos.ByBehaviour)
	var mix mixture.Mixture
	if w, ok := j.Arm.Given(data.Digest); ok {
		m, err := w.On(data.Digest, data.Frames())
		if err != nil {
			return err
		}
		mix = m.Start(groups)
	} else {
		m, err := balance.Named(j.Arm.Method)
		if err != nil {
			return err
		}
		groups = data.Labels.Groups(j.Arm.Groups)
		if err := shared.SuitsGroups(j.Arm.Method, groups); err != nil {
			return err
		}
		mix = m.Start(groups)
	}
	model, _, err := data.Train(ctx, groups, mix, t.Config, seed.Of("try there", t.Seed, j.Trial), train.Options{})
	if err != nil {
		return err
	}
	policy, err := policies.NewNeuralOf(t.Config, model, &data.Space)
	if err != nil {
		return err
	}
	for i, task := range j.Tasks {
		if err := j.roll(ctx, t, policy, task, in[i]); err != nil {
			return err
		}
	}
	return nil
}

// roll rolls a policy out in a task, and keeps how that went.
func (j *Job) roll(ctx context.Context, t Trainings, policy *policies.Neural, task string,
	c *environments.Client) error {
	known := task
	if len(policy.Space().Tasks) < 2 {
		known = ""
	}
	actor, err := shared.ActorIn(policy, known, c.Space)
	if err != nil {
		return err
	}
	starts := shared.StartSeeds(fmt.Sprintf("try there %d", j.Trial), t.Seed, t.Rollouts)
	rollouts, err := environments.Roll(ctx, []*environments.Client{c}, actor, starts, shared.Portion, t.Horizon,
		func(_, _ int) {})
	if err != nil {
		return err
	}
	device := runner.CurrentDevice().For(network.Revision(policy.Config().Network))
	kept := Result{j.identity, &device, shared.NewEnvEvaluation(j.Arm.Name, "", c.Space, t.Seed, true, rollouts)}
	b, err := json.MarshalIndent(kept, "", " ")
	if err != nil {
		return err
	}
	if err := durable.MkdirAll(filepath.Dir(j.File(task))); err != nil {
		return err
	}
	return durable.WriteFile(j.File(task), append(b, '\n'))
}

// Succeeded reads how often a policy succeeded, of the folder of a result.
func Succeeded(dir string) (successes, rollouts int, err error) {
	var r Result
	if err := budget.New(0).ReadJSON(filepath.Join(dir, "eval_info.json"), &r); err != nil {
		return 0, 0, err
	}
	for _, e := range r.Episodes {
		if e.Success {
			successes++
		}
	}
	return successes, len(r.Episodes), nil
}
