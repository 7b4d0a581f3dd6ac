package simulator

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"counterpoise/internal/num"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/render/film"
)

// Bounds of what a client can ask for.
const (
	// MaxEnvironments bounds a Vector. An environment takes about 0.2 MB, and 0.4 MB with pictures.
	MaxEnvironments = 1024
	// MaxTrial bounds the numbers of trials.
	MaxTrial = 1<<31 - 1
	// maxPictures bounds the pictures of one answer (bytes), which both sides hold in memory: 1,024 environments with
	// both cameras' own pictures take 145 MB, and with pictures of 418 x 418 all of it.
	maxPictures = 1 << 30
)

// Options say what a Vector holds.
type Options struct {
	Task         string        // as scenes.ParseTask reads it
	Environments int           // in [1, MaxEnvironments]
	Oracle       scenes.Oracle // that decides when a rollout ends, and its reward
	Horizon      int           // control steps after which a rollout is truncated; 0 is the task's own number
	// Pictures makes observations carry pictures; PictureSize is the side to which both cameras' pictures are scaled as
	// in exported datasets (pixels), 0 for each camera's own.
	Pictures    bool
	PictureSize int
	Workers     int // environments that advance side by side; 0 is one a core. No result depends on it
	// NewRenderer creates a renderer per worker.
	NewRenderer func() (demos.Renderer, error)
}

// Vector is a number of environments of one task that advance in parallel. One goroutine uses it at a time.
type Vector struct {
	task         scenes.Task
	environments []environment
	lookAlike    float32          // scenes.Observation.LookAlike of the task
	cameras      []Camera         // empty without pictures
	renderers    []demos.Renderer // one per worker, nil without pictures
	workers      int
	view         *film.View // of the last call of Render
}

// NewVector returns environments of which each must be Reset before its first Step.
func NewVector(o Options) (*Vector, error) {
	task, err := scenes.ParseTask(o.Task)
	switch {
	case err != nil:
		return nil, err
	case o.Environments < 1 || o.Environments > MaxEnvironments:
		return nil, fmt.Errorf("%d environments; there can be 1 to %d", o.Environments, MaxEnvironments)
	}
	v := &Vector{task: task, environments: make([]environment, o.Environments),
		lookAlike: scenes.LookAlikeOf(o.Task), workers: o.Workers}
	if v.workers < 1 {
		v.workers = runtime.NumCPU()
	}
	v.workers = min(v.workers, o.Environments)
	v.renderers = make([]demos.Renderer, v.workers)
	if o.Pictures {
		if v.cameras, err = newCameras(o.PictureSize); err != nil {
			return nil, err
		}
		if err := v.checkPictures(o.Environments); err != nil {
			return nil, err
		}
		for i := range v.renderers {
			if v.renderers[i], err = o.NewRenderer(); err != nil {
				return nil, errors.Join(fmt.Errorf("no pictures: %w", err), v.Close())
			}
		}
	}
	horizon := o.Horizon
	if horizon < 1 {
		horizon = task.Horizon()
	}
	for i := range v.environments {
		v.environments[i] = environment{
			table: scenes.NewTabletop(), task: task, name: scenes.TaskName(o.Task), oracle: o.Oracle, horizon: horizon,
		}
	}
	return v, nil
}

// Close releases the renderers.
func (v *Vector) Close() error {
	var err error
	for _, r := range v.renderers {
		if r != nil {
			err = errors.Join(err, r.Close())
		}
	}
	return err
}

// Reset begins a rollout in each of the chosen environments, whose numbers rise. starts[i] is that of chosen[i], and
// row i of the result its first observation. An error about the arguments changes no environment.
func (v *Vector) Reset(chosen []int, starts []Start) (*Observations, error) {
	if err := v.check(chosen, len(starts), false); err != nil {
		return nil, err
	}
	for i, s := range starts {
		if n := len(v.task.Behaviours()); s.Behaviour < 0 || s.Behaviour >= n {
			return nil, fmt.Errorf("behaviour %d of environment %d; there are 0 to %d", s.Behaviour, chosen[i], n-1)
		}
		if s.Trial < 0 || s.Trial > MaxTrial {
			return nil, fmt.Errorf("trial %d for environment %d; there are 0 to %d", s.Trial, chosen[i], MaxTrial)
		}
	}
	obs := v.newObservations(len(chosen))
	return obs, v.each(len(chosen), func(worker, i int) error {
		e := &v.environments[chosen[i]]
		if err := e.reset(starts[i]); err != nil {
			return err
		}
		return v.observe(worker, e, obs, i)
	})
}

