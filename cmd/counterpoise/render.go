package main

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

const renderAbout = `render draws an episode into a file: a GIF, an MP4 (where ffmpeg is installed), or a PNG with six moments
of it. What plays is a task's expert, a trained policy, or an episode of a dataset.

static and gripper are the cameras that policies look through, free stands where a person would. In exactly the
size that policies see (200x200, 84x84) a picture has exactly their pixels; otherwise it is smooth.

render sheet draws one picture of all tasks and behaviours.`

// shooting is what the flags of render ask for.
type shooting struct {
	*cast
	episode           int
	camera, size, out string
}

func (p program) render() *cobra.Command {
	c := &cobra.Command{
		Use:   "render TASK|DATASET|sheet",
		Short: "Draw an episode into a picture or a film",
		Long:  renderAbout,
		Example: p.named(`  NAME render picking --behaviour left --out pick.gif
  NAME render out/demos --episode 3 --camera gripper --out third.mp4
  NAME render sheet --out tasks.png`),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return misused("render needs one thing to draw: a task (%s), a dataset's path, or sheet", strings.Join(scenes.Tasks.Names(), ", "))
			}
			return nil
		},
	}
	s := shooting{cast: p.castFlags(c), camera: "free"}
	f := c.Flags()
	f.IntVar(&s.episode, "episode", 0, "`N`th episode or take, from 0")
	f.StringVar(&s.camera, "camera", s.camera, "`CAMERA` to look through: static, gripper or free")
	f.StringVar(&s.size, "size", "", "`WxH` in pixels")
	f.StringVar(&s.out, "out", "", "`FILE` to write: .png, .gif or .mp4")
	f.Lookup("size").DefValue = "the camera's"
	c.RunE = func(_ *cobra.Command, args []string) error { return p.shoot(args[0], s) }
	return c
}

func (p program) shoot(what string, s shooting) error {
	write, ok := fileKinds[filepath.Ext(s.out)]
	if !ok {
		return misused("--out must name a file that ends in .png, .gif or .mp4, not %q", s.out)
	}
	if what == "sheet" {
		if filepath.Ext(s.out) != ".png" {
			return misused("the sheet is a picture: --out must end in .png")
		}
		f, err := contactSheet()
		if err != nil {
			return err
		}
		return p.wrote(s.out, writePNG(s.out, f))
	}
	if s.episode < 0 {
		return misused("--episode must be 0 or more, not %d", s.episode)
	}
	shot, err := newShot(s.camera, s.size)
	if err != nil {
		return err
	}
	show, err := s.projector(what)
	if err != nil {
		return err
	}
	f, err := show(s.episode)
	if err != nil {
		return err
	}
	return p.wrote(s.out, write(s.out, &f, shot))
}

// wrote says what became of a file.
func (p program) wrote(path string, err error) error {
	if err == nil {
		fmt.Fprintf(p.out, "wrote  %s\n", path)
	}
	return err
}

// shot draws moments as one camera sees them.
type shot struct {
	camera        func(*scenes.Snapshot) render.Camera
	width, height int
	exact         bool // a policy's own pixels
	renderer      render.Renderer
}

// lookouts are the cameras: where they stand, the size that suits people, and the size that policies see.
var lookouts = map[string]struct {
	camera        func(*scenes.Snapshot) render.Camera
	width, height int
	policy        int
}{
	"static":  {func(*scenes.Snapshot) render.Camera { return render.Static() }, 600, 600, render.StaticSize},
	"gripper": {render.Ego, 504, 504, render.EgoSize},
	"free":    {func(*scenes.Snapshot) render.Camera { return onlooker }, 960, 640, 0},
}

// onlooker is a person before the table, to the robot's right.
var onlooker = standing()

func standing() render.Camera {
	c := standpoint.camera()
	c.Still = true
	return c
}

func newShot(camera, size string) (shot, error) {
	l, ok := lookouts[camera]
	if !ok {
		return shot{}, misused("--camera is static, gripper or free, not %q", camera)
	}
	s := shot{camera: l.camera, width: l.width, height: l.height, renderer: soft.New()}
	if size != "" {
		if n, err := fmt.Sscanf(size+" ", "%dx%d ", &s.width, &s.height); n != 2 || err != nil || size != fmt.Sprintf("%dx%d", s.width, s.height) ||
			min(s.width, s.height) < 16 || max(s.width, s.height) > 2048 {
			return s, misused("--size is such as 640x480, from 16 to 2048 each, not %q", size)
		}
	}
	s.exact = s.width == l.policy && s.height == l.policy
	return s, nil
}

// take draws one moment.
func (s shot) take(m *moment) (render.Frame, error) {
	f := render.NewFrame(s.width, s.height)
	if s.exact {
		return f, s.renderer.View(&m.scene, s.camera(&m.scene), f)
	}
	return f, render.Smooth(s.renderer, &m.scene, s.camera(&m.scene), f)
}

// spread is n moments of a film, evenly from its first to its last.
func (f *film) spread(n int) []*moment {
	all := make([]*moment, n)
	for i := range all {
		at := math.Round(float64(i) / float64(max(1, n-1)) * float64(len(f.moments)-1))
		all[i] = &f.moments[int(at)]
	}
	return all
}
