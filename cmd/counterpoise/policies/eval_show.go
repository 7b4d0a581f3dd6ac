package policies

import (
	"fmt"

	"counterpoise/bench/record"
	"counterpoise/internal/wording"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// nonFiniteText says how many rollouts an action that was not finite has ended; it is empty where none was.
func nonFiniteText(outcomes []record.Outcomes) string {
	n, all := 0, 0
	for _, o := range outcomes {
		n, all = n+o.NonFiniteRollouts(), all+len(o.Steps)
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %s ended at an action that was not finite: NaN, or too large for single precision, "+
		"as of weights that have diverged", n, wording.Plural(all, "rollout"))
}

// printSuccess prints how each behaviour ended by an oracle: successes with their interval, the wrong behaviour,
// neither, the median time to success, and the chance level.
func (p program) printSuccess(outcomes []record.Outcomes, chance chance, oracle scenes.Oracle) error {
	w := p.NewTable(0)
	fmt.Fprintln(w, "behaviour\tsucceeded\trate\t95 % interval\twrong\tneither\tmedian time\tchance")
	for _, o := range outcomes {
		n, _ := o.Count(oracle) // the rollouts of this program have the verdicts of both oracles
		s, err := stats.Wilson(n.Right, len(o.Steps), 0.95)
		if err != nil {
			return err
		}
		time, level := "-", "-"
		if steps, ok := o.MedianSteps(oracle); ok {
			time = fmt.Sprintf("%.1f s", steps/scenes.ControlRate)
		}
		if c, ok := chance.of(o.Behaviour, oracle); ok {
			level = fmt.Sprintf("%s %% (≤ %.1f)", wording.Percent(c.Success.K, c.Success.N), 100*c.Success.Upper)
		}
		percent := func(k int) string { return wording.Percent(k, s.N) }
		fmt.Fprintf(w, "%s\t%d of %d\t%s %%\t%.1f to %.1f %%\t%s %%\t%s %%\t%s\t%s\n", o.Behaviour, s.K, s.N,
			percent(s.K), 100*s.CI.Low.Or(0), 100*s.CI.High.Or(1), percent(n.Wrong), percent(n.Neither), time, level)
	}
	return w.Flush()
}
