package advice

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"counterpoise/internal/suggest"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// QualityLabels are the words of labels that say by whom or how well something is shown. A label with one of these
// words in its name (style, human_quality, operatorId) is never a skill.
var QualityLabels = []string{"success", "quality", "style", "optimality", "operator", "demonstrator", "mask", "reward"}

// successWord is the word of a label that says whether a demonstration succeeded.
const successWord = "success"

// maxKinds is the largest number of values with which a label of quality makes kinds. One with more, such as a score or
// a return, measures something and names no kind.
const maxKinds = 12

// words returns the words of a label's name, in lower case: "humanQuality" and "human_quality" have the same.
func words(name string) []string {
	var b strings.Builder
	small := false
	for _, r := range name {
		if unicode.IsUpper(r) && small {
			b.WriteByte(' ')
		}
		small = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.FieldsFunc(b.String(), func(r rune) bool { return !unicode.IsLetter(r) })
}

// IsQuality reports whether a label says by whom or how well something is shown: by the words of its name, or because
// it is among those that the user names.
func IsQuality(label string, named []string) bool {
	return slices.Contains(named, label) || slices.ContainsFunc(words(label), func(w string) bool {
		return slices.Contains(QualityLabels, strings.TrimSuffix(w, "s")) || slices.Contains(QualityLabels, w)
	})
}

// Labels says what the labels of a dataset mean for the advice.
type Labels struct {
	Skills  []string // what is shown
	Quality []string // how well; they make kinds
	Success string   // the label that says whether a demonstration succeeded; empty: none does
	Unused  []string // labels of quality that do not make kinds: they have one value, or very many
}

// ReadLabels sorts the labels of the episodes of a dataset. By names labels of skills, and may name labels of quality,
// which are no skills for that; without any the skill is the behaviour, or the task. Quality names more labels of
// quality. A name that no episode has as a label is an error.
func ReadLabels(all []filter.Episode, by, quality []string) (Labels, error) {
	values := map[string]map[string]bool{}
	for i := range all {
		for name, v := range all[i].Labels {
			if values[name] == nil {
				values[name] = map[string]bool{}
			}
			values[name][v] = true
		}
	}
	var l Labels
	for _, name := range quality {
		if values[name] == nil {
			has := slices.Sorted(maps.Keys(values))
			return l, fmt.Errorf("--quality names %q, which no demonstration has as a label%sthere is %s", name,
				suggest.DidYouMean(name, has), strings.Join(has, ", "))
		}
	}
	for _, name := range demos.Labels(by) {
		if !IsQuality(name, quality) {
			l.Skills = append(l.Skills, name)
		}
	}
	if l.Skills == nil {
		for _, name := range []string{"behaviour", "task"} {
			if values[name] != nil && l.Skills == nil {
				l.Skills = []string{name}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		switch {
		case name == demos.Masks || name == demos.MaxReward || !IsQuality(name, quality):
		case isNotes(name, values[name]) && !slices.Contains(quality, name): // what people wrote names no kind
		case slices.Contains(words(name), successWord) && areTruths(values[name]):
			if l.Success == "" || name == successWord {
				l.Success = name
			}
		case len(values[name]) > 1 && len(values[name]) <= maxKinds && !slices.Contains(l.Skills, name):
			l.Quality = append(l.Quality, name)
		default:
			l.Unused = append(l.Unused, name)
		}
	}
	return l, nil
}

// Decided says which labels the user did not name are taken for skills and for kinds, as entries of Decided of
// demos.Description.
func (l Labels) Decided(by, quality []string) (all []string) {
	switch {
	case by != nil:
	case len(l.Skills) == 0:
		all = append(all, "skills: one, because no demonstration says its task (--by)")
	default:
		all = append(all, "skills: by "+strings.Join(l.Skills, " and ")+" (--by)")
	}
	if len(l.Quality) > 0 && quality == nil {
		all = append(all, "kinds: by "+strings.Join(l.Quality, " and ")+" (--quality)")
	}
	return all
}

// noteWords are words of the names of labels in which people write.
var noteWords = []string{"note", "notes", "comment", "comments", "remark", "remarks", "feedback"}

// isNotes reports whether a label holds what people wrote: by its name, or by a value of four words or more.
func isNotes(label string, values map[string]bool) bool {
	if slices.ContainsFunc(words(label), func(w string) bool { return slices.Contains(noteWords, w) }) {
		return true
	}
	for v := range values {
		if len(strings.Fields(v)) >= 4 {
			return true
		}
	}
	return false
}

// areTruths reports whether every value but an empty one says yes or no.
func areTruths(values map[string]bool) bool {
	for v := range values {
		if _, known := demos.Truth(v); !known && v != "" {
			return false
		}
	}
	return true
}

// Failures says which demonstrations failed, and how that is known.
type Failures struct {
	Failed []bool // of each demonstration
	Known  int    // demonstrations of which it is known whether they failed
	Source string // how it is known, as in "label success"; empty: it is not
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
	f := Failures{Failed: make([]bool, len(all))}
	if l.Success == "" && rewardsTell(all) {
		f.Known, f.Source = len(all), "rewards of 0 and 1"
		for i := range all {
			f.Failed[i] = all[i].Labels[demos.MaxReward] == "0"
		}
		return f
	}
	for i := range all {
		yes, known := demos.Truth(all[i].Labels[l.Success])
		if known {
			f.Known++
		}
		f.Failed[i] = known && !yes
	}
	if f.Known > 0 {
		f.Source = "label " + l.Success
	}
	return f
}

// rewardsTell reports whether rewards tell success: the greatest of every demonstration is 0 or 1, and of some it is 1.
// Where all are 0, a reward may never have been recorded; other numbers measure something.
func rewardsTell(all []filter.Episode) bool {
	some := false
	for i := range all {
		switch all[i].Labels[demos.MaxReward] {
		case "0":
		case "1":
			some = true
		default:
			return false
		}
	}
	return some
}

// failedMark follows the name of a group of failed demonstrations.
const failedMark = "failed"

// Groups groups the episodes by skill, by kind, and by whether they failed. It returns for each group whether it is one
// of failed demonstrations. Where the labels of quality make more groups than can be weighed, it returns an error.
func (l Labels) Groups(all []filter.Episode, f Failures) (*demos.LabelledGroups, []bool, error) {
	g := &demos.LabelledGroups{By: slices.Concat(l.Skills, l.Quality)}
	var failed []bool
	for i := range all {
		var values []string
		for _, name := range g.By {
			values = append(values, valueOf(&all[i], name))
		}
		name := strings.Join(values, ":")
		if f.Failed[i] {
			name += ":" + failedMark
		}
		if name = strings.TrimPrefix(name, ":"); name == "" {
			name = "all"
		}
		k := slices.Index(g.Names, name)
		if k < 0 {
			if k = len(g.Names); k == demos.MaxGroups {
				return nil, nil, fmt.Errorf("the labels %s make more than %d groups, which is too many for advice; "+
					"choose those of skills with --by", strings.Join(g.By, ", "), demos.MaxGroups)
			}
			g.Names, g.N, g.Frames = append(g.Names, name), append(g.N, 0), append(g.Frames, 0)
			g.Values, failed = append(g.Values, values), append(failed, f.Failed[i])
		}
		if failed[k] != f.Failed[i] || !slices.Equal(g.Values[k], values) {
			return nil, nil, fmt.Errorf("two groups of the labels %s would both be called %s; rename a value with "+
				"--labels", strings.Join(g.By, ", "), name)
		}
		g.Of, g.Lengths = append(g.Of, int32(k)), append(g.Lengths, all[i].Frames)
		g.N[k]++
		g.Frames[k] += all[i].Frames
	}
	return g, failed, nil
}

// valueOf returns the value of a label or a grouping of an episode, "(none)" where it has none.
func valueOf(e *filter.Episode, label string) string {
	raw := demos.Raw{Labels: e.Labels}
	if v, ok := raw.Label(label); ok && v != "" {
		return v
	}
	return "(none)"
}
