package answer

import (
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/results/frame"
	"counterpoise/results/study/claims"
	"counterpoise/results/study/twobytwo"
)

// story is what the sentences of answer.md.tmpl name. Differences are those of all trials of an experiment, also where
// a claim was decided earlier (claims.Result.Final); verdicts are those of the looks that decided. Claims that repeat
// the tests of others are left out.
type story struct {
	Maps, Additive []twobytwo.Map // of styles of bad demonstrations; Additive with Remix in its additive form
	Styles         record.Size    // of their run

	Starved, Upsampled, Good topic
	Bad, Fitted              topic // Remix, and the mean over behaviours of the study's own method

	// Claims whose verdict is another one under Remix in its additive form: of the first run and of the second, under
	// their difficulty and under others.
	Otherwise, OtherwiseUnder, OtherwiseSecond, OtherwiseSecondUnder []string

	Evaluation             claims.Evaluation
	AtLooks                bool // some claims were decided with fewer trials
	Versions               []string
	Freeze                 *freeze
	Choices, Looked, Added []string // of results/freeze.md
	Depending              dependence
	Methods                []string // with their settings, in the primary reading
	Made                   string   // by which programs

	Second      *secondRun
	FewerTrials int // of E1 in the second run, where it has fewer than the run
}

// topic is what a sentence sums up: changes in both runs, and the claims about them.
type topic struct {
	First, Second []change
	Claims        []claims.Result
}

// Both are the changes of both runs.
func (t topic) Both() []change { return slices.Concat(t.First, t.Second) }

// The claims that the sentences sum up: on good demonstrations, on bad ones, and given the fit.
var (
	good = []string{
		"C08", "C09", "C10", "C11", "C12", "C13", "C29", "C30", "C31", "C32", "C33", "C34", "C35", "C36", "C37", "C38",
		"C39", "C40", "C41",
	}
	bad    = []string{"C14", "C15", "C16", "C17", "C18"}
	fitted = []string{"C19", "C20", "C21", "C22", "C23", "C24", "C25", "C26", "C27", "C28", "C42"}
)

// newStory computes the story of an evaluation and of the run beside it, which may be nil, but for what it says of
// styles. text is that of results/freeze.md.
func newStory(e claims.Evaluation, second *secondRun, text string, records frame.Records) story {
	var other claims.Evaluation
	if second != nil {
		other = second.Evaluation
	}
	of := func(kind func(claims.Part) bool, ids ...string) topic {
		return topic{ofParts(e, kind, ids...), ofParts(other, kind, ids...), selected(e, ids...)}
	}
	s := story{
		Starved:   of(inAny, "C01", "C02", "C03", "C04", "C05"),
		Upsampled: of(inAny, "C06", "C07"),
		Good: topic{changes(e, records, "imbalanced", "E3", "E6"),
			changes(other, records, "imbalanced", "E3", "E6"), selected(e, good...)},
		Bad: of(againstPlain, bad...),
		Fitted: topic{firstMeans(e, "C27", "C28"), firstMeans(other, "C27", "C28"),
			selected(e, fitted...)},
		Evaluation: e, Second: second,
		Choices: bullets(text, "Frozen choices"), Looked: bullets(text, "Looked at before freezing"),
		Added:     bullets(text, "Added after the run was seen"),
		Depending: dependent(e), Freeze: freezeOf(e.Size.Seed, text), Made: madeBy(e, records),
	}
	s.Upsampled.Second = changes(other, records, "balanced", "E2")
	s.Otherwise, s.OtherwiseUnder = otherwise(e)
	s.OtherwiseSecond, s.OtherwiseSecondUnder = otherwise(other)
	for _, r := range e.Claims {
		s.AtLooks = s.AtLooks || r.Look.Trials > 0 && r.Look.Trials < e.Size.Trials
		for m := range strings.SplitSeq(r.Methods, "; ") {
			if m != "" && !slices.Contains(s.Methods, m) {
				s.Methods = append(s.Methods, m)
			}
		}
	}
	for _, r := range selected(other, "C04", "C05") {
		if n := r.Final().Look.Trials; n > 0 && n < other.Size.Trials {
			s.FewerTrials = n
		}
	}
	return s
}

