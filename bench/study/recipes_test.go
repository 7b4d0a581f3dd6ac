package study

import (
	"testing"

	"counterpoise/scenes/demos"
)

// Every named dataset is a recipe.
func TestNamedDatasetsParse(t *testing.T) {
	for _, name := range demos.Recipes.Names() {
		text, _ := demos.Recipes.Get(name)
		direct, err := demos.ParseRecipe(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if byName, err := demos.ParseRecipe(name); err != nil || byName.String() != direct.String() {
			t.Errorf("%s: %v, %v; want %v", name, byName, err, direct)
		}
	}
}
