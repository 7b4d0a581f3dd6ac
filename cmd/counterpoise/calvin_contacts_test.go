package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterpoise/internal/golden"
	"counterpoise/results/apa"
	"counterpoise/stats"
)

// The table of the sliding door with parts of ours in CALVIN is that of the committed rollouts.
//
//	go test ./cmd/counterpoise -run CALVINContacts -update
//
// writes it anew.
func TestCALVINContacts(t *testing.T) {
	golden.CheckSection(t, filepath.Join("..", "..", "bench", "remote", "CALVIN.md"), "contacts", contactsTable(t))
}

// What the page says in words of these rollouts follows from them.
func TestCALVINContactsWords(t *testing.T) {
	places, rollouts := contactRollouts(t)
	pushed := func(r contact) bool { return r.pushed }
	empty := func(r contact) bool { return r.empty }
	all := func(contact) bool { return true }
	won := func(place int, among func(contact) bool) (won, of int) { return rollouts[places[place]].count(among) }
	hereWon, caught := won(0, pushed)
	_, there := won(1, pushed)
	_, heights := won(2, pushed)
	_, boxes := won(4, pushed)
	_, hard := won(5, pushed)
	hereAll, _ := won(0, all)
	thereAll, _ := won(1, all)
	heightsAll, _ := won(2, all)
	oursAll, _ := won(6, all)
	converged, _ := won(7, all)
	commandsOfHere, _ := won(8, all)
	commandsOfThere, _ := won(9, all)
	stands := func(place int) float64 {
		median, _ := rollouts[places[place]].standing()
		return median
	}
	hereEmpty, _ := won(0, empty)
	oursEmpty, _ := won(6, empty)
	golden.CheckWords(t, filepath.Join("..", "..", "bench", "remote", "CALVIN.md"),
		fmt.Sprintf("here %d are caught so and pushed shut, and %d of these rollouts fail", caught, caught-hereWon),
		fmt.Sprintf("In CALVIN %d are caught, or %d under our heights", there, heights),
		fmt.Sprintf("with our boxes it is %d, or %d where contacts are hard", boxes, hard),
		fmt.Sprintf("Our heights take %d of the %d successes that CALVIN has more, shapes, hard contacts and mirrored "+
			"fingers together another %d", thereAll-heightsAll, thereAll-hereAll, heightsAll-oursAll),
		fmt.Sprintf("Of the other %d, %d are hands that close on nothing", oursAll-hereAll, oursEmpty-hereEmpty),
		fmt.Sprintf("here for %v control steps, with all of ours in CALVIN for %v", stands(0), stands(6)),
		fmt.Sprintf("let the hand stand for %v steps, nearly as here, and those that it gave there, played here, "+
			"for %v", stands(8), stands(9)),
		fmt.Sprintf("open the door there in %d starts, as in the simulator that they are from (%d), and here in %d "+
			"where they had opened it in %d", commandsOfHere, hereAll, commandsOfThere, oursAll),
		fmt.Sprintf("with 1,000 hands stand for %v steps, and %d starts succeed", stands(7), converged),
	)
}

// contactNear is how far from the middle of the handle a hand may arrive that the page calls near (mm).
const contactNear = 15

// contact is what calvin_contacts.py keeps of a rollout.
type contact struct {
	arrival                  float64 // right of the handle's middle (mm); NaN of a hand that never arrives
	closedAt                 float64 // the same of where it closed on nothing; NaN of one that never did
	stood                    float64 // for how many control steps it stood there; infinite of one that stood to the end
	succeeded, pushed, empty bool
}

// contacts are the rollouts in one place.
type contacts []contact

// count counts successes among some of the rollouts, and these.
func (c contacts) count(among func(contact) bool) (won, of int) {
	for _, r := range c {
		if among(r) {
			of++
			if r.succeeded {
				won++
			}
		}
	}
	return won, of
}

// standing returns the median number of control steps for which hands stood that closed on nothing from 10 mm left to
// 30 mm right of the handle's middle, and how many these are.
func (c contacts) standing() (median float64, n int) {
	var steps []float64
	for _, r := range c {
		if r.closedAt >= -10 && r.closedAt <= 30 {
			steps = append(steps, r.stood)
		}
	}
	slices.Sort(steps)
	return (steps[(len(steps)-1)/2] + steps[len(steps)/2]) / 2, len(steps)
}

// contactRollouts reads the rollouts that calvin_contacts.py kept, by place, and the places in their order.
func contactRollouts(t *testing.T) (places []string, rollouts map[string]contacts) {
	f, err := os.Open(filepath.Join("..", "..", "results", "calvin", "contacts.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rollouts = map[string]contacts{}
	number := func(text string) float64 {
		if text == "" {
			return math.NaN()
		}
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for _, row := range rows[1:] { // place, rollout, arrival, closed_at, stood, succeeded, pushed, closed_on_nothing
		if !slices.Contains(places, row[0]) {
			places = append(places, row[0])
		}
		r := contact{
			arrival: 1000 * number(row[2]), closedAt: 1000 * number(row[3]), stood: number(row[4]),
			succeeded: row[5] == "1", pushed: row[6] == "1", empty: row[7] == "1",
		}
		rollouts[row[0]] = append(rollouts[row[0]], r)
	}
	return places, rollouts
}

// contactsTable has the table that calvin_contacts.py prints, from the rollouts that it kept: successes of all, of
// hands that arrive near the handle's middle and beyond, of fingers free and pushed, of hands that closed on nothing
// and of all others, and how long hands stand that closed on nothing before the handle.
func contactsTable(t *testing.T) string {
	places, rollouts := contactRollouts(t)
	var b strings.Builder
	b.WriteString("| place | succeeded | arrival (mm) | up to 15 mm | beyond | finger free | finger pushed | " +
		"closed on nothing | all others | stands |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, place := range places {
		of := rollouts[place]
		var arrivals []float64
		for _, r := range of {
			arrivals = append(arrivals, r.arrival)
		}
		arrived, err := stats.Summarise(arrivals)
		if err != nil {
			t.Fatal(err)
		}
		won, n := of.count(func(contact) bool { return true })
		fmt.Fprintf(&b, "| %s | %d of %d | %s ± %s", place, won, n, apa.Format("%+.1f", arrived.Mean),
			apa.Format("%.1f", arrived.SD))
		for _, among := range []func(contact) bool{
			func(r contact) bool { return math.Abs(r.arrival) <= contactNear },
			func(r contact) bool { return math.Abs(r.arrival) > contactNear },
			func(r contact) bool { return !r.pushed }, func(r contact) bool { return r.pushed },
			func(r contact) bool { return r.empty }, func(r contact) bool { return !r.empty },
		} {
			won, n := of.count(among)
			fmt.Fprintf(&b, " | %d of %d", won, n)
		}
		median, n := of.standing()
		fmt.Fprintf(&b, " | %v of %d |\n", median, n)
	}
	return b.String()
}
