package study

import (
	"cmp"
	"embed"
	"fmt"

	"counterpoise/bench"
	"counterpoise/bench/definition"
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
