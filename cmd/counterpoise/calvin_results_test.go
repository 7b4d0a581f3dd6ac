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
	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/clitest"
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

// fromState are policies from the state by task, of two devices that trained from the same demonstrations, 27 of each
// behaviour; fromMore are those of four times as many, and fromMost has those of sixteen times as many. Where they are
// told the heights of blocks as here, their names say so. fromPictures are policies of random looks, the last of each
// task from four times the demonstrations. fromTwoMaps are policies that read the maps of the red block alone, two of
// forty, from demonstrations in one look and in random looks.
var (
	fromState = map[string][]inCALVIN{
		"picking": {{"Go", "go/picking", "there.json"}, {"XLA", "xla-cpu/picking", "there.json"}},
		"opening": {
			{"Go", "go/opening", "there.json"}, {"Go, our heights", "go/opening", "heights.json"},
			{"XLA", "xla-cpu/opening", "there.json"}, {"XLA, our heights", "xla-cpu/opening", "heights.json"},
		},
	}
	fromMore = map[string][]inCALVIN{
		"picking": {{"Go", "go-108/picking", "there.json"}, {"XLA", "xla-cpu-108/picking", "there.json"}},
		"opening": {
			{"Go", "go-108/opening", "there.json"}, {"Go, our heights", "go-108/opening", "heights.json"},
			{"XLA", "xla-cpu-108/opening", "there.json"}, {"XLA, our heights", "xla-cpu-108/opening", "heights.json"},
		},
	}
	fromMost = map[string][]inCALVIN{"opening": {
		{"Go, 108, exact heights", "go-108/opening", "exact.json"},
		{"XLA, 108, exact heights", "xla-cpu-108/opening", "exact.json"},
		{"Go, 432, our heights", "go-432/opening", "heights.json"},
		{"Go, 432, exact heights", "go-432/opening", "exact.json"},
		{"XLA, 432, our heights", "xla-cpu-432/opening", "heights.json"},
		{"XLA, 432, exact heights", "xla-cpu-432/opening", "exact.json"},
	}}
	fromPictures = map[string][]inCALVIN{
		"picking": {
			{"by EGL", "looks/picking", "egl.json"}, {"ours", "looks/picking", "ours.json"},
			{"by EGL; 108 demonstrations", "looks-108/picking", "egl.json"},
		},
		"opening": {
			{"by EGL", "looks/opening", "egl.json"}, {"ours", "looks/opening", "ours.json"},
			{"by EGL; 108 demonstrations", "looks-108/opening", "egl.json"},
		},
	}
	fromTwoMaps = map[string][]inCALVIN{"picking": {
		{"one look", "narrow/picking", "egl.json"}, {"random looks", "narrow-looks/picking", "egl.json"},
	}}
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
	golden.CheckSection(t, page, "more", calvinTable(t, "trained by", fromMore, stateMargin))
	golden.CheckSection(t, page, "most", calvinTable(t, "trained by", fromMost, stateMargin))
	golden.CheckSection(t, page, "ended", endedTable(t))
	golden.CheckSection(t, page, "looks", calvinTable(t, "pictures in CALVIN", fromPictures, picturesMargin))
	golden.CheckSection(t, page, "maps", calvinTable(t, "demonstrations in", fromTwoMaps, picturesMargin))
}

