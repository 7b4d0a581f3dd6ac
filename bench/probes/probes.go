package probes

import (
	"context"
	"fmt"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/policies/balance"
	"counterpoise/policies/elsewhere"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
)

// Probe is a policy that is trained and the starts that it is tested from.
type Probe struct {
	Name  string
	About string
	// sees is what the policy observes of a moment; at is the control step.
	sees  func(dst []float32, o *scenes.Observation, at, behaviour int) ([]float32, error)
	knobs string // of the task that the demonstrations are of, as in ":Speed=0.6"
	style string // of the demonstrations
	own   bool   // tested from the starts of its own demonstrations
	like  string // the probe whose policy it tests; empty: its own
}

// All are the probes. The first is what the others are compared with.
var All = []Probe{
	{Name: "state", About: "joints, gripper, block, bulb, door, drawer", sees: sees},
	{Name: "blind", About: "joints, gripper and the time alone", sees: blind},
	{Name: "told", About: "the same, and the number of the behaviour", sees: told},
	{Name: "own starts", About: "the policies of state, from the starts of their demonstrations", sees: sees, own: true,
		like: "state"},
	{Name: "slower", About: "cloned from a demonstrator at 0.6 of the pace", sees: sees, knobs: ":Speed=0.6"},
	{Name: "retry", About: "cloned from a demonstrator that misses once and tries again", sees: sees, style: "retry"},
}

// sees is the observer state.
func sees(dst []float32, o *scenes.Observation, _, _ int) ([]float32, error) {
	obs, err := network.Observers.Get("state")
	if err != nil {
		return nil, err
	}
	x := make([]float32, len(obs.Features()))
	err = obs.Encode(x, o)
	return append(dst, x...), err
}

// blind is the robot alone, and the time (s).
func blind(dst []float32, o *scenes.Observation, at, _ int) ([]float32, error) {
	own := o.Proprioception()
	return append(append(dst, own[:]...), float32(at)/scenes.ControlRate), nil
}

// told is blind and, as a number each, whether a behaviour is asked for.
func told(dst []float32, o *scenes.Observation, at, behaviour int) ([]float32, error) {
	dst, err := blind(dst, o, at, behaviour)
	asked := make([]float32, 3)
	asked[behaviour] = 1
	return append(dst, asked...), err
}

// Plan is the size of the measurement.
type Plan struct {
	Trials   int // policies of each probe and task, each of demonstrations and starts of its own
	Demos    int // of each behaviour
	Rollouts int // of each behaviour
	Steps    int // gradient steps; 0: those that are calibrated for the task
	Seed     uint64
}

// Row counts the rollouts of a policy in one behaviour.
type Row struct {
	Task, Probe, Behaviour string
	Trial, Right, Rollouts int
}

// Measure trains and tests the policies of all probes, one trial after another, and calls told with the rows of each
// policy.
func Measure(ctx context.Context, p Plan, told func([]Row)) (rows []Row, err error) {
	for trial := range p.Trials {
		for _, name := range scenes.Tasks.Names() {
			made := map[string]trained{}
			for i := range All {
				some, err := p.measure(ctx, name, &All[i], trial, made)
				if err != nil {
					return nil, fmt.Errorf("%s, probe %s, trial %d: %w", name, All[i].Name, trial, err)
				}
				rows = append(rows, some...)
				told(some)
			}
		}
	}
	return rows, nil
}

// measure trains and tests the policy of one probe. made are the policies of the trial so far.
func (p Plan) measure(ctx context.Context, name string, of *Probe, trial int, made map[string]trained) ([]Row, error) {
	task, err := scenes.Tasks.Get(name)
	if err != nil {
		return nil, err
	}
	from := seed.Of("probes", p.Seed, trial).Rand().Uint64() >> 11
	policy, ok := made[of.like]
	if !ok {
		if policy, err = p.train(ctx, name, task, of, from); err != nil {
			return nil, err
		}
		made[of.Name] = policy
	}
	var rows []Row
	for b, behaviour := range task.Behaviours() {
		start := func(r int, t *scenes.Tabletop) error {
			key := record.Cell{Task: name, Seed: from}.StartKey().With(behaviour).With(r)
			return task.Reset(t, b, key.Rand())
		}
		n := p.Rollouts
		if of.own {
			n = min(n, p.Demos)
			start = func(r int, t *scenes.Tabletop) error {
				return demonstrated(task, &policy.data.Episodes[b*p.Demos+r], b, from, t)
			}
		}
		right, err := roll(ctx, task, policy.Neural, of, b, n, start)
		if err != nil {
			return nil, err
		}
		rows = append(rows, Row{name, of.Name, behaviour, trial, right, n})
	}
	return rows, nil
}

// trained is a policy with its demonstrations: as many of each behaviour, one behaviour after the other.
type trained struct {
	*policies.Neural
	data *demos.Dataset
}

