package environments

import "context"

// Demonstration is a rollout of the server's expert: the states that it saw, and the actions that it took there.
type Demonstration struct {
	Rollout
	States, Actions []float32 // a row a step
}

// Collect records the expert from each seed. A demonstration ends when the task is solved, when the environment ends
// it, and after horizon steps (0: that of the environment); those that failed are kept too. Actions are recorded as
// they are executed, within their bounds.
func (c *Client) Collect(ctx context.Context, seeds []uint64, horizon int, progress func(done, total int)) (
	[]Demonstration, error) {
	if horizon == 0 {
		horizon = c.Horizon
	}
	all := make([]Demonstration, len(seeds))
	width := len(c.State)
	for i, seed := range seeds {
		d := &all[i]
		d.Seed = seed
		slot, state := []int{0}, make([]float32, width)
		if err := c.Reset(ctx, state, slot, []uint64{seed}); err != nil {
			return nil, err
		}
		for d.Steps < horizon {
			action, err := c.Demonstrate(ctx, slot)
			if err != nil {
				return nil, err
			}
			c.Clip(action)
			d.States, d.Actions = append(d.States, state...), append(d.Actions, action...)
			outcome, err := c.Step(ctx, state, slot, action)
			if err != nil {
				return nil, err
			}
			d.Steps, d.Reward, d.Success = d.Steps+1, d.Reward+outcome[0].Reward, outcome[0].Success
			if d.Success || outcome[0].Ended {
				break
			}
		}
		progress(i+1, len(seeds))
	}
	return all, nil
}
