package playback

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
	"counterpoise/scenes/render/film"
)

// Source returns film n = 0, 1, 2, ... The same n gives the same film, so films can be made in any order.
type Source func(n int) (film.Film, error)

// Cast says who acts in the films of a task, and which behaviours are shown.
type Cast struct {
	Behaviours []string        // shown in turn; each is one of the task's, at least one
	Style      string          // of the scripted demonstrator: an entry of expert.Styles
	Policy     policies.Policy // acts in place of the demonstrator, unless nil
	PolicyName string          // for titles
	Seed       uint64          // of initial states and of the demonstrator's variation
}

// OfTask returns the films of a task, named with its knobs. With b behaviours, film n shows behaviour n mod b in take
// n/b: another initial state of the same behaviour. A task, a behaviour or a style that does not exist is an error.
func OfTask(name string, c Cast) (Source, error) {
	task, err := scenes.ParseTask(name)
	if err != nil {
		return nil, err
	}
	if _, err := expert.Styles.Get(c.Style); err != nil {
		return nil, err
	}
	numbers := make([]int, len(c.Behaviours))
	for i, b := range c.Behaviours {
		if numbers[i], err = behaviourNumber(task, name, b); err != nil {
			return nil, err
		}
	}
	return func(n int) (film.Film, error) {
		i := n % len(c.Behaviours)
		e := episode{
			name:      name,
			task:      task,
			behaviour: c.Behaviours[i],
			number:    numbers[i],
			take:      n / len(c.Behaviours),
		}
		if c.Policy != nil {
			return e.rollOut(c)
		}
		return e.demonstrate(c)
	}, nil
}

// episode is one film of a task.
type episode struct {
	name      string
	task      scenes.Task
	behaviour string
	number    int // of the behaviour in the task's list
	take      int // 0, 1, ...: each has an initial state of its own
}

// reset returns a tabletop in the episode's initial state, and the key of the episode for everything random in it. The
// words of the key decide which episode this is; a change of one gives another film under the same seed.
func (e episode) reset(s uint64) (*scenes.Tabletop, seed.Key, error) {
	w := scenes.NewTabletop()
	key := seed.Of("film", s, scenes.TaskName(e.name), e.behaviour, e.take)
	return w, key, e.task.Reset(w, e.number, key.With("state").Rand())
}

// demonstrate films the scripted demonstrator until it has finished or the task's horizon is reached, the last state
// included. Each moment has the name of the phase of the script as its caption.
func (e episode) demonstrate(c Cast) (film.Film, error) {
	f := film.Film{Title: fmt.Sprintf("%s %s, %s expert, take %d", e.name, e.behaviour, c.Style, e.take)}
	w, key, err := e.reset(c.Seed)
	if err != nil {
		return f, err
	}
	actor, err := expert.New(e.name, c.Style, w, e.number, key.With("expert").Rand())
	if err != nil {
		return f, err
	}
	for range e.task.Horizon() {
		a, phase, done := actor.Act(w)
		f.Add(w, phase)
		if done {
			return f, nil
		}
		if err := w.Step(a); err != nil {
			return f, err
		}
		f.Success = f.Success || e.task.Outcome(w).Earned == scenes.Right
	}
	f.Add(w, "")
	return f, nil
}

// OfDataset returns films of the recorded episodes of a dataset, in any registered format, and the number of episodes:
// film n is episode n modulo that number. Scenes are drawn from the recorded states, so a dataset without pictures can
// be shown. An episode that does not come from the tabletop is an error of its film. Films are read when they are asked
// for, until ctx is done, so the dataset stays open as long as the program runs.
func OfDataset(ctx context.Context, path string) (films Source, episodes int, err error) {
	r, err := demos.OpenAny(ctx, path)
	if err != nil {
		return nil, 0, err
	}
	if r.Episodes() == 0 {
		r.Close()
		return nil, 0, errors.New(path + " has no episodes")
	}
	return func(n int) (film.Film, error) {
		n %= r.Episodes()
		raw, err := r.Read(n, false)
		if err != nil {
			return film.Film{}, err
		}
		e, err := raw.Episode()
		if err != nil {
			return film.Film{}, fmt.Errorf("episode %d of %s: %w", n, path, err)
		}
		style := cmp.Or(e.Style, "unknown style")
		f := film.Film{
			Title:   fmt.Sprintf("%s %s, %s, episode %d of %s", e.Task, e.Behaviour, style, n, path),
			Success: e.Success,
		}
		for _, o := range e.Observations {
			f.Moments = append(f.Moments, film.Moment{Scene: scenes.SnapshotOf(&o), Observation: o})
		}
		return f, nil
	}, r.Episodes(), nil
}
