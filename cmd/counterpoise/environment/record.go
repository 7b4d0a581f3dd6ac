package environment

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"counterpoise/bench/remote/environments"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/printable"
	"counterpoise/internal/wording"
	"counterpoise/policies/elsewhere"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/robomimic"
)

// Recorded counts what was recorded.
type Recorded struct {
	Environment    string // its name, as --env has it
	Demonstrations int
	Solved, Frames int
}

// Script is what an expert demonstrates.
type Script struct {
	Style, Expert, Task string
	Seeds               []uint64 // of the starts
}

// Record records experts into a file. What was complete when an error came is kept in it.
func Record(ctx context.Context, p shared.Program, path string, env shared.EnvFlags, all []Script) (Recorded, error) {
	n := Recorded{Environment: env.Env}
	err := robomimic.WriteRaw(path, func(add func(*demos.Raw) error) (string, error) {
		for _, r := range all {
			in := env
			in.Env = strings.ReplaceAll(env.Env, shared.TaskWord, r.Task)
			in.Expert = strings.ReplaceAll(r.Expert, shared.TaskWord, r.Task)
			labels := map[string]string{"task": r.Task, "style": r.Style}
			if err := demonstrate(ctx, p, in, labels, r.Seeds, &n, add); err != nil {
				return n.Environment, fmt.Errorf("expert %s: %w", in.Expert, err)
			}
		}
		return n.Environment, nil
	})
	return n, err
}

// demonstrate records an expert from some seeds, with labels that all demonstrations have, and adds them.
func demonstrate(ctx context.Context, p shared.Program, env shared.EnvFlags, labels map[string]string, seeds []uint64,
	n *Recorded, add func(*demos.Raw) error) error {
	env.Workers = 1
	clients, end, err := env.Open(ctx)
	if err != nil {
		return err
	}
	defer end()
	if _, err := p.CheckStarts(ctx, clients[0]); err != nil {
		return err
	}
	space := clients[0].Space
	said, err := observed(space)
	if err != nil {
		return err
	}
	if n.Demonstrations == 0 { // once, and not for every expert and task
		fmt.Fprintf(p.Err, "%s: %s\n", printable.Line(space.Name), printable.Line(said))
	}
	progress, done := cli.Counter(p.Err, "demonstrations")
	defer done()
	return clients[0].Collect(ctx, seeds, env.Horizon, func(i, of int, d *environments.Demonstration) error {
		r := &demos.Raw{
			Labels:  maps.Clone(labels),
			State:   demos.Matrix{Width: len(space.State), Values: d.States},
			Actions: demos.Matrix{Width: len(space.Low), Values: d.Actions},
		}
		r.Labels["task"] = cmp.Or(labels["task"], space.Task, space.Name)
		r.Labels["success"] = strconv.FormatBool(d.Success)
		r.Labels["seed"] = strconv.FormatUint(d.Seed, 10)
		r.Labels["index"] = strconv.Itoa(i - 1)
		for k, c := range space.Cameras {
			r.Cameras = append(r.Cameras, demos.Camera{
				Name: elsewhere.CameraName(c.Name), Height: c.Height, Width: c.Width, Data: d.Pictures[k],
			})
		}
		if err := add(r); err != nil {
			return err
		}
		n.Demonstrations, n.Frames = n.Demonstrations+1, n.Frames+d.Steps
		if d.Success {
			n.Solved++
		}
		progress(i, of)
		return nil
	})
}

// observed says what of an observation is recorded. Two cameras of one name are an error.
func observed(s environments.Space) (line string, err error) {
	parts, seen := []string{wording.Plural(len(s.State), "number")}, map[string]string{}
	for _, c := range s.Cameras {
		name := elsewhere.CameraName(c.Name)
		if other, twice := seen[name]; twice {
			return "", fmt.Errorf("the cameras %s and %s would both be called %s: give one another key", other, c.Name,
				name)
		}
		seen[name] = c.Name
		parts = append(parts, fmt.Sprintf("pictures of %s (%d x %d)", name, c.Width, c.Height))
	}
	line = wording.List(parts)
	if len(s.LeftOut) > 0 {
		line += "; left out, as neither numbers nor 8-bit RGB pictures: " + wording.List(s.LeftOut)
	}
	return line, nil
}
