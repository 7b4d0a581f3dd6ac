package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/golden"
	"counterpoise/results/apa"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// The table of LeRobot's ACT in bench/remote/README.md is that of the committed evaluations.
//
//	go test ./cmd/counterpoise -run LeRobotTable -update
//
// writes it anew.
func TestLeRobotTable(t *testing.T) {
	page := filepath.Join("..", "..", "bench", "remote", "README.md")
	golden.CheckSection(t, page, "ACT", actTable(t))
	for _, p := range testedPairs(t, filepath.Join("..", "..", "results", "lerobot")) {
		if p.Group == "opening/slider" {
			golden.CheckWords(t, page, fmt.Sprintf("it takes %.0f pairs of trainings to show", p.Power.Units.Or(0)))
		}
	}
}

// What docs/your-simulator.md prints of LeRobot's ACT in Meta-World is what stats compare says of the committed
// outcomes.
func TestLeRobotInMetaWorld(t *testing.T) {
	results := filepath.Join("..", "..", "results", "lerobot-metaworld")
	code, stdout, stderr := clitest.Piped("", "stats", "compare", results, "--against", "natural")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	sentence, _, _ := strings.Cut(stdout, "\n")
	golden.CheckWords(t, filepath.Join("..", "..", "docs", "your-simulator.md"), sentence)
}

// testedPair is a pair of methods in the JSON of stats compare.
type testedPair struct {
	A, B, Group string
	N           int
	Difference  stats.Maybe
	CI          [2]stats.Maybe
	T           struct {
		Statistic stats.Maybe
		PHolm     stats.Maybe `json:"p_holm"`
	}
	Power struct {
		Units stats.Maybe `json:"units_for_observed"`
	}
}

// actTable sets the trainings on frames drawn equally often from both behaviours beside those on frames as they are:
// success of each training in percent, and stats compare's difference over trainings.
func actTable(t *testing.T) string {
	dir := filepath.Join("..", "..", "results", "lerobot")
	pairs := map[string]testedPair{}
	for _, p := range testedPairs(t, dir) {
		pairs[strings.TrimPrefix(p.Group, "opening/")] = p
	}
	var b strings.Builder
	b.WriteString("| behaviour | natural | equal | difference | 95 % interval | t | p (Holm) | trainings |\n" +
		"|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, behaviour := range []string{"slider", "drawer", ""} {
		name, p := behaviour, pairs[behaviour]
		if name == "" {
			name = "both"
		}
		points := stats.Interval{Level: 0.95, Low: times100(p.CI[0]), High: times100(p.CI[1])}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %d |\n", name,
			trainings(t, dir, "natural", behaviour), trainings(t, dir, "equal", behaviour),
			apa.Format("%+.1f", times100(p.Difference)), apa.Interval("%+.1f", points),
			apa.Format("%.2f", p.T.Statistic), apa.Probability(p.T.PHolm), p.N)
	}
	return b.String()
}

// testedPairs are the pairs of stats compare of a file or folder of results, each method against plain cloning.
func testedPairs(t *testing.T, results string) (pairs []testedPair) {
	code, stdout, stderr := clitest.Piped("", "stats", "compare", results, "--against", "natural", "--resamples", "0",
		"--no-model", "--format", "json")
	var result struct {
		Families []struct{ Pairs []testedPair }
	}
	if err := json.Unmarshal([]byte(stdout), &result); code != 0 || err != nil {
		t.Fatalf("exit code %d, %v: %s", code, err, stderr)
	}
	for _, f := range result.Families {
		pairs = append(pairs, f.Pairs...)
	}
	return pairs
}

// times100 turns a share into percent.
func times100(m stats.Maybe) stats.Maybe {
	if v, ok := m.Get(); ok {
		return stats.Some(100 * v)
	}
	return m
}

// trainings lists the success of a policy's trainings in percent, by seed, then their mean; of both behaviours where
// none is named.
func trainings(t *testing.T, dir, arm, behaviour string) string {
	files, err := filepath.Glob(filepath.Join(dir, arm, "seed-*.json"))
	if err != nil || len(files) < 2 {
		t.Fatalf("%s: %d evaluations, %v", dir, len(files), err)
	}
	var each []string
	mean := 0.0
	for _, file := range files {
		e, err := bench.LoadEvaluation(file)
		if err != nil {
			t.Fatal(err)
		}
		right, all := 0, 0
		for _, p := range e.Outcomes {
			if behaviour == "" || p.Behaviour == behaviour {
				c, _ := p.Count(scenes.Earned)
				right, all = right+c.Right, all+len(p.Steps)
			}
		}
		each = append(each, fmt.Sprintf("%.0f", 100*float64(right)/float64(all)))
		mean += 100 * float64(right) / float64(all) / float64(len(files))
	}
	return fmt.Sprintf("%s: **%.1f**", strings.Join(each, " "), mean)
}
