package play

import (
	"errors"
	"fmt"
	"slices"
)

// recorded plays a rollout of the gallery. The bytes are those of its policy.
func recorded(c *Calls, args, bytes []byte, _ func(any)) (Reply, error) {
	var s Start
	if err := read(args, &s); err != nil {
		return Reply{}, err
	}
	all, err := DecodeRollouts(bytes)
	if err != nil {
		return Reply{}, err
	}
	i := slices.IndexFunc(all, func(r Rollout) bool { return r.Start == s })
	if i < 0 {
		if len(all) == 0 {
			return Reply{}, errors.New("the policy has no recorded rollouts")
		}
		last := all[len(all)-1]
		return Reply{}, fmt.Errorf("the policy's rollouts at %s are recorded from starts 0 to %d with seed %d alone",
			last.Task, last.Start.Start, last.Seed)
	}
	return c.keep(all[i].Replay())
}
