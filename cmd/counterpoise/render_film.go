package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// moment is one control step of a film: where everything is, the numbers that were observed, what was going on.
type moment struct {
	scene scenes.Snapshot
	seen  scenes.Observation
	phase string
}

// film is one episode at 30 moments a second.
type film struct {
	title   string
	moments []moment
	success bool
}

// projector makes films one after the other: n = 0, 1, 2, ...
type projector func(n int) (film, error)

// cast is what the flags of render and view say about who plays.
type cast struct {
	behaviour, style, policy string
	seed                     uint64
}

func (p program) castFlags(c *cobra.Command) *cast {
	k := &cast{style: expert.Optimal}
	f := c.Flags()
	f.StringVar(&k.behaviour, "behaviour", "", "`NAME` of what a task asks for; without it, one after the other")
	f.StringVar(&k.style, "style", k.style, "`NAME` of how the expert demonstrates: "+strings.Join(expert.Styles.Names(), ", "))
	f.StringVar(&k.policy, "policy", "", "`FILE` of a trained policy that acts in the expert's place")
	f.Uint64Var(&k.seed, "seed", 0, "seed `N` of initial states and demonstrations")
	return k
}

// projector finds out what is to be shown: a task, or a dataset's folder or file.
func (k *cast) projector(what string) (projector, error) {
	task, err := scenes.Tasks.Get(what)
	if err != nil {
		if _, gone := os.Stat(what); gone == nil {
			return recorded(what)
		}
		names := scenes.Tasks.Names()
		return nil, misused("%q is neither a task nor a dataset%s; tasks are %s", what, didYouMean(what, names), strings.Join(names, ", "))
	}
	behaviours := task.Behaviours()
	if k.behaviour != "" {
		if !slices.Contains(behaviours, k.behaviour) {
			return nil, misused("%s has no behaviour %q%s; there is %s", what, k.behaviour, didYouMean(k.behaviour, behaviours), strings.Join(behaviours, ", "))
		}
		behaviours = []string{k.behaviour}
	}
	if _, err := expert.Styles.Get(k.style); err != nil {
		return nil, misused("there is no style %q%s; there is %s", k.style, didYouMean(k.style, expert.Styles.Names()), strings.Join(expert.Styles.Names(), ", "))
	}
	var trained *policies.Policy
	if k.policy != "" {
		if trained, err = policies.Load(k.policy); err != nil {
			return nil, err
		}
	}
	return func(n int) (film, error) {
		b := behaviours[n%len(behaviours)]
		s := set{what, task, b, slices.Index(task.Behaviours(), b), k, n / len(behaviours)}
		if trained != nil {
			return s.perform(trained)
		}
		return s.demonstrate()
	}, nil
}

// set is what a film is to be about.
type set struct {
	name      string
	task      scenes.Task
	behaviour string
	number    int // of the behaviour
	cast      *cast
	take      int
}

// start puts a tabletop into the film's initial state.
func (s set) start() (*scenes.Tabletop, seed.Key, error) {
	w := scenes.NewTabletop()
	key := seed.Of("film", s.cast.seed, s.name, s.behaviour, s.take)
	return w, key, s.task.Reset(w, s.number, key.With("state").Rand())
}

// demonstrate lets the expert act.
func (s set) demonstrate() (film, error) {
	f := film{title: fmt.Sprintf("%s %s, %s expert, take %d", s.name, s.behaviour, s.cast.style, s.take)}
	w, key, err := s.start()
	if err != nil {
		return f, err
	}
	e, err := expert.New(s.name, s.cast.style, w, s.number, key.With("expert").Rand())
	if err != nil {
		return f, err
	}
	for range s.task.Horizon() {
		a, phase, done := e.Act(w)
		f.shoot(w, phase)
		if done {
			break
		}
		if err := w.Step(a); err != nil {
			return f, err
		}
		f.success = f.success || s.task.Success(w)
	}
	return f, nil
}

// encore is how many control steps a film goes on after a policy has succeeded.
const encore = 15

// perform lets a policy act.
func (s set) perform(p *policies.Policy) (film, error) {
	f := film{title: fmt.Sprintf("%s %s, policy %s, take %d", s.name, s.behaviour, s.cast.policy, s.take)}
	w, _, err := s.start()
	if err != nil {
		return f, err
	}
	eyes, chunk, left := soft.New(), make([]scenes.Action, p.Execute()), s.task.Horizon()
	for step := 0; step < left; step++ {
		i := step % len(chunk)
		f.shoot(w, fmt.Sprintf("action %d of %d", i+1, len(chunk)))
		if i == 0 {
			m := &f.moments[len(f.moments)-1]
			o := m.seen
			if err := render.Draw(eyes, &m.scene, &o); err != nil {
				return f, err
			}
			if err := p.Act([][]scenes.Action{chunk}, []scenes.Observation{o}); err != nil {
				return f, err
			}
		}
		if err := w.Step(chunk[i]); err != nil {
			return f, err
		}
		if !f.success && s.task.Success(w) {
			f.success, left = true, min(left, step+encore)
		}
	}
	return f, nil
}

// shoot adds the present moment.
func (f *film) shoot(w *scenes.Tabletop, phase string) {
	m := moment{scene: w.Snapshot(), phase: phase}
	w.Observe(&m.seen)
	f.moments = append(f.moments, m)
}

// recorded are the episodes of a dataset.
func recorded(path string) (projector, error) {
	r, err := demos.OpenAny(path)
	if err != nil {
		return nil, err
	}
	if r.Episodes() == 0 {
		return nil, errors.New(path + " has no episodes")
	}
	return func(n int) (film, error) {
		n %= r.Episodes()
		raw, err := r.Read(n, false)
		if err != nil {
			return film{}, err
		}
		e, err := raw.Episode()
		if err != nil {
			return film{}, err
		}
		f := film{title: fmt.Sprintf("%s %s, %s, episode %d of %s", e.Task, e.Behaviour, cmp.Or(e.Style, "unknown style"), n, path), success: e.Success}
		for _, o := range e.Observations {
			f.moments = append(f.moments, moment{scene: scenes.SnapshotOf(&o), seen: o})
		}
		return f, nil
	}, nil
}
