package policies

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench/remote/environments"
	"counterpoise/bench/remote/wire"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/durable"
	"counterpoise/internal/printable"
	"counterpoise/internal/seed"
	"counterpoise/internal/wording"
	"counterpoise/policies"
	"counterpoise/policies/elsewhere"
	"counterpoise/stats"
)

// untrainedPolicies is the number of initialisations that the chance level rests on.
const untrainedPolicies = 5

// evaluateThere rolls out the policy of a file in an environment of others.
func (p program) evaluateThere(ctx context.Context, path string, f shared.EnvFlags, e evaluation, chance bool) error {
	policy, digest, err := policies.LoadOther(path)
	if err != nil {
		return err
	}
	if e.out != "" {
		if _, err := os.Lstat(e.out); err == nil {
			return fmt.Errorf("%s exists; choose another file, or remove it", e.out)
		}
	}
	if strings.Contains(f.Env, shared.TaskWord) {
		if e.Task == "" {
			return cli.Misused("--env has %s, and --task does not say which", shared.TaskWord)
		}
		f.Env = strings.ReplaceAll(f.Env, shared.TaskWord, e.Task)
	}
	f.Workers = min(e.Workers, e.Rollouts, shared.MaxProcesses)
	clients, close, err := f.Open(ctx)
	if err != nil {
		return p.StoppedOr(ctx, err)
	}
	defer close()
	if policy.Space().Encoder != "" {
		if err := shared.AskPictures(clients); err != nil {
			return err
		}
	}
	space := clients[0].Space
	actor, err := shared.ActorIn(policy, e.Task, space)
	if err != nil {
		return err
	}
	seeded, err := p.CheckStarts(ctx, clients[0])
	if err != nil {
		return p.StoppedOr(ctx, err)
	}
	seeds := shared.StartSeeds("environment", e.Seed, e.Rollouts)
	progress, end := cli.Counter(p.Err, "rollouts")
	rollouts, err := environments.Roll(ctx, clients, actor, seeds, perWorker(e.Rollouts, f.Workers), f.Horizon,
		progress)
	end()
	if errors.Is(err, wire.ErrStalled) {
		err = fmt.Errorf("%w; --timeout TIME allows it more", err)
	}
	if err != nil {
		return p.StoppedOr(ctx, err)
	}
	kept := shared.NewEnvEvaluation(path, digest, space, e.Seed, seeded, rollouts)
	if chance {
		if kept.Chance, err = p.chanceThere(ctx, clients, actor, seeds, f.Horizon); err != nil {
			return p.StoppedOr(ctx, err)
		}
	}
	b, err := kept.Bytes()
	if err != nil {
		return err
	}
	if e.out != "" {
		if err := durable.MkdirAll(filepath.Dir(e.out)); err != nil {
			return err
		}
		if err := durable.WriteFile(e.out, b); err != nil {
			return err
		}
	}
	if e.json {
		_, err := p.Out.Write(b)
		return err
	}
	return p.showThere(kept, rollouts)
}

// perWorker is the number of rollouts that advance in step on each of some connections.
func perWorker(rollouts, workers int) int { return min(shared.Portion, (rollouts+workers-1)/workers) }

// chanceThere counts the successes of untrained policies, all from the starts of the evaluation in turn.
func (p program) chanceThere(ctx context.Context, clients []*environments.Client, a elsewhere.Actor, seeds []uint64,
	horizon int) (*[2]int, error) {
	level := [2]int{}
	progress, end := cli.Counter(p.Err, "rollouts of untrained policies")
	defer end()
	for i := range untrainedPolicies {
		policy, err := a.Neural.Untrained(seed.Of("untrained", i))
		if err != nil {
			return nil, err
		}
		first, last := i*len(seeds)/untrainedPolicies, (i+1)*len(seeds)/untrainedPolicies
		if first == last {
			continue
		}
		rollouts, err := environments.Roll(ctx, clients, elsewhere.Actor{Neural: policy, Task: a.Task},
			seeds[first:last], perWorker(last-first, len(clients)), horizon,
			func(done, _ int) { progress(first+done, len(seeds)) })
		if err != nil {
			return nil, err
		}
		for _, r := range rollouts {
			if level[1]++; r.Success {
				level[0]++
			}
		}
	}
	return &level, nil
}

// showThere prints how often a policy succeeded.
func (p program) showThere(e shared.EnvEvaluation, rollouts []environments.Rollout) error {
	k, nonFinite := 0, 0
	var steps []int
	for _, r := range rollouts {
		if r.Success {
			k++
			steps = append(steps, r.Steps)
		}
		if r.NonFinite {
			nonFinite++
		}
	}
	s, err := stats.Wilson(k, len(rollouts), 0.95)
	if err != nil {
		return err
	}
	median, level := "-", "-"
	if n := len(steps); n > 0 {
		slices.Sort(steps)
		median = fmt.Sprint(float64(steps[(n-1)/2]+steps[n/2]) / 2) // as record.Outcomes.MedianSteps
	}
	if e.Chance != nil {
		c, err := stats.Wilson(e.Chance[0], e.Chance[1], 0.95)
		if err != nil {
			return err
		}
		level = fmt.Sprintf("%s %% (≤ %.1f)", wording.Percent(c.K, c.N), 100*c.CI.High.Or(1))
	}
	w := p.NewTable(0)
	fmt.Fprintln(w, "environment\tsucceeded\trate\t95 % interval\tmedian steps\tchance")
	fmt.Fprintf(w, "%s\t%d of %d\t%s %%\t%.1f to %.1f %%\t%s\t%s\n", printable.Line(e.Environment.Name), s.K, s.N,
		wording.Percent(s.K, s.N), 100*s.CI.Low.Or(0), 100*s.CI.High.Or(1), median, level)
	if err := w.Flush(); err != nil {
		return err
	}
	if nonFinite > 0 {
		fmt.Fprintf(p.Out, "%d of %s ended at an action that was not finite\n", nonFinite,
			wording.Plural(len(rollouts), "rollout"))
	}
	if !e.Seeded {
		fmt.Fprintln(p.Out, "seeds do not decide the starts: this counts, and pairs with no other evaluation")
	}
	return nil
}

// checkThere checks the flags of an environment for eval, which has flags that mean nothing with --env.
func checkThere(e *shared.EnvFlags, c *cobra.Command, r *remoteFlags, chance bool) error {
	switch {
	case e.Env != "" && r.address != "":
		return cli.Misused("--env is for a policy of a file, and --remote for one behind a server: leave one out")
	case e.Env == "" && chance:
		return cli.Misused("--chance is with --env; on the tabletop the level is known")
	case e.Env != "":
		if err := cli.Foreign(c, "is about the tabletop, and --env has another environment", "trial", "films", "oracle",
			"records"); err != nil {
			return err
		}
		if r.timeout <= 0 {
			return cli.Misused("--timeout is more than 0s")
		}
	}
	return e.Check(c)
}
