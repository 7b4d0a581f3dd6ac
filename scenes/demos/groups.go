package demos

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"counterpoise/internal/catalog"
	"counterpoise/internal/wording"
	"counterpoise/scenes/expert"
)

// Grouping is the property of an episode that determines its group.
type Grouping string

// The groupings.
const (
	ByBehaviour  Grouping = "behaviour"
	ByStyle      Grouping = "style"
	ByBoth       Grouping = "both"       // behaviour and style, for example "left:biased"
	ByOptimality Grouping = "optimality" // "optimal", or "suboptimal" for every other style
)

// Groupings returns the names of the groupings.
func Groupings() []string {
	return []string{string(ByBehaviour), string(ByStyle), string(ByBoth), string(ByOptimality)}
}

// Check returns an error unless by is one of the declared groupings.
func (by Grouping) Check() error {
	if !slices.Contains(Groupings(), string(by)) {
		return fmt.Errorf("demos: no way to group %q%sthere is %s", by, catalog.DidYouMean(string(by), Groupings()),
			strings.Join(Groupings(), ", "))
	}
	return nil
}

// Label returns the name of the group of demonstrations of a behaviour in a style.
func (by Grouping) Label(behaviour, style string) string {
	switch by {
	case ByStyle:
		return style
	case ByBoth:
		return behaviour + ":" + style
	case ByOptimality:
		return optimality(style)
	}
	return behaviour
}

// IsStyle reports whether a style of demonstrations of the tabletop has this name.
func IsStyle(name string) bool {
	_, err := expert.Styles.Get(name)
	return err == nil
}

// optimality returns the group of a style under ByOptimality.
func optimality(style string) string {
	if style == expert.Optimal {
		return expert.Optimal
	}
	return "suboptimal"
}

// Labels returns the labels of an episode that a list of names stands for, where any label of a file can make groups:
// a grouping stands for its labels, every other name for itself.
func Labels(by []string) []string {
	var labels []string
	for _, name := range by {
		if name == string(ByBoth) {
			labels = append(labels, string(ByBehaviour), string(ByStyle))
		} else {
			labels = append(labels, name)
		}
	}
	return labels
}

// Label returns a label of the episode, and whether it has it. An episode with a style has the label "optimality" too,
// as ByOptimality groups, unless its file has one of that name.
func (r *Raw) Label(name string) (value string, ok bool) {
	value, ok = r.Labels[name]
	if style, has := r.Labels[string(ByStyle)]; !ok && has && name == string(ByOptimality) {
		return optimality(style), true
	}
	return value, ok
}

// Groups assigns the episodes to groups. Groups are numbered in order of first appearance, which for a
// generated dataset is the order of its recipe.
func (d *Dataset) Groups(by Grouping) Groups {
	g := Groups{Of: make([]int32, len(d.Episodes))}
	for i := range d.Episodes {
		e := &d.Episodes[i]
		name := by.Label(e.Behaviour, e.Style)
		k := slices.Index(g.Names, name)
		if k < 0 {
			k = len(g.Names)
			g.Names = append(g.Names, name)
			g.N, g.Frames = append(g.N, 0), append(g.Frames, 0)
		}
		g.Of[i] = int32(k)
		g.N[k]++
		g.Frames[k] += e.Frames()
	}
	return g
}

// Alike says which values of labels differ in blanks, capitals or a full stop alone, a sentence for each that several
// have. People write one task, and one operator, in several ways, and each is a value of its own. Values are those of
// the labels by that make groups, a list for each group.
func Alike(by []string, values [][]string) (warnings []string) {
	for k, label := range by {
		var order []string
		alike := map[string][]string{}
		for _, of := range values {
			name := of[k]
			plain := strings.TrimRight(strings.Join(strings.Fields(strings.ToLower(name)), " "), ". ")
			if alike[plain] == nil {
				order = append(order, plain)
			}
			if !slices.Contains(alike[plain], name) {
				alike[plain] = append(alike[plain], name)
			}
		}
		for _, plain := range order {
			list := alike[plain]
			if len(list) < 2 {
				continue
			}
			var names []string
			for i, name := range list {
				if i == mostAlike-1 && len(list) > mostAlike {
					names = append(names, fmt.Sprintf("%d more", len(list)-i))
					break
				}
				names = append(names, fmt.Sprintf("%.60q", name))
			}
			warnings = append(warnings, fmt.Sprintf("%s %s look like the same, but for blanks, capitals or a full "+
				"stop: they are kept apart, and a column of --labels gives them one name", label, wording.List(names)))
		}
	}
	return warnings
}

// mostAlike is the largest number of values that are named for looking alike.
const mostAlike = 4

// Truth returns whether the text of a label, such as that of "success", says yes, and whether it is known to say yes or
// no. Formats and programs write truth values in several ways: true and false in the spellings of strconv.ParseBool,
// such as Python's True, numbers, of which all but 0 are yes, and words such as yes, failure, passed and not done. Any
// other text, an empty one and NaN are unknown.
func Truth(label string) (yes, known bool) {
	if yes, err := strconv.ParseBool(label); err == nil {
		return yes, true
	}
	plain := strings.ToLower(strings.Join(strings.FieldsFunc(label, func(r rune) bool {
		return unicode.IsSpace(r) || r == '_' || r == '-'
	}), " "))
	word, not := strings.CutPrefix(plain, "not ")
	switch word {
	case "yes", "y", "success", "succeeded", "successful", "pass", "passed", "done", "complete", "completed", "solved",
		"ok", "okay", "good", "ja", "oui", "si", "sí":
		return !not, true
	case "no", "n", "failure", "failed", "fail", "unsuccessful", "incomplete", "aborted", "bad", "nein", "non":
		return not, true
	}
	label = strings.TrimSpace(label)
	if yes, err := strconv.ParseBool(label); err == nil {
		return yes, true
	}
	x, err := strconv.ParseFloat(label, 64)
	if err != nil || math.IsNaN(x) {
		return false, false
	}
	return x != 0, true
}

// MaxReward is the label with the greatest reward of an episode, where the dataset has rewards and no label "success",
// or one that says the opposite.
// What a reward means differs between datasets: results/advice says when it tells success.
const MaxReward = "max_reward"

// AddReward adds MaxReward to labels, the greatest reward of an episode, unless a label "success" says as much.
func AddReward(labels map[string]string, most float64) {
	if text, told := labels["success"]; told {
		if yes, known := Truth(text); !known || yes && most != 0 || !yes && most != 1 {
			return
		}
	}
	labels[MaxReward] = NumberLabel(most, 32)
}

// NumberLabel returns a number of so many bits, 32 or 64, as a label, with the fewest digits that tell it from all
// others, so that different numbers are different labels. Whole numbers below 2^53, such as dates, have no exponent.
func NumberLabel(x float64, bits int) string {
	form := byte('g')
	if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		form = 'f'
	}
	return strconv.FormatFloat(x, form, -1, bits)
}
