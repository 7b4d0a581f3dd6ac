package policies

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/remote"
	"counterpoise/bench/remote/wire"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/durable"
	"counterpoise/internal/printable"
	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/policies"
	"counterpoise/policies/train"
	"counterpoise/scenes"
)

// evaluateFile rolls out the policy of a file.
func (p program) evaluateFile(ctx context.Context, path string, e evaluation) error {
	policy, digest, err := policies.LoadWithDigest(path)
	if err != nil {
		return err
	}
	if e.Task == "" {
		if e.Task, err = p.taskOfFile(path, policy, e.json); err != nil {
			return err
		}
	}
	if err := p.checkTask(path, policy, e.Task); err != nil {
		return err
	}
	of := record.Evaluated{Name: path, Digest: digest, Chunk: policy.Chunk(), Execute: policy.Execute()}
	level := chance{note: "a policy without a network has no chance level"}
	if policy, ok := policy.(*policies.Neural); ok {
		level, err = p.chanceOfPolicy(train.PolicyOf(policy.Config()), e)
	}
	if err != nil {
		return err
	}
	return p.evaluate(ctx, policy, of, level, e)
}

// untrained is the architecture whose chance level stands beside a policy of an architecture that is not ours.
func untrained(policy runner.Actor) record.Policy {
	if policy.Pictures() {
		return bench.VisionPolicy
	}
	return bench.StatePolicy
}

// taskOfFile returns the task that a policy's file names, in its canonical form. Unless the answer is JSON, a line on
// p.err says which it is.
func (p program) taskOfFile(path string, policy any, json bool) (string, error) {
	of := policies.TaskOf(policy)
	if of == "" {
		return "", cli.Misused("%s does not name the task that it was trained on: eval needs --task %s", path,
			taskFlags())
	}
	task, err := scenes.CanonicalTask(of)
	if err != nil {
		return "", fmt.Errorf("%s was trained on task %s, which is none of this program: %w", path, printable.Line(of),
			err)
	}
	if !json {
		fmt.Fprintf(p.Err, "task %s, on which %s was trained\n", task, path)
	}
	return task, nil
}

// checkTask refuses a policy that was trained on another task, wherever it runs: its actions there mean nothing. Other
// knobs of the task are a line on p.err.
func (p program) checkTask(name string, policy any, task string) error {
	of := policies.TaskOf(policy)
	switch {
	case of == "" || of == task:
	case scenes.TaskName(of) != scenes.TaskName(task):
		return cli.Misused("%s was trained on task %s; --task %s asks for something that it has never seen", name,
			printable.Line(of), task)
	default:
		fmt.Fprintf(p.Err, "%s was trained on %s; the task here is %s\n", name, printable.Line(of), task)
	}
	return nil
}

// evaluate rolls out a policy, prints how often it succeeded, and keeps what the flags say.
func (p program) evaluate(ctx context.Context, policy runner.Actor, of record.Evaluated, level chance,
	e evaluation) error {
	kept := record.Evaluation{
		Policy: of, Task: e.Task, Seed: e.Seed, Trial: e.Trial, Rollouts: e.Rollouts, Version: bench.Version,
		Renderer: record.NoRenderer, Chance: level.kept(), Provenance: runner.CurrentProvenance(),
	}
	if policy.Pictures() {
		kept.Renderer = "soft"
	}
	if err := p.resume(&kept, e); err != nil {
		return err
	}
	made, err := e.makeFolders()
	defer durable.RemoveEmpty(made) // those that a stop or an error leaves without a file
	if err != nil {
		return err
	}
	start, before, saved := time.Now(), kept.Seconds, kept.Played()
	e.Done = kept.Outcomes
	e.Keep = func(part record.Part) error {
		kept.Seconds = before + time.Since(start).Seconds() // also of an evaluation that is stopped and goes on
		if kept.Add(part, bench.Behaviours(kept.Task)); e.out == "" {
			return nil
		}
		if err := kept.Save(e.out); err != nil {
			return err
		}
		saved = kept.Played()
		return nil
	}
	outcomes, err := p.playRollouts(ctx, policy, e)
	if ctx.Err() != nil {
		return p.evaluationStopped(kept, e)
	}
	if err != nil {
		if e.out != "" && saved > 0 {
			p.saysSaved(e.out, saved, err)
		}
		return err
	}
	if err := p.keepEvaluation(kept, e); err != nil {
		return err
	}
	if err := p.film(ctx, policy, outcomes, e); err != nil {
		if ctx.Err() != nil {
			return p.evaluationStopped(kept, e)
		}
		return err
	}
	return p.showEvaluation(kept, outcomes, level, e)
}

// playRollouts plays the rollouts of an evaluation. A policy behind a server must owe no answer at their end.
func (p program) playRollouts(ctx context.Context, policy runner.Actor, e evaluation) ([]record.Outcomes, error) {
	progress, end := cli.Counter(p.Err, "rollouts")
	defer end()
	e.Progress = progress
	outcomes, err := runner.Evaluate(ctx, policy, e.Evaluation)
	if client, ok := policy.(*remote.Client); ok && err == nil {
		err = client.Quiet()
	}
	return outcomes, err
}

