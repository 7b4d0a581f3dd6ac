package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/golden"
	"counterpoise/results/evaluations"
	"counterpoise/scenes"
)

// inCALVIN are rollouts of a policy here and in CALVIN from the same starts.
type inCALVIN struct {
	of     string // what tells it from the others of its table: what trained it, or who draws what it sees
	folder string // of its evaluations, below results/calvin
	there  string // name of the evaluation in CALVIN; the other is here.json
}

// fromState are policies from the state by task, of two devices that trained from the same demonstrations; fromPictures
// is the policy of random looks.
var (
	fromState = map[string][]inCALVIN{
		"picking": {{"Go", "go/picking", "there.json"}, {"XLA", "xla-cpu/picking", "there.json"}},
		"opening": {{"Go", "go/opening", "there.json"}, {"XLA", "xla-cpu/opening", "there.json"}},
	}
	fromPictures = map[string][]inCALVIN{
		"picking": {{"by EGL", "looks/picking", "egl.json"}, {"ours", "looks/picking", "ours.json"}},
		"opening": {{"by EGL", "looks/opening", "egl.json"}, {"ours", "looks/opening", "ours.json"}},
	}
)

// Differences of success that the page takes for none, from the state and from pictures (percentage points).
const (
	stateMargin    = 5
	picturesMargin = 10
)

// The tables of bench/remote/CALVIN.md are those of the committed evaluations.
//
//	go test ./cmd/counterpoise -run CALVINTables -update
//
// writes them anew.
func TestCALVINTables(t *testing.T) {
	page := filepath.Join("..", "..", "bench", "remote", "CALVIN.md")
	golden.CheckSection(t, page, "pairs", calvinTable(t, "trained by", fromState, stateMargin))
	golden.CheckSection(t, page, "pressed", pressedTable(t))
	golden.CheckSection(t, page, "looks", calvinTable(t, "pictures in CALVIN", fromPictures, picturesMargin))
}

// What the pages say in words of policies from the state follows from the tables.
func TestCALVINWords(t *testing.T) {
	var ends, slider []any
	for i := range fromState["picking"] {
		picking := fromState["picking"][i].compare(t, stateMargin)
		opening := fromState["opening"][i].compare(t, stateMargin)
		if picking.All.Equal != "yes" || picking.Behaviours[1].Equal != "not shown" {
			t.Errorf("picking is not as the pages say: %+v", picking)
		}
		if opening.All.Equal != "no" || opening.Behaviours[1].Equal != "not shown" {
			t.Errorf("opening is not as the pages say: %+v", opening)
		}
		ends = append(ends, picking.All.Near[1].Or(0))
		slider = append(slider, opening.Behaviours[0].Difference)
	}
	golden.CheckWords(t, filepath.Join("..", "..", "bench", "remote", "CALVIN.md"),
		fmt.Sprintf("the intervals end at %+.2f and %+.2f", ends...),
		fmt.Sprintf("the slider opens more often in CALVIN, by %.0f and %.0f points", slider...))
}

// So does what it says of policies from pictures after random looks.
func TestCALVINPicturesWords(t *testing.T) {
	egl := fromPictures["picking"][0].compare(t, picturesMargin).All
	ours := fromPictures["picking"][1].compare(t, picturesMargin).All
	opening := fromPictures["opening"][0].compare(t, picturesMargin).All
	golden.CheckWords(t, filepath.Join("..", "..", "bench", "remote", "CALVIN.md"),
		fmt.Sprintf("in %.0f %% of %d pairs in place of none, and picking in %.0f %%", opening.SuccessB, opening.N,
			egl.SuccessB),
		fmt.Sprintf("half of the %.0f points that picking still lacks", -egl.Difference),
		fmt.Sprintf("| picking | 1 | by EGL | %d | %.1f | %.1f | %+.1f (%+.1f to %+.1f) | %s |", egl.N, egl.SuccessA,
			egl.SuccessB, egl.Difference, egl.Near[0].Or(-100), egl.Near[1].Or(100), egl.Equal),
	)
	if share := ours.Difference / egl.Difference; math.Round(10*share) != 5 {
		t.Errorf("with our pictures %.2f of the difference remains, not half", share)
	}
}

