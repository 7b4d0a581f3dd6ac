package policies

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/durable"
	"counterpoise/internal/printable"
	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/policies/backend"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/scenes/demos"
)

// checkpointFile is named by a hash of all that decides the training, its device too, so that another training never
// resumes from it.
func (t training) checkpointFile() string {
	sum := sha256.Sum256(fmt.Append(nil, t.data, "\n", t.pool, "\n", t.policy, "\n", t.method, "\n", t.by, "\n",
		t.cfg.Steps, "\n", t.seed, t.cfg.From, "\n", runner.CurrentDevice().For(network.Revision(t.kind.Network))))
	return filepath.Join(cmp.Or(t.checkpoint, filepath.Dir(t.out)), "checkpoint-"+hex.EncodeToString(sum[:8]))
}

// key seeds all of the training except a recipe's demonstrations, which the pool's seed draws.
func (t training) key() seed.Key { return seed.Of("train", t.seed) }

// runTraining prepares the demonstrations, trains, and writes policy and log. After Ctrl-C a checkpoint is left.
func (p program) runTraining(c *cobra.Command, t training) error {
	defer backend.Use(backend.GoCPU)
	if err := p.Use(t.device); err != nil {
		return err
	}
	if err := train.CheckMemory(t.cfg, 1); err != nil {
		return err
	}
	ctx := c.Context()
	data, err := p.demonstrations(ctx, &t)
	if ctx.Err() != nil {
		return p.interrupted(t, train.Progress{})
	}
	if err != nil {
		return err
	}
	if err := t.takeWeights(data); err != nil {
		return err
	}
	groups := data.Groups(t.groups)
	if err := shared.SuitsGroups(t.method, groups); err != nil {
		return err
	}
	for _, dir := range []string{filepath.Dir(t.checkpointFile()), t.logs()} {
		made, err := durable.MkdirMissing(dir)
		defer durable.RemoveEmpty(made) // where no step was logged and nothing else was written
		if err != nil {
			return fmt.Errorf("can't write to folder %s: %w", dir, err)
		}
	}
	progress := p.trainingProgress(t)
	defer progress.log.Close()
	opts := train.Options{Checkpoint: t.checkpointFile(), Progress: progress.step}
	var unkept error // of writing the log or the policy
	opts.Keep = func(m *network.Model, log *mixture.Log) error {
		// The policy comes last: where it is, its log is complete, and no command is needed to write that again.
		if unkept = progress.log.Finish(log); unkept == nil {
			unkept = t.keepPolicy(m, data.Episodes[0].Task)
		}
		return unkept
	}
	if t.start != nil {
		opts.From = t.start.Model()
	}
	mix := t.mixing.Start(groups)
	var log *mixture.Log
	if t.foreign != nil {
		_, log, err = t.foreign.Train(ctx, groups, mix, t.cfg, t.key(), opts)
	} else {
		_, log, err = train.Train(ctx, data, groups, mix, t.cfg, t.key(), opts)
	}
	progress.endBar()
	if err != nil && ctx.Err() != nil {
		return p.interrupted(t, progress.at)
	}
	if unkept != nil {
		p.saysUnkept(t)
	}
	if errors.Is(err, mixture.ErrNotNumbers) {
		return fmt.Errorf("--method %s: %w", t.method, err)
	}
	if err != nil {
		return err
	}
	p.printTraining(t, groups, log)
	p.printSearches(groups, mix)
	fmt.Fprintf(p.Err, "trained by %s, %.0f frames/s\n", runner.Backend(), progress.framesPerSecond(t.cfg.Batch))
	return nil
}

// keepPolicy writes a trained policy to its file.
func (t training) keepPolicy(m *network.Model, task string) error {
	policy, err := policies.NewNeural(t.cfg, m)
	if t.foreign != nil {
		policy, err = policies.NewNeuralOf(t.cfg, m, &t.foreign.Space)
	}
	if err != nil {
		return err
	}
	policy.SetTask(task)
	return policy.Save(t.out)
}

// saysUnkept prints how a policy that could not be written, or its log, is written without all of its training again,
// if its checkpoint is there.
func (p program) saysUnkept(t training) {
	if _, err := os.Stat(t.checkpointFile()); err == nil {
		fmt.Fprintf(p.Err, "the policy is trained, and it or its log could not be written; its training is safe in "+
			"%s. When that is mended, go on with:\n  %s\n", t.checkpointFile(), p.CommandLine())
	}
}

// interrupted prints how far a stopped training got and the command that resumes it.
func (p program) interrupted(t training, at train.Progress) error {
	if at.Done == 0 {
		if _, err := os.Stat(t.checkpointFile()); err == nil {
			fmt.Fprintf(p.Err, "stopped before another step; those of an earlier time are safe in %s. "+
				"Go on with:\n  %s\n", t.checkpointFile(), p.CommandLine())
			return cli.ErrStopped
		}
		fmt.Fprintln(p.Err, "stopped; nothing was written")
		return cli.ErrStopped
	}
	fmt.Fprintf(p.Err, "stopped after %d of %d steps%s, which are safe in %s. Go on with:\n  %s\n",
		at.Done, at.Steps, runName(at), t.checkpointFile(), p.CommandLine())
	return cli.ErrStopped
}

// runName names a run that precedes the policy's own; the policy's own run has no name.
func runName(at train.Progress) string {
	if at.Main {
		return ""
	}
	return fmt.Sprintf(" of run %d before the policy's own", at.Before+1)
}

// printTraining prints for each group its size, its last weight and its mean loss over the last steps.
func (p program) printTraining(t training, g demos.Groups, log *mixture.Log) {
	w := p.NewTable(0)
	fmt.Fprintf(w, "%s\tdemonstrations\tframes\tweight\tloss\n", t.by)
	loss, alpha := log.Last(lastSteps), log.Alpha[len(log.Alpha)-1]
	for i, name := range g.Names {
		fmt.Fprintf(w, "%s\t%d\t%d\t%.3f\t%.5f\n", printable.Line(name), g.N[i], g.Frames[i], alpha[i], loss[i])
	}
	w.Flush()
	stage := ""
	if log.First != nil {
		stage = " of the first stage"
	}
	for _, c := range log.Weighing().Collapses() {
		fmt.Fprintf(p.Out, "warning: %s fell below 1 %% at step %d%s while its excess loss was still falling\n",
			printable.Line(g.Names[c.Group]), c.Step, stage)
	}
	fmt.Fprintf(p.Out, "weights are the last step's, losses the mean of the last %d steps' batches\n",
		min(lastSteps, t.cfg.Steps))
	if t.weights != "" {
		fmt.Fprintf(p.Out, "weighed   by %s\n", t.weights)
	}
	if t.start != nil {
		fmt.Fprintf(p.Out, "from      %s\n", t.from)
	}
	fmt.Fprintf(p.Out, "policy    %s\nlog       %s\n", t.out, t.logs())
}

// printSearches says how the searches of a method have ended, where it tests that.
func (p program) printSearches(g demos.Groups, m mixture.Mixture) {
	for i, s := range mixture.Searches(m) {
		ended := "converged"
		switch {
		case s.Idle:
			ended = "leaves its policy as it is, so that its weights decide no loss"
		case !s.Converged():
			ended = "has not converged within its steps, so that its least loss is not the least"
		}
		fmt.Fprintf(p.Out, "search    for %s %s: residual %.3g, tolerance %.3g\n", printable.Line(g.Names[i]), ended,
			s.Residual, s.Tolerance)
	}
}

// lastSteps is the number of steps that a printed loss is averaged over. The loss of a single batch varies too much
// to compare trainings by.
const lastSteps = 50
