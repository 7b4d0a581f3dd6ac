package backend

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// cardNames returns the models of the machine's NVIDIA cards, such as "NVIDIA H100 80GB HBM3", as the driver's files
// below the folder give them in a line "Model:". Cards of one model are named once, several models in the order of the
// alphabet, joined by " or ", since the files do not say which card XLA computes on. PJRT has the name too, but go-xla
// v0.4.1 returns its number alone ("cuda:0"), under which two machines' records would look as if one device had made
// them. Without the driver's files the result is empty.
func cardNames(folder string) string {
	files, _ := filepath.Glob(filepath.Join(folder, "*", "information"))
	var models []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(text)) {
			if key, model, found := strings.Cut(line, ":"); found && strings.TrimSpace(key) == "Model" {
				models = append(models, strings.TrimSpace(model))
			}
		}
	}
	slices.Sort(models)
	return strings.Join(slices.Compact(models), " or ")
}
