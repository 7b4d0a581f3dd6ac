package runner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"counterpoise/bench/record"
	"counterpoise/policies"
	"counterpoise/policies/balance"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/policies/weightfile"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// cellRunner makes records by simulation: demonstrations, training, rollouts. It is safe for concurrent use: its
// workers share nothing but the caches.
type cellRunner struct {
	datasets    datasetCache             // of demonstrations, in memory
	features    featureCache             // of the frozen encoder, in memory and on disk
	newRenderer func() (Renderer, error) // one renderer per cell in progress; may be nil
	weights     weightfile.Library       // of cells whose method is weights from a file
	same        onceCache[trained]       // of cells that train on the same demonstrations alike
}

// WeightsUser is a CellRunner that can train under weights from files. The one of NewCellRunner is.
type WeightsUser interface {
	// UseWeights makes weights known, before the first call of Run.
	UseWeights(weightfile.Library)
}

// UseWeights implements WeightsUser.
func (cr *cellRunner) UseWeights(l weightfile.Library) { cr.weights = l }

// Noticer is a CellRunner that tells of what goes wrong and changes no record. The one of NewCellRunner is.
type Noticer interface {
	// UseNotices sets the function that is called with each sentence, before the first call of Run. It may be called by
	// several goroutines.
	UseNotices(notice func(text string))
}

// UseNotices implements Noticer.
func (cr *cellRunner) UseNotices(notice func(string)) { cr.features.notice = notice }

// NewCellRunner returns a CellRunner for the given number of workers. It keeps as many datasets in memory as there are
// workers, and four more. newRenderer creates the renderers for policies that observe pictures; with nil, Run returns
// an error for their cells. The encoder's features of demonstrations are cached in the given folder, or in memory alone
// if its name is empty.
func NewCellRunner(workers int, newRenderer func() (Renderer, error), folder string) CellRunner {
	r := &cellRunner{newRenderer: newRenderer}
	r.datasets.capacity, r.same.capacity = workers+4, sameCells
	r.features.capacity, r.features.files = maxCachedEpisodes, Features(folder)
	return r
}

// maxCachedEpisodes is the number of episodes whose features stay in memory: those of about two trials, 30 kB
// each. The features of other episodes are read from the folder again. Half of it holds about one trial; twice
// as many take another 12 MB.
const maxCachedEpisodes = 400

// setup is what the training and the rollouts of a cell need. It lives as long as one cell is made.
type setup struct {
	config   train.Config
	renderer Renderer       // nil for a policy that observes no pictures
	data     *demos.Dataset // demonstrations, with the features of their pictures if the policy observes them
}

// close releases the renderer.
func (s setup) close() {
	if s.renderer != nil {
		s.renderer.Close()
	}
}

// Run makes the record of a cell. The durations of the record are those of its own work: demonstrations and features
// that another worker has computed take no time.
//
// After an error the record is incomplete and must not be stored. A record is a function of the cell, the
// backend and the machine's arithmetic.
func (cr *cellRunner) Run(ctx context.Context, c record.Cell) (record.Record, error) {
	here := CurrentProvenance()
	device := CurrentDevice().For(network.Revision(c.Policy.Network))
	r := record.Record{Schema: record.SchemaVersion, Cell: c, Renderer: record.NoRenderer, Device: &device,
		Provenance: here}
	// Each call of watch ends one part of the durations.
	watch := stopwatch()
	s, err := cr.prepare(ctx, c)
	defer s.close()
	if s.renderer != nil {
		r.Renderer = s.renderer.Name()
	}
	if err != nil {
		return r, err
	}
	card := s.data.Card
	r.Data = record.Data{Hash: card.Hash, Version: card.Version, Seed: card.Seed, Groups: card.Groups}
	r.Duration.Data = watch()
	method, chosen, err := cr.method(ctx, c, s.data)
	if err != nil {
		return r, err
	}
	if chosen != nil {
		r.Duration.Selection = watch()
	}
	made, err := cr.once(ctx, c, chosen, func() (t trained, err error) {
		var policy policies.Policy
		if policy, t.training, err = trainPolicy(ctx, c, s, method); err != nil {
			return t, err
		}
		r.Duration.Training = watch()
		if c.Rollouts > 0 {
			t.rollouts, err = rollOut(ctx, c, policy, s.renderer)
			r.Duration.Rollouts = watch()
		}
		return t, err
	})
	if err != nil {
		return r, err
	}
	r.Training, r.Rollouts = made.training, made.rollouts
	r.Training.Selection = chosen
	return r, nil
}

// prepare generates the demonstrations of a cell as its policy observes them. The caller closes the setup, after an
// error too. A renderer is created for policies that observe pictures alone, because it may hold a graphics
// context.
func (cr *cellRunner) prepare(ctx context.Context, c record.Cell) (s setup, err error) {
	if s.config, err = train.ConfigOf(c.Policy, c.Steps); err != nil {
		return s, err
	}
	if s.config.Pictures() {
		if cr.newRenderer == nil {
			return s, errors.New("the policy observes pictures, and there is nothing to draw them with")
		}
		if s.renderer, err = cr.newRenderer(); err != nil {
			return s, err
		}
	}
	s.data, err = cr.datasets.dataset(ctx, c)
	// The state is part of every episode; the features of pictures are computed here.
	if err == nil && s.renderer != nil {
		s.data, err = cr.features.encodeDataset(ctx, s.data, s.config, s.renderer)
	}
	if err != nil {
		return s, fmt.Errorf("demonstrations: %w", err)
	}
	return s, nil
}