// saysSaved says what the rollouts that were saved before an error are worth.
func (p program) saysSaved(file string, saved int, err error) {
	then := "the same command goes on from there"
	if errors.Is(err, wire.ErrUnasked) {
		then = "they are in doubt: give another file with --out when the server is mended"
	}
	fmt.Fprintf(p.Err, "%s has the %s before the error; %s\n", file, wording.Plural(saved, "rollout"), then)
}

// showEvaluation prints an evaluation as a table, or as JSON.
func (p program) showEvaluation(kept record.Evaluation, outcomes []record.Outcomes, level chance, e evaluation) error {
	if e.json {
		b, err := kept.Bytes()
		if err == nil {
			_, err = p.Out.Write(b)
		}
		return err
	}
	return p.printEvaluation(outcomes, level, e)
}

// printEvaluation prints the table and what it rests on.
func (p program) printEvaluation(outcomes []record.Outcomes, level chance, e evaluation) error {
	if err := p.printSuccess(outcomes, level, scenes.Oracle(e.oracle)); err != nil {
		return err
	}
	fmt.Fprintln(p.Out, level.text(scenes.Oracle(e.oracle)))
	if note := nonFiniteText(outcomes); note != "" {
		fmt.Fprintln(p.Out, note)
	}
	return nil
}

// makeFolders makes the folders that the evaluation writes to, before the first rollout rather than after the last. It
// returns those that were not there before, each after the folders above it, also beside an error.
func (e *evaluation) makeFolders() (made []string, err error) {
	folders := []string{e.films}
	if e.out != "" {
		folders = append(folders, filepath.Dir(e.out))
	}
	for _, dir := range folders {
		if dir == "" {
			continue
		}
		own, err := durable.MkdirMissing(dir)
		made = append(made, own...)
		if err != nil {
			return made, fmt.Errorf("can't write to folder %s: %w", dir, err)
		}
	}
	return made, nil
}

// resume takes over the rollouts of the file that the evaluation is kept in, if it has the same ones.
func (p program) resume(kept *record.Evaluation, e evaluation) error {
	if e.out == "" {
		return nil
	}
	before, err := bench.LoadEvaluation(e.out)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w; --out must name a new file or one that eval has written", err)
	}
	if before.SameElsewhere(*kept) {
		return fmt.Errorf("%s has the evaluation of a policy at %s, and this one is at %s, with the same settings and "+
			"metadata; if it is the same policy, --name %s goes on with it", e.out, before.Policy.Name,
			kept.Policy.Name, shell.Quote(before.Policy.Name))
	}
	if !before.Same(*kept) {
		return fmt.Errorf("%s has another evaluation (policy %s, task %s, seed %d, trial %d, or other settings or "+
			"metadata of the server); remove it or name another file", e.out, before.Policy.Name, before.Task,
			before.Seed, before.Trial)
	}
	if e.Rollouts < before.Rollouts {
		return fmt.Errorf("%s has %d rollouts of each behaviour; --rollouts %d would lose some", e.out, before.Rollouts,
			e.Rollouts)
	}
	kept.Outcomes, kept.Seconds = before.Outcomes, before.Seconds
	fmt.Fprintf(p.Err, "%s has %s, which are not played again\n", e.out, wording.Plural(kept.Played(), "rollout"))
	if (remote.Metadata{Raw: kept.Policy.Metadata}).Silent() {
		fmt.Fprintf(p.Err, "note: the server's metadata are empty, so nothing shows whether %s is still the policy "+
			"that played them; if it is another one, stop and name another file with --out\n", kept.Policy.Name)
	}
	return nil
}

// keepEvaluation writes the complete evaluation.
func (p program) keepEvaluation(kept record.Evaluation, e evaluation) error {
	if e.out == "" {
		return nil
	}
	if err := kept.Save(e.out); err != nil {
		return err
	}
	if !e.json {
		fmt.Fprintf(p.Err, "wrote  %s\n", e.out)
	}
	return nil
}

// evaluationStopped says what is left after Ctrl-C.
func (p program) evaluationStopped(kept record.Evaluation, e evaluation) error {
	if e.out == "" {
		fmt.Fprintln(p.Err, "stopped; nothing is kept without --out")
		return cli.ErrStopped
	}
	if _, err := os.Stat(e.out); err != nil {
		fmt.Fprintln(p.Err, "stopped before the first rollouts were kept")
		return cli.ErrStopped
	}
	fmt.Fprintf(p.Err, "stopped; %s has %s, and the same command goes on from there (to see it: cat %s)\n", e.out,
		wording.Plural(kept.Played(), "rollout"), shell.Quote(e.out))
	return cli.ErrStopped
}
