package report

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
)

// chanceRow is the row of a chance level in the table of success: the rate of untrained policies and its upper bound.
// The column of the worst behaviour is empty, because a bound holds for each behaviour by itself.
func chanceRow(c frame.Chance, behaviours []string, endings bool) []document.Cell {
	name := "chance"
	if v := c.Level.Variation(); v != "" {
		name += ", " + v
	}
	none := document.Entry(apa.None, "")
	row := []document.Cell{document.Word(name), none, none}
	for _, b := range behaviours {
		own, ok := c.Of(b)
		if !ok {
			row = append(row, document.Entry("not recorded", "", "", ""))
		} else {
			row = append(row, document.Entry(own.String(), fmt.Sprint(100*own.Success.Estimate), "",
				fmt.Sprint(100*own.Success.Upper)))
		}
		if endings {
			row = append(row, endingCells(own.Endings)...)
		}
	}
	return append(row, document.Entry(apa.None, "", ""))
}

// chanceNotes says what the chance levels of a design rest on, which of them are above the limit, and how to measure
// those that are not recorded.
func chanceNotes(f frame.Findings) (notes []string) {
	said := false
	for _, c := range f.Chance {
		if len(c.Behaviours) == 0 || c.Recorded < 2 {
			notes = append(notes, fmt.Sprintf("Chance%s: not recorded. It is measured by: %s", variationText(c),
				frame.ChanceCommand(f.Plan, c.Level)))
			continue
		}
		if !said {
			notes = append(notes, frame.ChanceNote(c.Recorded))
			said = true
		}
		above, open := beyondLimit(c)
		if len(above) > 0 {
			notes = append(notes, fmt.Sprintf("Chance%s is above %g %%: %s.", variationText(c), bench.ChanceLimit,
				strings.Join(above, ", ")))
		}
		if len(open) > 0 {
			note := fmt.Sprintf("Chance%s is not shown to be at most %g %%: %s.", variationText(c), bench.ChanceLimit,
				strings.Join(open, ", "))
			if command, ok := frame.MoreChanceCommand(f.Plan, c); ok {
				note += " More initialisations: " + command
			}
			notes = append(notes, note)
		}
	}
	return notes
}

// beyondLimit lists the behaviours whose chance level is above the limit, and those whose bound alone is, which leaves
// it open; with two decimals, since 2.04 is above 2.
func beyondLimit(c frame.Chance) (above, open []string) {
	for _, b := range c.Behaviours {
		if 100*b.Success.Upper <= bench.ChanceLimit {
			continue
		}
		text := fmt.Sprintf("%s %s (≤ %.2f)", b.Behaviour, wording.Percent(b.Success.K, b.Success.N),
			100*b.Success.Upper)
		if 100*b.Success.Estimate > bench.ChanceLimit {
			above = append(above, text)
		} else {
			open = append(open, text)
		}
	}
	return above, open
}

// variationText is what tells a chance level from the task's usual one: " (Execute=1)".
func variationText(c frame.Chance) string {
	if v := c.Level.Variation(); v != "" {
		return " (" + v + ")"
	}
	return ""
}

// endingsNote says what the columns of wrong behaviour and of neither hold, or why there are none.
func endingsNote(f frame.Findings) string {
	switch has, shown := f.HasEndings(); {
	case !has:
		return "Wrong behaviour and neither: not recorded."
	case !shown:
		return "Wrong behaviour: shown by no rollout, so that those without success showed neither."
	}
	return "Wrong: another behaviour was shown in place of the requested one. Neither: none was. " +
		"With the success they are 100 %."
}

// nonFiniteNote counts the rollouts that an action that was not finite has ended, where any was.
func nonFiniteNote(f frame.Findings) string {
	arms, rollouts := f.NonFinite()
	if len(arms) == 0 {
		return ""
	}
	var parts []string
	for _, a := range arms {
		parts = append(parts, fmt.Sprintf("%s (%d)", a, rollouts[a]))
	}
	return "Rollouts that ended at an action that was not finite, and failed unless decided before: " +
		strings.Join(parts, ", ") + "."
}

// runsChanceNotes is the chance levels of two runs, a note for each run.
func runsChanceNotes(r frame.Runs) (notes []string) {
	for i, chances := range r.Chances {
		var parts []string
		for _, c := range chances {
			for _, b := range c.Behaviours {
				if b.Success.N > 0 {
					parts = append(parts, fmt.Sprintf("%s%s %s", b.Behaviour, variationText(c), b))
				}
			}
		}
		text := "not recorded"
		if len(parts) > 0 {
			text = strings.Join(parts, ", ") + " percent, in brackets the upper 95 % bound"
		}
		notes = append(notes, fmt.Sprintf("Chance in %s: %s.", r.Names[i], text))
	}
	return notes
}
