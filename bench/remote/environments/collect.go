package environments

import "context"

// Demonstration is a rollout of the server's expert: what it saw, and the actions that it took there.
type Demonstration struct {
	Rollout
	States, Actions []float32 // a row a step
	Pictures        [][]byte  // of each camera, a picture a step
}

// Collect records the expert from each seed, with the environment's pictures, and yields each demonstration when it
// ends. A demonstration ends when the task is solved, when the environment ends it, and after horizon steps (0: that of
// the environment); those that failed are kept too. Actions are recorded as they are executed, within their bounds. An
// error of yield ends it and is returned.
func (c *Client) Collect(ctx context.Context, seeds []uint64, horizon int,
	yield func(done, total int, d *Demonstration) error) error {
	if horizon == 0 {
		horizon = c.Horizon
	}
	var seen [][]byte
	if len(c.Cameras) > 0 {
		c.keep = func(pictures [][]byte) { seen = pictures }
		defer func() { c.keep = nil }()
	}
	width := len(c.State)
	for i, seed := range seeds {
		d := &Demonstration{Rollout: Rollout{Seed: seed}, Pictures: make([][]byte, len(c.Cameras))}
		slot, state := []int{0}, make([]float32, width)
		if err := c.Reset(ctx, state, slot, []uint64{seed}); err != nil {
			return err
		}
		for d.Steps < horizon {
			for k, picture := range seen {
				d.Pictures[k] = append(d.Pictures[k], picture...)
			}
			action, err := c.Demonstrate(ctx, slot)
			if err != nil {
				return err
			}
			c.Clip(action)
			d.States, d.Actions = append(d.States, state...), append(d.Actions, action...)
			outcome, err := c.Step(ctx, state, slot, action)
			if err != nil {
				return err
			}
			d.Steps, d.Reward, d.Success = d.Steps+1, d.Reward+outcome[0].Reward, outcome[0].Success
			if d.Success || outcome[0].Ended {
				break
			}
		}
		if err := yield(i+1, len(seeds), d); err != nil {
			return err
		}
	}
	return nil
}
