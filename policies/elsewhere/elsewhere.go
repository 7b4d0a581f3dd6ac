package elsewhere

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"

	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/policies/encoder"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/policies/trainset"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Data is demonstrations of another environment, in memory.
type Data struct {
	// Labels has the labels and lengths of the demonstrations, for groups and weights. Its observations are empty, and
	// its actions 0.
	Labels *demos.Dataset
	// Digest is that of the actions (demos.ActionsDigest), by which files of weights know the data.
	Digest string
	Space  policies.Space

	features, actions []demos.Matrix // of each demonstration; actions in the unit of the policy's outputs
}

// Is reports whether a demonstration is of another environment than the tabletop: its states or actions have other
// widths.
func Is(r *demos.Raw) bool {
	return r.Actions.Width != scenes.ActionSize || r.State.Width != scenes.RobotSize
}

// Read reads demonstrations that all have states and actions of the same widths. The numbers of a state are those of
// the robot, then those of the scene where the dataset has them; with pictures, then what the pictures become
// (SeePicture), cameras in the order of their names.
func Read(ctx context.Context, r demos.Reader, pictures bool, progress func(done, total int)) (*Data, error) {
	d := &Data{Labels: &demos.Dataset{}}
	actions := sha256.New()
	var tasks, seen []string
	own := 0 // numbers of a state that are not of pictures
	err := trainset.Each(ctx, r, pictures, progress, func(i int, raw *demos.Raw) error {
		parts := []demos.Matrix{raw.State, raw.Scene}
		if pictures {
			m, names, err := see(raw)
			switch {
			case err != nil:
				return fmt.Errorf("demonstration %s: %w", demos.Place(r, i), err)
			case len(names) == 0:
				return fmt.Errorf("demonstration %s has no pictures; --policy state reads its state alone",
					demos.Place(r, i))
			case i > 0 && !slices.Equal(names, seen):
				return fmt.Errorf("demonstration %s has other cameras than the first", demos.Place(r, i))
			}
			parts, seen = append(parts, m), names
		}
		parts = slices.DeleteFunc(parts, func(m demos.Matrix) bool { return m.Width == 0 })
		state := demos.SideBySide(parts, raw.Frames())
		own = state.Width - len(seen)
		switch {
		case state.Width == 0:
			return fmt.Errorf("demonstration %s has no state, perhaps only pictures: --policy vision reads them",
				demos.Place(r, i))
		case raw.Actions.Width == 0:
			return fmt.Errorf("demonstration %s has no actions", demos.Place(r, i))
		case i > 0 && (state.Width != d.features[0].Width || raw.Actions.Width != d.actions[0].Width):
			return fmt.Errorf("demonstration %s has states of %d numbers and actions of %d, the first has %d and %d",
				demos.Place(r, i), state.Width, raw.Actions.Width, d.features[0].Width, d.actions[0].Width)
		}
		e := demos.Episode{Task: raw.Labels["task"], Behaviour: raw.Labels["behaviour"], Style: raw.Labels["style"],
			Actions: make([]scenes.Action, raw.Frames())}
		if _, ok := raw.Labels["behaviour"]; !ok {
			e.Behaviour = e.Task
		}
		e.Success, _ = demos.Truth(raw.Labels["success"])
		if !slices.Contains(tasks, e.Task) {
			tasks = append(tasks, e.Task)
		}
		d.Labels.Episodes = append(d.Labels.Episodes, e)
		binary.Write(actions, binary.LittleEndian, raw.Actions.Values)
		d.features, d.actions = append(d.features, clone(state)), append(d.actions, clone(raw.Actions))
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(d.features) == 0 {
		return nil, errors.New("no demonstrations")
	}
	d.Digest = hex.EncodeToString(actions.Sum(nil)) // as demos.ActionsDigest, which knows whole datasets alone
	state, action := demos.ComponentNames(r)
	if pictures {
		state, d.Space.Encoder = slices.Concat(named(state, "state", own), seen), encoder.Frozen().ID()
	}
	d.settle(tasks, state, action)
	return d, nil
}

// maxTasks is the largest number of tasks that inputs tell apart. More are most likely sentences, one an episode.
const maxTasks = 64

// named returns n names: those of the dataset if they are as many, else numbers.
func named(names []string, what string, n int) (all []string) {
	if len(names) == n {
		return names
	}
	for i := range n {
		all = append(all, fmt.Sprintf("%s %d", what, i))
	}
	return all
}

// settle sets the space: names and units. It appends the task to the features, and scales the actions.
func (d *Data) settle(tasks, state, action []string) {
	s := &d.Space
	if len(tasks) <= maxTasks {
		s.Tasks = tasks
	}
	n := d.actions[0].Width
	s.State, s.Action = named(state, "state", d.features[0].Width), named(action, "action", n)
	var all []float32
	for _, m := range d.actions {
		all = append(all, m.Values...)
	}
	for k := range n {
		mean, sd := network.Moments(all, n, k)
		if sd < 1e-6*max(1, math.Abs(mean)) {
			sd = 0 // constant up to rounding
		}
		s.Mean, s.Scale = append(s.Mean, float32(mean)), append(s.Scale, float32(sd/train.Unit))
	}
	for _, m := range d.actions {
		for i, a := range m.Values {
			k := i % n
			if m.Values[i] = 0; s.Scale[k] > 0 {
				m.Values[i] = (a - s.Mean[k]) / s.Scale[k]
			}
		}
	}
	if len(s.Tasks) < 2 {
		return
	}
	for i, m := range d.features {
		of := demos.Matrix{Width: len(s.Tasks), Values: make([]float32, m.Rows()*len(s.Tasks))}
		for t := range m.Rows() {
			of.Row(t)[slices.Index(s.Tasks, d.Labels.Episodes[i].Task)] = 1
		}
		d.features[i] = demos.SideBySide([]demos.Matrix{m, of}, m.Rows())
	}
}

// clone returns a matrix of its own memory, which a reader may reuse.
func clone(m demos.Matrix) demos.Matrix {
	return demos.Matrix{Width: m.Width, Values: slices.Clone(m.Values)}
}

// Frames returns the lengths of the demonstrations.
func (d *Data) Frames() (all []int) {
	for _, m := range d.actions {
		all = append(all, m.Rows())
	}
	return all
}

// set returns the training rows in groups, with chunks of actions.
func (d *Data) set(g demos.Groups, chunk int) (*trainset.Set, error) {
	b := trainset.Builder{Chunk: chunk, Groups: g}
	for i := range d.features {
		if err := b.Add(d.features[i], d.actions[i]); err != nil {
			return nil, fmt.Errorf("demonstration %d %w", i, err)
		}
	}
	return b.Set()
}

// Train is train.Train on the demonstrations.
func (d *Data) Train(ctx context.Context, g demos.Groups, mix mixture.Mixture, cfg train.Config, key seed.Key,
	opts train.Options) (*network.Model, *mixture.Log, error) {
	s, err := d.set(g, cfg.Chunk)
	if err == nil {
		err = suits(cfg)
	}
	if err != nil {
		return nil, nil, err
	}
	return train.Rows(ctx, s, d.Space.Features(), len(d.Space.Action), mix, cfg, key, opts)
}

// suits returns an error if a configuration asks for what only demonstrations of the tabletop have.
func suits(cfg train.Config) error {
	if cfg.Shifts > 0 || cfg.Looks > 0 {
		return errors.New("shifts and looks of pictures are of the tabletop's demonstrations: leave these settings out")
	}
	return nil
}

// Initial is train.Initial on the demonstrations: a policy that has learned nothing but the scales of states and
// actions.
func (d *Data) Initial(cfg train.Config, key seed.Key) (*policies.Neural, error) {
	s, err := d.set(d.Labels.Groups(demos.ByBehaviour), cfg.Chunk)
	if err != nil {
		return nil, err
	}
	m, err := train.InitialRows(s, d.Space.Features(), len(d.Space.Action), cfg, key)
	if err != nil {
		return nil, err
	}
	return policies.NewNeuralOf(cfg, m, &d.Space)
}

// Actor is a policy on one task of its environment (environments.Actor).
type Actor struct {
	*policies.Neural
	Task int // number among Space.Tasks
}

// ActOnStates predicts chunks of actions, see policies.Neural.
func (a Actor) ActOnStates(dst [][]float32, states []float32) error {
	return a.Neural.ActOnStates(dst, states, a.Task)
}
