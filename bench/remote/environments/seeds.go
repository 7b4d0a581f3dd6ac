package environments

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
)

// ErrUnseeded is wrapped by the error of an environment whose starts a seed does not decide. Policies can be rolled out
// there, but not compared rollout by rollout.
var ErrUnseeded = errors.New("its seeds do not decide its starts")

// CheckSeeds tests whether the same seed gives the same start: twice in one environment with a step between, and in
// another one if the server has two. An environment whose seeds all give one start, by states and by pictures, is
// ErrUnseeded too: its rollouts would be one rollout.
func (c *Client) CheckSeeds(ctx context.Context) error {
	if !c.Seeded {
		return fmt.Errorf("%s: %w: reset takes no seed", c.Name, ErrUnseeded)
	}
	const seed, other = 12345, 54321
	n := len(c.State)
	var seen []byte // all pictures of the last start
	if len(c.Cameras) > 0 {
		c.keep = func(pictures [][]byte) { seen = bytes.Join(pictures, nil) }
		defer func() { c.keep = nil }()
	}
	start := func(slot int, seed uint64) ([]float32, error) {
		x := make([]float32, n)
		return x, c.Reset(ctx, x, []int{slot}, []uint64{seed})
	}
	first, err := start(0, seed)
	if err != nil {
		return err
	}
	middle := make([]float32, len(c.Low))
	for i := range middle {
		middle[i] = min(max(0, c.Low[i]), c.High[i])
	}
	if _, err := c.Step(ctx, make([]float32, n), []int{0}, middle); err != nil {
		return err
	}
	for slot := range min(2, c.Slots) {
		again, err := start(slot, seed)
		if err != nil {
			return err
		}
		for i := range again {
			if again[i] != first[i] {
				return fmt.Errorf("%s: %w: %s is %v and %v after two resets with seed %d; let reset(seed) set the "+
					"start, as an environment of your own around this one can", c.Name, ErrUnseeded, c.State[i],
					first[i], again[i], seed)
			}
		}
	}
	pictures := seen
	differs, err := start(0, other)
	if err != nil {
		return err
	}
	if slices.Equal(first, differs) && bytes.Equal(pictures, seen) {
		return fmt.Errorf("%s: %w: seeds %d and %d give the same one", c.Name, ErrUnseeded, seed, other)
	}
	return nil
}
