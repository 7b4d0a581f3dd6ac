package viewer

import (
	"fmt"
	"math"
	"strings"
	"time"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/film"
	"counterpoise/scenes/render/opengl"
	"counterpoise/scenes/render/soft"
)

// overlays is what lies over the scene: the pictures of the policy's cameras, and lines of text. Its pictures
// are drawn again only when the moment changes.
type overlays struct {
	device   string // of the window, for the text
	renderer render.Renderer
	drawn    *film.Moment       // the moment that the pictures show
	pictures scenes.Observation // of that moment
	pace     float64            // seconds a frame, smoothed
}

// newOverlays returns overlays without pictures; device is the name of what draws the window.
func newOverlays(device string) *overlays { return &overlays{device: device, renderer: soft.New()} }

// framePassed adds the duration of a frame to the mean, which is exponential over about 20 frames. The factor
// 0.05 makes the number readable; at 60 frames a second it settles within a second.
func (o *overlays) framePassed(d time.Duration) { o.pace += 0.05 * (d.Seconds() - o.pace) }

// layers returns the pictures and texts over a window of a size in pixels; none where the user has hidden them.
//
// Coordinates are pixels of the window from its upper left corner. The two pictures stand in the upper right
// corner, one below the other; the texts stand in the upper left corner, in lines that end before the pictures; the
// list of keys stands in the middle.
func (o *overlays) layers(p *player, width, height int) ([]opengl.Overlay, error) {
	if p.plain {
		return nil, nil
	}
	m := p.moment()
	if o.drawn != m {
		if err := render.DrawObservation(o.renderer, &m.Scene, &o.pictures); err != nil {
			return nil, err
		}
		o.drawn = m
	}
	// Pixels between overlays and to the edges of the window.
	const margin = 12
	left := width - margin - render.StaticSize
	over := []opengl.Overlay{
		inset(o.pictures.Static, render.StaticSize, left, margin, render.StaticSize),
		inset(o.pictures.Gripper, render.GripperSize, left, 2*margin+render.StaticSize, render.StaticSize),
		panel(folded(o.lines(p, m), left-2*margin), margin, margin),
	}
	if p.help {
		keys := manual
		if p.driver != nil {
			keys = p.driver.Manual()
		}
		list := panel(keys, 0, 0)
		list.X, list.Y = (width-list.W)/2, (height-list.H)/2
		over = append(over, list)
	} else {
		over = append(over, panel([]string{"h: keys"}, margin, height-margin-(render.LetterHeight+6)*textScale))
	}
	return over, nil
}

// lines say which film and which moment are shown, and where the gripper and the mechanisms are. Lengths are
// metres and millimetres, as the text says. The step counts from 1.
func (o *overlays) lines(p *player, m *film.Moment) []string {
	if p.driver != nil {
		return append(p.driver.Lines(), fmt.Sprintf("%s, %.0f frames/s", o.device, 1/math.Max(o.pace, 1e-3)))
	}
	state := "playing"
	if p.paused {
		state = "paused"
	}
	end := "no success"
	if p.film.Success {
		end = "success"
	}
	r, s := m.Observation.Robot, m.Observation.Scene
	tcp, rails := r[scenes.RobotTCP:], s[scenes.SceneSliders:]
	lines := []string{
		p.film.Title,
		fmt.Sprintf("step %d of %d, %.2f s, %s, speed %gx, ends in %s",
			p.index()+1, len(p.film.Moments), float64(p.index())/film.Rate, state, p.speed, end),
	}
	if m.Phase != "" {
		lines = append(lines, "phase: "+m.Phase)
	}
	return append(lines,
		fmt.Sprintf("hand   x %+.3f  y %+.3f  z %.3f m, fingers %2.0f mm",
			tcp[0], tcp[1], tcp[2], 1000*r[scenes.RobotWidth]),
		fmt.Sprintf("door %3.0f  drawer %3.0f  switch %2.0f mm, bulb %s, LED %s",
			1000*rails[scenes.Door], 1000*rails[scenes.Drawer], 1000*rails[scenes.Switch],
			onOff(s[scenes.SceneBulb]), onOff(s[scenes.SceneLED])),
		fmt.Sprintf("%s, %.0f frames/s", o.device, 1/math.Max(o.pace, 1e-3)),
	)
}

