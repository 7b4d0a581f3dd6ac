package main

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/opengl"
	"counterpoise/scenes/render/soft"
)

const viewAbout = `view opens a window and plays, in real time, a task's expert, a trained policy or the episodes of a dataset, one
after the other, with what the policy's two cameras see. The key h shows all keys.

It needs a program built with OpenGL and a display; without them, render writes films.`

func (p program) view() *cobra.Command {
	episode := 0
	c := &cobra.Command{
		Use:   "view TASK|DATASET",
		Short: "Watch episodes in a window",
		Long:  viewAbout,
		Example: p.named(`  NAME view picking
  NAME view opening --behaviour drawer --style retry
  NAME view out/demos --episode 12`),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return misused("view needs one thing to show: a task (%s) or a dataset's path", strings.Join(scenes.Tasks.Names(), ", "))
			}
			return nil
		},
	}
	k := p.castFlags(c)
	c.Flags().IntVar(&episode, "episode", 0, "`N`th episode or take to begin with, from 0")
	c.RunE = func(c *cobra.Command, args []string) error {
		if episode < 0 {
			return misused("--episode must be 0 or more, not %d", episode)
		}
		show, err := k.projector(args[0])
		if err != nil {
			return err
		}
		player, err := newPlayer(show, episode)
		if err != nil {
			return err
		}
		w, err := opengl.Open("Counterpoise", 1080, 720)
		if err != nil {
			return err
		}
		defer w.Close()
		return play(c.Context(), player, w)
	}
	return c
}

// frameTime is how long a frame takes at least: 60 a second where the screen does not hold the program back.
const frameTime = time.Second / 60

// play shows a player in a window until the user closes it or the program is stopped.
func play(ctx context.Context, p *player, w opengl.Window) error {
	hud := newHUD(w.Name())
	for last := time.Now(); ctx.Err() == nil; {
		for _, e := range w.Events() {
			if quit, err := p.handle(e); quit || err != nil {
				return err
			}
		}
		now := time.Now()
		if err := p.advance(min(0.25, now.Sub(last).Seconds())); err != nil {
			return err
		}
		hud.passed(now.Sub(last))
		last = now
		width, height := w.Size()
		over, err := hud.overlays(p, width, height)
		if err != nil {
			return err
		}
		if err := w.Show(&p.moment().scene, p.camera(), over); err != nil {
			return err
		}
		time.Sleep(frameTime - time.Since(now))
	}
	return nil
}

// hud is what lies over the scene: the cameras' pictures and lines of text.
type hud struct {
	device string
	eyes   render.Renderer
	drawn  *moment // what the pictures show
	seen   scenes.Observation
	pace   float64 // seconds a frame, smoothed
}

func newHUD(device string) *hud { return &hud{device: device, eyes: soft.New()} }

func (h *hud) passed(d time.Duration) { h.pace += 0.05 * (d.Seconds() - h.pace) }