// selected returns the results of some claims, in the order of the evaluation.
func selected(e claims.Evaluation, ids ...string) (rs []claims.Result) {
	for _, r := range e.Claims {
		if slices.Contains(ids, r.ID) && len(r.Repeats) == 0 {
			rs = append(rs, r)
		}
	}
	return rs
}

// otherwise are the ids of the claims that the reading Additive decides otherwise than the primary one, under the
// difficulty of an evaluation and under others.
func otherwise(e claims.Evaluation) (own, under []string) {
	additive := func(o claims.OtherReading) bool { return o.Reading == study.Additive && o.Otherwise() }
	for _, r := range e.Claims {
		if len(r.Repeats) == 0 && slices.ContainsFunc(r.Readings, additive) {
			own = append(own, r.ID)
		}
		if len(r.Repeats) == 0 && slices.ContainsFunc(r.ReadingsUnder, additive) {
			under = append(under, r.ID)
		}
	}
	return own, under
}

// dependence is how many claims are tested under several oracles, difficulties, or either, and how many of these have
// a verdict that depends on them.
type dependence struct{ Oracles, Difficulties, Several, Differ int }

func dependent(e claims.Evaluation) (d dependence) {
	for _, r := range e.Claims {
		if len(r.Settings) < 2 || len(r.Repeats) > 0 {
			continue
		}
		d.Several++
		first := r.Settings[0]
		if slices.ContainsFunc(r.Settings, func(s claims.Setting) bool { return s.Oracle != first.Oracle }) {
			d.Oracles++
		}
		if slices.ContainsFunc(r.Settings, func(s claims.Setting) bool { return s.Difficulty != first.Difficulty }) {
			d.Difficulties++
		}
		if r.SettingsDiffer() {
			d.Differ++
		}
	}
	return d
}

// freeze is a row of results/freeze.md, from 1.
type freeze struct {
	study.Freeze
	Row int
}

// freezeOf is the freeze that a seed belongs to; nil where it belongs to none.
func freezeOf(seed uint64, text string) *freeze {
	all := freezes(text)
	row, ok := study.FreezeOf(all, seed)
	if !ok {
		return nil
	}
	return &freeze{all[row-1], row}
}

// freezes are those of the text of results/freeze.md.
func freezes(text string) []study.Freeze {
	all, err := study.ParseFreezes(text)
	if err != nil {
		panic(err) // a file of this program
	}
	return all
}

// bullets returns the items of the list under a second-level heading of a Markdown text as plain text: a line break
// within an item is a space, and backquotes are left out, because the pages are not all Markdown.
func bullets(text, heading string) (items []string) {
	_, below, ok := strings.Cut(text, "\n## "+heading+"\n")
	if !ok {
		return nil
	}
	below, _, _ = strings.Cut(strings.ReplaceAll(below, "`", ""), "\n## ")
	for line := range strings.SplitSeq(below, "\n") {
		switch item, is := strings.CutPrefix(line, "- "); {
		case is:
			items = append(items, item)
		case strings.HasPrefix(line, "  ") && len(items) > 0:
			items[len(items)-1] += " " + strings.TrimSpace(line)
		}
	}
	return items
}

// madeBy says which programs made the records of the claims' experiments.
func madeBy(e claims.Evaluation, records frame.Records) string {
	var designs []frame.Design
	for _, x := range claims.Experiments() {
		designs = append(designs, frame.Under(bench.Plan{
			Name: x.Name, Experiments: []bench.Experiment{x}, Size: e.Size, Oracle: e.Oracle,
		}, records).Designs...)
	}
	return frame.MadeBy(designs)
}
