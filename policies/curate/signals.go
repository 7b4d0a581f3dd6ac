package curate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// signals are the columns that scores read as quantities, found from the widths or from the numbers: no format says
// them. About tells the user which they are.
type signals struct {
	hand []int // columns of the state that are the position of the hand (m); nil: unknown
	gripper
	others  []gripper // of robots with several hands
	metres  bool      // whether the opening is 0 where the fingers touch
	objects []int     // columns of the scene that are positions of objects; nil: none
	lacking string
}

// gripper is how a gripper is closed, and seen.
type gripper struct {
	grip    int // column of the actions that closes the gripper; -1: none
	close   int // sign of a command that closes it, relative to middle: +1 or -1
	middle  float64
	opening int // column of the state that is the opening of the gripper; -1: none
}

// findSignals finds the signals. The tabletop, which has CALVIN's layout, is known by its three widths.
func (p *Pool) findSignals() error {
	p.grip, p.opening = -1, -1
	tabletop := p.widths == [3]int{scenes.ActionSize, scenes.RobotSize, scenes.SceneSize}
	if p.widths[1] == scenes.RobotSize && p.widths[0] == scenes.ActionSize {
		p.hand, p.metres = []int{scenes.RobotTCP, scenes.RobotTCP + 1, scenes.RobotTCP + 2}, true
	}
	if err := p.findGripper(); err != nil {
		return err
	}
	if p.grip < 0 {
		p.lacking = "no gripper: no column of the actions has two values, of which one is held at the start"
		return nil
	}
	if p.widths[2] == 0 {
		p.lacking = "no scene"
		return nil
	}
	if tabletop {
		p.objects = tabletopObjects()
		return nil
	}
	return p.findObjects()
}

// tabletopObjects are the columns of the positions of mechanisms and blocks.
func tabletopObjects() (all []int) {
	for i := scenes.SceneSliders; i < scenes.SceneBulb; i++ {
		all = append(all, i)
	}
	for b := scenes.SceneBlocks; b < scenes.SceneSize; b += scenes.SceneBlockSize {
		for i := range 3 {
			all = append(all, b+scenes.BlockPosition+i)
		}
	}
	return all
}

// twoValued is the share of frames in which a gripper's command is within a tenth of its range of its least or its
// greatest value. Motions of arms are there in a few frames of ten.
const twoValued = 0.9