// Here and in CALVIN it was one policy: the server tells the digest of its file.
func TestCALVINPolicies(t *testing.T) {
	for _, policies := range []map[string][]inCALVIN{fromState, fromPictures} {
		for _, c := range slices.Concat(policies["picking"], policies["opening"]) {
			here, there := c.evaluations(t)
			if d := here.Policy.Digest; d == "" || !strings.Contains(string(there.Policy.Metadata), d) {
				t.Errorf("%s: in CALVIN it was %s, here %s", c.folder, there.Policy.Metadata, d)
			}
		}
	}
}

// files are the paths of both evaluations.
func (c inCALVIN) files() (here, there string) {
	folder := filepath.Join("..", "..", "results", "calvin", filepath.FromSlash(c.folder))
	return filepath.Join(folder, "here.json"), filepath.Join(folder, c.there)
}

// evaluations reads both.
func (c inCALVIN) evaluations(t *testing.T) (here, there bench.Evaluation) {
	pathHere, pathThere := c.files()
	here, err := bench.LoadEvaluation(pathHere)
	if err != nil {
		t.Fatal(err)
	}
	if there, err = bench.LoadEvaluation(pathThere); err != nil {
		t.Fatal(err)
	}
	return here, there
}

// compare asks the command compare.
func (c inCALVIN) compare(t *testing.T, margin int) (r evaluations.Result) {
	here, there := c.files()
	code, stdout, stderr := piped("", "compare", here, there, "--oracle", string(scenes.CALVIN),
		"--margin", fmt.Sprint(margin), "--json")
	if err := json.Unmarshal([]byte(stdout), &r); code != 0 || err != nil {
		t.Fatalf("exit code %d, %v: %s", code, err, stderr)
	}
	return r
}

// calvinTable has success here and in CALVIN in percent, and whether the difference is within the margin.
func calvinTable(t *testing.T, of string, policies map[string][]inCALVIN, margin int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| task | %s | behaviour | pairs | here | in CALVIN | difference | within %d points |\n"+
		"|---|---|---|--:|--:|--:|--:|---|\n", of, margin)
	for _, task := range []string{"picking", "opening"} {
		name := task
		for _, c := range policies[task] {
			r := c.compare(t, margin)
			of := c.of
			for _, p := range append(r.Behaviours, r.All) {
				fmt.Fprintf(&b, "| %s | %s | %s | %d | %.1f | %.1f | %+.1f (%+.1f to %+.1f) | %s |\n", name, of,
					p.Behaviour, p.N, p.SuccessA, p.SuccessB, p.Difference, p.Near[0].Or(-100), p.Near[1].Or(100),
					p.Equal)
				name, of = "", ""
			}
		}
	}
	return strings.ReplaceAll(b.String(), "|  ", "| ")
}

// pressedTable tells the pairs of opening apart by whether the robot pressed on table or cabinet in CALVIN, which the
// driver calvin.py records for its --against: successes by CALVIN's oracle, and by how many control steps successes in
// both are apart, in the median.
func pressedTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| trained by | behaviour | pressed | pairs | here | in CALVIN | here alone | in CALVIN alone | " +
		"steps apart |\n|---|---|---|--:|--:|--:|--:|--:|--:|\n")
	for _, c := range fromState["opening"] {
		here, there := c.evaluations(t)
		touched := c.touched(t)
		of := c.of
		for i, p := range here.Outcomes {
			name := p.Behaviour
			for _, pressed := range []string{"yes", "no"} {
				row := pressedRow(p.Outcomes, there.Outcomes[i].Outcomes, func(r int) bool {
					return (touched[i][r] > 0) == (pressed == "yes")
				})
				fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", of, name, pressed, row)
				name, of = "", ""
			}
		}
	}
	return strings.ReplaceAll(b.String(), "|  ", "| ")
}

// touched are the control steps after which the robot first pressed on table or cabinet in CALVIN, by behaviour and
// rollout; 0 where it never did.
func (c inCALVIN) touched(t *testing.T) (steps [][]int) {
	_, path := c.files()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var there struct{ Outcomes []struct{ Touched []int } }
	if err := json.Unmarshal(text, &there); err != nil {
		t.Fatal(err)
	}
	for _, p := range there.Outcomes {
		steps = append(steps, p.Touched)
	}
	return steps
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
