package main

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/golden"
	"counterpoise/results/apa"
	"counterpoise/stats"
)

// The tables of examples/torch_bc.py in docs/results/torch.md are those of the committed rollouts.
//
//	go test ./cmd/counterpoise -run TorchTables -update
//
// writes them anew.
func TestTorchTables(t *testing.T) {
	page := filepath.Join("..", "..", "docs", "results", "torch.md")
	golden.CheckSection(t, page, "torch", torchTable(t, "torch", "resemblance", "better half", "left out"))
	golden.CheckSection(t, page, "torch, half bad", torchTable(t, "torch/half-bad", "resemblance", "left out"))
}

// What the pages say in words of these weights follows from the table: the least and the greatest change of success by
// resemblance, how many rows show a gain, and what the better half costs where it is shown to.
func TestTorchWords(t *testing.T) {
	least, most, gains := math.Inf(1), math.Inf(-1), 0
	var costs []float64
	files := torchFiles(t, "torch")
	for _, file := range files {
		for method, p := range torchPairs(t, file) {
			points := 100 * p.Difference.Or(math.NaN())
			shown := p.T.PHolm.Or(1) < 0.05
			switch {
			case method == "resemblance":
				least, most = min(least, points), max(most, points)
				if shown && points > 0 {
					gains++
				}
			case method == "better half" && shown && points < 0:
				costs = append(costs, -points)
			}
		}
	}
	span := fmt.Sprintf("change success by %+.1f to %+.1f points", least, most)
	over := fmt.Sprintf("change success by %+.1f to %+.1f over %d kinds", least, most, len(files))
	shown := fmt.Sprintf("%d of the %d rows show a gain", gains, len(files))
	half := fmt.Sprintf("costs %.0f to %.0f points", slices.Min(costs), slices.Max(costs))
	for page, words := range map[string][]string{
		"docs/results/torch.md": {span, shown, half}, "bench/remote/README.md": {span}, "docs/findings.md": {over},
	} {
		golden.CheckWords(t, filepath.Join("..", "..", page), words...)
	}
}

// torchFiles are the tables of rollouts below a folder of results, those of picking first, as elsewhere.
func torchFiles(t *testing.T, folder string) []string {
	files, err := filepath.Glob(filepath.Join("..", "..", "results", filepath.FromSlash(folder), "*.csv"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d tables, %v", len(files), err)
	}
	slices.SortFunc(files, func(a, b string) int {
		taskA, styleA, _ := strings.Cut(filepath.Base(a), "-")
		taskB, styleB, _ := strings.Cut(filepath.Base(b), "-")
		return cmp.Or(strings.Compare(taskB, taskA), strings.Compare(styleA, styleB))
	})
	return files
}

// torchPairs are the methods of a table of ten trials, each against plain cloning, in the mean over behaviours.
func torchPairs(t *testing.T, file string) map[string]testedPair {
	overall := map[string]testedPair{}
	for _, p := range testedPairs(t, file) {
		if p.Group == "" && p.B == "natural" && p.N == 10 {
			overall[p.A] = p
		}
	}
	return overall
}

// torchTable sets methods beside plain cloning: for each kind of bad demonstrations the difference of success in
// points, mean over behaviours, with the interval over trials and stars after Holm's correction over the methods.
func torchTable(t *testing.T, folder string, methods ...string) string {
	b := "| task | bad demonstrations | " + strings.Join(methods, " | ") + " |\n|:--|:--|" +
		strings.Repeat("--:|", len(methods)) + "\n"
	for _, file := range torchFiles(t, folder) {
		task, style, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".csv"), "-")
		b += "| " + task + " | " + style
		overall := torchPairs(t, file)
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
