package environments

import (
	"context"
	"fmt"
	"slices"

	"counterpoise/internal/num"
)

// Actor is a policy of the widths of an environment. It is safe for use by several goroutines at once.
type Actor interface {
	// ActOnStates fills dst[i] with the first len(dst[i])/A actions of the chunk for state i, A numbers each. The
	// answer to a state does not depend, in any bit, on the other states of the call.
	ActOnStates(dst [][]float32, states []float32) error
	// Execute is the number of actions to execute before the next state is looked at.
	Execute() int
}

// Rollout is how a rollout went.
type Rollout struct {
	Seed    uint64
	Success bool // the task was solved in one of its steps
	Steps   int
	Reward  float64 // the sum
	// NonFinite says that the policy gave an action that is not finite, which ends a rollout as a failure.
	NonFinite bool
}

// Roll rolls a policy out from each seed, on connections to the same environment side by side, in as many slots of each
// as portion says. A rollout ends when the task is solved, when the environment ends it, and after horizon steps
// (0: that of the environment). The rollouts come in the order of the seeds, and do not depend on connections and
// portion where a state, and the environment's answer to it, depend on the seed and the actions alone.
func Roll(ctx context.Context, clients []*Client, p Actor, seeds []uint64, portion, horizon int,
	progress func(done, total int)) ([]Rollout, error) {
	for _, c := range clients[1:] {
		if err := clients[0].same(c.Space); err != nil {
			return nil, err
		}
	}
	if horizon == 0 {
		horizon = clients[0].Horizon
	}
	out := make([]Rollout, len(seeds))
	portions := make(chan []Rollout, len(seeds))
	i := 0
	for part := range slices.Chunk(seeds, max(1, min(portion, clients[0].Slots))) {
		of := out[i:][:len(part)]
		for k, seed := range part {
			of[k].Seed = seed
		}
		i += len(part)
		portions <- of
	}
	close(portions)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	ended := make(chan int)
	for _, c := range clients {
		go func() {
			for of := range portions {
				if ctx.Err() != nil {
					continue
				}
				if err := c.roll(ctx, p, of, horizon); err != nil {
					stop(err)
					continue
				}
				ended <- len(of)
			}
			ended <- -1
		}()
	}
	done := 0
	for open := len(clients); open > 0; {
		n := <-ended
		if n < 0 {
			open--
			continue
		}
		done += n
		progress(done, len(seeds))
	}
	return out, context.Cause(ctx)
}

// roll rolls the policy out from the seeds of a portion, all in step.
func (c *Client) roll(ctx context.Context, p Actor, of []Rollout, horizon int) error {
	width, actions, execute := len(c.State), len(c.Low), p.Execute()
	slots, seeds := make([]int, len(of)), make([]uint64, len(of))
	for i := range of {
		slots[i], seeds[i] = i, of[i].Seed
	}
	states := make([]float32, len(of)*width)
	if err := c.Reset(ctx, states, slots, seeds); err != nil {
		return err
	}
	for at := 0; at < horizon && len(slots) > 0; {
		chunks := make([][]float32, len(slots))
		for i := range chunks {
			chunks[i] = make([]float32, execute*actions)
		}
		if err := p.ActOnStates(chunks, states[:len(slots)*width]); err != nil {
			return fmt.Errorf("%s, step %d: %w", c.Name, at, err)
		}
		for t := 0; t < execute && at < horizon && len(slots) > 0; t++ {
			slots, chunks = whole(of, slots, chunks, t*actions, actions)
			if len(slots) == 0 {
				break
			}
			row := make([]float32, 0, len(slots)*actions)
			for i := range slots {
				action := chunks[i][t*actions:][:actions]
				c.Clip(action)
				row = append(row, action...)
			}
			outcomes, err := c.Step(ctx, states[:len(slots)*width], slots, row)
			if err != nil {
				return fmt.Errorf("%w (step %d)", err, at)
			}
			at++
			kept := 0
			for i, o := range outcomes {
				r := &of[slots[i]]
				r.Steps, r.Reward, r.Success = at, r.Reward+o.Reward, o.Success
				if o.Success || o.Ended {
					continue
				}
				slots[kept], chunks[kept] = slots[i], chunks[i]
				copy(states[kept*width:][:width], states[i*width:][:width])
				kept++
			}
			slots, chunks = slots[:kept], chunks[:kept]
		}
	}
	return nil
}

// whole leaves out the rollouts whose next action is not finite.
func whole(of []Rollout, slots []int, chunks [][]float32, at, n int) ([]int, [][]float32) {
	kept := 0
	for i, chunk := range chunks {
		if num.FirstNonFinite(chunk[at:][:n]) >= 0 {
			of[slots[i]].NonFinite = true
			continue
		}
		slots[kept], chunks[kept] = slots[i], chunk
		kept++
	}
	return slots[:kept], chunks[:kept]
}
