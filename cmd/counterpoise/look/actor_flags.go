package look

import (
	"context"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/catalog"
	"counterpoise/internal/printable"
	"counterpoise/internal/wording"
	"counterpoise/policies"
	"counterpoise/policies/playback"
	"counterpoise/scenes"
	"counterpoise/scenes/expert"
)

// castFlags are the flags of render and view that choose the demonstrator or the policy that acts.
type castFlags struct {
	behaviour string                 // empty shows all behaviours, one after the other
	style     string                 // of the scripted demonstrator
	policy    string                 // file of the policy that acts in its place; empty for the demonstrator
	seed      uint64                 // of initial states and of the demonstrator's variation
	given     func(flag string) bool // whether the user set it
}

// castFlags adds the flags to a command.
func (p program) castFlags(c *cobra.Command) *castFlags {
	f := c.Flags()
	k := &castFlags{style: expert.Optimal, given: f.Changed}
	f.StringVar(&k.behaviour, "behaviour", "", "`NAME` of what a task asks for; without it, one after the other")
	f.StringVar(&k.style, "style", k.style,
		"`NAME` of how the expert demonstrates: "+strings.Join(expert.Styles.Names(), ", "))
	f.StringVar(&k.policy, "policy", "", "`FILE` of a trained policy that acts in the expert's place")
	f.Uint64Var(&k.seed, "seed", 0, "seed `N` of initial states and demonstrations")
	return k
}

// lastTake is the last of a task's takes that may be asked for. More would serve nobody, and the viewer counts on from
// it.
const lastTake = 1_000_000_000

// castFlagNames are the names of the flags that castFlags adds.
var castFlagNames = []string{"behaviour", "style", "policy", "seed"}

// refuse returns an error if the user set one of the given flags, which have no effect here; why says the reason.
func (k *castFlags) refuse(why string, flags ...string) error {
	for _, flag := range flags {
		if k.given(flag) {
			return cli.Misused("--%s changes nothing here: %s; leave it out", flag, why)
		}
	}
	return nil
}

// source returns the films of a task, or of the dataset in a folder or file. The name of a task comes first, so a
// file of that name needs a path such as ./picking. A task has any number of takes; an episode that a dataset does not
// have is an error.
func (k *castFlags) source(ctx context.Context, what string, episode int) (playback.Source, error) {
	if episode < 0 || episode > lastTake {
		return nil, cli.Misused("--episode must be 0 to %d, not %d", lastTake, episode)
	}
	task, err := scenes.ParseTask(what)
	if err != nil {
		if slices.Contains(scenes.Tasks.Names(), scenes.TaskName(what)) {
			return nil, cli.Misuse{Err: err}
		}
		if _, gone := os.Stat(what); gone == nil {
			err := k.refuse("the episodes of a dataset are played as they were recorded", castFlagNames...)
			if err != nil {
				return nil, err
			}
			films, n, err := playback.OfDataset(ctx, what)
			if err == nil && episode >= n {
				return nil, cli.Misused("%s has %s, and --episode counts from 0: the last is %d, not %d", what,
					wording.Plural(n, "episode"), n-1, episode)
			}
			return films, err
		}
		names := scenes.Tasks.Names()
		return nil, cli.Misused("%q is neither a task nor a dataset%stasks are %s",
			what, catalog.DidYouMean(what, names), strings.Join(names, ", "))
	}
	cast := playback.Cast{Behaviours: task.Behaviours(), Style: k.style, PolicyName: k.policy, Seed: k.seed}
	if k.behaviour != "" {
		if !slices.Contains(cast.Behaviours, k.behaviour) {
			return nil, cli.Misused("%s has no behaviour %q%sthere is %s", what, k.behaviour,
				catalog.DidYouMean(k.behaviour, cast.Behaviours), strings.Join(cast.Behaviours, ", "))
		}
		cast.Behaviours = []string{k.behaviour}
	}
	if names := expert.Styles.Names(); !slices.Contains(names, k.style) {
		return nil, cli.Misused("there is no style %q%sthere is %s",
			k.style, catalog.DidYouMean(k.style, names), strings.Join(names, ", "))
	}
	if k.given("policy") {
		if cast.Policy, err = actingPolicy(ctx, k.policy, what, k.given); err != nil {
			return nil, err
		}
	}
	return playback.OfTask(what, cast)
}

// actingPolicy loads the policy that acts in a task in the demonstrator's place. One that was trained on another task
// is refused, and so is a style beside it.
func actingPolicy(ctx context.Context, path, task string, given func(flag string) bool) (policies.Policy, error) {
	if given("style") {
		return nil, cli.Misused("--style is of the demonstrator, in whose place --policy acts; leave one of them out")
	}
	p, err := policies.Load(path)
	if err != nil {
		return nil, err
	}
	if of := policies.TaskOf(p); of != "" && scenes.TaskName(of) != scenes.TaskName(task) {
		return nil, cli.Misused("%s was trained on task %s, not on %s", path, printable.Line(of), task)
	}
	return p, nil
}
