package advise

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/durable"
	"counterpoise/results/decide"
)

const knownAbout = `
known measures what it is worth to name some demonstrations good, as weigh --known does. In pools of both tasks a third
of the demonstrations is in one bad style, of every style in turn, or none is. One, two, four or eight of the 20 good
ones of each behaviour are named, and the others weighed by rank or by the gap; once one of eight is named wrongly. A
policy is trained and rolled out under these weights, on all, and without the bad ones. known.md has the share of what
leaving them out gains that naming recovers, of the pools that are complete. A stopped run goes on where it stopped.`

func init() { registerBelow("dev", program.known) }

// known is the command that measures what it is worth to name some demonstrations good (package decide).
func (p program) known() *cobra.Command {
	o := choiceFlags{recipes: len(decide.Pools()), draws: 8, rollouts: 20, workers: runtime.NumCPU(),
		DeviceFlags: shared.DeviceFlags{Device: shared.Auto}}
	c := &cobra.Command{
		Use:     "known DIR",
		Short:   "Measure what it is worth to name some demonstrations good",
		Long:    knownAbout,
		Example: p.Named("  NAME dev known out/known --draws 2 --seed 1"),
		Args:    cli.OneArgument("a folder for records and page"),
		RunE: func(c *cobra.Command, args []string) error {
			if most := len(decide.Pools()); o.recipes < 1 || o.recipes > most {
				return cli.Misused("--pools must be from 1 to %d, not %d", most, o.recipes)
			}
			if err := o.checkSizes(); err != nil {
				return err
			}
			return ended(c, p.measureKnown(c.Context(), args[0], o))
		},
	}
	c.Flags().IntVar(&o.recipes, "pools", o.recipes, "`N` pools, the first of the list")
	o.flags(c.Flags())
	return c
}

// measureKnown weighs all pools, trains and tests the arms, and writes the page.
func (p program) measureKnown(ctx context.Context, dir string, o choiceFlags) error {
	if err := durable.MkdirAll(dir); err != nil {
		return err
	}
	choices, err := readChoices(dir)
	if err != nil {
		return err
	}
	for i, pool := range decide.Pools()[:o.recipes] {
		if o.page {
			break
		}
		if choices, err = p.trainPool(ctx, dir, pool, i, choices, o); err != nil {
			return err
		}
	}
	of, err := o.recordsIn(dir, choices)
	if err != nil {
		return err
	}
	page := decide.KnownPage(decide.PoolWorths(choices, of), o.draws, o.rollouts)
	page.Notes = append(page.Notes, fmt.Sprintf("Again: counterpoise dev known DIR --draws %d --rollouts %d --seed %d",
		o.draws, o.rollouts, o.seed))
	return p.writePageOf(dir, "known.md", page)
}

// trainPool weighs the datasets of a pool, and trains and tests the arms that have no records.
func (p program) trainPool(ctx context.Context, dir string, pool decide.Pool, i int, choices []decide.Choice,
	o choiceFlags) ([]decide.Choice, error) {
	mine := slices.DeleteFunc(slices.Clone(choices), func(c decide.Choice) bool { return c.Recipe != i })
	if len(mine) > 0 {
		has, err := o.recordsIn(dir, mine)
		if err != nil || !slices.ContainsFunc(mine, func(c decide.Choice) bool {
			_, ok := has[c.Cell]
			return !ok
		}) {
			return choices, err
		}
	}
	progress, end := cli.Counter(p.Err, "datasets of "+pool.String()+" weighed")
	var all []drawnArms
	for draw := range o.draws {
		a, err := p.namedArms(ctx, pool, i, draw, o)
		if err != nil {
			return nil, err
		}
		if all = append(all, a); len(mine) == 0 {
			choices = append(choices, a.choices(i, draw)...)
		}
		progress(draw+1, o.draws)
	}
	end()
	if err := writeChoices(dir, choices); err != nil {
		return nil, err
	}
	return choices, p.trainChoices(ctx, dir, len(decide.Pools()), choices, o,
		func(_, draw int, _ []decide.Choice) (drawnArms, error) { return all[draw], nil })
}

// namedArms returns the arms of a drawn pool.
func (p program) namedArms(ctx context.Context, pool decide.Pool, i, draw int, o choiceFlags) (a drawnArms, err error) {
	made, err := o.drawnFrom(ctx, pool.Recipe(), i, draw)
	if err != nil {
		return a, err
	}
	arms := decide.Yardsticks(made)
	for k, n := range decide.Namings {
		named := n.Of(made)
		if named == nil { // none is bad
			continue
		}
		weights, err := p.alike(ctx, made, named, n.Gap)
		if err != nil {
			return a, fmt.Errorf("%s, draw %d, %s: %w", pool, draw, n, err)
		}
		arms[n.String()] = decide.Arm{Name: fmt.Sprintf("named%d", k), Weights: weights}
	}
	return o.armsOf(made, arms, draw), nil
}
