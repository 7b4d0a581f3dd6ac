package cost

import (
	"math"
	"sync"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/policies/balance"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Cost is the expected cost of a cell. It serves to share cells out to tasks and to plan; no result depends on it.
type Cost struct {
	Seconds float64 // of one core of the reference machine (trainSeconds); other machines are slower or faster
	Bytes   int64   // size of the record on the disk
	Memory  int64   // memory that a worker needs, bytes
}

// Durations in seconds of one core, measured on one core of an AMD EPYC (Zen 4) with SIMD and the Go backend, in
// November 2026. On XLA a training step of the perceptron takes a third of that, one of other networks less (package
// backend); without SIMD the perceptron trains four times as slowly. They decide no result: at twice the true value,
// tasks of a cluster would be half as long as requested.
const (
	trainSeconds   = 3.4e-10 // a multiplication of a frame's forward pass, in training: 8.5 ms for 256 frames of "mlp"
	actSeconds     = 1e-9    // the same where the policy acts
	gradientFactor = 1.9     // ratio of a step that observes gradients to one that does not
	unrolledFactor = 5       // the same for each step of an unrolled look-ahead: for two groups, by counting gradients
	controlSeconds = 50e-6   // a control step of a rollout, without the policy: 35 to 55 µs
	demoSeconds    = 6e-3    // a demonstration: 4 to 8 ms
	pictureSeconds = 4e-4    // drawing the pictures of both cameras and encoding them
	demoFrames     = 40      // frames of a demonstration: 36 to 51
)

// playedShare is the share of the horizon that a rollout takes on average: a failure takes all of it, a success about a
// tenth.
const playedShare = 0.4

// WorkerMemory is the memory that a worker requests on a cluster, in bytes: room for 64 tabletops, a dataset with its
// features and a network. Runs of one worker took 50 MB from the state and 75 MB from pictures; the rest is margin. The
// values of a step come besides (network.WorkOf), and the pictures of all frames for a network that reads them itself.
const WorkerMemory = 512 << 20

// pairMemory is the memory of the pictures of both cameras, in bytes.
const pairMemory = 3 * (200*200 + 84*84)

// known has the costs that have been estimated, by cells without what costs do not depend on. A plan of a thousand
// trials has 32,000 cells and 32 costs.
var known sync.Map

// Of estimates the cost of a cell. Its demonstrations count in full, though cells of a trial that run in one process
// share them.
func Of(c record.Cell) (Cost, error) {
	c.Experiment, c.Reading, c.Trial, c.Seed, c.SeedSource, c.Version = "", "", 0, 0, "", ""
	if cost, ok := known.Load(c); ok {
		return cost.(Cost), nil
	}
	cost, err := estimate(c)
	if err == nil {
		known.Store(c, cost)
	}
	return cost, err
}

// estimate is Of of a cell whose cost is not known yet.
func estimate(c record.Cell) (Cost, error) {
	task, err := scenes.ParseTask(c.Task)
	if err != nil {
		return Cost{}, err
	}
	recipe, err := recipeOf(c, task)
	if err != nil {
		return Cost{}, err
	}
	config, err := train.ConfigOf(c.Policy, c.Steps)
	if err != nil {
		return Cost{}, err
	}
	operations, err := network.WorkOf(config.Spec())
	if err != nil {
		return Cost{}, err
	}
	groups := expectedGroups(recipe, demos.Grouping(c.Groups))
	rollouts := float64(c.Rollouts * len(task.Behaviours()) * task.Horizon())
	steps, runs := 0.0, 0
	if !c.Untrained() { // an untrained policy plays nearly every rollout to its horizon
		method, err := balance.Recorded(c.Method)
		if err != nil {
			return Cost{}, err
		}
		if steps, runs, err = trainingSteps(method.Start(groups), len(groups.Names), c.Steps, config); err != nil {
			return Cost{}, err
		}
		rollouts *= playedShare
	}
	calls := rollouts / float64(config.Execute)
	cost := Cost{Memory: WorkerMemory}
	if step := int64(config.Batch) * operations.Memory; step > WorkerMemory/8 { // less is within its margin
		cost.Memory += step
	}
	if operations.Pictures {
		cost.Memory += int64(recipe.Demos() * demoFrames * pairMemory)
	}
	cost.Seconds = float64(recipe.Demos())*demoSeconds +
		steps*float64(config.Batch)*operations.Forward*trainSeconds +
		rollouts*controlSeconds + calls*float64(operations.Passes)*operations.Forward*actSeconds
	if config.Pictures() {
		cost.Seconds += pictureSeconds * (float64(recipe.Demos()*demoFrames) + calls)
	}
	perPoint := 20 + 20*len(groups.Names) // bytes of a point of a trajectory
	if c.Untrained() {
		perPoint = 0 // there is no trajectory
	}
	cost.Bytes = int64(1000 + 2*record.TrajectoryPoints*(runs+1)*perPoint + 4*c.Rollouts*len(task.Behaviours()))
	return cost, nil
}

// datasetDemos is the number of demonstrations of each behaviour that a dataset is taken to have, which a cell does not
// tell. A training does as many steps with any number.
const datasetDemos = 40

// recipeOf returns the recipe of a cell, or one like the dataset that it is about.
func recipeOf(c record.Cell, task scenes.Task) (r demos.Recipe, err error) {
	if !c.OfDataset() {
		return demos.ParseRecipe(c.Task + " " + c.Recipe)
	}
	r.Task = c.Task
	for _, behaviour := range task.Behaviours() {
		r.Counts = append(r.Counts, demos.Count{Behaviour: behaviour, Style: "optimal", N: datasetDemos})
	}
	return r, nil
}

// expectedGroups returns the groups of a recipe's demonstrations, with an estimate of their frames.
func expectedGroups(r demos.Recipe, by demos.Grouping) demos.Groups {
	var d demos.Dataset
	for _, c := range r.Counts {
		for range c.N {
			d.Episodes = append(d.Episodes, demos.Episode{Behaviour: c.Behaviour, Style: c.Style})
		}
	}
	g := d.Groups(by)
	for i, n := range g.N {
		g.Frames[i] = demoFrames * n
	}
	return g
}

// trainingSteps returns the gradient steps of a training under a mixture over k groups, with main steps in its last
// run, and the number of runs before that one (reference searches, a first stage). Steps are in units of the cost of a
// step of plain cloning under the configuration.
//
// The number of runs depends on the mixture alone, so the losses and weights that RunBefore hands from run to run are
// zeros here.
func trainingSteps(m mixture.Mixture, k, main int, config train.Config) (steps float64, before int, err error) {
	zeros := &mixture.Log{Alpha: [][]float64{make([]float64, k)}, Reached: make([]float64, k)}
	_, _, err = mixture.RunBefore(m, func(_ int, run mixture.Mixture, _ bool) (*mixture.Log, error) {
		cost, err := stepCost(run, config)
		steps += cost * float64(mixture.Steps(run, main))
		before++
		return zeros, err
	})
	if err != nil {
		return 0, 0, err
	}
	cost, err := stepCost(m, config)
	return steps + cost*float64(main), before, err
}

// stepCost returns the cost of a gradient step under a mixture, relative to a step of plain cloning under the
// configuration. Gradients that the mixture observes and a head of its own change it.
func stepCost(m mixture.Mixture, config train.Config) (float64, error) {
	cost := 1.0
	if _, ok := m.(mixture.GradientObserver); ok {
		cost = gradientFactor
	}
	if u, ok := m.(mixture.Unroller); ok && u.Unroll() > 1 {
		cost = unrolledFactor * float64(u.Unroll())
	}
	h, ok := m.(mixture.Headed)
	if !ok || h.Head() == "" {
		return cost, nil
	}
	plain, err := network.WorkOf(config.Spec())
	if err != nil {
		return 0, err
	}
	config.Head = h.Head()
	other, err := network.WorkOf(config.Spec())
	return cost * other.Forward / plain.Forward, err
}

// Total returns the cost of all cells together. Memory is that of a worker that makes them one after the other.
func Total(cells []record.Cell) (Cost, error) {
	var sum Cost
	for _, c := range cells {
		cost, err := Of(c)
		if err != nil {
			return sum, err
		}
		sum.Seconds += cost.Seconds
		sum.Bytes += cost.Bytes
		sum.Memory = max(sum.Memory, cost.Memory)
	}
	return sum, nil
}

// reportMemory is the memory that tables and report take for each byte of records on the disk, besides WorkerMemory:
// 9 MB took 240 MB in all, 55 MB 420 and 140 MB 870, 5 for each byte; the rest is margin.
const reportMemory = 8

// Report is the expected cost of tables and report of a plan, in whose folder are records of so many bytes
// already. Seconds are those of the films, for which the policies that are shown are trained again, at least one for
// each design: the time of the costliest cell of each. Where policies of a design have to be two or three, that is as
// many times as long. Tables and figures take a minute or two, which is not counted.
func Report(p bench.Plan, films bool, stored int64) (Cost, error) {
	cost, err := Total(p.Cells())
	if err != nil {
		return cost, err
	}
	cost.Seconds = 0
	if !films {
		cost.Memory = WorkerMemory
	}
	cost.Memory += reportMemory * (stored + cost.Bytes)
	for _, e := range p.Experiments {
		for _, d := range e.Designs {
			most := 0.0
			for _, a := range d.Arms {
				c, err := Of(p.Cell(e, d, a, 0))
				if err != nil {
					return cost, err
				}
				most = max(most, c.Seconds)
			}
			if films {
				cost.Seconds += most
			}
		}
	}
	return cost, nil
}

// Pack divides the cells into at most the given number of tasks of about equal cost. The cells keep their order, so
// that the arms of a trial, which share demonstrations, mostly stay together.
func Pack(cells []record.Cell, tasks int) ([][]record.Cell, error) {
	all, err := Total(cells)
	if err != nil {
		return nil, err
	}
	packed := make([][]record.Cell, tasks)
	before := 0.0
	for _, c := range cells {
		cost, err := Of(c)
		if err != nil {
			return nil, err
		}
		i := int(float64(tasks) * (before + cost.Seconds/2) / all.Seconds)
		packed[i] = append(packed[i], c)
		before += cost.Seconds
	}
	out := packed[:0]
	for _, p := range packed {
		if len(p) > 0 {
			out = append(out, p)
		}
	}
	return out, nil
}

// Wall returns the wall-clock time for the cells in seconds, with the given number of workers side by side, each of
// which takes the next cell when it is free. O(cells × workers).
func Wall(cells []record.Cell, workers int) (float64, error) {
	busy := make([]float64, max(1, min(workers, len(cells)))) // more have nothing to do
	for _, c := range cells {
		cost, err := Of(c)
		if err != nil {
			return 0, err
		}
		first := 0
		for i, b := range busy {
			if b < busy[first] {
				first = i
			}
		}
		busy[first] += cost.Seconds
	}
	longest := 0.0
	for _, b := range busy {
		longest = math.Max(longest, b)
	}
	return longest, nil
}