// What the page says in words of policies from the state follows from the tables.
func TestCALVINWords(t *testing.T) {
	page := filepath.Join("..", "..", "bench", "remote", "CALVIN.md")
	var ends []any
	for _, c := range fromState["picking"] {
		picking := c.compare(t, stateMargin)
		if picking.All.Equal != "yes" || picking.Behaviours[1].Equal != "not shown" {
			t.Errorf("picking is not as the page says: %+v", picking)
		}
		ends = append(ends, picking.All.Near[1].Or(0))
	}
	var slider, sliderOurs, drawerOurs []any
	for i, c := range fromState["opening"] {
		opening := c.compare(t, stateMargin)
		if i%2 == 1 { // under our heights
			sliderOurs = append(sliderOurs, opening.Behaviours[0].Difference)
			drawerOurs = append(drawerOurs, -opening.Behaviours[1].Difference)
			continue
		}
		if opening.All.Equal != "no" || opening.Behaviours[1].Equal != "not shown" {
			t.Errorf("opening is not as the page says: %+v", opening)
		}
		slider = append(slider, opening.Behaviours[0].Difference)
	}
	golden.CheckWords(t, page,
		fmt.Sprintf("the intervals end at %+.2f and %+.2f", ends...),
		fmt.Sprintf("the slider opens more often in CALVIN, by %.0f and %.0f points", slider...),
		fmt.Sprintf("then succeeds less often, by %.1f and %.1f points, and the slider more often by %.1f and %.1f in "+
			"place of %.1f and %.1f", slices.Concat(drawerOurs, sliderOurs, slider)...))
}

// So does what it says of hands that hold a handle or close on nothing, under our heights.
func TestCALVINWordsOfHands(t *testing.T) {
	byGo, byXLA := fromState["opening"][1], fromState["opening"][3]
	held, heldHere, heldThere := byGo.closed(t, 1, false)
	if heldHere != held || heldThere != held {
		t.Errorf("of %d hands that hold the drawer %d open it here and %d there", held, heldHere, heldThere)
	}
	empty, here, there := byGo.closed(t, 1, true)
	_, _, thereXLA := byXLA.closed(t, 1, true)
	slider, sliderHere, sliderThere := byGo.closed(t, 0, false)
	_, sliderXLA, _ := byXLA.closed(t, 0, false)
	if sliderThere != slider {
		t.Errorf("of %d hands that hold the slider %d open it in CALVIN", slider, sliderThere)
	}
	golden.CheckWords(t, filepath.Join("..", "..", "bench", "remote", "CALVIN.md"),
		fmt.Sprintf("Of %d hands that hold the drawer's handle all open it", held),
		fmt.Sprintf("Of %d that close on nothing, %d do here, and %d and %d in CALVIN", empty, here, there, thereXLA),
		fmt.Sprintf("%d and %d of %d do not here", slider-sliderHere, slider-sliderXLA, slider))
}

// So does what it says of policies of four times as many demonstrations.
func TestCALVINWordsOfMore(t *testing.T) {
	page := filepath.Join("..", "..", "bench", "remote", "CALVIN.md")
	for _, c := range fromMore["picking"] {
		picking := c.compare(t, stateMargin)
		for _, p := range append(picking.Behaviours, picking.All) {
			if p.Equal != "yes" {
				t.Errorf("picking is not as the page says: %+v", p)
			}
		}
	}
	var loses, here, there, empty []any
	for i, c := range fromMore["opening"] {
		opening := c.compare(t, stateMargin)
		slider, drawer := opening.Behaviours[0], opening.Behaviours[1]
		if i%2 == 0 {
			loses = append(loses, -drawer.Difference)
			continue
		}
		if opening.All.Equal != "yes" || drawer.Equal != "yes" || slider.Equal != "not shown" {
			t.Errorf("opening under our heights is not as the page says: %+v", opening)
		}
		here, there = append(here, slider.SuccessA), append(there, slider.SuccessB)
		of := 0
		for _, step := range c.happened(t)[1].Empty {
			if step > 0 {
				of++
			}
		}
		empty = append(empty, of)
	}
	golden.CheckWords(t, page,
		fmt.Sprintf("the drawer loses %.1f and %.1f points", loses...),
		fmt.Sprintf("the slider, at %.1f and %.1f %% here and %.1f and %.1f %% there", slices.Concat(here, there)...),
		fmt.Sprintf("With four times the demonstrations %d and %d of 400 hands close on nothing", empty...))
}

