package figures

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// drawnSVG is what a canvas of 100 by 100 points writes.
func drawnSVG(draw func(c *svgCanvas)) string {
	c := newSVGCanvas(100, 100, "ink")
	draw(c)
	return string(bytesOf(c))
}

// pathThrough is a path through points.
func pathThrough(points ...vg.Point) (p vg.Path) {
	p.Move(points[0])
	for _, q := range points[1:] {
		p.Line(q)
	}
	return p
}

// discAt is a whole circle.
func discAt(x, y, radius vg.Length) (p vg.Path) {
	p.Move(vg.Point{X: x + radius, Y: y})
	p.Arc(vg.Point{X: x, Y: y}, radius, 0, 2*math.Pi)
	p.Close()
	return p
}

// What the canvas writes for one element after the other, each worked out by hand: y points downwards, steps are
// relative, and what is on the way is left out.
func TestSVGCanvas(t *testing.T) {
	orange := color.NRGBA{0xE6, 0x9F, 0, 255}
	for name, c := range map[string]struct {
		draw func(c *svgCanvas)
		want string
	}{
		"a line": {func(c *svgCanvas) {
			c.Stroke(pathThrough(vg.Point{X: 1, Y: 99}, vg.Point{X: 2.26, Y: 99.5}, vg.Point{X: 1.04, Y: 10}))
		}, `<path fill="none" stroke="ink" stroke-width="1" d="M1 1l1.3-.5-1.3 89.5"/>`},
		"points on the way": {func(c *svgCanvas) {
			c.Fill(pathThrough(vg.Point{X: 0, Y: 100}, vg.Point{X: 1, Y: 99}, vg.Point{X: 2, Y: 98},
				vg.Point{X: 2.01, Y: 98}, vg.Point{X: 1, Y: 99}))
		}, `<path d="M0 0l2 2-1-1"/>`},
		"a triangle": {func(c *svgCanvas) {
			p := pathThrough(vg.Point{X: 0, Y: 100}, vg.Point{X: 1, Y: 99}, vg.Point{X: 2, Y: 100})
			p.Close()
			c.Fill(p)
		}, `<path d="M0 0l1 1 1-1z"/>`},
		"a stroke of nothing": {func(c *svgCanvas) { c.Stroke(pathThrough(vg.Point{}, vg.Point{X: .01})) }, ""},
		"no opacity": {func(c *svgCanvas) {
			c.SetColor(color.Transparent)
			c.Fill(discAt(50, 50, 3))
		}, ""},
		"half a disc's opacity": {func(c *svgCanvas) {
			c.SetColor(withOpacity(orange, .5))
			c.Fill(discAt(50, 40, 3))
		}, `<circle fill="#E69F00" fill-opacity="0.498" cx="50" cy="60" r="3"/>`},
		"a disc with an outline": {func(c *svgCanvas) {
			c.Fill(discAt(50, 40, 4))
			c.SetColor(orange)
			c.Fill(discAt(50, 40, 3.2))
		}, `<circle fill="#E69F00" stroke="ink" stroke-width=".8" cx="50" cy="60" r="3.6"/>`},
		"discs that have nothing to do with each other": {func(c *svgCanvas) {
			c.Fill(discAt(50, 40, 4))
			c.SetColor(orange)
			c.Fill(discAt(51, 40, 3))
		}, "<circle cx=\"50\" cy=\"60\" r=\"4\"/>\n<circle fill=\"#E69F00\" cx=\"51\" cy=\"60\" r=\"3\"/>"},
		"a group": {func(c *svgCanvas) {
			c.SetLineDash([]vg.Length{3, 1.5}, 0)
			c.SetLineWidth(.5)
			for x := vg.Length(0); x < 2; x++ {
				c.Stroke(pathThrough(vg.Point{X: x, Y: 0}, vg.Point{X: x, Y: 50}))
			}
		}, "<g fill=\"none\" stroke=\"ink\" stroke-width=\"0.5\" stroke-dasharray=\"3 1.5\">\n" +
			"<path d=\"M0 100l0-50\"/>\n<path d=\"M1 100l0-50\"/>\n</g>"},
		"text": {func(c *svgCanvas) {
			c.Push()
			c.Rotate(math.Pi / 2)
			c.FillString(font.DefaultCache.Lookup(textStyle(small).Font, small), vg.Point{X: 20, Y: -10}, "a<b")
			c.Pop()
		}, `<text font-size="9.5" x="10" y="80" transform="rotate(-90 10 80)">a&lt;b</text>`},
		"a translation": {func(c *svgCanvas) {
			c.Push()
			c.Translate(vg.Point{X: 10, Y: 20})
			c.Fill(discAt(0, 0, 1))
			c.Pop()
			c.Fill(discAt(0, 0, 1))
		}, "<circle cx=\"10\" cy=\"80\" r=\"1\"/>\n<circle cx=\"0\" cy=\"100\" r=\"1\"/>"},
	} {
		if got := strings.TrimSpace(drawnSVG(c.draw)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// A page holds figures of sixty pairs and of sixty runs by the dozen: a pair of dots with its line takes at most 120
// bytes, and a smooth curve of 60 points at most 150.
func TestSVGIsShort(t *testing.T) {
	var pairs PairPanel
	steps, alpha := make([]int, 60), make([][][]float64, 60)
	for i := range 60 {
		steps[i] = 40 * i
		pairs.Pairs = append(pairs.Pairs, [2]float64{float64(40 + i*7%31), float64(45 + i*5%29)})
	}
	for run := range alpha {
		for i := range 60 {
			a := .5 - .3*math.Exp(-float64(i)/float64(5+run))
			alpha[run] = append(alpha[run], []float64{a, 1 - a})
		}
	}
	const rest = 6000 // axes and their text
	dots := len(Pairs{Panels: []PairPanel{pairs}}.Figure().Inline())
	runs := len(Weights{Panels: []WeightRuns{{"ours", []string{"one", "two"}, steps, alpha}}}.Figure().Inline())
	if dots > rest+60*120 || runs > rest+2*60*150 {
		t.Errorf("60 pairs take %d bytes, 60 runs of two groups %d", dots, runs)
	}
}

// Numbers have no letter that they can do without.
func TestDecimal(t *testing.T) {
	for n, want := range map[int]string{0: "0", 5: ".5", -5: "-.5", 10: "1", -120: "-12", 1234: "123.4"} {
		if got := decimal(n); got != want {
			t.Errorf("%d tenths are %s, want %s", n, got, want)
		}
	}
}

// The note stands in the figure, in as many lines as its width needs, and the figure is as much higher.
func TestNote(t *testing.T) {
	k, _ := Kinds.Get("pairs")
	f := k.Example()
	width, height := f.size()
	f.Note = "n = 30 trials, 100 rollouts of each behaviour in each; whiskers: one standard deviation."
	lines := f.noteLines(width)
	if len(lines) < 2 || strings.Join(lines, " ") != f.Note {
		t.Fatalf("lines %q", lines)
	}
	for _, line := range lines {
		if !strings.Contains(string(f.SVG()), ">"+line+"</text>") || leftAligned().Width(line) > width-2*noteMargin {
			t.Errorf("%q is not in the figure, or too wide", line)
		}
	}
	if _, higher := f.size(); higher != height+noteLine*vg.Length(len(lines)) {
		t.Errorf("height %v with a note, %v without", higher, height)
	}
	checkFormats(t, f)
}

// A file says how its figure is made again, whatever is in the command, beside the same drawing; a page says it in
// words of its own.
func TestAgain(t *testing.T) {
	k, _ := Kinds.Get("pairs")
	f := k.Example()
	plain, inline := string(f.SVG()), f.Inline()
	f.Again = "Again: counterpoise run 'mine <b>.toml'\u202e"
	const want = "<desc>Again: counterpoise run &#39;mine &lt;b&gt;.toml&#39;\\u202e</desc>\n"
	if got := string(f.SVG()); !strings.Contains(got, want) || strings.Replace(got, want, "", 1) != plain {
		t.Errorf("no %s in, or another drawing than without it:\n%.600s", want, got)
	}
	if f.Inline() != inline {
		t.Error("the figure of a page has the command")
	}
	checkFormats(t, f)
}
