package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/golden"
	"counterpoise/results/apa"
	"counterpoise/results/evaluations"
	"counterpoise/scenes"
)

// calvinMargin is the difference of success that the page on CALVIN takes for none (percentage points).
const calvinMargin = 5

// The tables of policies from the state in bench/remote/CALVIN.md are those of the committed evaluations.
//
//	go test ./cmd/counterpoise -run CALVINTables -update
//
// writes them anew.
func TestCALVINTables(t *testing.T) {
	page := filepath.Join("..", "..", "bench", "remote", "CALVIN.md")
	golden.CheckSection(t, page, "pairs", calvinTable(t))
	golden.CheckSection(t, page, "pressed", pressedTable(t))
}

// What pages say in words of these pairs follows from the tables, and here and there are one policy.
func TestCALVINWords(t *testing.T) {
	picking, opening := inCALVIN(t, "picking"), inCALVIN(t, "opening")
	if picking.All.Equal != "yes" || opening.All.Equal != "no" || opening.All.Difference < 0 {
		t.Errorf("picking %+v, opening %+v: not what the pages say in words", picking.All, opening.All)
	}
	page := filepath.Join("..", "..", "bench", "remote", "CALVIN.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("the interval ends at %+.2f", picking.All.Near[1].Or(0)),
		"more often there over all behaviours (" + apa.P("p", picking.All.P) + ")",
		"the drawer is shown neither to differ (" + apa.P("p", opening.Behaviours[1].Holm) + ")",
	} {
		if !strings.Contains(strings.Join(strings.Fields(string(text)), " "), want) {
			t.Errorf("%s lacks %q", page, want)
		}
	}
	for _, task := range []string{"picking", "opening"} {
		here := loadEvaluation(t, calvinFile(task, "here.json"))
		there := loadEvaluation(t, calvinFile(task, "there.json"))
		if !strings.Contains(string(there.Policy.Metadata), here.Policy.Digest) {
			t.Errorf("%s: in CALVIN it was %s, here %s", task, there.Policy.Metadata, here.Policy.Digest)
		}
	}
}

// loadEvaluation reads the file of an evaluation.
func loadEvaluation(t *testing.T, path string) bench.Evaluation {
	e, err := bench.LoadEvaluation(path)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// calvinFile is an evaluation of a task from the state, "here.json" or "there.json".
func calvinFile(task, name string) string {
	return filepath.Join("..", "..", "results", "calvin", task, name)
}

// inCALVIN compares the rollouts of a task here with those in CALVIN, as compare does.
func inCALVIN(t *testing.T, task string) (r evaluations.Result) {
	code, stdout, stderr := piped("", "compare", calvinFile(task, "here.json"), calvinFile(task, "there.json"),
		"--oracle", string(scenes.CALVIN), "--margin", fmt.Sprint(calvinMargin), "--json")
	if err := json.Unmarshal([]byte(stdout), &r); code != 0 || err != nil {
		t.Fatalf("exit code %d, %v: %s", code, err, stderr)
	}
	return r
}

// calvinTable has success here and in CALVIN in percent, and whether the difference is within the margin.
func calvinTable(t *testing.T) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| task | behaviour | pairs | here | in CALVIN | difference | within %d points |\n"+
		"|---|---|--:|--:|--:|--:|---|\n", calvinMargin)
	for _, task := range []string{"picking", "opening"} {
		r := inCALVIN(t, task)
		name := task
		for _, p := range append(r.Behaviours, r.All) {
			fmt.Fprintf(&b, "|%s | %s | %d | %.1f | %.1f | %+.1f (%+.1f to %+.1f) | %s |\n",
				strings.TrimRight(" "+name, " "), p.Behaviour, p.N, p.SuccessA, p.SuccessB, p.Difference,
				p.Near[0].Or(-100), p.Near[1].Or(100), p.Equal)
			name = ""
		}
	}
	return b.String()
}

// pressedTable tells the pairs of opening apart by whether the robot pressed on table or cabinet in CALVIN, which the
// driver calvin.py records for its --against: successes by CALVIN's oracle, and by how many control steps successes in
// both are apart, in the median.
func pressedTable(t *testing.T) string {
	here := loadEvaluation(t, calvinFile("opening", "here.json"))
	text, err := os.ReadFile(calvinFile("opening", "there.json"))
	if err != nil {
		t.Fatal(err)
	}
	var there struct {
		Outcomes []struct {
			bench.Part
			Touched []int // control steps after which the robot first pressed; 0: it never did
		}
	}
	if err := json.Unmarshal(text, &there); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("| behaviour | pressed | pairs | here | in CALVIN | here alone | in CALVIN alone | steps apart |\n" +
		"|---|---|--:|--:|--:|--:|--:|--:|\n")
	for i, p := range here.Outcomes {
		name := p.Behaviour
		for _, pressed := range []bool{true, false} {
			row := pressedRow(p.Outcomes, there.Outcomes[i].Outcomes, func(r int) bool {
				return (there.Outcomes[i].Touched[r] > 0) == pressed
			})
			word := map[bool]string{true: "yes", false: "no"}[pressed]
			fmt.Fprintf(&b, "|%s | %s | %s |\n", strings.TrimRight(" "+name, " "), word, row)
			name = ""
		}
	}
	return b.String()
}

// pressedRow counts the pairs of a behaviour among some of its rollouts.
func pressedRow(here, there bench.Outcomes, among func(r int) bool) string {
	var n, a, b, both int
	var apart []int
	for r := range here.Steps {
		if !among(r) {
			continue
		}
		va, stepA, _ := here.Verdict(r, scenes.CALVIN)
		vb, stepB, _ := there.Verdict(r, scenes.CALVIN)
		n++
		if va == scenes.Right {
			a++
		}
		if vb == scenes.Right {
			b++
		}
		if va == scenes.Right && vb == scenes.Right {
			both++
			apart = append(apart, max(stepA-stepB, stepB-stepA))
		}
	}
	slices.Sort(apart)
	median := float64(apart[(both-1)/2]+apart[both/2]) / 2
	return fmt.Sprintf("%d | %d | %d | %d | %d | %g", n, a, b, a-both, b-both, median)
}
