package main

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/golden"
	"counterpoise/results/apa"
	"counterpoise/stats"
)

// The tables of examples/torch_bc.py in results/README.md are those of the committed rollouts.
//
//	go test ./cmd/counterpoise -run TorchTables -update
//
// writes them anew.
func TestTorchTables(t *testing.T) {
	page := filepath.Join("..", "..", "results", "README.md")
	golden.CheckSection(t, page, "torch", torchTable(t, "torch", "resemblance", "better half", "left out"))
	golden.CheckSection(t, page, "torch, half bad", torchTable(t, "torch/half-bad", "resemblance", "left out"))
}

// torchTable sets methods beside plain cloning: for each kind of bad demonstrations the difference of success in
// points, mean over behaviours, with the interval over trials and stars after Holm's correction over the methods.
func torchTable(t *testing.T, folder string, methods ...string) string {
	files, err := filepath.Glob(filepath.Join("..", "..", "results", filepath.FromSlash(folder), "*.csv"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d tables, %v", len(files), err)
	}
	slices.SortFunc(files, func(a, b string) int { // picking first, as elsewhere
		taskA, styleA, _ := strings.Cut(filepath.Base(a), "-")
		taskB, styleB, _ := strings.Cut(filepath.Base(b), "-")
		return cmp.Or(strings.Compare(taskB, taskA), strings.Compare(styleA, styleB))
	})
	b := "| task | bad demonstrations | " + strings.Join(methods, " | ") + " |\n|:--|:--|" +
		strings.Repeat("--:|", len(methods)) + "\n"
	for _, file := range files {
		task, style, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".csv"), "-")
		b += "| " + task + " | " + style
		overall := map[string]testedPair{}
		for _, p := range testedPairs(t, file) {
			if p.Group == "" && p.B == "natural" && p.N == 10 {
				overall[p.A] = p
			}
		}
		for _, method := range methods {
			p, ok := overall[method]
			if !ok {
				t.Fatalf("%s has no 10 trials of %s", file, method)
			}
			points := stats.Interval{Level: 0.95, Low: times100(p.CI[0]), High: times100(p.CI[1])}
			b += " | " + apa.Format("%+.1f", times100(p.Difference)) + " " + apa.Interval("%+.1f", points) +
				strings.ReplaceAll(apa.Stars(p.T.PHolm), "*", `\*`)
		}
		b += " |\n"
	}
	return b
}
