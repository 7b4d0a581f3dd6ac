package runner

import (
	"context"
	"fmt"
	"slices"

	"counterpoise/bench/record"
	"counterpoise/internal/num"
	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/scenes"
)

// batchSize is the number of rollouts that advance together, so that one call of the policy serves many observations. A
// batch of more than 64 is no cheaper per observation, and every rollout keeps a tabletop in memory.
const batchSize = 64

// environment is what a rollout needs of a task on a tabletop. The rollout calls Outcome after each Step. Reset starts
// a rollout from the state that the key draws, Observe fills in what the policy sees, and Step executes one control
// step of 1/30 s.
type environment interface {
	Reset(behaviour int, key seed.Key) error
	Observe(o *scenes.Observation) error
	Step(a scenes.Action) error
	Outcome() scenes.Outcome
	ClippedTargets() int // actions since Reset whose target was beyond scenes.MaxReach
}

// policy is what a rollout needs of a policy: a chunk of actions for each observation, of the length of its
// entry of dst. dst[i] is filled for obs[i], or for those from obs[i H] on if it acts on H (policies.Historian). An
// answer must not depend on the other observations of the call.
type policy interface {
	Act(dst [][]scenes.Action, obs []scenes.Observation) error
}

// rolloutBatch plays rollouts in lock-step: all environments observe, the policy answers all of them in one call, and
// each environment executes its chunk. The outcome of a rollout does not depend on the number of environments.
type rolloutBatch struct {
	environments []environment
	policy       policy
	execute      int                  // actions executed before the policy observes again
	horizon      int                  // control steps of a rollout
	memories     []*policies.Memory   // one per environment: what the policy observes of its rollout
	renderer     Renderer             // of all environments; nil for a policy that observes no pictures
	episodes     []int64              // the number of each environment's rollout, for policies.Situated
	moments      []policies.Moment    // of obs
	obs          []scenes.Observation // of all that are running, side by side, overwritten at every call
	chunks       [][]scenes.Action    // one per environment, execute actions each
	seen         scenes.Observation   // of one environment after the other, for policies.Reader
	read         []float32            // what a policies.Reader has read of all that are running
}

// newRolloutBatch returns a batch of batchSize environments of a task. The renderer is nil for a policy that observes
// no pictures. Observations and chunks are allocated once and serve all batches.
func newRolloutBatch(task scenes.Task, p policy, execute int, r Renderer) *rolloutBatch {
	b := &rolloutBatch{policy: p, execute: execute, horizon: task.Horizon(), renderer: r}
	for range batchSize {
		b.memories = append(b.memories, policies.NewMemory(p))
		b.environments = append(b.environments, newTaskEnvironment(task, r))
		b.chunks = append(b.chunks, make([]scenes.Action, execute))
	}
	return b
}

// rolloutResult is the outcome of one rollout. It ends at the control step at which both oracles have decided, before
// an action that is not finite, or at the horizon.
type rolloutResult struct {
	record.Ending
	clipped int // executed actions whose target was beyond scenes.MaxReach
}

// ended reports whether both oracles have decided, or an action that was not finite has ended the rollout. Such an
// action stands for no motion, and a policy whose outputs are NaN does not recover.
func (r *rolloutResult) ended() bool {
	return r.CALVIN.Verdict != scenes.Neither && r.Earned.Verdict != scenes.Neither || r.NonFinite > 0
}

