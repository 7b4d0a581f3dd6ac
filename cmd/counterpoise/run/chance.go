package run

import (
	"fmt"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/cmd/counterpoise/cli"
)

// checkChanceFlags returns an error if a flag is given that chance levels do not read, for an experiment that measures
// them alone.
func checkChanceFlags(c *cobra.Command, name string, o runFlags) error {
	given := c.Flags().Changed
	switch {
	case !bench.MeasuresChance(name):
		return nil
	case !o.chance:
		return cli.Misused("--chance=false leaves nothing to run of %s", name)
	case given("trials") && o.size.Trials < bench.ChanceTrials:
		return cli.Misused("--trials must be %d or more for %s, not %d: a chance level has %d initialisations at least",
			bench.ChanceTrials, name, o.size.Trials, bench.ChanceTrials)
	}
	why := fmt.Sprintf("does not apply to %s: it tests policies before their first step, in %d rollouts of each "+
		"behaviour", name, bench.ChanceRollouts)
	return cli.Foreign(c, why, "rollouts", "steps")
}
