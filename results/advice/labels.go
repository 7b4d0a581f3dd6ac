package advice

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"counterpoise/internal/catalog"
	"counterpoise/internal/wording"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// QualityLabels are the words of labels that say by whom or how well something is shown. A label with one of these
// words in its name (style, human_quality, operatorId) is no skill unless the user says so.
var QualityLabels = []string{"quality", "style", "optimality", "optimal", "suboptimal", "rating", "grade", "expertise",
	"proficiency", "expert", "novice", "operator", "demonstrator", "collector", "annotator", "teleoperator", "teleop",
	"mask", "reward", "score", "star"}

// maxKinds is the largest number of values with which a label of quality makes kinds. One with more, such as a score or
// a return, measures something and names no kind.
const maxKinds = 12

// IsQuality reports whether a label says by whom or how well something is shown: by the words of its name, or because
// it is among those that the user names.
func IsQuality(label string, named []string) bool {
	_, judges := demos.TellsGood(label)
	return slices.Contains(named, label) || demos.TellsOutcome(label) || judges ||
		slices.ContainsFunc(wording.NameWords(label), func(w string) bool {
			return slices.Contains(QualityLabels, strings.TrimSuffix(w, "s")) || slices.Contains(QualityLabels, w)
		})
}

// Labels says what the labels of a dataset mean for the advice.
type Labels struct {
	Skills   []string // what is shown
	Quality  []string // how well; they make kinds
	Success  string   // the label that says whether a demonstration succeeded; empty: none does
	Inverted bool     // a yes of that label means failure
	Unused   []string // labels of quality that do not make kinds: they have one value, or very many
	// Overruled are labels that the user named for skills and that make kinds all the same, because their values say
	// how well a demonstration is.
	Overruled []string
	Unknown   []string // labels of the user's file that are not known to mean anything here
	Doubtful  []string // see demos.Outcome
	// Marks are labels by which somebody judged single demonstrations good or bad. What they call bad is left out
	// whatever its other labels; where they judge all, the other labels of quality are Described, and make no kinds.
	Marks     []string
	Described []string
	Ratings   []Rating // by which somebody rated demonstrations, and which say of none that it is bad

	Lists   []string // of robomimic's that say how well, and overlap with others, so that they make no kinds unasked
	Mixed   []string // labels of quality with values that nothing compares, and these
	Missing []string // skills and labels of quality that some demonstrations lack, with the number of these
	Opposed string   // how success and Marks oppose each other; nothing is decided by them; empty: they do not

	// Worse are the demonstrations that the user calls worse by a rating. These count as marked bad.
	Worse []filter.Condition
}

