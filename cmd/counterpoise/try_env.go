package main

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

	"counterpoise/bench/remote/environments"
	"counterpoise/internal/budget"
	"counterpoise/internal/durable"
	"counterpoise/internal/printable"
	"counterpoise/internal/seed"
	"counterpoise/internal/wording"
	"counterpoise/policies"
	"counterpoise/policies/balance"
	"counterpoise/policies/elsewhere"
	"counterpoise/policies/mixture"
	"counterpoise/policies/train"
	"counterpoise/results/decide"
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
	if err := checkOutside(t.path, t.out); err != nil {
		return err
	}
	progress, end := counter(p.err, "demonstrations read")
	data, err := p.foreignData(ctx, t.path, progress)
	end()
	if err != nil {
		return p.stoppedOr(ctx, err)
	}
	cfg, err := train.ConfigOf(t.policy, max(1, t.steps))
	if err != nil {
		return misuse{err}
	}
	if t.steps == 0 {
		cfg.Steps = train.DefaultConfig().Steps
	}
	if n := len(data.Space.Tasks); n > 1 {
		return misused("%s has demonstrations of %d tasks, and try takes those of one: demos filter --where task=TASK "+
			"chooses them", t.path, n)
	}
	e := t.envFlags
	e.workers = min(t.workers, len(t.arms)*t.seeds, maxProcesses)
	clients, done, err := e.open(ctx)
	if err != nil {
		return p.stoppedOr(ctx, err)
	}
	defer done()
	if err := clients[0].CheckSeeds(ctx); err != nil {
		if errors.Is(err, environments.ErrUnseeded) {
			return fmt.Errorf("%w; try compares the arms from the same starts, and does not do without", err)
		}
		return p.stoppedOr(ctx, err)
	}
	if t.seeds == 1 {
		fmt.Fprintln(p.err, "warning: with one seed no test is possible; --seeds asks for more")
	}
	var jobs []*tryJob
	for n := range t.seeds {
		for i := range t.arms {
			j := &tryJob{arm: &t.arms[i], trial: n, dir: filepath.Join(t.out, resultsFolder, t.arms[i].Name,
				fmt.Sprintf("seed-%d", n))}
			if j.identity, err = t.identity(j, data, cfg, clients[0].Space); err != nil {
				return err
			}
			if done, err := j.isDone(); err != nil {
				return err
			} else if !done {
				jobs = append(jobs, j)
			}
		}
	}
	if err := p.makeThere(ctx, t, data, cfg, clients, jobs); err != nil {
		if ctx.Err() != nil {
			fmt.Fprintf(p.err, "stopped; what is done is safe in %s, and the same command goes on from there\n", t.out)
			return errStopped
		}
		return err
	}
	return p.answerThere(t, cfg, clients[0].Space)
}

// tryJob is the training and test of an arm with a seed.
type tryJob struct {
	arm      *decide.Arm
	trial    int
	dir      string
	identity string
}

// tryResult is what a job keeps: an evaluation, and what made it.
type tryResult struct {
	MadeBy string `json:"made_by"` // tryJob.identity
	envEvaluation
}

// file is where the result of a job is kept.
func (j *tryJob) file() string { return filepath.Join(j.dir, "eval_info.json") }

// identity tells what decides the result of a job.
func (t trial) identity(j *tryJob, data *elsewhere.Data, cfg train.Config, env environments.Space) (string, error) {
	env.Low, env.High = nil, nil // may be infinite, which JSON has not
	b, err := json.Marshal([]any{data.Digest, j.arm, j.arm.Weights, cfg, t.seed, t.rollouts, t.horizon, t.success,
		env})
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8]), err
}

// isDone reports whether the result of a job is there. One of other data or settings is an error.
func (j *tryJob) isDone() (bool, error) {
	var r tryResult
	err := budget.New(0).ReadJSON(j.file(), &r)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err == nil && r.MadeBy != j.identity {
		err = fmt.Errorf("%s is of other data, steps, rollouts, --success or another environment: give another --out, "+
			"or remove it", j.file())
	}
	return err == nil, err
}

// makeThere makes jobs, one at a time on each connection. The results do not depend on how many there are.
func (p program) makeThere(ctx context.Context, t trial, data *elsewhere.Data, cfg train.Config,
	clients []*environments.Client, jobs []*tryJob) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := make(chan *tryJob, len(jobs))
	for _, j := range jobs {
		next <- j
	}
	close(next)
	progress, end := counter(p.err, "policies")
	defer end()
	var mu sync.Mutex
	var wait sync.WaitGroup
	made := 0
	for _, c := range clients {
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

// make trains a policy, rolls it out, and keeps how that went. Arms with the same seed start from the same weights of
// the network, draw their batches by the same key, and are rolled out from the same starts.
func (j *tryJob) make(ctx context.Context, t trial, data *elsewhere.Data, cfg train.Config,
	c *environments.Client) error {
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
		if err := suits(j.arm.Method, groups); err != nil {
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
	actor, err := actorIn(policy, "", c.Space)
	if err != nil {
		return err
	}
	starts := startSeeds(fmt.Sprintf("try there %d", j.trial), t.seed, t.rollouts)
	rollouts, err := environments.Roll(ctx, []*environments.Client{c}, actor, starts, portion, t.horizon,
		func(_, _ int) {})
	if err != nil {
		return err
	}
	kept := tryResult{j.identity, newEnvEvaluation(j.arm.Name, "", c.Space, t.seed, true, rollouts)}
	b, err := json.MarshalIndent(kept, "", " ")
	if err != nil {
		return err
	}
	if err := durable.MkdirAll(j.dir); err != nil {
		return err
	}
	return durable.WriteFile(j.file(), append(b, '\n'))
}

// answerThere compares the arms by their results.
func (p program) answerThere(t trial, cfg train.Config, env environments.Space) error {
	var paths []string
	for _, a := range t.arms {
		for n := range t.seeds {
			paths = append(paths, filepath.Join(t.out, resultsFolder, a.Name, fmt.Sprintf("seed-%d", n)))
		}
	}
	sheet, _, err := evals.Read(paths, evals.Options{Path: "{method}/seed-{seed}", Room: budget.New(0)})
	if err != nil {
		return err
	}
	taken, err := sheet.Detect(table.Choice{})
	if err != nil {
		return err
	}
	answer, err := decide.Judge(taken, t.arms)
	if err != nil {
		return err
	}
	p.say(fmt.Sprintf("%s: %s in %s; %s, %s per policy, policy %s, %d steps", t.path,
		wording.Plural(len(t.data.Episodes), "demonstration"), printable.Line(env.Name),
		wording.Plural(t.seeds, "seed"), wording.Plural(t.rollouts, "rollout"), t.policy, cfg.Steps))
	p.showTrial(answer)
	p.say(p.nextThere(answer, t))
	fmt.Fprintf(p.out, "results  %s\n", filepath.Join(t.out, resultsFolder))
	return nil
}

// nextThere is the command that carries out what the rollouts show.
func (p program) nextThere(a decide.Answer, t trial) string {
	best := a.Best()
	if best != nil && best.Named != nil || best != nil && best.Filter == "" && best.Method == "" {
		return "next: train under the weights of " + best.Name
	}
	again := slices.Concat(t.again, []string{"--seeds", fmt.Sprint(max(2*t.seeds, tryDefaults().seeds))})
	if a.Open() {
		return strings.Join(slices.Concat([]string{"next:", p.name, "try", t.path}, again), " ")
	}
	return p.nextAfter(a, t, nil)
}
