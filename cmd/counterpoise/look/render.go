package look

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/durable"
	"counterpoise/policies/playback"
	"counterpoise/scenes"
	"counterpoise/scenes/render/film"
)

const renderAbout = `
render draws an episode into a file: a GIF, an MP4 (where ffmpeg is installed), or a PNG with six moments
of it. What plays is a task's expert, a trained policy, or an episode of a dataset.

static and gripper are the cameras that policies look through, free stands where a person would. In exactly the
size that policies see (200x200, 84x84) a picture has exactly their pixels; otherwise it is smooth.

render sheet draws one picture of all tasks and behaviours.`

// renderFlags are the values of render's flags.
type renderFlags struct {
	*castFlags
	episode int    // of the dataset, or take of the task
	camera  string // as film.NewView takes it
	size    string // "640x480"; empty is the camera's own
	out     string // file whose extension decides the format
}

func init() { register(program.render) }

// render is the command that writes one episode as a picture or a film: playback plays it, package film draws it.
func (p program) render() *cobra.Command {
	c := &cobra.Command{
		Use:   "render TASK|DATASET|sheet",
		Short: "Draw an episode into a picture or a film",
		Long:  renderAbout,
		Example: p.Named(`  NAME render picking --behaviour left --out pick.gif
  NAME render out/demos --episode 3 --camera gripper --out third.mp4
  NAME render sheet --out tasks.png`),
		Args: cli.OneArgument("one thing to draw: a task (" + strings.Join(scenes.Tasks.Names(), ", ") +
			"), a dataset's path, or sheet"),
	}
	o := renderFlags{castFlags: p.castFlags(c), camera: "free"}
	f := c.Flags()
	f.IntVar(&o.episode, "episode", 0, "`N`th episode or take, from 0")
	f.StringVar(&o.camera, "camera", o.camera, "`CAMERA` to look through: static, gripper or free")
	f.StringVar(&o.size, "size", "", "`WxH` in pixels")
	f.StringVar(&o.out, "out", "", "`FILE` to write: .png, .gif or .mp4")
	f.Lookup("size").DefValue = "the camera's"
	cli.MemoryFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if !slices.Contains(film.Extensions, filepath.Ext(o.out)) {
			return cli.Misused("--out must name a file that ends in .png, .gif or .mp4, not %q", o.out)
		}
		if args[0] == "sheet" {
			return p.renderSheet(c.Context(), o)
		}
		return p.renderEpisode(c.Context(), args[0], o)
	}
	return c
}

// renderEpisode draws one episode of a task or of a dataset.
func (p program) renderEpisode(ctx context.Context, what string, o renderFlags) error {
	view, err := newView(o.camera, o.size, filepath.Ext(o.out))
	if err != nil {
		return err
	}
	view.Stopped = func() error { return context.Cause(ctx) }
	films, err := o.source(ctx, what, o.episode)
	if err != nil {
		return err
	}
	if err := film.CheckFormat(o.out); err != nil {
		return err
	}
	unready, err := cli.ReadyFor("out", o.out)
	if err != nil {
		return err
	}
	defer unready()
	f, err := films(o.episode)
	if err != nil {
		return err
	}
	return p.wrote(o.out, film.Write(o.out, &f, view))
}

// renderSheet draws the demonstrations of all tasks on one picture.
func (p program) renderSheet(ctx context.Context, o renderFlags) error {
	if filepath.Ext(o.out) != ".png" {
		return cli.Misused("the sheet is a picture: --out must end in .png")
	}
	others := append([]string{"episode", "camera", "size", "memory"}, castFlagNames...)
	if err := o.refuse("the sheet is one picture, of all tasks and behaviours", others...); err != nil {
		return err
	}
	unready, err := cli.ReadyFor("out", o.out)
	if err != nil {
		return err
	}
	defer unready()
	page, err := playback.Sheet(ctx)
	if err != nil {
		return err
	}
	data, err := film.PNG(page)
	if err != nil {
		return err
	}
	return p.wrote(o.out, durable.WriteFile(o.out, data))
}

// wrote prints the name of a file that was written.
func (p program) wrote(path string, err error) error {
	if err == nil {
		fmt.Fprintf(p.Out, "wrote  %s\n", path)
	}
	return err
}

// newView returns the view that --camera and --size describe. An MP4 stores colours at half the resolution, so its
// width and height must be even.
func newView(camera, size, extension string) (*film.View, error) {
	if !slices.Contains(film.Cameras(), camera) {
		return nil, cli.Misused("--camera is static, gripper or free, not %q", camera)
	}
	width, height := 0, 0
	if size != "" {
		n, err := fmt.Sscanf(size+" ", "%dx%d ", &width, &height)
		if n != 2 || err != nil || size != fmt.Sprintf("%dx%d", width, height) ||
			min(width, height) < film.MinSize || max(width, height) > film.MaxSize {
			return nil, cli.Misused("--size is such as 640x480, from %d to %d each, not %q", film.MinSize, film.MaxSize,
				size)
		}
	}
	if extension == ".mp4" && (width%2 > 0 || height%2 > 0) {
		return nil, cli.Misused("an MP4 has an even width and height, not %dx%d", width, height)
	}
	return film.NewView(camera, width, height)
}
