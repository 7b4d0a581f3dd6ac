package bypolicy

import (
	"fmt"
	"math"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Compare sets the policies of a folder side by side: a section for each design that several of them answer. It is an
// error where there is none. The name is that of the folder.
//
// Success is counted by the oracle of the frames; where some of the records lack its verdicts, by CALVIN's for all
// policies.
func Compare(frames []frame.Frame, name string) (document.Document, error) {
	d := document.Document{Title: fmt.Sprintf("Counterpoise: the policies of %s", name)}
	for _, p := range Of(frames) {
		d.Sections = append(d.Sections, p.Section())
	}
	if len(d.Sections) == 0 {
		return d, fmt.Errorf("%s has no experiment under several policies: run it again with another --policy, "+
			"the same --seed and --rollouts, and the same --out", name)
	}
	return d, nil
}

// Section is a design under several policies as a section of a document.
func (p Policies) Section() document.Section {
	d := p.Designs[0]
	s := document.Section{
		Title:  p.Title(),
		Intro:  wording.Sourced(d.Experiment.Question, d.Experiment.Source),
		Lines:  []string{p.Summary()},
		Tables: []document.Table{p.Table(), p.PolicyTable()}, Notes: p.Notes(),
	}
	for _, c := range p.Comparisons {
		s.Lines = append(s.Lines, p.Words(c)+"; "+c.Numbers())
	}
	return s
}

// Title is "rare, picking: policies side by side".
func (p Policies) Title() string {
	return fmt.Sprintf("%s, %s: policies side by side", p.Designs[0].Experiment.Name, p.Designs[0].Task)
}

// Summary counts the comparisons that are shown to depend on the policy, in one sentence.
func (p Policies) Summary() string {
	n := 0
	for _, c := range p.Comparisons {
		if c.Differs() {
			n++
		}
	}
	return fmt.Sprintf("%d of %s shown to depend on the policy, among %s.", n,
		wording.Plural(len(p.Comparisons), "difference"), strings.Join(p.Names, ", "))
}

// Differs reports whether a difference is shown to depend on the policy: by the p of Greenhouse and Geisser, which of
// two policies is that of the F test.
func (c Comparison) Differs() bool { return c.Depends.PGG.Or(c.Depends.P.Or(1)) < frame.Alpha }

// Words says what a comparison shows under the policies: "left, starved against balanced: below under 4 of 6 policies,
// open under 2 of 6 policies; from -12.1 (state+mlp+flow) to -3.0 points (state)".
func (p Policies) Words(c Comparison) string {
	arm, against := c.Arm, c.Against
	if d := p.Designs[0]; d.ComparesOnce() {
		arm, against = d.Sides[0], d.Sides[1]
	}
	var parts []string
	for _, verdict := range []string{"below", "above", "equal", "open"} {
		n := 0
		for _, by := range c.By {
			if words.Of(by.Verdict()) == verdict {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s under %d of %d policies", verdict, n, len(c.By)))
		}
	}
	return fmt.Sprintf("%s, %s against %s: %s%s", c.Behaviour, arm, against, strings.Join(parts, ", "), p.extremes(c))
}

// words are those for a comparison: below or above where it is significant after correction.
var words = stats.Words[string]{Above: "above", Below: "below", Equal: "equal", Open: "open"}

// extremes names the least and the greatest difference, with their policies unless all are the same; empty where none
// is known.
func (p Policies) extremes(c Comparison) string {
	least, most := math.Inf(1), math.Inf(-1)
	var low, high string
	for i, by := range c.By {
		v, known := by.Test.MeanDifference.Get()
		if known && v < least {
			least, low = v, p.Names[i]
		}
		if known && v > most {
			most, high = v, p.Names[i]
		}
	}
	switch {
	case low == "":
		return ""
	case least == most:
		return fmt.Sprintf("; %+.1f points", least)
	}
	return fmt.Sprintf("; from %+.1f (%s) to %+.1f points (%s)", least, low, most, high)
}

// Numbers is the test of whether the difference depends on the policy, in APA style.
func (c Comparison) Numbers() string {
	text := "not shown to depend on the policy: "
	if c.Differs() {
		text = "depends on the policy: "
	}
	text += apa.F(c.Depends)
	if c.Depends.K > 2 && c.Depends.PGG.Defined() { // two policies have one difference, which is always spherical
		text += fmt.Sprintf("; Greenhouse and Geisser's ε = %s, %s", apa.Fraction(c.Depends.Epsilon.GG),
			apa.P("p", c.Depends.PGG))
	}
	return text
}

// Notes explains the tests, and names what is missing and the commands that make the records.
func (p Policies) Notes() []string {
	notes := []string{
		"Differences are in percentage points, paired by trial: t-test, two-sided; Holm's correction is over all rows.",
		apa.StarsNote("Holm"),
		"Whether a difference depends on the policy: repeated-measures ANOVA of the differences, policies within " +
			"trials, which share demonstrations and initial states; without correction for the number of comparisons.",
		apa.EqualityNote(bench.Margin, frame.Alpha),
	}
	if w := p.Designs[0].OracleWarning; w != "" {
		notes = append(notes, w)
	}
	for i, d := range p.Designs {
		if missing := d.Missing(); missing > 0 {
			notes = append(notes, fmt.Sprintf("%s: %d of %d cells without a record: these numbers are not final.",
				p.Names[i], missing, len(d.Arms)*d.Plan.Size.Trials))
		}
	}
	notes = append(notes, p.chanceNotes()...)
	notes = append(notes, p.deviceNotes()...)
	for _, command := range p.Commands() {
		notes = append(notes, "Again: "+command)
	}
	return notes
}

// chanceNotes says what the chance levels of the policies rest on, and how those are measured that are not recorded.
func (p Policies) chanceNotes() (notes []string) {
	var sizes []int
	for i, c := range p.Chances {
		if c.Recorded == 0 {
			plan := p.Designs[i].Plan
			notes = append(notes, fmt.Sprintf("Chance of %s: not recorded. It is measured by: %s", p.Names[i],
				frame.ChanceCommand(plan, c.Level)))
			continue
		}
		sizes = append(sizes, c.Recorded)
	}
	if len(sizes) == 0 {
		return notes
	}
	return append([]string{frame.ChanceNote(sizes...)}, notes...)
}

// deviceNotes says which device trained how many networks of which policies, if there are several devices; otherwise it
// is empty.
func (p Policies) deviceNotes() (notes []string) {
	var devices []record.Device // in the order of the policies
	trained := map[record.Device][]string{}
	for i, d := range p.Designs {
		for _, s := range d.Devices() {
			if trained[s.Device] == nil {
				devices = append(devices, s.Device)
			}
			trained[s.Device] = append(trained[s.Device], fmt.Sprintf("%d of %s", s.Networks, p.Names[i]))
		}
	}
	if len(devices) < 2 {
		return nil
	}
	for _, d := range devices {
		notes = append(notes, fmt.Sprintf("Device %v trained networks: %s.", d, wording.List(trained[d])))
	}
	return append(notes, "Results of two devices differ by rounding.")
}

// Commands are the command lines that make the records, one for each policy.
func (p Policies) Commands() (lines []string) {
	for _, d := range p.Designs {
		lines = append(lines, frame.Command(d.Plan))
	}
	return lines
}
