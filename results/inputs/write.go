package inputs

import (
	"path/filepath"

	"counterpoise/bench"
	"counterpoise/bench/definition"
	"counterpoise/bench/pools"
	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
	"counterpoise/internal/shell"
)

// Write writes what a folder of records keeps. Files that are there already stay untouched.
func (s *Set) Write(dir string) error {
	files := map[string][]byte{}
	for _, w := range s.weights {
		files[weightsFolder+"/"+w.FileName()] = w.JSON()
	}
	if len(s.pools) > 0 {
		files[weightsFolder+"/"+pools.FileName] = pools.CSV(s.pools, nil)
	}
	for _, e := range s.experiments {
		files[experimentsFolder+"/"+e.Name+definition.Extension] = definition.Encode(e, s.sizes[e.Name])
	}
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if old, err := bounded.ReadRegular(path); err == nil && string(old) == string(data) {
			continue
		}
		if err := durable.WriteBelow(dir, name, data); err != nil {
			return err
		}
	}
	return nil
}

// Words returns the words of a command line that say what a plan is, with the files that a folder of records keeps, as
// a shell takes them.
func (s *Set) Words(dir string, plan bench.Plan) []string {
	words := []string{plan.Name}
	if plan.File != "" {
		words[0] = shell.Quote(filepath.Join(dir, experimentsFolder, plan.Name+definition.Extension))
	}
	for _, w := range s.asked {
		words = append(words, "--weights", shell.Quote(filepath.Join(dir, weightsFolder, w.FileName())))
	}
	return words
}
