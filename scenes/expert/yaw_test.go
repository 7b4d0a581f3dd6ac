package expert

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
)

// yawBins is the number of equal parts of the half circle of the block's yaws.
const yawBins = 6

// yawCell counts demonstrations of one behaviour of picking with the block's yaw in one bin.
type yawCell struct {
	n, successes int
	touched      map[string]int // demonstrations in which the robot touched something else than the block, by its name
	any          int            // demonstrations in which it touched anything else
}

// yawTable demonstrates picking with the block any way round, n times for each behaviour and bin. Bin k has yaws from
// -90 + 30 k degrees on, counted from the y axis.
func yawTable(tb testing.TB, n int) (table [][yawBins]yawCell, behaviours []string) {
	const text = "picking:Yaw=90"
	task, err := scenes.ParseTask(text)
	if err != nil {
		tb.Fatal(err)
	}
	w := scenes.NewTabletop()
	for b, behaviour := range task.Behaviours() {
		var row [yawBins]yawCell
		for i, full := 0, 0; full < yawBins; i++ {
			r := seed.Of("yaw table", behaviour, i).Rand()
			if err := task.Reset(w, b, r); err != nil {
				tb.Fatal(err)
			}
			block := w.Block(scenes.Red)
			yaw := math.Remainder(block.R.Euler().Z-math.Pi/2, math.Pi)
			c := &row[min(yawBins-1, int((yaw/math.Pi+0.5)*yawBins))]
			if c.n == n {
				continue
			}
			if c.n++; c.n == n {
				full++
			}
			c.demonstrate(tb, w, task, text, b, i)
		}
		table = append(table, row)
	}
	return table, task.Behaviours()
}

// demonstrate adds demonstration i of behaviour b, whose initial state the tabletop has.
func (c *yawCell) demonstrate(tb testing.TB, w *scenes.Tabletop, task scenes.Task, text string, b, i int) {
	e, err := New(text, Optimal, w, b, seed.Of("yaw table", "expert", b, i).Rand())
	if err != nil {
		tb.Fatal(err)
	}
	touched, success := map[string]bool{}, false
	for range task.Horizon() {
		a, _, done := e.Act(w)
		if done {
			break
		}
		if err := w.Step(a); err != nil {
			tb.Fatal(err)
		}
		m := w.Trace(task, scenes.Earned)
		success = success || m.Outcome.Earned == scenes.Right
		for _, contact := range m.Touches {
			robot, other, _ := strings.Cut(contact, " on ")
			if isRobot(robot) && other != "red block" {
				touched[other] = true
			}
		}
	}
	if success {
		c.successes++
	}
	if len(touched) > 0 {
		c.any++
	}
	if c.touched == nil {
		c.touched = map[string]int{}
	}
	for name := range touched {
		c.touched[name]++
	}
}

// isRobot reports whether a name in a trace is that of a part of the robot.
func isRobot(name string) bool {
	return strings.HasSuffix(name, "finger") || strings.HasPrefix(name, "arm link") || name == "hand"
}

// No region of picking and no yaw of the block is harder than another for a reason that is not the question: with the
// block any way round, the demonstrator succeeds in at least 99 % of the starts of each region and yaw, and the shares
// in which the robot touches something else than the block agree within 2 points. The log has the table.
func TestNoRegionIsHarder(t *testing.T) {
	if testing.Short() {
		t.Skip("a demonstration from each of 3,600 starts")
	}
	const n = 200
	table, behaviours := yawTable(t, n)
	least, most := math.Inf(1), math.Inf(-1)
	t.Logf("%-8s %-12s %9s %9s", "region", "yaw", "success %", "contact %")
	for b, row := range table {
		for k, c := range row {
			success, contact := 100*float64(c.successes)/n, 100*float64(c.any)/n
			from := -90 + k*180/yawBins
			bin := fmt.Sprintf("%d to %d", from, from+180/yawBins)
			t.Logf("%-8s %-12s %9.1f %9.1f  %v", behaviours[b], bin, success, contact, c.touched)
			if success < 99 {
				t.Errorf("%s, yaw from %d degrees: the demonstrator succeeds in %.1f %%", behaviours[b], from, success)
			}
			least, most = min(least, contact), max(most, contact)
		}
	}
	if most-least > 2 {
		t.Errorf("something else than the block is touched in %.1f to %.1f %% of the starts of a region and yaw", least,
			most)
	}
}