// findGripper finds the last column of the actions with two values, and keeps the others with two values that have an
// opening. Most demonstrations begin with an open gripper, so the other value closes it. The opening is the column of
// the state that differs most between the two, in standard deviations; it must differ by more than one.
func (p *Pool) findGripper() error {
	width := p.widths[0]
	low, high := make([]float64, width), make([]float64, width)
	for j := range width {
		low[j], high[j] = math.Inf(1), math.Inf(-1)
	}
	err := p.each(func(d *Demo) error {
		for i, v := range d.Actions.Values {
			low[i%width], high[i%width] = min(low[i%width], float64(v)), max(high[i%width], float64(v))
		}
		return nil
	})
	if err != nil {
		return err
	}
	near, below, frames := make([]int, width), make([]int, width), 0
	err = p.each(func(d *Demo) error {
		frames += d.Frames()
		for i, v := range d.Actions.Values {
			j := i % width
			share := (float64(v) - low[j]) / max(high[j]-low[j], 1e-300)
			if share < 0.1 || share > 0.9 {
				near[j]++
			}
			if i < width && share < 0.5 {
				below[j]++
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	var all []gripper
	for j := width - 1; j >= 0; j-- {
		if high[j] > low[j] && float64(near[j]) >= twoValued*float64(frames) && 2*below[j] != p.Len() {
			p.gripper = gripper{j, -1, (low[j] + high[j]) / 2, -1}
			if 2*below[j] > p.Len() {
				p.close = 1
			}
			if err := p.findOpening(all); err != nil {
				return err
			}
			if all == nil || p.opening >= 0 {
				all = append(all, p.gripper)
			}
		}
	}
	if all != nil {
		p.gripper, p.others = all[0], all[1:]
	}
	return nil
}

// closed reports whether the gripper is commanded to close in frame t.
func (p *Pool) closed(d *Demo, t int) bool {
	return p.grip >= 0 && (float64(d.Actions.Row(t)[p.grip])-p.middle)*float64(p.close) > 0
}

// followsShare is the share of a column's quadratic variation that it makes within a third of a second after a change
// of the gripper's command, at least, to count as the gripper's opening. Motions of the arm are spread over the whole
// demonstration.
const followsShare = 0.5

// fewValues is the number of values up to which a column counts as a command: open, closed, and halves between.
const fewValues = 4

// findOpening finds the column of the state that is the opening of the gripper: the one that moves most of all after
// changes of the command alone. The command itself, which some states have, takes few values and is left out, and so
// are the openings of other hands.
func (p *Pool) findOpening(others []gripper) error {
	width := p.widths[1]
	after, all := make([]float64, width), make([]float64, width)
	values := make([]map[float32]bool, width)
	for j := range values {
		values[j] = map[float32]bool{}
	}
	err := p.each(func(d *Demo) error {
		left := 0
		for t := range d.Frames() - 1 {
			// A command shows in the next frame, or in its own where a recorder has it so.
			if left--; p.closed(d, t+1) != p.closed(d, t) {
				left = max(3, 1+int(settle*p.Rate))
			}
			for j, v := range d.State.Row(t) {
				step := float64(d.State.Row(t + 1)[j]) - float64(v)
				if all[j] += step * step; left > 0 {
					after[j] += step * step
				}
				if len(values[j]) <= fewValues {
					values[j][v] = true
				}
			}
		}
		return nil
	})
	best := followsShare
	for j := range width {
		of := func(g gripper) bool { return g.opening == j }
		if len(p.names) >= width && !isOpening(p.names[j]) || slices.ContainsFunc(others, of) {
			continue
		}
		if share := after[j] / all[j]; share > best && len(values[j]) > fewValues && p.columns[1].scale(j) > 0 {
			best, p.opening = share, j
		}
	}
	return err
}

// forces are words in the names of numbers that follow a gripper's command and are no opening.
var forces = []string{"effort", "force", "torque", "current", "vacuum", "pressure", "load", "velocity", "vel", "speed",
	"command", "target"}

// isOpening reports whether a number of that name may be the opening of a gripper.
func isOpening(name string) bool {
	return !slices.ContainsFunc(wording.NameWords(name), func(w string) bool { return slices.Contains(forces, w) })
}

// ranges returns the least and the greatest value of each column of the state.
func (p *Pool) ranges() (low, high []float64) {
	width := p.widths[1]
	low, high = make([]float64, width), make([]float64, width)
	for j := range width {
		low[j], high[j] = math.Inf(1), math.Inf(-1)
	}
	p.each(func(d *Demo) error { // an error has shown before, when demonstrations were counted
		for i, v := range d.State.Values {
			low[i%width], high[i%width] = min(low[i%width], float64(v)), max(high[i%width], float64(v))
		}
		return nil
	})
	return low, high
}

// stillShare is the share of a column's path that it may make before the gripper first closes, in the median
// demonstration, to count as that of an object. Positions relative to the hand make most of theirs before.
const stillShare = 0.05

// findObjects finds the columns of the scene that stand still until the gripper closes, and then move.
func (p *Pool) findObjects() error {
	width := p.widths[2]
	shares := make([][]float64, width)
	err := p.each(func(d *Demo) error {
		first := p.firstClosed(d)
		before, all := path(d.Scene, first), path(d.Scene, d.Frames())
		for j := range width {
			if all[j]*p.columns[2].scale(j) > 0.1 { // a tenth of a standard deviation: it moved at all
				shares[j] = append(shares[j], before[j]/all[j])
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for j, s := range shares {
		if len(s) > 0 && median(s) < stillShare && p.columns[2].scale(j) > 0 {
			p.objects = append(p.objects, j)
		}
	}
	if p.objects == nil {
		p.lacking = fmt.Sprintf("none among the %d of the scene", width)
	}
	return nil
}

// firstClosed returns the first frame in which the gripper is commanded to close; the number of frames if there is
// none.
func (p *Pool) firstClosed(d *Demo) int {
	for t := range d.Frames() {
		if p.closed(d, t) {
			return t
		}
	}
	return d.Frames()
}

// path returns the length of the path that each column makes in the first n frames.
func path(m demos.Matrix, n int) []float64 {
	out := make([]float64, m.Width)
	for t := 1; t < n; t++ {
		a, b := m.Row(t-1), m.Row(t)
		for j := range out {
			out[j] += math.Abs(float64(b[j]) - float64(a[j]))
		}
	}
	return out
}

// Signals says which columns scores read as what, in lines for people.
func (p *Pool) Signals() []string {
	hand := fmt.Sprintf("motion: all %d columns of the state, each in its standard deviations; no format says which "+
		"are the hand's", p.widths[1])
	if p.hand != nil {
		hand = "motion: the hand's position, columns " + list(p.hand) + " of the state"
	}
	out := []string{hand}
	if p.grip >= 0 {
		text := fmt.Sprintf("gripper: column %d of the actions, closed %s %.3g", p.grip,
			map[int]string{1: "above", -1: "below"}[p.close], p.middle)
		if p.opening >= 0 {
			text += fmt.Sprintf("; its opening is column %d of the state", p.opening)
		}
		out = append(out, text)
	} else {
		out = append(out, "gripper: none, "+strings.TrimPrefix(p.lacking, "no gripper: "))
	}
	if p.objects != nil {
		out = append(out, "objects: columns "+list(p.objects)+" of the scene")
	}
	return out
}

// list writes numbers with commas, and runs of three or more with a hyphen.
func list(n []int) string {
	var parts []string
	for i := 0; i < len(n); {
		j := i
		for j+1 < len(n) && n[j+1] == n[j]+1 {
			j++
		}
		if j-i >= 2 {
			parts = append(parts, fmt.Sprintf("%d-%d", n[i], n[j]))
			i = j + 1
			continue
		}
		parts = append(parts, fmt.Sprint(n[i]))
		i++
	}
	return strings.Join(parts, ",")
}

// median returns the median of numbers, which it sorts; NaN of none.
func median(v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	slices.Sort(v)
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}
