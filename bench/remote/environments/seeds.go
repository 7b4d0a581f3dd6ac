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

// ErrUnsteady is wrapped by the error of an environment whose steps draw numbers that no seed decides: the same start
// and the same actions lead elsewhere, so that a rollout cannot be repeated.
var ErrUnsteady = errors.New("its steps draw what no seed decides")

// probes are the steps by which CheckSeeds looks where the same actions lead.
const probes = 3

// CheckSeeds tests whether the same seed gives the same start: several times in one environment with steps between, and
// in another one if the server has two. An environment whose seeds all give one start, by states and by pictures, is
// ErrUnseeded too: its rollouts would be one rollout. One in which the same steps from there lead elsewhere is
// ErrUnsteady.
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
	steps := func() (path []float32, err error) {
		for range probes {
			x := make([]float32, n)
			ended, err := c.Step(ctx, x, []int{0}, middle)
			if path = append(path, x...); err != nil || ended[0].Ended || ended[0].Success {
				return path, err
			}
		}
		return path, nil
	}
	led, err := steps()
	if err != nil {
		return err
	}
	for _, slot := range []int{0, 0, 0, min(1, c.Slots-1)} {
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
	if _, err := start(0, seed); err != nil {
		return err
	}
	now, err := steps()
	if err != nil {
		return err
	}
	if !slices.Equal(led, now) {
		return fmt.Errorf("%s: %w: the same actions lead elsewhere from the same start, so that the same command "+
			"gives other numbers with other --workers; let reset(seed) seed what step draws", c.Name, ErrUnsteady)
	}
	return nil
}
