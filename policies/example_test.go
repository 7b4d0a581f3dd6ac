package policies_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/policies/balance"
	"counterpoise/policies/train"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// A policy from demonstrations to actions: generate demonstrations, train under the method "natural" (plain behaviour
// cloning, in which each group weighs as much as it has frames), save, load and act.
func Example() {
	ctx := context.Background()
	recipe, err := demos.ParseRecipe("picking left=2,right=1")
	if err != nil {
		log.Fatal(err)
	}
	data, err := demos.Generate(ctx, recipe, 1, 1, nil)
	if err != nil {
		log.Fatal(err)
	}
	groups := data.Groups(demos.ByBehaviour)

	natural, err := balance.Named("natural")
	if err != nil {
		log.Fatal(err)
	}
	cfg := train.DefaultConfig()
	cfg.Hidden, cfg.Steps, cfg.Batch = 32, 100, 64 // a small policy, trained for a moment
	m, key := natural.Start(groups), seed.Of("example")
	model, history, err := train.Train(ctx, data, groups, m, cfg, key, train.Options{})
	if err != nil {
		log.Fatal(err)
	}
	first, last := history.Loss[0], history.Last(10)
	for g, name := range groups.Names {
		fmt.Printf("%s: %d demonstrations, loss halved: %v\n", name, groups.N[g], last[g] < first[g]/2)
	}

	policy, err := policies.NewNeural(cfg, model)
	if err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "picking.policy")
	if err := policy.Save(file); err != nil {
		log.Fatal(err)
	}

	loaded, err := policies.Load(file)
	if err != nil {
		log.Fatal(err)
	}
	chunk := make([]scenes.Action, loaded.Execute())
	if err := loaded.Act([][]scenes.Action{chunk}, data.Episodes[0].Observations[:1]); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("executes %d of %d predicted actions, then observes again\n", len(chunk), loaded.Chunk())
	// Output:
	// left: 2 demonstrations, loss halved: true
	// right: 1 demonstrations, loss halved: true
	// executes 4 of 8 predicted actions, then observes again
}
