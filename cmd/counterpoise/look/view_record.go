package look

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/durable"
	"counterpoise/internal/play"
	"counterpoise/internal/wording"
	"counterpoise/scenes"
	"counterpoise/scenes/demos/robomimic"
	"counterpoise/scenes/render/film"
	"counterpoise/scenes/render/opengl"
	"counterpoise/scenes/render/viewer"
)

// drive opens a window in which the user drives a task from numbered starts, and keeps the attempts in a file.
func (p program) drive(ctx context.Context, task, path string, start int, k *castFlags) error {
	of, err := scenes.Tasks.Get(task)
	if err != nil {
		return cli.Misused("--record is for a task, such as picking, and not for %s: %v", task, err)
	}
	if err := k.refuse("with --record you drive", "style", "policy"); err != nil {
		return err
	}
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s exists; choose another file, or remove it", path)
	}
	if start < 0 || start > play.MaxStart {
		return cli.Misused("--episode must be 0 to %d, not %d", play.MaxStart, start)
	}
	r := &recording{task: task, behaviours: of.Behaviours(), path: path, seed: max(1, k.seed), start: start - 1}
	if k.behaviour != "" {
		if err := cli.CheckChoice("behaviour", k.behaviour, r.behaviours); err != nil {
			return err
		}
		r.behaviours = []string{k.behaviour}
	}
	if err := durable.MkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	if err := r.next(); err != nil {
		return err
	}
	if err := viewer.Drive(ctx, r); err != nil {
		if why, noWindow := strings.CutPrefix(err.Error(), "opengl: "); noWindow {
			return fmt.Errorf("%s; %s play lets you drive in a browser instead", why, p.Name)
		}
		return err
	}
	if err := r.end(); err != nil {
		return err
	}
	if len(r.kept) == 0 {
		fmt.Fprintln(p.Out, "no attempt, and no file")
		return nil
	}
	fmt.Fprintf(p.Out, "%s, %d solved the task\n%s\n", wording.Plural(len(r.kept), "attempt"), r.solved(), path)
	return nil
}

// recording is a person's attempts at a task (viewer.Driver).
type recording struct {
	task, path string
	behaviours []string // asked for one after the other
	seed       uint64
	start      int // of the attempt, counted over all behaviours
	kept       []*play.Drive
	now        *play.Drive
	moment     *film.Moment
	closed     bool // the gripper
	running    bool // the attempt has begun, and is not over
}

// next goes to the next start.
func (r *recording) next() (err error) {
	r.start++
	n := len(r.behaviours)
	r.now, err = play.NewDrive(play.Start{Task: r.task, Behaviour: r.behaviours[r.start%n], Start: r.start / n,
		Seed: r.seed})
	r.closed, r.running = false, false
	if err == nil {
		r.moment = &film.Moment{Scene: r.now.Moments[0]}
	}
	return err
}

// end keeps the attempt, if it has begun, and writes the file with all attempts.
func (r *recording) end() error {
	if !r.running {
		return nil
	}
	r.running, r.now.Over = false, true
	if len(r.now.Attempt.Held) == 0 { // the key was not held for a control step
		return nil
	}
	r.kept = append(r.kept, r.now)
	return r.write()
}

// write replaces the file by one of the attempts that are kept; without any there is none.
func (r *recording) write() error {
	if len(r.kept) == 0 {
		return durable.Remove(r.path)
	}
	data, err := play.Driven(r.kept)
	if err != nil {
		return err
	}
	file, err := robomimic.Encode(data)
	if err != nil {
		return err
	}
	return durable.WriteFile(r.path, file)
}

// solved is the number of attempts that succeeded.
func (r *recording) solved() (n int) {
	for _, d := range r.kept {
		if d.Success > 0 {
			n++
		}
	}
	return n
}

// Running implements viewer.Driver.
func (r *recording) Running() bool { return r.running }

// Now implements viewer.Driver.
func (r *recording) Now() *film.Moment { return r.moment }

// Press implements viewer.Driver: the first key of a control starts the attempt, Enter ends it or goes on, and x
// discards the one that has ended.
func (r *recording) Press(key rune) error {
	last := len(r.kept) - 1
	switch ended := r.now.Over; {
	case key == opengl.KeyEnter && r.running:
		return r.end()
	case key == opengl.KeyEnter && len(r.kept) < play.MaxAttempts:
		return r.next()
	case key == 'x' && ended && last >= 0 && r.kept[last] == r.now:
		r.kept = r.kept[:last]
		if err := r.write(); err != nil {
			return err
		}
		return r.next()
	case ended:
	case key == ' ':
		r.closed, r.running = !r.closed, true
	case key != opengl.KeyShift && play.HeldOf(map[rune]bool{key: true}) != 0:
		r.running = true
	}
	return nil
}

// Step implements viewer.Driver.
func (r *recording) Step(held map[rune]bool) error {
	keys := map[rune]bool{' ': r.closed}
	for key := range held {
		if key == opengl.KeyShift {
			key = play.Shift
		}
		if key != ' ' {
			keys[key] = true
		}
	}
	if err := r.now.Step(play.HeldOf(keys)); err != nil {
		return err
	}
	r.moment = &film.Moment{Scene: r.now.Moments[len(r.now.Moments)-1]}
	if r.now.Over {
		return r.end()
	}
	return nil
}

// Lines implements viewer.Driver.
func (r *recording) Lines() []string {
	to := r.now.Offset()
	lines := []string{
		r.now.Ask(),
		fmt.Sprintf("start %d, %.1f s; to where the hand takes hold: right %+.0f, away %+.0f, up %+.0f cm",
			r.now.Attempt.Start.Start, float64(len(r.now.Attempt.Held))/scenes.ControlRate, 100*to[0], 100*to[1],
			100*to[2]),
	}
	switch {
	case r.now.Over && r.now.Success > 0:
		lines = append(lines, "success; enter: next start, x: discard")
	case r.now.Over:
		lines = append(lines, "no success; enter: next start, x: discard")
	case !r.running:
		lines = append(lines, "the clock starts with your first key")
	}
	return append(lines, fmt.Sprintf("%s kept, %d solved", wording.Plural(len(r.kept), "attempt"), r.solved()))
}

// Manual implements viewer.Driver.
func (r *recording) Manual() []string {
	return []string{
		"a d         hand left, right",
		"s w         towards the robot, away",
		"f r         down, up",
		"q e         turn left, right",
		"j l k i     tilt",
		"space       close, open the gripper",
		"shift       slowly, while it is held",
		"enter       end the attempt, then the next start",
		"x           discard what has ended",
		"1 2 3 0     free, static, gripper view",
		"h           this list",
		"escape      close",
	}
}
