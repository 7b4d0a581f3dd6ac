package list

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/results/apa"
	"counterpoise/scenes"
	"counterpoise/scenes/expert"
	"counterpoise/stats"
)

// list styles prints, for every style and task, the mean cost, the geometric mean difficulty and the mean E|a|² of the
// committed measurement, each with the interval that holds it, and below them how many demonstrations, trials and
// rollouts they are of.
func TestListStylesPrintsTheMeasurement(t *testing.T) {
	axes, err := bench.MeasuredStyles()
	if err != nil || len(axes.Styles) == 0 {
		t.Fatalf("%d styles measured, %v", len(axes.Styles), err)
	}
	_, out, _, _ := clitest.Invoke("list", "styles")
	rows := map[string]string{}
	for line := range strings.Lines(out) {
		name, rest, _ := strings.Cut(line, " ")
		rows[name] = strings.Join(strings.Fields(rest), " ")
	}
	for _, style := range expert.Styles.Names() {
		if style == expert.Optimal {
			continue
		}
		var want []string
		for _, task := range scenes.Tasks.Names() {
			m, ok := axes.Of(task, style)
			if !ok {
				continue
			}
			n := float64(len(m.Alone))
			cost, log, energy := 0.0, 0.0, 0.0
			for i := range m.Alone {
				cost += (m.Alone[i] - m.Mixed[i]) / n
				log += math.Log(m.StyleHeldOut[i]/m.OptimalHeldOut[i]) / n
				energy += (m.StyleEnergy[i] - m.OptimalEnergy[i]) / n
			}
			want = append(want, apa.Format("%+.0f", stats.Some(cost))+" [", fmt.Sprintf("%.2f [", math.Exp(log)),
				apa.Format("%+.2f", stats.Some(energy))+" [")
		}
		at := -1
		for _, cell := range want {
			next := strings.Index(rows[style][at+1:], cell)
			if next < 0 {
				t.Errorf("%s: %q lacks %q, in this order: %q", style, rows[style], cell, want)
				break
			}
			at += 1 + next
		}
		if n := strings.Count(rows[style], "["); n != len(want) {
			t.Errorf("%s: %d intervals, want %d", style, n, len(want))
		}
	}
	brief := regexp.MustCompile(`(?m)^biased +fails +[-+]\d+ +[\d.]+ +[-+]\d+ +[\d.]+ +ends beside`)
	if narrow := listed(t, 80, "styles"); !brief.MatchString(narrow) {
		t.Errorf("on 80 columns cost and fit of both tasks are not side by side:\n%s", narrow)
	}
	about := strings.Join(strings.Fields(out), " ")
	for _, n := range []string{
		fmt.Sprintf("%d demonstrations of the style", axes.Demonstrations),
		fmt.Sprintf("over %d trials of %d rollouts", len(axes.Styles[0].Alone), axes.Rollouts),
		axes.Device, axes.Commit,
	} {
		if !strings.Contains(about, n) {
			t.Errorf("%q is not said", n)
		}
	}
	missing := 3 * (len(scenes.Tasks.Names())*(len(expert.Styles.Names())-1) - len(axes.Styles))
	if n := strings.Count(out, "not measured"); n != missing {
		t.Errorf("%d numbers are said not to be measured, want %d", n, missing)
	}
}
