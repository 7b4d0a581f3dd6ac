package regret

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// Advices are the advice on the demonstrations of recipes of study.RegretRecipes, trial by trial. Recipes of optimal
// demonstrations alone are not among them: they have one kind, so that there is nothing to leave out.
type Advices struct {
	Version string   `json:"version"` // of results, see bench.Version
	Seed    uint64   `json:"seed"`    // of the pools of demonstrations
	Entries []Advice `json:"advice"`  // by recipe, then trial
}

// Advice is the advice on one trial's demonstrations of a recipe: the styles that it leaves out, sorted.
type Advice struct {
	Recipe int      `json:"recipe"` // number in the list
	Trial  int      `json:"trial"`
	Hash   string   `json:"hash"`       // of the demonstrations, as their record has it
	Alone  []string `json:"data_alone"` // from the demonstrations alone
	Word   []string `json:"with_word"`  // where the user says that every style but optimal is suboptimal
}

//go:embed advice.json
var advices []byte

// Committed returns the committed advice.
func Committed() (Advices, error) {
	var a Advices
	if err := json.Unmarshal(advices, &a); err != nil {
		return a, fmt.Errorf("advised: advice.json: %w", err)
	}
	return a, nil
}

// of returns the advice on a trial of a recipe.
func (a Advices) of(recipe, trial int) (Advice, bool) {
	for _, e := range a.Entries {
		if e.Recipe == recipe && e.Trial == trial {
			return e, true
		}
	}
	return Advice{}, false
}
