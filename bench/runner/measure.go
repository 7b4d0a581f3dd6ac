package runner

import (
	"context"
	"errors"
	"slices"
	"time"

	"counterpoise/bench/record"
	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/policies/balance"
	"counterpoise/policies/train"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Speed is how fast this machine computes a policy.
type Speed struct {
	Batch  int           // frames of a step
	Frames float64       // frames a second in training
	Answer time.Duration // of one call of the policy for one observation: a chunk of actions
	Action time.Duration // the same for each action that is executed
}

// Measurer measures policies on one short demonstration.
type Measurer struct {
	plain, pictured *demos.Dataset
	seconds         float64
}

// NewMeasurer returns a Measurer whose demonstration the renderer draws. Training steps and calls of the policy are
// each measured for at least the given seconds, after a first one that compiles. The result is the median over
// measureWindows windows of equal time, so that a pause of the machine in one of them does not count. A single step
// that takes longer is measured once.
func NewMeasurer(ctx context.Context, r demos.Renderer, seconds float64) (*Measurer, error) {
	recipe, err := demos.ParseRecipe("picking left=1")
	if err != nil {
		return nil, err
	}
	d, err := demos.Generate(ctx, recipe, 1, 1, nil)
	if err != nil {
		return nil, err
	}
	pictured := *d
	e := d.Episodes[0]
	const frames = 16
	e.Observations, e.Actions = append([]scenes.Observation(nil), e.Observations[:frames]...), e.Actions[:frames]
	for t := range e.Observations {
		s := scenes.SnapshotOf(&e.Observations[t])
		if err := r.Render(&s, &e.Observations[t]); err != nil {
			return nil, err
		}
	}
	pictured.Episodes = []demos.Episode{e}
	return &Measurer{plain: d, pictured: &pictured, seconds: seconds}, nil
}

// pictureBatch is the batch size at which networks that read pictures are measured: larger batches are hardly faster
// per frame, and "resnet18" takes seconds per frame on a processor.
const pictureBatch = 4

// Measure trains a policy for some steps and calls it, on the selected device.
func (m *Measurer) Measure(ctx context.Context, p record.Policy) (s Speed, err error) {
	cfg, err := train.ConfigOf(p, 1<<20)
	if err != nil {
		return s, err
	}
	data := m.plain
	if cfg.Pictures() {
		data = m.pictured
	}
	if cfg.Extractor().Raw {
		cfg.Batch = pictureBatch
	}
	s.Batch = cfg.Batch
	groups := data.Groups(demos.ByBehaviour)
	method, err := balance.Named("natural")
	if err != nil {
		return s, err
	}
	enough, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var clock windows
	_, _, err = train.Train(enough, data, groups, method.Start(groups), cfg, seed.Of("measure"), train.Options{
		Progress: func(at train.Progress) {
			if clock.enough(time.Now(), m.seconds) {
				s.Frames = float64(cfg.Batch) / clock.median()
				stop(errMeasured)
			}
		},
	})
	if context.Cause(enough) != errMeasured {
		return s, err
	}
	s.Answer, err = m.answer(cfg, data, groups)
	s.Action = s.Answer / time.Duration(cfg.Execute)
	return s, err
}

// errMeasured ends a training that has been measured.
var errMeasured = errors.New("measured")

// answer measures calls of an untrained policy for one observation.
func (m *Measurer) answer(cfg train.Config, data *demos.Dataset, groups demos.Groups) (time.Duration, error) {
	model, err := train.Initial(data, groups, cfg, seed.Of("measure"))
	if err != nil {
		return 0, err
	}
	p, err := policies.NewNeural(cfg, model)
	if err != nil {
		return 0, err
	}
	chunk := [][]scenes.Action{make([]scenes.Action, p.Chunk())}
	var clock windows
	for calls := 0; ; calls++ {
		// Another observation each time: pictures that are the same again cost the frozen encoder nothing.
		o := data.Episodes[0].Observations[calls%len(data.Episodes[0].Observations):][:1]
		if err := p.Act(chunk, o); err != nil {
			return 0, err
		}
		if clock.enough(time.Now(), m.seconds) {
			return time.Duration(clock.median() * float64(time.Second)), nil
		}
	}
}

// measureWindows is the number of windows of time of a measurement. A median of five is right if two of them are not.
const measureWindows = 5

// windows measures the time of a repeated step in several windows of time. The zero value has none.
type windows struct {
	begun time.Time // start of the present window; zero before the first step ends
	steps int       // steps that have ended in the present window
	each  []float64 // mean time of a step in each earlier window (s)
}

// enough is called at the end of each step, the first of which does not count. It reports whether there are
// measureWindows windows, which take some seconds together, or a step that takes these seconds alone.
func (w *windows) enough(now time.Time, seconds float64) bool {
	if w.begun.IsZero() {
		w.begun = now
		return false
	}
	w.steps++
	spent := now.Sub(w.begun).Seconds()
	if spent <= seconds/measureWindows {
		return false
	}
	long := w.steps == 1 && spent > seconds
	w.each = append(w.each, spent/float64(w.steps))
	w.begun, w.steps = now, 0
	return long || len(w.each) == measureWindows
}

// median returns the median over windows of the time of a step (s), of an even number the lower one.
func (w *windows) median() float64 {
	slices.Sort(w.each)
	return w.each[(len(w.each)-1)/2]
}
