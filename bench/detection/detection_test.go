package detection

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"counterpoise/scenes/expert"
)

// tiny is a plan of two pools that takes a second.
var tiny = Plan{Tasks: []string{"picking"}, Styles: []string{"biased"}, Shares: []float64{0, 0.25}, Trials: 1, N: 24,
	Seed: 1}

// A plan measures each score on pools of each kind: what is found where some are bad, and nothing to find where none
// is. Demonstrations that close the gripper beside the block are found by what the gripper holds.
func TestMeasure(t *testing.T) {
	done := 0
	rows, err := Measure(t.Context(), tiny, 2, func(d, _ int) { done = d })
	if err != nil {
		t.Fatal(err)
	}
	if want := 2 * len(Names()); len(rows) != want || done != 2 {
		t.Fatalf("%d rows of %d pools, want %d of 2", len(rows), done, want)
	}
	for _, r := range rows {
		if r.Share == 0 && r.AUROC == r.AUROC {
			t.Errorf("%s has AUROC %v where no demonstration is bad", r.Score, r.AUROC)
		}
		if r.Share > 0 && r.Score == "hold" && (r.AUROC != 1 || r.Pools != 1) {
			t.Errorf("hold has AUROC %v in %d pools, want 1", r.AUROC, r.Pools)
		}
		if r.Pools == 0 && r.Reason == "" {
			t.Errorf("%s is not defined, for no reason", r.Score)
		}
	}
	again, err := Measure(t.Context(), tiny, 1, func(int, int) {})
	if err != nil || !bytes.Equal(CSV(rows), CSV(again)) {
		t.Errorf("other numbers with another number of workers: %v", err)
	}
	if text := Text([]Row{{Task: "picking", Style: "biased", Share: shown, Score: "sal", Pools: 1, AUROC: .25,
		AtLength: math.NaN()}}); !strings.Contains(text, "sal\t0.25 (-)\n") {
		t.Errorf("text %q", text)
	}
}

// The committed table is of the exploratory plan, and has every score: a new one is measured before it is landed.
func TestTheCommittedTable(t *testing.T) {
	text, err := os.ReadFile("../../results/scores/" + FileName)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[[3]string]int{}
	for _, r := range rows[1:] {
		kinds[[3]string{r[0], r[1], r[2]}]++
	}
	want := len(Exploratory.pools()) / Exploratory.Trials
	if len(kinds) != want {
		t.Errorf("%d kinds of pools, want %d", len(kinds), want)
	}
	for kind, n := range kinds {
		if n != len(Names()) {
			t.Errorf("%v has %d scores, want %d: write the table anew with counterpoise audit", kind, n, len(Names()))
		}
	}
}

// The page beside the committed table has the lines that the program shows of it.
func TestThePageHasTheTable(t *testing.T) {
	text, err := os.ReadFile("../../results/scores/" + FileName)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../results/scores/scores.md")
	if err != nil {
		t.Fatal(err)
	}
	table, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []Row
	for _, r := range table[1:] {
		number := func(i int) float64 {
			v, err := strconv.ParseFloat(r[i], 64)
			if err != nil {
				return math.NaN()
			}
			return v
		}
		rows = append(rows, Row{Task: r[0], Style: r[1], Share: number(2), Score: r[3], Pools: int(number(4)),
			AUROC: number(5), AtLength: number(7)})
	}
	for line := range strings.Lines(Text(rows)) {
		want := "| " + strings.ReplaceAll(strings.TrimSpace(line), "\t", " | ") + " |"
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks the line %s", want)
		}
	}
}

// Pools are of the size of the plan, with the share of bad ones, and styles that are left out are in none.
func TestPoolsAreOfThePlan(t *testing.T) {
	for _, of := range Exploratory.pools() {
		r, err := Exploratory.recipe(of)
		if err != nil {
			t.Fatal(err)
		}
		n, bad := 0, 0
		for _, c := range r.Counts {
			if n += c.N; c.Style != expert.Optimal {
				bad += c.N
			}
			for _, held := range []string{"detour", "early", "miss"} {
				if c.Style == held {
					t.Errorf("%v has demonstrations in the style %s, which is left for a confirmatory run", of, held)
				}
			}
		}
		if n != Exploratory.N || math.Abs(float64(bad)-of.share*float64(n)) > 1 {
			t.Errorf("%v has %d of %d bad", of, bad, n)
		}
	}
}