// ReadLabels sorts the labels of the episodes of a dataset. By names labels of skills: a label that says whether a
// demonstration succeeded, or whose values say how well it is, is no skill for that. Without any the skill is the
// behaviour, or the task. Quality names more labels of quality. A name that no episode has as a label is an error.
func ReadLabels(all []filter.Episode, by, quality []string) (Labels, error) {
	values := valuesOf(all)
	l := Labels{}
	for flag, names := range map[string][]string{"--quality": quality, "--by": demos.Labels(by)} {
		for _, name := range names {
			if values[name] == nil {
				has := slices.Sorted(maps.Keys(values))
				return l, fmt.Errorf("%s names %q, which no demonstration has as a label%sthere is %s", flag, name,
					catalog.DidYouMean(name, has), strings.Join(has, ", "))
			}
		}
	}
	outcome := outcomeOf(all)
	l.Success, l.Inverted = outcome.Label, outcome.Inverted
	for _, name := range demos.Labels(by) {
		switch {
		case slices.Contains(quality, name):
		case tellsOutcome(name) || sayOutcome(name, values[name]),
			IsQuality(name, nil) && saysHowWell(name, values[name]), isMark(name, values[name], false):
			l.Overruled = append(l.Overruled, name)
		default:
			l.Skills = append(l.Skills, name)
		}
	}
	if l.Skills == nil {
		for _, name := range []string{"behaviour", "behavior", "skill", "task"} {
			if values[name] != nil && l.Skills == nil && !isMark(name, values[name], false) &&
				(name != "skill" || namesSkills(values[name])) {
				l.Skills = []string{name}
			}
		}
		if name := instruction(values); len(l.Skills) == 1 && len(values[l.Skills[0]]) == 1 && name != "" {
			l.Skills = []string{name}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		switch {
		case name == demos.Masks || name == demos.MaxReward || slices.Contains(l.Skills, name):
		case !IsQuality(name, quality):
			if len(values[name]) <= maxKinds && isMark(name, values[name], false) {
				l.Marks = append(l.Marks, name)
			}
		case name == rewardLabel && outcome.Label == "" && outcome.Source != "" && !slices.Contains(quality, name):
		case isNotes(name, values[name]) && !slices.Contains(quality, name): // what people wrote names no kind
		case (tellsOutcome(name) || sayOutcome(name, values[name])) && !slices.Contains(quality, name):
		case saysUseOfAll(all, name): // a flag that nobody has set
			l.Unused = append(l.Unused, name)
		case len(values[name]) <= maxKinds && isMark(name, values[name], true):
			l.Marks = append(l.Marks, name)
		case isRating(name, values[name], slices.Contains(quality, name)):
			l.Ratings = append(l.Ratings, ratingOf(all, name))
		case len(values[name]) > 1 && len(values[name]) <= maxKinds:
			if number, word, mixed := mixesScales(name, values[name]); mixed {
				l.Mixed = append(l.Mixed, fmt.Sprintf("%s, whose values are numbers and words, such as %.40q and %.40q",
					name, number, word))
				continue
			}
			l.Quality = append(l.Quality, name)
		default:
			l.Unused = append(l.Unused, name)
		}
	}
	if values["mask"] == nil {
		l.Lists = listsOf(values[demos.Masks])
	}
	l.Doubtful = outcomeOf(all, l.Marks...).Doubtful // of labels that are not read; marks are
	l.oppose(outcome, l.MarksOf(all))
	if l.MarksOf(all).All() {
		l.Quality, l.Described = nil, l.Quality
		for _, r := range l.Ratings {
			l.Unused = append(l.Unused, r.Label)
		}
		l.Ratings = nil
	}
	l.miss(all)
	return l, nil
}

// namesSkills reports whether the values of a label "skill" name what is shown: words, none of which says how well.
func namesSkills(values map[string]bool) bool {
	for v := range values {
		if _, graded := wordGrade(wording.NameWords(v)); graded || isNumber(v) {
			return false
		}
	}
	return len(values) <= maxKinds
}

// miss takes note of the skills and labels of quality that some demonstrations lack.
func (l *Labels) miss(all []filter.Episode) {
	l.Missing = nil
	for _, name := range slices.Concat(l.Skills, l.Quality) {
		n := 0
		for i := range all {
			if valueOf(&all[i], name) == none {
				n++
			}
		}
		if n > 0 {
			l.Missing = append(l.Missing, fmt.Sprintf("%s in %d of %d", name, n, len(all)))
		}
	}
}

// saysUseOfAll reports whether a label says of every demonstration that it is to be used, as valid does where a program
// has written it and nobody judged.
func saysUseOfAll(all []filter.Episode, label string) bool {
	if _, is := demos.TellsUse(label); !is {
		return false
	}
	return !slices.ContainsFunc(all, func(e filter.Episode) bool {
		j, _ := judgedBy(label, e.Labels[label])
		return j != judgedGood
	})
}

// listsOf are robomimic's lists whose names say how well demonstrations are; values are the lists of each, joined.
func listsOf(values map[string]bool) (lists []string) {
	for v := range values {
		for list := range strings.SplitSeq(v, "+") {
			if _, known := wordGrade(wording.NameWords(list)); known && !slices.Contains(lists, list) &&
				!strings.Contains(list, "_") { // better_train is a part of better
				lists = append(lists, list)
			}
		}
	}
	slices.Sort(lists)
	return lists
}

// sayOutcome reports whether a label holds lists of robomimic that say of demonstrations how they ended, and no others.
func sayOutcome(label string, values map[string]bool) bool {
	for v := range values {
		for list := range strings.SplitSeq(v, "+") {
			if demos.ListSays(list) == demos.Unsaid {
				return false
			}
		}
	}
	return label == "mask" && len(values) > 0
}

// valuesOf are the values of each label.
func valuesOf(all []filter.Episode) map[string]map[string]bool {
	values := map[string]map[string]bool{}
	for i := range all {
		for name, v := range all[i].Labels {
			if values[name] == nil {
				values[name] = map[string]bool{}
			}
			values[name][v] = true
		}
	}
	return values
}

// AddFile takes note of the labels of the user's file that are used for nothing here.
func (l *Labels) AddFile(names []string) {
	for _, name := range names {
		if !IsQuality(name, nil) && !slices.Contains(slices.Concat(l.Skills, l.Quality, l.Marks), name) {
			l.Unknown = append(l.Unknown, name)
		}
	}
}

// Succeeded is the condition of demos filter for demonstrations that succeeded, or for those that failed.
func (l Labels) Succeeded(yes bool) string { return fmt.Sprintf("%s=%v", l.Success, yes != l.Inverted) }

// Decided says which labels the user did not name are taken for skills and for kinds, and which are not used, as
// entries of Decided of demos.Description.
func (l Labels) Decided(by, quality []string) (all []string) {
	if l.Opposed != "" {
		all = append(all, "opposed: "+l.Opposed+"; nothing is decided by them (--labels FILE with the right column)")
	}
	switch {
	case len(l.Overruled) > 0:
		what := "kinds"
		if slices.Contains(l.Marks, l.Overruled[0]) {
			what = "bad"
		}
		all = append(all, what+": by "+strings.Join(l.Overruled, " and ")+", whose values say how well, so that it is "+
			"no skill; skills: by "+strings.Join(l.Skills, " and "))
	case by != nil:
	case len(l.Skills) == 0:
		all = append(all, "skills: one, because no demonstration says its task (--by)")
	default:
		all = append(all, "skills: by "+strings.Join(l.Skills, " and ")+" (--by)")
	}
	kinds := slices.DeleteFunc(slices.Clone(l.Quality), func(name string) bool {
		return slices.Contains(l.Overruled, name)
	})
	if len(kinds) > 0 && quality == nil {
		all = append(all, "kinds: by "+strings.Join(kinds, " and ")+" (--quality)")
	}
	if len(l.Missing) > 0 {
		all = append(all, "missing: "+wording.List(l.Missing)+"; these are a kind of their own, "+none+" (--labels)")
	}
	if len(l.Mixed) > 0 {
		all = append(all, "not used: "+wording.List(l.Mixed)+" (--labels)")
	}
	if len(l.Lists) > 1 && by == nil {
		all = append(all, fmt.Sprintf("not used: lists %s (--by mask=%s)", wording.List(l.Lists),
			strings.Join(l.Lists, ",")))
	}
	if len(l.Unknown) > 0 {
		all = append(all, "not used: "+strings.Join(shortened(l.Unknown), ", ")+" (--by: what is shown; --quality: by "+
			"whom or how well)")
	}
	return all
}

// NotUsed says which labels are used for nothing, and why, the reasons apart; those that Decided says aside.
func (l Labels) NotUsed(all []filter.Episode) []string {
	values, outcome := valuesOf(all), outcomeOf(all)
	used := slices.Concat(l.Skills, l.Quality, l.Marks, l.Described, l.Unknown, []string{l.Success, demos.Masks,
		demos.MaxReward, demos.EpisodeLabel, "index"})
	for _, r := range l.Ratings {
		used = append(used, r.Label)
	}
	for _, c := range l.Worse {
		used = append(used, c.Label)
	}
	for _, text := range l.Mixed {
		name, _, _ := strings.Cut(text, ",")
		used = append(used, name)
	}
	if outcome.Label == "" && outcome.Source != "" { // rewards tell it
		used = append(used, rewardLabel)
	}
	why := map[string][]string{}
	for name, of := range values {
		switch {
		case slices.Contains(used, name):
		case l.Opposed != "" && (tellsOutcome(name) || isMark(name, of, true)): // Decided says it
		case len(of) == 1:
			why["one value"] = append(why["one value"], name)
		case isNotes(name, of):
			why["text"] = append(why["text"], name)
		case tellsOutcome(name) && outcome.Source == "":
			why["it does not say which succeeded"] = append(why["it does not say which succeeded"], name)
		case tellsOutcome(name):
			why["success is known otherwise"] = append(why["success is known otherwise"], name)
		case IsQuality(name, nil) && len(of) > maxKinds:
			why["too many values for kinds"] = append(why["too many values for kinds"], name)
		case IsQuality(name, nil):
			why["judged otherwise"] = append(why["judged otherwise"], name)
		default:
			const named = "by its name neither what is shown nor how well; --by and --quality take it"
			why[named] = append(why[named], name)
		}
	}
	var list []string
	for _, reason := range slices.Sorted(maps.Keys(why)) {
		slices.Sort(why[reason])
		list = append(list, fmt.Sprintf("%s (%s)", wording.List(why[reason]), reason))
	}
	return list
}

// noteWords are words of the names of labels in which people write.
var noteWords = []string{"note", "notes", "comment", "comments", "remark", "remarks", "feedback"}

// isNotes reports whether a label holds what people wrote: by its name, or by a value of four words or more.
func isNotes(label string, values map[string]bool) bool {
	if slices.ContainsFunc(wording.NameWords(label), func(w string) bool { return slices.Contains(noteWords, w) }) {
		return true
	}
	for v := range values {
		if len(strings.Fields(v)) >= 4 {
			return true
		}
	}
	return false
}

// instruction returns the label of sentences that say what is to be done, where they differ; empty where there is none.
// An environment's name, which robomimic has for the task, is the same for all of them.
func instruction(values map[string]map[string]bool) string {
	for _, name := range []string{"language_instruction", "instruction", "language", "annotation", "lang"} {
		if n := len(values[name]); n > 1 && n <= maxKinds {
			return name
		}
	}
	return ""
}

// Failures says which demonstrations failed, and how that is known.
type Failures struct {
	Failed []bool // of each demonstration
	Known  int    // demonstrations of which it is known whether they failed
	Source string // how it is known, as in "label success"; empty: it is not
	// Replayed says that a replay told it of some.
	Replayed bool
	// EmptyHanded says that nothing tells what failed, and that those count as failed whose gripper closes on nothing
	// (curate.Pool.EmptyHanded).
	EmptyHanded bool
	// Gripper says why nothing is said of empty grippers; empty where there is nothing to say.
	Gripper string
	// Strange is a value that says neither yes nor no; empty where there is none.
	Strange string
	// Unknown are the places of demonstrations of which nothing says whether they failed.
	Unknown []int
	// Contradicted are the places of demonstrations on which labels contradict each other; Contradictions says which
	// labels.
	Contradicted   []int
	Contradictions []string
}

// Decided says which labels contradict each other, what grippers do not tell, and what demonstrations count as of which
// it is not known whether they failed while it is of others, as entries of Decided of demos.Description.
func (f Failures) Decided() (all []string) {
	for _, text := range f.Contradictions {
		all = append(all, "opposed: "+text+" (--labels FILE with these columns)")
	}
	if f.Gripper != "" {
		all = append(all, "gripper: "+f.Gripper)
	}
	n := len(f.Failed) - f.Known - len(f.Contradicted)
	if f.Known == 0 || n == 0 {
		return all
	}
	such := ""
	if f.Strange != "" {
		such = fmt.Sprintf(", such as one with %.40q", f.Strange)
	}
	do := "does"
	if strings.Contains(f.Source, " and ") {
		do = "do"
	}
	return append(all, fmt.Sprintf("unknown: whether %d of %d succeeded%s, which %s %s not say; they count as not "+
		"failed (--labels FILE with a column success)", n, len(f.Failed), such, f.Source, do))
}

// N is the number of demonstrations that failed.
func (f Failures) N() (n int) {
	for _, failed := range f.Failed {
		if failed {
			n++
		}
	}
	return n
}

// FailuresOf returns the failures that the label of success tells or, without one, the rewards.
func (l Labels) FailuresOf(all []filter.Episode) Failures {
	if l.Opposed != "" {
		f := Failures{Failed: make([]bool, len(all))}
		for i := range all {
			f.Unknown = append(f.Unknown, i)
		}
		return f
	}
	outcome := outcomeOf(all)
	f := Failures{Failed: make([]bool, len(all)), Known: outcome.Known(), Source: outcome.Source,
		Strange: outcome.Strange, Contradicted: outcome.Contradicted, Contradictions: outcome.Contradictions}
	for i, said := range outcome.Of {
		f.Failed[i] = said == demos.Failed
		if _, contradicted := slices.BinarySearch(outcome.Contradicted, i); said == demos.Unsaid && !contradicted {
			f.Unknown = append(f.Unknown, i)
		}
	}
	return f
}

// failedMark and badMark follow the name of a group of demonstrations that failed, or that are marked bad.
const (
	failedMark = "failed"
	emptyMark  = "empty-handed"
	badMark    = "bad"
)

// Apart says of each group why nothing is learned from it.
type Apart struct {
	Failed []bool
	Bad    []bool // marked bad
	Good   []int  // demonstrations that are marked good
	// EmptyHanded says that those that failed are those whose gripper closes on nothing (Failures.EmptyHanded).
	EmptyHanded bool
}

// Groups groups the episodes by skill, by kind, and by whether they failed or are marked bad. Where the labels of
// quality make more groups than can be weighed, it returns an error.
func (l Labels) Groups(all []filter.Episode, f Failures, m Marks) (*demos.LabelledGroups, Apart, error) {
	g := &demos.LabelledGroups{By: slices.Concat(l.Skills, l.Quality)}
	a := Apart{EmptyHanded: f.EmptyHanded}
	failed := failedMark
	if f.EmptyHanded {
		failed = emptyMark
	}
	for i := range all {
		var values []string
		for _, name := range g.By {
			values = append(values, valueOf(&all[i], name))
		}
		name := strings.Join(values, ":")
		if f.Failed[i] {
			name += ":" + failed
		}
		if m.Bad[i] {
			name += ":" + badMark
		}
		if name = strings.TrimPrefix(name, ":"); name == "" {
			name = "all"
		}
		k := slices.Index(g.Names, name)
		if k < 0 {
			if k = len(g.Names); k == demos.MaxGroups {
				return nil, a, fmt.Errorf("the labels %s make more than %d groups, which is too many for advice; "+
					"choose those of skills with --by", strings.Join(g.By, ", "), demos.MaxGroups)
			}
			g.Names, g.N, g.Frames = append(g.Names, name), append(g.N, 0), append(g.Frames, 0)
			g.Values, a.Failed = append(g.Values, values), append(a.Failed, f.Failed[i])
			a.Bad, a.Good = append(a.Bad, m.Bad[i]), append(a.Good, 0)
		}
		if a.Failed[k] != f.Failed[i] || a.Bad[k] != m.Bad[i] || !slices.Equal(g.Values[k], values) {
			return nil, a, fmt.Errorf("two groups of the labels %s would both be called %s; rename a value with "+
				"--labels", strings.Join(g.By, ", "), name)
		}
		g.Of, g.Lengths = append(g.Of, int32(k)), append(g.Lengths, all[i].Frames)
		g.N[k]++
		g.Frames[k] += all[i].Frames
		if m.Good[i] {
			a.Good[k]++
		}
	}
	return g, a, nil
}

// none is the value of a label that an episode does not have.
const none = "(none)"

// valueOf returns the value of a label or a grouping of an episode, none where it has none.
func valueOf(e *filter.Episode, label string) string {
	raw := demos.Raw{Labels: e.Labels}
	if v, ok := raw.Label(label); ok && v != "" {
		return v
	}
	return none
}
