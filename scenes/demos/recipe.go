package demos

import (
	"fmt"
	"strconv"
	"strings"

	"counterpoise/scenes"
)

// Recipe says what a dataset consists of.
type Recipe struct {
	Task   string
	Counts []Count // in the task's order of behaviours; each behaviour once, none with zero demonstrations
}

// Count is a number of demonstrations of one behaviour.
type Count struct {
	Behaviour string
	N         int
}

// maxDemos bounds the demonstrations of one behaviour: a guard against typing errors, far above any study.
const maxDemos = 100_000

// String is the canonical form, which ParseRecipe reads: "picking left=27,middle=9,right=27".
func (r Recipe) String() string {
	parts := make([]string, len(r.Counts))
	for i, c := range r.Counts {
		parts[i] = fmt.Sprintf("%s=%d", c.Behaviour, c.N)
	}
	return r.Task + " " + strings.Join(parts, ",")
}

// Demos is the number of demonstrations.
func (r Recipe) Demos() int {
	n := 0
	for _, c := range r.Counts {
		n += c.N
	}
	return n
}

// ParseRecipe reads "TASK BEHAVIOUR=N,...", for example "picking left=27,middle=9,right=27". Behaviours may come in any
// order; those left out get no demonstrations.
func ParseRecipe(text string) (Recipe, error) {
	name, counts, ok := strings.Cut(strings.TrimSpace(text), " ")
	if !ok {
		return Recipe{}, fmt.Errorf("demos: recipe %q should read TASK BEHAVIOUR=N,... such as \"picking left=27,middle=9,right=27\"", text)
	}
	task, err := scenes.Tasks.Get(name)
	if err != nil {
		return Recipe{}, fmt.Errorf("demos: recipe %q: %w", text, err)
	}
	given := map[string]int{}
	for _, part := range strings.Split(strings.TrimSpace(counts), ",") {
		behaviour, number, _ := strings.Cut(part, "=")
		behaviour = strings.TrimSpace(behaviour)
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if err != nil || n < 0 || n > maxDemos {
			return Recipe{}, fmt.Errorf("demos: recipe %q: %q should read BEHAVIOUR=N with N from 0 to %d", text, part, maxDemos)
		}
		if _, twice := given[behaviour]; twice {
			return Recipe{}, fmt.Errorf("demos: recipe %q names %q twice", text, behaviour)
		}
		given[behaviour] = n
	}
	r := Recipe{Task: name}
	for _, b := range task.Behaviours() {
		if n := given[b]; n > 0 {
			r.Counts = append(r.Counts, Count{b, n})
		}
		delete(given, b)
	}
	for b := range given {
		return Recipe{}, fmt.Errorf("demos: recipe %q: %s has no behaviour %q; it has %s", text, name, b, strings.Join(task.Behaviours(), ", "))
	}
	if len(r.Counts) == 0 {
		return Recipe{}, fmt.Errorf("demos: recipe %q asks for no demonstration at all", text)
	}
	return r, nil
}
