package main

import (
	"fmt"
	"math"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/opengl"
)

// overlays are the pictures and texts over a window of a size.
func (h *hud) overlays(p *player, width, height int) ([]opengl.Overlay, error) {
	if p.plain {
		return nil, nil
	}
	m := p.moment()
	if h.drawn != m {
		if err := render.Draw(h.eyes, &m.scene, &h.seen); err != nil {
			return nil, err
		}
		h.drawn = m
	}
	const margin = 12
	over := []opengl.Overlay{
		inset(h.seen.Static, render.StaticSize, width-margin-render.StaticSize, margin, render.StaticSize),
		inset(h.seen.Ego, render.EgoSize, width-margin-render.StaticSize, 2*margin+render.StaticSize, render.StaticSize),
		panel(h.lines(p, m), margin, margin),
	}
	if p.help {
		list := panel(manual, 0, 0)
		list.X, list.Y = (width-list.W)/2, (height-list.H)/2
		over = append(over, list)
	} else {
		over = append(over, panel([]string{"h: keys"}, margin, height-margin-(render.LetterHeight+6)*textScale))
	}
	return over, nil
}

// lines say what is shown: which film, which moment, what the robot and the scene are at.
func (h *hud) lines(p *player, m *moment) []string {
	state := "playing"
	if p.paused {
		state = "paused"
	}
	end := "no success"
	if p.film.success {
		end = "success"
	}
	r, s := m.seen.Robot, m.seen.Scene
	tcp, rails := r[scenes.RobotTCP:], s[scenes.SceneSliders:]
	lines := []string{
		p.film.title,
		fmt.Sprintf("step %d of %d, %.2f s, %s, speed %gx, ends in %s", p.index()+1, len(p.film.moments), float64(p.index())/filmRate, state, p.speed, end),
	}
	if m.phase != "" {
		lines = append(lines, "phase: "+m.phase)
	}
	return append(lines,
		fmt.Sprintf("hand   x %+.3f  y %+.3f  z %.3f m, fingers %2.0f mm", tcp[0], tcp[1], tcp[2], 1000*r[scenes.RobotWidth]),
		fmt.Sprintf("door %3.0f  drawer %3.0f  switch %2.0f mm, bulb %s, LED %s", 1000*rails[scenes.Door], 1000*rails[scenes.Drawer],
			1000*rails[scenes.Switch], onOff(s[scenes.SceneBulb]), onOff(s[scenes.SceneLED])),
		fmt.Sprintf("%s, %.0f frames/s", h.device, 1/math.Max(h.pace, 1e-3)),
	)
}

func onOff(x float32) string {
	if x > 0.5 {
		return "on"
	}
	return "off"
}

// inset is a square picture of a camera, width pixels wide in the window, in a white frame.
func inset(rgb []uint8, size, x, y, width int) opengl.Overlay {
	const border = 1
	n := size + 2*border
	f := render.NewFrame(n, n)
	f.Fill(0, 0, n, n, [3]uint8{255, 255, 255})
	f.Paste(border, border, render.Frame{Width: size, Height: size, RGB: rgb})
	return opengl.Overlay{X: x, Y: y, W: width, H: width, Width: n, Height: n, RGBA: opaque(f, func([]uint8) uint8 { return 255 })}
}

// textScale is how many pixels a letter's dot is wide.
const textScale = 2

// panel is lines of text on a dark ground that lets the scene through.
func panel(lines []string, x, y int) opengl.Overlay {
	const edge, leading = 3, 2
	longest := 0
	for _, l := range lines {
		longest = max(longest, len([]rune(l)))
	}
	f := render.NewFrame(longest*render.LetterWidth+2*edge, len(lines)*(render.LetterHeight+leading)-leading+2*edge)
	for i, l := range lines {
		f.Text(edge, edge+i*(render.LetterHeight+leading), 1, [3]uint8{240, 244, 248}, l)
	}
	return opengl.Overlay{X: x, Y: y, W: textScale * f.Width, H: textScale * f.Height, Width: f.Width, Height: f.Height, RGBA: opaque(f, ground)}
}

// ground is the opacity of a panel's pixel: letters cover, the rest darkens.
func ground(rgb []uint8) uint8 {
	if rgb[0] > 0 {
		return 255
	}
	return 130
}

// opaque adds an opacity to every pixel.
func opaque(f render.Frame, alpha func(rgb []uint8) uint8) []uint8 {
	rgba := make([]uint8, 0, 4*f.Width*f.Height)
	for i := 0; i < len(f.RGB); i += 3 {
		rgba = append(rgba, f.RGB[i], f.RGB[i+1], f.RGB[i+2], alpha(f.RGB[i:]))
	}
	return rgba
}