// onOff names the state of a light, which is 0 or 1 in an observation.
func onOff(x float32) string {
	if x > 0.5 {
		return "on"
	}
	return "off"
}

// inset is a square camera picture of size pixels, drawn width pixels wide in the window, in a white frame. The
// texture has the picture's own size and is scaled by the window.
func inset(rgb []uint8, size, x, y, width int) opengl.Overlay {
	const border = 1
	n := size + 2*border
	f := render.NewFrame(n, n)
	f.Fill(0, 0, n, n, [3]uint8{255, 255, 255})
	f.Paste(border, border, render.Frame{Width: size, Height: size, RGB: rgb})
	rgba := withAlpha(f, func([]uint8) uint8 { return 255 })
	return opengl.Overlay{X: x, Y: y, W: width, H: width, Width: n, Height: n, RGBA: rgba}
}

// textScale is the width of a letter's dot in the window, pixels. At 1 the letters would be hard to read on
// most screens.
const textScale = 2

// panel is lines of text on a dark, translucent ground. Each letter takes LetterWidth × LetterHeight dots of
// the font, and lines are 2 dots apart.
func panel(lines []string, x, y int) opengl.Overlay {
	const edge, leading = panelEdge, 2
	longest := 0
	for _, l := range lines {
		longest = max(longest, len([]rune(l)))
	}
	f := render.NewFrame(longest*render.LetterWidth+2*edge, len(lines)*(render.LetterHeight+leading)-leading+2*edge)
	for i, l := range lines {
		f.Text(edge, edge+i*(render.LetterHeight+leading), 1, [3]uint8{240, 244, 248}, l)
	}
	return opengl.Overlay{
		X: x, Y: y, W: textScale * f.Width, H: textScale * f.Height,
		Width: f.Width, Height: f.Height, RGBA: withAlpha(f, panelAlpha),
	}
}

// folded returns lines of text that are broken between words, so that a panel of them is no wider than a number of
// pixels. What continues a line is indented; a word that is wider than the panel stays whole.
func folded(lines []string, width int) (all []string) {
	letters := (width/textScale - 2*panelEdge) / render.LetterWidth
	for _, l := range lines {
		line := ""
		for _, word := range strings.Split(l, " ") { // also between two spaces, which set columns apart
			if line != "" && len([]rune(line))+1+len([]rune(word)) > letters {
				all = append(all, strings.TrimRight(line, " "))
				line = "  " + word
				continue
			}
			line += separator(line) + word
		}
		all = append(all, line)
	}
	return all
}

// separator is the space between a word and a line that has begun.
func separator(line string) string {
	if line == "" {
		return ""
	}
	return " "
}

// panelEdge is the ground around the letters of a panel, dots of the font.
const panelEdge = 3

// panelAlpha returns the opacity of a panel's pixel: letters are opaque, the ground darkens the scene by half.
// The ground is black, and no letter's pixel has a red of 0.
func panelAlpha(rgb []uint8) uint8 {
	if rgb[0] > 0 {
		return 255
	}
	return 130
}

// withAlpha returns a picture's pixels with an opacity of 0 to 255 for each. The result has 4 bytes a pixel:
// red, green, blue, opacity.
func withAlpha(f render.Frame, alpha func(rgb []uint8) uint8) []uint8 {
	rgba := make([]uint8, 0, 4*f.Width*f.Height)
	for i := 0; i < len(f.RGB); i += 3 {
		rgba = append(rgba, f.RGB[i], f.RGB[i+1], f.RGB[i+2], alpha(f.RGB[i:]))
	}
	return rgba
}