// So does what it says of policies of sixteen times as many: each behaviour is within the margin where heights are
// exact, and the drawer loses where they are off by less than .1 mm.
func TestCALVINWordsOfMost(t *testing.T) {
	var loses []any
	for _, c := range fromMost["opening"][2:] {
		opening := c.compare(t, stateMargin)
		if strings.Contains(c.of, "our heights") {
			loses = append(loses, -opening.Behaviours[1].Difference)
			continue
		}
		for _, p := range append(opening.Behaviours, opening.All) {
			if p.Equal != "yes" {
				t.Errorf("%s is not as the page says: %+v", c.of, p)
			}
		}
	}
	golden.CheckWords(t, filepath.Join("..", "..", "bench", "remote", "CALVIN.md"),
		fmt.Sprintf("the drawer loses %.1f and %.1f points", loses...))
}

// So does what it says of policies from pictures after random looks.
func TestCALVINPicturesWords(t *testing.T) {
	egl := fromPictures["picking"][0].compare(t, picturesMargin).All
	ours := fromPictures["picking"][1].compare(t, picturesMargin).All
	opening := fromPictures["opening"][0].compare(t, picturesMargin).All
	more := fromPictures["picking"][2].compare(t, picturesMargin).All
	moreOpening := fromPictures["opening"][2].compare(t, picturesMargin)
	golden.CheckWords(t, filepath.Join("..", "..", "bench", "remote", "CALVIN.md"),
		fmt.Sprintf("in %.0f %% of %d pairs in place of none, and picking in %.0f %%", opening.SuccessB, opening.N,
			egl.SuccessB),
		fmt.Sprintf("half of the %.0f points that picking still lacks", -egl.Difference),
		fmt.Sprintf("it succeeds in %.0f %% from CALVIN's pictures and in %.0f %% here. They do not take away what "+
			"the pictures cost picking, which succeeds in %.0f %% where it succeeds in %.0f %% here",
			moreOpening.All.SuccessB, moreOpening.All.SuccessA, more.SuccessB, more.SuccessA),
		fmt.Sprintf("| picking | 1 | by EGL | %d | %.1f | %.1f | %+.1f (%+.1f to %+.1f) | %s |", egl.N, egl.SuccessA,
			egl.SuccessB, egl.Difference, egl.Near[0].Or(-100), egl.Near[1].Or(100), egl.Equal),
	)
	if share := ours.Difference / egl.Difference; math.Round(10*share) != 5 {
		t.Errorf("with our pictures %.2f of the difference remains, not half", share)
	}
	narrow := fromTwoMaps["picking"][1]
	for _, r := range []evaluations.Result{moreOpening, narrow.compare(t, picturesMargin)} {
		for _, p := range append(r.Behaviours, r.All) {
			if p.Equal != "yes" {
				t.Errorf("%s is not within the margin, as the page says: %+v", r.Task, p)
			}
		}
	}
	if right := fromTwoMaps["picking"][0].compare(t, picturesMargin).Behaviours[2]; right.Equal != "not shown" {
		t.Errorf("in one look the right is not as the page says: %+v", right)
	}
	held, here, there := 0, 0, 0
	for i := range 3 {
		n, a, b := narrow.closed(t, i, false)
		held, here, there = held+n, here+a, there+b
	}
	golden.CheckWords(t, filepath.Join("..", "..", "bench", "remote", "CALVIN.md"),
		fmt.Sprintf("of %d that did not, %d succeed there, and %d here", held, there, here))
}

// Here and in CALVIN it was one policy: the server tells the digest of its file.
func TestCALVINPolicies(t *testing.T) {
	for _, policies := range []map[string][]inCALVIN{fromState, fromMore, fromMost, fromPictures, fromTwoMaps} {
		for _, c := range slices.Concat(policies["picking"], policies["opening"]) {
			here, there := c.evaluations(t)
			if d := here.Policy.Digest; d == "" || !strings.Contains(string(there.Policy.Metadata), d) {
				t.Errorf("%s: in CALVIN it was %s, here %s", c.folder, there.Policy.Metadata, d)
			}
		}
	}
}

