package study

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
)

const regretDigest = "1c20fdd9437daaa3"

// The list is the one that was committed before any recipe of it was run: its digest is pinned.
func TestRegretRecipesArePinned(t *testing.T) {
	var text strings.Builder
	for i, r := range RegretRecipes() {
		fmt.Fprintln(&text, i, r.Recipe)
	}
	sum := sha256.Sum256([]byte(text.String()))
	if got := hex.EncodeToString(sum[:8]); got != regretDigest {
		t.Errorf("the list has the digest %s:\n%s", got, text.String())
	}
}

// The ranges that the list says it was drawn from.
func TestRegretRecipes(t *testing.T) {
	all := RegretRecipes()
	if len(all) < 60 {
		t.Fatalf("%d recipes", len(all))
	}
	tasks, styles, numbers := map[string]int{}, map[string]int{}, map[int]int{}
	for i, r := range all {
		tasks[r.Task]++
		numbers[len(r.Styles)]++
		for _, s := range r.Styles {
			styles[s]++
		}
		task, err := scenes.ParseTask(r.Task)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range task.Behaviours() {
			total, optimal := 0, 0
			for _, c := range r.Counts {
				if c.Behaviour == b {
					total += c.N
					if c.Style == expert.Optimal {
						optimal += c.N
					}
				}
			}
			if total < regretLeast || total > regretMost || 2*optimal < total {
				t.Errorf("recipe %d: %d demonstrations of %s, %d optimal", i, total, b, optimal)
			}
		}
		if w := r.Without(r.Styles); slices.ContainsFunc(w.Counts, func(c demos.Count) bool {
			return c.Style != expert.Optimal
		}) {
			t.Errorf("recipe %d without its styles: %v", i, w)
		}
	}
	if len(tasks) != 4 || len(styles) != len(TwoByTwoStyles) || len(numbers) != 3 {
		t.Errorf("tasks %v, styles %v, numbers of styles %v", tasks, styles, numbers)
	}
}

// Cells run recipe after recipe, each with all its trials, so that whatever has run is a fair sample.
func TestRegretRunsRecipeAfterRecipe(t *testing.T) {
	plan, err := bench.NewPlan(Regret.Name, func(*record.Size) {})
	if err != nil {
		t.Fatal(err)
	}
	plan.WithoutChance = true
	cells := plan.Cells()
	for i, r := range RegretRecipes() {
		n := (1 + 1<<len(r.Styles)) * plan.Size.Trials
		for _, c := range cells[:n] {
			if c.Task != r.Task || !strings.HasPrefix(r.String(), c.Task+" "+strings.SplitN(c.Recipe, ",", 2)[0]) {
				t.Fatalf("recipe %d, %v: its place in the order has %v", i, r.Recipe, c)
			}
		}
		cells = cells[n:]
	}
	if len(cells) > 0 {
		t.Errorf("%d cells are of no recipe", len(cells))
	}
}
