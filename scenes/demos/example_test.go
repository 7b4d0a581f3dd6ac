package demos_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"counterpoise/scenes/demos"
)

// Generate a dataset that starves the behaviour "middle" and count its demonstrations per group. The 2
// demonstrations of middle are the first 2 of any other recipe with the same seed.
func ExampleGenerate() {
	recipe, err := demos.ParseRecipe("picking left=4,middle=2,right=4")
	if err != nil {
		log.Fatal(err)
	}
	data, err := demos.Generate(context.Background(), recipe, 1, 2, nil)
	if err != nil {
		log.Fatal(err)
	}
	groups := data.Groups(demos.ByBehaviour)
	for k, name := range groups.Names {
		fmt.Printf("%-6s %d demonstrations\n", name, groups.N[k])
	}
	fmt.Println("recipe:", data.Card.Recipe)
	// Output:
	// left   4 demonstrations
	// middle 2 demonstrations
	// right  4 demonstrations
	// recipe: picking left=4,middle=2,right=4
}

// Write a dataset in robomimic's format and read it back. OpenAny detects the format; Strict compares the episodes with
// the content hash on the card.
func ExampleStream() {
	dir, err := os.MkdirTemp("", "demos")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "opening.hdf5")

	format, err := demos.Formats.Get("robomimic") // registered by importing its package
	if err != nil {
		log.Fatal(err)
	}
	w, err := format.Create(path)
	if err != nil {
		log.Fatal(err)
	}
	defer w.Abort()
	recipe, err := demos.ParseRecipe("opening slider=1,drawer=2")
	if err != nil {
		log.Fatal(err)
	}
	card, err := demos.Stream(context.Background(), recipe, demos.Options{Seed: 1, Workers: 2}, w)
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Close(card); err != nil {
		log.Fatal(err)
	}

	r, err := demos.OpenAny(context.Background(), path)
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()
	err = demos.Strict(r).Each(func(i int, e *demos.Episode) error {
		fmt.Println(i, e.Behaviour, e.Style, e.Success)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// 0 slider optimal true
	// 1 drawer optimal true
	// 2 drawer optimal true
}

func ExampleParseRecipe() {
	recipe, err := demos.ParseRecipe("picking optimal=100,biased=50")
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range recipe.Counts {
		fmt.Println(c.Behaviour, c.Style, c.N)
	}
	// Output:
	// left optimal 34
	// middle optimal 33
	// right optimal 33
	// left biased 17
	// middle biased 17
	// right biased 16
}