// closed counts the hands of a behaviour that closed on nothing in CALVIN, or did not, and their successes here and
// there.
func (c inCALVIN) closed(t *testing.T, behaviour int, empty bool) (n, here, there int) {
	ours, theirs := c.evaluations(t)
	for r, step := range c.happened(t)[behaviour].Empty {
		if (step > 0) != empty {
			continue
		}
		n++
		if v, _, _ := ours.Outcomes[behaviour].Verdict(r, scenes.CALVIN); v == scenes.Right {
			here++
		}
		if v, _, _ := theirs.Outcomes[behaviour].Verdict(r, scenes.CALVIN); v == scenes.Right {
			there++
		}
	}
	return n, here, there
}

// files are the paths of both evaluations.
func (c inCALVIN) files() (here, there string) {
	folder := filepath.Join("..", "..", "results", "calvin", filepath.FromSlash(c.folder))
	return filepath.Join(folder, "here.json"), filepath.Join(folder, c.there)
}

// evaluations reads both.
func (c inCALVIN) evaluations(t *testing.T) (here, there record.Evaluation) {
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
	code, stdout, stderr := clitest.Piped("", "compare", here, there, "--oracle", string(scenes.CALVIN),
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

// endedTable tells the pairs of opening apart by what happened in CALVIN under our heights, which the driver calvin.py
// records for its --against: whether the robot pressed on table or cabinet, and whether the hand closed on nothing. It
// has successes by CALVIN's oracle, and by how many control steps successes in both are apart, in the median.
func endedTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| demonstrations | trained by | behaviour | in CALVIN | pairs | here | in CALVIN | here alone | " +
		"in CALVIN alone | steps apart |\n|--:|---|---|---|--:|--:|--:|--:|--:|--:|\n")
	for _, c := range []struct {
		demonstrations, of string
		inCALVIN
	}{
		{"27", "Go", fromState["opening"][1]}, {"", "XLA", fromState["opening"][3]},
		{"108", "Go", fromMore["opening"][1]}, {"", "XLA", fromMore["opening"][3]},
	} {
		here, there := c.evaluations(t)
		happened := c.happened(t)
		demonstrations, of := c.demonstrations, c.of
		for i, p := range here.Outcomes {
			name := p.Behaviour
			for _, split := range []struct {
				yes, no string
				steps   []int
			}{
				{"pressed on the furniture", "did not", happened[i].Touched},
				{"closed on nothing", "did not", happened[i].Empty},
			} {
				for _, yes := range []bool{true, false} {
					what := split.no
					if yes {
						what = split.yes
					}
					row := endedRow(p.Outcomes, there.Outcomes[i].Outcomes, func(r int) bool {
						return (split.steps[r] > 0) == yes
					})
					fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", demonstrations, of, name, what, row)
					demonstrations, of, name = "", "", ""
				}
			}
		}
	}
	return strings.ReplaceAll(b.String(), "|  ", "| ")
}

// happened are, by rollout, the control steps after which the robot first pressed on table or cabinet in CALVIN, and
// after which its hand first closed on nothing; 0 where it never did.
type happened struct{ Touched, Empty []int }

// happened reads them, by behaviour.
func (c inCALVIN) happened(t *testing.T) []happened {
	_, path := c.files()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var there struct{ Outcomes []happened }
	if err := json.Unmarshal(text, &there); err != nil {
		t.Fatal(err)
	}
	return there.Outcomes
}

// endedRow counts the pairs of a behaviour among some of its rollouts.
func endedRow(here, there record.Outcomes, among func(r int) bool) string {
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
	median := "-"
	if both > 0 {
		slices.Sort(apart)
		median = fmt.Sprintf("%g", float64(apart[(both-1)/2]+apart[both/2])/2)
	}
	return fmt.Sprintf("%d | %d | %d | %d | %d | %s", n, a, b, a-both, b-both, median)
}
