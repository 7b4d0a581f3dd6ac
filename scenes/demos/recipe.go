package demos

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterpoise/scenes"
	"counterpoise/scenes/expert"
)

// Recipe lists the demonstrations of a dataset by behaviour and style.
type Recipe struct {
	Task string
	// Counts is sorted by style (optimal first, the others by name) and then in the task's order of behaviours.
	// Each pair occurs once, and every N is positive.
	Counts []Count
}

// Count is a number of demonstrations of one behaviour in one style.
type Count struct {
	Behaviour string
	Style     string
	N         int
}

// maxDemos is the largest count that ParseRecipe accepts. It catches typing errors; the largest dataset of the
// study has 150 demonstrations.
const maxDemos = 100_000

// String returns the canonical form, which ParseRecipe reads: "picking
// left=27,middle=9,right=27,left:biased=3". The style is omitted where it is optimal.
func (r Recipe) String() string {
	parts := make([]string, len(r.Counts))
	for i, c := range r.Counts {
		name := c.Behaviour
		if c.Style != expert.Optimal {
			name += ":" + c.Style
		}
		parts[i] = fmt.Sprintf("%s=%d", name, c.N)
	}
	return r.Task + " " + strings.Join(parts, ",")
}

// Demos returns the total number of demonstrations.
func (r Recipe) Demos() int {
	n := 0
	for _, c := range r.Counts {
		n += c.N
	}
	return n
}

// ParseRecipe reads "TASK PART=N,..." or the name of a dataset of the study (see StudyRecipes). PART is one of
//
//	left          a behaviour: optimal demonstrations of it
//	left:biased   a behaviour and a style
//	biased        a style: N is divided evenly among the behaviours, the first ones receive the remainder
//
// The order of the parts is free. Counts of different parts that denote the same pair are added
// (left=3,optimal=9); a part that occurs twice is an error.
func ParseRecipe(text string) (Recipe, error) {
	if recipe, ok := studyRecipe(strings.TrimSpace(text)); ok {
		text = recipe
	}
	name, counts, ok := strings.Cut(strings.TrimSpace(text), " ")
	if !ok {
		return Recipe{}, fmt.Errorf("demos: recipe %q should read TASK BEHAVIOUR=N,... such as \"picking "+
			"left=27,middle=9,right=27\"", text)
	}
	task, err := scenes.Tasks.Get(name)
	if err != nil {
		return Recipe{}, fmt.Errorf("demos: recipe %q: %w", text, err)
	}
	sum := map[Count]int{} // by behaviour and style
	var seen []string
	for _, part := range strings.Split(strings.TrimSpace(counts), ",") {
		what, number, _ := strings.Cut(part, "=")
		what = strings.TrimSpace(what)
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if err != nil || n < 0 || n > maxDemos {
			return Recipe{}, fmt.Errorf("demos: recipe %q: %q should read BEHAVIOUR=N with N from 0 to %d", text,
				part, maxDemos)
		}
		if slices.Contains(seen, what) {
			return Recipe{}, fmt.Errorf("demos: recipe %q names %q twice", text, what)
		}
		seen = append(seen, what)
		if err := share(sum, name, task.Behaviours(), what, n); err != nil {
			return Recipe{}, fmt.Errorf("demos: recipe %q: %w", text, err)
		}
	}
	r := Recipe{Task: name}
	for _, style := range styles() {
		for _, b := range task.Behaviours() {
			if n := sum[Count{Behaviour: b, Style: style}]; n > 0 {
				r.Counts = append(r.Counts, Count{b, style, n})
			}
		}
	}
	if len(r.Counts) == 0 {
		return Recipe{}, fmt.Errorf("demos: recipe %q asks for no demonstration at all", text)
	}
	return r, nil
}

// share adds n demonstrations of the part what (behaviour, behaviour:style, or style) to sum.
func share(sum map[Count]int, task string, behaviours []string, what string, n int) error {
	behaviour, style, both := strings.Cut(what, ":")
	switch {
	case slices.Contains(behaviours, behaviour) && !both:
		sum[Count{Behaviour: behaviour, Style: expert.Optimal}] += n
	case slices.Contains(behaviours, behaviour):
		if _, err := expert.Styles.Get(style); err != nil {
			return err
		}
		sum[Count{Behaviour: behaviour, Style: style}] += n
	case slices.Contains(styles(), what):
		for i, b := range behaviours {
			sum[Count{Behaviour: b, Style: what}] += (n + len(behaviours) - 1 - i) / len(behaviours)
		}
	default:
		return fmt.Errorf("%s has no behaviour %q; it has %s, and the styles %s", task, behaviour,
			strings.Join(behaviours, ", "), strings.Join(styles(), ", "))
	}
	return nil
}

// styles returns the names of all styles, optimal first, the others in alphabetical order.
func styles() []string {
	names := expert.Styles.Names()
	names = slices.DeleteFunc(names, func(s string) bool { return s == expert.Optimal })
	return append([]string{expert.Optimal}, names...)
}
