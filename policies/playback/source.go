package playback

import (
	"cmp"
	"errors"
	"fmt"

	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
	"counterpoise/scenes/render/film"
)

// Source plays films one after the other: n = 0, 1, 2, ... The same n gives the same film.
type Source func(n int) (film.Film, error)

// Cast says who acts in the films of a task.
type Cast struct {
	Behaviours []string        // what is played, in turn; each is one of the task's
	Style      string          // of the scripted demonstrator
	Policy     policies.Policy // acts in place of the demonstrator, unless nil
	PolicyName string          // for titles
	Seed       uint64          // of initial states and of the demonstrator's variation
}

// OfTask returns the films of a task. Film n shows behaviour n modulo their number, so a film's number also counts
// the takes of each behaviour. An error says that the task, a behaviour or the style does not exist.
func OfTask(name string, c Cast) (Source, error) {
	task, err := scenes.Tasks.Get(name)
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
	take      int
}

// reset puts a tabletop into the episode's initial state. The key draws everything else of the episode.
func (e episode) reset(s uint64) (*scenes.Tabletop, seed.Key, error) {
	w := scenes.NewTabletop()
	key := seed.Of("film", s, e.name, e.behaviour, e.take)
	return w, key, e.task.Reset(w, e.number, key.With("state").Rand())
}

// demonstrate films the scripted demonstrator until it has finished or the task's time is over.
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
			break
		}
		if err := w.Step(a); err != nil {
			return f, err
		}
		f.Success = f.Success || e.task.Success(w)
	}
	return f, nil
}

// OfDataset returns the episodes of a dataset in their order; after the last one the first follows. Path is that of a
// dataset in any registered format.
func OfDataset(path string) (Source, error) {
	r, err := demos.OpenAny(path)
	if err != nil {
		return nil, err
	}
	if r.Episodes() == 0 {
		return nil, errors.New(path + " has no episodes")
	}
	return func(n int) (film.Film, error) {
		n %= r.Episodes()
		raw, err := r.Read(n, false)
		if err != nil {
			return film.Film{}, err
		}
		e, err := raw.Episode()
		if err != nil {
			return film.Film{}, err
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
	}, nil
}
