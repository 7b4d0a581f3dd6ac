package decide

import (
	"fmt"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// elsewhereNames say what the arms do.
var elsewhereNames = map[string]string{Plain: "plain cloning", dropped: "the bad left out",
	named: "one of nine named good", "ours": "Parekh et al.", "remix": "Re-Mix", "jerk": "two thirds by jerk",
	"policyloss": "two thirds by a policy's loss"}

// ElsewherePage says which claims hold elsewhere, and what every arm adds there.
func ElsewherePage(e Elsewhere) document.Section {
	judged, look, level := e.Judge()
	s := document.Section{
		Title: "Meta-World: do the findings hold where the physics, the tasks and the experts are not ours?",
		Intro: "A third of the demonstrations of ten tasks is bad, in one of four ways, and one policy is cloned " +
			"from all of them",
		Lines: []string{fmt.Sprintf("%s of each of %s: %s.", wording.Plural(e.Trials, "trial"),
			wording.Plural(len(e.Styles), "style"), strings.Join(e.Styles, ", "))},
		Notes: []string{
			"Points are percentage points of success, mean over tasks, paired over trials against plain cloning; " +
				"intervals of 95 %. recovered: the gain by that of leaving the bad ones out, over styles where that " +
				"gains more than 5 points by the whole interval; interval by bootstrap over trials.",
			"Again: sh bench/elsewhere.sh DIR SEED PYTHON, then counterpoise dev elsewhere FOLDER --from DIR",
		},
	}
	if look == 0 {
		s.Lines = append(s.Lines, fmt.Sprintf("Claims are judged at %d and %d trials, so not yet, and nothing else is "+
			"shown.", ElsewhereLooks[0], ElsewhereLooks[1]))
		return s
	}
	at := e.At(look)
	s.Lines = append(s.Lines, fmt.Sprintf("Judged at %d trials, at level %.3g after Holm's correction over %d claims.",
		look, level, len(judged)))
	s.Tables = []document.Table{
		document.TableOf("claims", "Claims", judged,
			document.Words("claim", "claim", func(c JudgedClaim) string { return c.Says }),
			document.Words("ours", "ours", func(c JudgedClaim) string { return c.Ours }),
			document.Words("elsewhere", "elsewhere", func(c JudgedClaim) string { return c.elsewhere(at) }),
			apa.Ps("p (Holm)", "p", func(c JudgedClaim) stats.Maybe { return c.Holm }),
			document.Words("holds?", "holds", func(c JudgedClaim) string { return c.Is })),
		at.armTable(), at.styleTable()}
	return s
}

// elsewhere is what the arm of a claim gained, and of a score also what it recovered.
func (c JudgedClaim) elsewhere(at Elsewhere) string {
	gain := MeanGain(c.Arm, at.pools(at.Styles...))
	text := apa.Format(points, gain.MeanDifference) + " points " + apa.Interval(points, gain.CI)
	if c.Arm == "policyloss" {
		text += ", recovered " + share(c.Arm, at.costly())
	}
	return text
}

// armTable has a row for each arm: what it adds, over all styles.
func (e Elsewhere) armTable() document.Table {
	gain := func(arm string) stats.Test { return MeanGain(arm, e.pools(e.Styles...)) }
	recovered := func(arm string) stats.Bootstrapped { return Recovered(arm, e.costly()) }
	return document.TableOf("arms", "What each arm adds, mean over styles", ElsewhereArms[1:],
		document.Words("arm", "arm", func(arm string) string { return elsewhereNames[arm] }),
		apa.Number(points, "points", "gain", func(arm string) stats.Maybe { return gain(arm).MeanDifference }),
		apa.Intervals(points, "95 % interval", "gain_low", "gain_high",
			func(arm string) stats.Interval { return gain(arm).CI }),
		apa.Number("%.0f", "recovered, %", "recovered",
			func(arm string) stats.Maybe { return recovered(arm).Estimate }),
		apa.Intervals("%.0f", "95 % interval", "recovered_low", "recovered_high",
			func(arm string) stats.Interval { return recovered(arm).CI }))
}

// styleTable has a row for each style: success of plain cloning, and what each arm adds.
func (e Elsewhere) styleTable() document.Table {
	columns := []document.Column[string]{
		document.Words("style", "style", func(style string) string { return style }),
		apa.Number("%.1f", "plain cloning, %", "plain", func(style string) stats.Maybe {
			m, _ := MeanDifference(e.Success[style][Plain], make([]float64, e.Trials))
			return stats.Some(m)
		})}
	for _, arm := range ElsewhereArms[1:] {
		gain := func(style string) stats.Test { return MeanGain(arm, e.pools(style)) }
		columns = append(columns, document.Words(elsewhereNames[arm], arm, func(style string) string {
			return apa.Format(points, gain(style).MeanDifference) + " " + apa.Interval(points, gain(style).CI)
		}))
	}
	return document.TableOf("styles", "Success, and what each arm adds in points, by style", e.Styles, columns...)
}
