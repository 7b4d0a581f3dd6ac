package demos

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/catalog"
	"counterpoise/scenes"
	"counterpoise/scenes/expert"
)

// Recipe lists the demonstrations of a dataset by behaviour and style.
type Recipe struct {
	Task string // with its knobs, in canonical form: "picking", "picking:Yaw=90"
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

// Recipes holds recipes by names with a slash, for example "mine/picking". ParseRecipe accepts the names.
var Recipes = catalog.New[string]("dataset")

// ParseRecipe reads the name of a dataset (see Recipes), or, where TASK may have knobs (scenes.ParseTask),
//
//	RECIPE = TASK PART,PART,...
//	PART   = WHAT=TERM+TERM+...
//	WHAT   = BEHAVIOUR            demonstrations of it: left=27
//	       | BEHAVIOUR:STYLE      in one style: left:biased=9
//	       | STYLE                of that style, divided evenly among the behaviours, the first ones receive the
//	                              remainder: biased=50
//	TERM   = N                    N demonstrations, optimal where WHAT names no style
//	       | N STYLE              where WHAT is a behaviour: left=60+20 noisy+10 erratic
//
// The order of parts and terms and the spaces around signs are free. Counts of different parts that denote the same
// pair of behaviour and style are added (left=3,optimal=9). A part that occurs twice, and a style that occurs twice in
// one part, are errors.
func ParseRecipe(text string) (Recipe, error) {
	name, parts, ok := strings.Cut(strings.TrimSpace(text), " ")
	if !ok && strings.Contains(name, "/") {
		if recipe, err := Recipes.Get(name); err == nil {
			return ParseRecipe(recipe)
		}
		return Recipe{}, fmt.Errorf("demos: there is no dataset %q%scounterpoise list datasets shows all", name,
			catalog.DidYouMean(name, Recipes.Names()))
	}
	if !ok {
		return Recipe{}, fmt.Errorf("demos: recipe %q should read TASK BEHAVIOUR=N,... such as \"picking "+
			"left=27,middle=9,right=27\"", text)
	}
	task, err := scenes.ParseTask(name)
	if err != nil {
		return Recipe{}, fmt.Errorf("demos: recipe %q: %w", text, err)
	}
	if name, err = scenes.CanonicalTask(name); err != nil {
		return Recipe{}, fmt.Errorf("demos: recipe %q: %w", text, err)
	}
	r := Recipe{Task: name}
	if r.Counts, err = ParseCounts(parts, name, task.Behaviours(), styles()); err != nil {
		return Recipe{}, fmt.Errorf("demos: recipe %q: %w", text, err)
	}
	return r, nil
}

// ParseCounts reads the parts of a recipe, PART,PART,..., of a task with some behaviours and styles. The counts are in
// the order of styles, then of behaviours.
func ParseCounts(parts, task string, behaviours, styles []string) (all []Count, err error) {
	counts := recipeCounts{task: task, behaviours: behaviours, styles: styles, sum: map[Count]int{}}
	for part := range strings.SplitSeq(parts, ",") {
		if err := counts.addPart(part); err != nil {
			return nil, err
		}
	}
	for _, style := range styles {
		for _, b := range behaviours {
			if n := counts.sum[Count{Behaviour: b, Style: style}]; n > 0 {
				all = append(all, Count{b, style, n})
			}
		}
	}
	if len(all) == 0 {
		return nil, errors.New("asks for no demonstration at all")
	}
	return all, nil
}

// recipeCounts collects the counts of a recipe's parts.
type recipeCounts struct {
	task               string
	behaviours, styles []string
	sum                map[Count]int // by behaviour and style; N of the keys is 0
	seen               []string      // what the parts so far are about
}

// addPart adds the counts of WHAT=TERM+TERM+...
func (c *recipeCounts) addPart(part string) error {
	what, terms, _ := strings.Cut(part, "=")
	what = strings.TrimSpace(what)
	if slices.Contains(c.seen, what) {
		return fmt.Errorf("it names %q twice", what)
	}
	c.seen = append(c.seen, what)
	var seen []string // styles of the terms
	for term := range strings.SplitSeq(terms, "+") {
		number, style, _ := strings.Cut(strings.TrimSpace(term), " ")
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 || n > maxDemos {
			return fmt.Errorf("%q should read BEHAVIOUR=N or BEHAVIOUR=N+N STYLE+... with N from 0 to %d",
				strings.TrimSpace(part), maxDemos)
		}
		style = strings.TrimSpace(style)
		// A term without a style is of the one that WHAT names, if it does.
		meant := cmp.Or(style, c.styleOf(what))
		if slices.Contains(seen, meant) {
			return fmt.Errorf("%q has the style %s twice", strings.TrimSpace(part), meant)
		}
		seen = append(seen, meant)
		if err := c.add(what, style, n); err != nil {
			return err
		}
	}
	return nil
}

// styleOf returns the style of demonstrations of WHAT where a term names none.
func (c *recipeCounts) styleOf(what string) string {
	behaviour, own, both := strings.Cut(what, ":")
	if !slices.Contains(c.behaviours, behaviour) {
		return what
	}
	if both {
		return own
	}
	return expert.Optimal
}

// add adds n demonstrations of WHAT, in the style of the term if that names one.
func (c *recipeCounts) add(what, style string, n int) error {
	behaviour, own, both := strings.Cut(what, ":")
	isBehaviour := slices.Contains(c.behaviours, behaviour)
	switch {
	case style != "" && (both || !isBehaviour && slices.Contains(c.styles, what)):
		return fmt.Errorf("%q has a style already; %q takes numbers alone", what, what)
	case isBehaviour:
		if style = cmp.Or(style, expert.Optimal); both {
			style = own
		}
		if !slices.Contains(c.styles, style) {
			return fmt.Errorf("unknown style %q%sknown: %s", style, catalog.DidYouMean(style, c.styles),
				strings.Join(slices.Sorted(slices.Values(c.styles)), ", "))
		}
		c.sum[Count{Behaviour: behaviour, Style: style}] += n
	case slices.Contains(c.styles, what):
		for i, b := range c.behaviours {
			c.sum[Count{Behaviour: b, Style: what}] += (n + len(c.behaviours) - 1 - i) / len(c.behaviours)
		}
	default:
		return fmt.Errorf("%s has no behaviour %q%sit has %s, and the styles %s", c.task, behaviour,
			catalog.DidYouMean(behaviour, slices.Concat(c.styles, c.behaviours)), strings.Join(c.behaviours, ", "),
			strings.Join(c.styles, ", "))
	}
	return nil
}

// styles returns the names of all styles, optimal first, the others in alphabetical order.
func styles() []string {
	names := expert.Styles.Names()
	names = slices.DeleteFunc(names, func(s string) bool { return s == expert.Optimal })
	return append([]string{expert.Optimal}, names...)
}