// train clones a policy from balanced demonstrations.
func (p Plan) train(ctx context.Context, name string, task scenes.Task, of *Probe, from uint64) (t trained, err error) {
	style := of.style
	if style == "" {
		style = expert.Optimal
	}
	recipe := demos.Recipe{Task: name + of.knobs}
	for _, b := range task.Behaviours() {
		recipe.Counts = append(recipe.Counts, demos.Count{Behaviour: b, Style: style, N: p.Demos})
	}
	if t.data, err = demos.Generate(ctx, recipe, from, 1, nil); err != nil {
		return t, err
	}
	cfg := train.DefaultConfig()
	if cfg.Steps = p.Steps; cfg.Steps == 0 {
		if cfg.Steps, err = bench.CalibratedSteps(name, record.Policy{Observer: cfg.Observer, Network: cfg.Network,
			Head: cfg.Head}); err != nil {
			return t, err
		}
	}
	there, err := elsewhere.Read(ctx, seen{t.data, of, task.Behaviours()}, false, func(_, _ int) {})
	if err != nil {
		return t, err
	}
	natural, err := balance.Named("natural")
	if err != nil {
		return t, err
	}
	groups := there.Labels.Groups(demos.ByBehaviour)
	m, _, err := there.Train(ctx, groups, natural.Start(groups), cfg, seed.Of("probes", from), train.Options{})
	if err != nil {
		return t, err
	}
	t.Neural, err = policies.NewNeuralOf(cfg, m, &there.Space)
	return t, err
}

// seen is a reader of demonstrations whose states are what a probe sees.
type seen struct {
	data       *demos.Dataset
	probe      *Probe
	behaviours []string
}

func (s seen) Card() demos.Card { return demos.Card{} }
func (s seen) Episodes() int    { return len(s.data.Episodes) }
func (s seen) Close() error     { return nil }

// Read implements demos.Reader.
func (s seen) Read(i int, _ bool) (*demos.Raw, error) {
	e := &s.data.Episodes[i]
	raw := e.Raw(false)
	raw.Scene, raw.State = demos.Matrix{}, demos.Matrix{}
	b := slices.Index(s.behaviours, e.Behaviour)
	for t := range e.Observations {
		var err error
		if raw.State.Values, err = s.probe.sees(raw.State.Values, &e.Observations[t], t, b); err != nil {
			return nil, err
		}
		raw.State.Width = len(raw.State.Values) / (t + 1)
	}
	return raw, nil
}

// demonstrated puts a tabletop into the start of a demonstration. One that failed was made again from another start;
// which attempt was kept, its first observation says. The key is that of package demos (demonstrate).
func demonstrated(task scenes.Task, e *demos.Episode, behaviour int, from uint64, t *scenes.Tabletop) error {
	key := seed.Of("demonstration", demos.Version, from, scenes.TaskName(e.Task), e.Behaviour, e.Style, e.Index)
	for attempt := range attempts {
		if err := task.Reset(t, behaviour, key.With("attempt", attempt).Rand()); err != nil {
			return err
		}
		var o scenes.Observation
		if t.Observe(&o); o.Robot == e.Observations[0].Robot && o.Scene == e.Observations[0].Scene {
			return nil
		}
	}
	return fmt.Errorf("the start of demonstration %d of %s is not found", e.Index, e.Behaviour)
}

// attempts is more than package demos makes of a demonstration.
const attempts = 1000

// roll plays n rollouts in lock-step and counts successes.
func roll(ctx context.Context, task scenes.Task, p *policies.Neural, of *Probe, behaviour, n int,
	start func(r int, t *scenes.Tabletop) error) (right int, err error) {
	tables := make([]*scenes.Tabletop, n)
	running := make([]int, n)
	for r := range tables {
		tables[r], running[r] = scenes.NewTabletop(), r
		if err := start(r, tables[r]); err != nil {
			return 0, err
		}
	}
	execute := p.Execute()
	for at := 0; at < task.Horizon() && len(running) > 0; at += execute {
		if err := context.Cause(ctx); err != nil {
			return 0, err
		}
		var states []float32
		chunks := make([][]float32, len(running))
		for i, r := range running {
			var o scenes.Observation
			tables[r].Observe(&o)
			if states, err = of.sees(states, &o, at, behaviour); err != nil {
				return 0, err
			}
			chunks[i] = make([]float32, execute*scenes.ActionSize)
		}
		if err := p.ActOnStates(chunks, states, 0); err != nil {
			return 0, err
		}
		undecided := running[:0]
		for i, r := range running {
			verdict, err := advance(task, tables[r], chunks[i], min(execute, task.Horizon()-at))
			if err != nil {
				return 0, err
			}
			switch verdict {
			case scenes.Right:
				right++
			case scenes.Neither:
				undecided = append(undecided, r)
			}
		}
		running = undecided
	}
	return right, nil
}

// advance executes the first n actions of a chunk, as far as nothing is decided.
func advance(task scenes.Task, t *scenes.Tabletop, chunk []float32, n int) (scenes.Verdict, error) {
	for k := range n {
		a := scenes.Action(chunk[k*scenes.ActionSize:][:scenes.ActionSize])
		if err := t.Step(a); err != nil {
			return scenes.Wrong, err
		}
		if v := task.Outcome(t).Earned; v != scenes.Neither {
			return v, nil
		}
	}
	return scenes.Neither, nil
}