// Step executes actions[i] in environment chosen[i], for each of the chosen environments, whose numbers rise. Row i of
// the observations and the status are those after it. An environment whose rollout has ended, or has not begun, is an
// error. An error about the arguments changes no environment.
func (v *Vector) Step(chosen []int, actions []scenes.Action) (*Observations, []Status, error) {
	if err := v.check(chosen, len(actions), true); err != nil {
		return nil, nil, err
	}
	obs, status := v.newObservations(len(chosen)), make([]Status, len(chosen))
	return obs, status, v.each(len(chosen), func(worker, i int) (err error) {
		e := &v.environments[chosen[i]]
		if status[i], err = e.step(actions[i]); err != nil {
			return err
		}
		return v.observe(worker, e, obs, i)
	})
}

// Draw returns the pictures that observations with these numbers carry, one a row: states of another simulator, say.
// robot and scene have n rows. No environment changes, and none needs to have been Reset.
func (v *Vector) Draw(robot, scene []float32) (*Observations, error) {
	n := len(robot) / scenes.RobotSize
	switch {
	case len(v.cameras) == 0:
		return nil, errors.New("the environments were opened without pictures")
	case n < 1 || n > MaxEnvironments || len(robot) != n*scenes.RobotSize || len(scene) != n*scenes.SceneSize:
		return nil, fmt.Errorf("%d and %d numbers; there must be %d and %d a state, for 1 to %d states", len(robot),
			len(scene), scenes.RobotSize, scenes.SceneSize, MaxEnvironments)
	}
	if err := v.checkPictures(n); err != nil {
		return nil, err
	}
	obs := v.newObservations(n)
	copy(obs.Robot, robot)
	copy(obs.Scene, scene)
	return obs, v.each(n, func(worker, i int) error {
		o := scenes.Observation{LookAlike: v.lookAlike}
		copy(o.Robot[:], robot[i*scenes.RobotSize:])
		copy(o.Scene[:], scene[i*scenes.SceneSize:])
		if num.FirstNonFinite(o.Robot[:]) >= 0 || num.FirstNonFinite(o.Scene[:]) >= 0 {
			return fmt.Errorf("state %d has a number that is not finite", i)
		}
		return v.draw(worker, &o, obs, i)
	})
}

// checkPictures returns an error if the pictures of n observations take more memory than an answer may.
func (v *Vector) checkPictures(n int) error {
	bytes := 0
	for i := range v.cameras {
		bytes += v.cameras[i].bytes()
	}
	if int64(n)*int64(bytes) > maxPictures {
		return fmt.Errorf("the pictures of %d observations take %d bytes each, more than %d bytes together; take "+
			"fewer environments or a smaller size", n, bytes, int64(maxPictures))
	}
	return nil
}

// check returns an error if the chosen environments are not n different ones of the vector, in rising order. If running
// is set, their rollouts must not have ended.
func (v *Vector) check(chosen []int, n int, running bool) error {
	if len(chosen) != n || n == 0 {
		return fmt.Errorf("%d rows for %d environments", n, len(chosen))
	}
	for i, c := range chosen {
		switch {
		case c < 0 || c >= len(v.environments):
			return fmt.Errorf("environment %d; there are 0 to %d", c, len(v.environments)-1)
		case i > 0 && c <= chosen[i-1]:
			return fmt.Errorf("environment %d after %d; the numbers must rise", c, chosen[i-1])
		case running && !v.environments[c].running:
			return fmt.Errorf("the rollout of environment %d has ended or not begun: reset it", c)
		}
	}
	return nil
}

// each calls do for every i in [0, n), on as many goroutines as there are workers, each with a number of its own. After
// an error the rest is not begun. One piece of work is done by the caller itself, which saves a switch of goroutines.
func (v *Vector) each(n int, do func(worker, i int) error) error {
	if n == 1 || v.workers == 1 {
		for i := range n {
			if err := do(0, i); err != nil {
				return err
			}
		}
		return nil
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	errs := make([]error, min(n, v.workers))
	for worker := range errs {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if errs[worker] = do(worker, i); errs[worker] != nil {
					next.Store(int64(n))
					return
				}
			}
		})
	}
	wait.Wait()
	return errors.Join(errs...)
}

// Render draws an environment as films show it, for people: RGB, height rows of width pixels.
func (v *Vector) Render(environment, width, height int) ([]uint8, error) {
	if environment < 0 || environment >= len(v.environments) {
		return nil, fmt.Errorf("environment %d; there are 0 to %d", environment, len(v.environments)-1)
	}
	if width == 0 && height == 0 { // to film.NewView it means a size of its own, and the client waits for its own
		return nil, fmt.Errorf("a picture of 0x0; width and height are %d to %d pixels", film.MinSize, film.MaxSize)
	}
	if v.view == nil || v.view.Width != width || v.view.Height != height {
		view, err := film.NewView("free", width, height)
		if err != nil {
			return nil, err
		}
		v.view = view
	}
	f, err := v.view.Draw(&film.Moment{Scene: v.environments[environment].table.Snapshot()})
	return f.RGB, err
}