// trainPolicy clones a cell's policy from its demonstrations, weighted by a method, and returns the policy
// with its last weights and the thinned course of the training.
//
// The randomness of initial weights and batches comes from record.Cell.TrainingKey, which the arms of a trial share.
func trainPolicy(ctx context.Context, c record.Cell, s setup, method balance.Method) (policies.Policy,
	record.Training, error) {
	if c.Untrained() {
		return untrainedPolicy(c, s)
	}
	// Groups are what the method weighs: episodes of one behaviour, of one style, or of both.
	by := demos.Grouping(c.Groups)
	if err := by.Check(); err != nil {
		return nil, record.Training{}, err
	}
	groups := s.data.Groups(by)
	mix, key := method.Start(groups), c.TrainingKey()
	model, log, err := train.Train(ctx, s.data, groups, mix, s.config, key, train.Options{})
	if err != nil {
		return nil, record.Training{}, fmt.Errorf("training: %w", err)
	}
	policy, err := policies.NewNeural(s.config, model)
	if err != nil {
		return nil, record.Training{}, err
	}
	t := record.Training{
		Backend: Backend(), Config: record.Config(s.config), Groups: groups.Names, Alpha: points(log.Alpha),
		Loss: points(log.Loss),
	}
	for _, ref := range log.References {
		t.References = append(t.References, reference(ref))
	}
	for i, s := range mixture.Searches(mix) {
		t.References[i].Search = &record.Search{Tolerance: s.Tolerance, Residual: s.Residual, Converged: s.Converged()}
	}
	if log.First != nil {
		first := reference(log.First)
		t.First = &first
	}
	for _, c := range log.Weighing().Collapses() {
		t.Collapsed = append(t.Collapsed, record.Collapse{Group: groups.Names[c.Group], Step: c.Step})
	}
	return policy, t, nil
}

// reference returns the record of a run before the policy's own.
func reference(l *mixture.Log) record.Reference {
	return record.Reference{Alpha: points(l.Alpha), Loss: points(l.Loss), Reached: l.Reached}
}

// untrainedPolicy returns the policy that a training with the cell's key starts from (bench/chance.go), and a course of
// no steps.
func untrainedPolicy(c record.Cell, s setup) (policies.Policy, record.Training, error) {
	groups := s.data.Groups(demos.Grouping(c.Groups))
	model, err := train.Initial(s.data, groups, s.config, c.TrainingKey())
	if err != nil {
		return nil, record.Training{}, err
	}
	policy, err := policies.NewNeural(s.config, model)
	return policy, record.Training{Backend: Backend(), Config: record.Config(s.config), Groups: groups.Names}, err
}

// rollOut evaluates the policy on every behaviour of the task, in the task's order. The state of rollout r of a
// behaviour is drawn from the start key with the behaviour's name and r.
func rollOut(ctx context.Context, c record.Cell, p policies.Policy, r Renderer) (all []record.Outcomes, err error) {
	task, err := scenes.ParseTask(c.Task)
	if err != nil {
		return nil, err
	}
	batch := newRolloutBatch(task, p, p.Execute(), r)
	for i, name := range task.Behaviours() {
		results, err := batch.run(ctx, i, c.StartKey().With(name), c.Rollouts)
		if err != nil {
			return nil, fmt.Errorf("rollouts of %s: %w", name, err)
		}
		all = append(all, outcomes(task, i, results))
	}
	return all, nil
}

// points returns a trajectory of values per gradient step, thinned to record.TrajectoryPoints. Step 0 is the
// first gradient step.
func points(steps [][]float64) []record.Point {
	all := make([]record.Point, len(steps))
	for i, v := range steps {
		all[i] = record.Point{Step: i, Group: v}
	}
	return thinned(all, record.TrajectoryPoints)
}

// thinned returns n of the points, equally spaced up to rounding, the first and the last among them. It returns all
// points if there are at most n. n must be 2 or more. Point i is the one at floor(i (len - 1)/(n - 1)), so the
// same steps are kept in every run of one length.
func thinned(p []record.Point, n int) []record.Point {
	if len(p) <= n {
		return p
	}
	out := make([]record.Point, n)
	for i := range out {
		out[i] = p[i*(len(p)-1)/(n-1)]
	}
	return out
}

// stopwatch returns a function that returns the seconds since its last call. The first call counts from its
// creation. time.Now has a monotonic clock, so that a change of the wall clock has no effect.
func stopwatch() func() float64 {
	last := time.Now()
	return func() float64 {
		now := time.Now()
		defer func() { last = now }()
		return now.Sub(last).Seconds()
	}
}
