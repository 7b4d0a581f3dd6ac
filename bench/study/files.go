package study

import (
	"cmp"
	"embed"
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/definition"
	"counterpoise/scenes/demos"
)

// The experiments whose arms are written out one by one, E1 to E6, are data files: package definition reads them as it
// reads those of anybody. Methods in them are those of the primary reading.
//
//go:embed *.toml
var files embed.FS

// written has the experiments of the files by name.
var written = readFiles()

// readFiles reads the files and registers their experiments, in every reading in which they have other methods.
func readFiles() map[string]bench.Experiment {
	all := map[string]bench.Experiment{}
	entries, err := files.ReadDir(".")
	for _, f := range entries {
		text, failed := files.ReadFile(f.Name())
		d, wrong := definition.Parse(text)
		if err := cmp.Or(failed, wrong); err != nil {
			panic(fmt.Sprintf("study: %s: %v", f.Name(), err)) // a part of the program
		}
		all[d.Experiment.Name] = registerReadings(d.Experiment)
	}
	if err != nil {
		panic(err)
	}
	return all
}

// The study's datasets of optimal demonstrations: balanced, and one behaviour starved (demos.StudyRecipes).
const (
	pickBalanced = demos.PickBalanced
	pickLeft     = demos.PickLeft
	pickMiddle   = demos.PickMiddle
	pickRight    = demos.PickRight

	openBalanced = demos.OpenBalanced
	openSlider   = demos.OpenSlider
)

// The study's datasets of E5, a third of them suboptimal.
var pick90, open30 = studyCounts("E5/picking"), studyCounts("E5/opening")

// studyCounts returns the canonical counts per behaviour and style of one of the study's recipes. A name that does not
// exist is a programming error.
func studyCounts(name string) string {
	r, err := demos.ParseRecipe(name)
	if err != nil {
		panic(err)
	}
	return strings.TrimPrefix(r.String(), r.Task+" ")
}