// run plays n rollouts that request one behaviour. Rollout r starts from the state that key draws for r, whatever the
// policy and whatever n. A batch begins when all rollouts of the one before have ended.
func (b *rolloutBatch) run(ctx context.Context, behaviour int, key seed.Key, n int) ([]rolloutResult, error) {
	results := make([]rolloutResult, n)
	for first := 0; first < n; first += len(b.environments) {
		batch := results[first:min(n, first+len(b.environments))]
		if err := b.runBatch(ctx, behaviour, key, first, batch); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// runBatch plays the rollouts first, first+1, ... to their ends and writes their results, at most one per environment.
// Rollouts of a batch advance together: one policy call per replanning step serves those that are still running.
//
// at counts control steps from 0. A rollout that is decided leaves the batch at once, so later calls are smaller.
// The context is checked before every call of the policy.
func (b *rolloutBatch) runBatch(ctx context.Context, behaviour int, key seed.Key, first int,
	results []rolloutResult) error {
	running := make([]int, len(results))
	b.episodes = make([]int64, len(results))
	for i := range running {
		running[i] = i
		b.memories[i].Restart()
		if err := b.environments[i].Reset(behaviour, key.With(first+i)); err != nil {
			return fmt.Errorf("rollout %d can't start: %w", first+i, err)
		}
		b.episodes[i] = key.With(first + i).With("episode").Rand().Int64()
	}
	for at := 0; at < b.horizon && len(running) > 0; at += b.execute {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := b.act(running, at); err != nil {
			return err
		}
		// It reuses the memory of running: entry j is written after it was read.
		undecided := running[:0]
		for j, i := range running {
			// The last chunk may reach beyond the horizon.
			n := min(b.execute, b.horizon-at)
			if err := results[i].execute(b.environments[i], b.chunks[j][:n], at); err != nil {
				return fmt.Errorf("rollout %d, step %d: %w", first+i, at, err)
			}
			if !results[i].ended() {
				undecided = append(undecided, i)
			}
		}
		running = undecided
	}
	return nil
}

// act calls the policy on the observations of the running environments, at control step at; chunk j becomes the answer
// for environment running[j]. A policies.Reader reads each observation as soon as it is made.
func (b *rolloutBatch) act(running []int, at int) error {
	chunks := b.chunks[:len(running)]
	if r, ok := b.policy.(policies.Reader); ok && r.Reads() > 0 {
		if err := b.readAll(running, r); err != nil {
			return err
		}
		return r.ActOn(chunks, b.read)
	}
	if err := b.observeAll(running, at); err != nil {
		return err
	}
	if p, ok := b.policy.(policies.Situated); ok {
		return p.ActAt(chunks, b.obs, b.moments)
	}
	return b.policy.Act(chunks, b.obs)
}

// readAll passes the observations of the running environments to the policy, one after the other.
func (b *rolloutBatch) readAll(running []int, r policies.Reader) error {
	n := r.Reads()
	b.read = slices.Grow(b.read[:0], n*len(running))[:n*len(running)]
	for j, i := range running {
		err := b.environments[i].Observe(&b.seen)
		if err == nil {
			err = r.Read(b.read[j*n:][:n], &b.seen)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// observeAll collects the observations of the running environments. They are packed to the front, without gaps for
// environments that have finished.
func (b *rolloutBatch) observeAll(running []int, at int) error {
	b.obs, b.moments = b.obs[:0], b.moments[:0]
	for _, i := range running {
		history, err := b.memories[i].Observe(b.environments[i].Observe)
		if err != nil {
			return err
		}
		b.obs = append(b.obs, history...)
		b.moments = append(b.moments, policies.Moment{Episode: b.episodes[i], Step: int64(at)})
	}
	return nil
}

// execute takes the actions of a chunk, the first one in control step at+1, until the rollout has ended; what happens
// to the scene afterwards does not count. at is the number of control steps before the chunk.
func (r *rolloutResult) execute(e environment, chunk []scenes.Action, at int) error {
	for i, a := range chunk {
		if num.FirstNonFinite(a[:]) >= 0 {
			r.NonFinite = at + i + 1
			return nil
		}
		if err := e.Step(a); err != nil {
			return err
		}
		r.clipped = e.ClippedTargets()
		o := e.Outcome()
		r.CALVIN.Add(o.CALVIN, at+i+1)
		r.Earned.Add(o.Earned, at+i+1)
		if r.ended() {
			return nil
		}
	}
	return nil
}

// outcomes returns the results of the rollouts of a behaviour in the form of the record.
func outcomes(task scenes.Task, behaviour int, results []rolloutResult) record.Outcomes {
	o := record.Outcomes{Behaviour: task.Behaviours()[behaviour], Horizon: task.Horizon()}
	for _, r := range results {
		o.Steps = append(o.Steps, r.CALVIN.At(scenes.Right))
		o.WrongSteps = append(o.WrongSteps, r.CALVIN.At(scenes.Wrong))
		o.EarnedSteps = append(o.EarnedSteps, r.Earned.At(scenes.Right))
		o.EarnedWrongSteps = append(o.EarnedWrongSteps, r.Earned.At(scenes.Wrong))
		o.ClippedActions = append(o.ClippedActions, r.clipped)
		o.NonFiniteSteps = append(o.NonFiniteSteps, r.NonFinite)
	}
	return o
}
