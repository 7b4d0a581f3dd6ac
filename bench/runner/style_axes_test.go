package runner

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/policies"
	"counterpoise/policies/backend"
	"counterpoise/policies/train"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
)

// writeAxes makes BenchmarkStyleAxes write what it measures where package bench embeds it.
var writeAxes = flag.Bool("write", false, "BenchmarkStyleAxes writes "+axesFile)

const axesFile = "../style_axes.json"

// The size of the measurement: as many trials as place most styles (with 5, intervals of cost were up to 35 points
// wide), and as many demonstrations as the study's E5 has of each behaviour for picking. It takes about an hour of one
// core.
const (
	axesTrials   = 20
	axesDemos    = 20
	axesRollouts = 20
	axesSeed     = 6000 // of no other experiment
	// axesHeldOut is added to the number of a trial for the pool of its held-out demonstrations.
	axesHeldOut = 1000
)

// BenchmarkStyleAxes measures the axes of every style on every task (bench.StyleAxes), and reports their means:
//
// COUNTERPOISE_TEST_DEVICE=xla-cpu and the tag xla train on XLA, in a third of the time.
//
//	cost-points     success that the style's demonstrations cost, percentage points
//	trained-ratio   loss on the style's demonstrations over loss on optimal ones, of those learned from
//	held-out-ratio  the same, of demonstrations never seen
func BenchmarkStyleAxes(b *testing.B) {
	if d := backend.Device(os.Getenv("COUNTERPOISE_TEST_DEVICE")); d != "" {
		if err := backend.Use(d); err != nil {
			b.Fatal(err)
		}
	}
	a := bench.StyleAxes{
		Date: time.Now().UTC().Format(time.DateOnly), Commit: commit(b), Version: bench.Version,
		Device: Backend(), Policy: bench.StatePolicy.String(), Seed: axesSeed, Demonstrations: axesDemos,
		Rollouts: axesRollouts,
	}
	before, err := bench.MeasuredStyles()
	if err != nil {
		b.Fatal(err)
	}
	same := before
	same.Date, same.Commit, same.Styles = a.Date, a.Commit, a.Styles
	if !reflect.DeepEqual(same, a) {
		before = bench.StyleAxes{} // of another version, device or size
	}
	for range b.N {
		a.Styles = measureStyles(b, before.Styles, axesTrials, axesDemos, axesRollouts)
	}
	if len(before.Styles) > 0 { // the file keeps its date, and those that are new have theirs
		for i := range a.Styles {
			m := &a.Styles[i]
			if old, ok := before.Of(m.Task, m.Style); ok {
				m.Date, m.Commit = old.Date, old.Commit
			} else {
				m.Date, m.Commit = a.Date, a.Commit
			}
		}
		a.Date, a.Commit = before.Date, before.Commit
	}
	if *writeAxes {
		text, err := json.MarshalIndent(a, "", " ")
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(axesFile, append(text, '\n'), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for _, m := range a.Styles {
		b.Run("task="+m.Task+"/style="+m.Style, func(b *testing.B) {
			n := float64(len(m.Alone))
			cost, trained, heldOut := 0.0, 0.0, 0.0
			for i := range m.Alone {
				cost += (m.Alone[i] - m.Mixed[i]) / n
				trained += m.StyleTrained[i] / m.OptimalTrained[i] / n
				heldOut += m.StyleHeldOut[i] / m.OptimalHeldOut[i] / n
			}
			b.ReportMetric(cost, "cost-points")
			b.ReportMetric(trained, "trained-ratio")
			b.ReportMetric(heldOut, "held-out-ratio")
		})
	}
}

// commit returns the commit of the working tree, with "-dirty" if it has changes.
func commit(b *testing.B) string {
	out, err := exec.Command("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude", "*").Output()
	if err != nil {
		b.Fatalf("the commit of this tree: %v", err)
	}
	return strings.TrimSpace(string(out))
}

// measureStyles measures all styles but optimal on all tasks, on as many workers as there are cores. Those that are
// measured before stay as they are; the policies that learned from optimal demonstrations alone are then those of
// before, of which the first is trained again and must succeed as it did.
func measureStyles(b testing.TB, before []bench.StyleMeasurement, trials, n, rollouts int) []bench.StyleMeasurement {
	r := NewCellRunner(runtime.NumCPU(), nil, "").(*cellRunner)
	type job struct {
		at    *bench.StyleMeasurement // nil for the policy that learns from optimal demonstrations alone
		task  string
		style string
		trial int
	}
	var jobs []job
	var all []bench.StyleMeasurement
	known := bench.StyleAxes{Styles: before}
	alone := map[string][]float64{} // by task
	for _, task := range scenes.Tasks.Names() {
		alone[task] = make([]float64, trials)
		for _, style := range expert.Styles.Names() {
			if style == expert.Optimal {
				continue
			}
			m, measured := known.Of(task, style)
			if !measured {
				m = newMeasurement(task, style, trials)
			}
			all = append(all, m)
		}
	}
	for trial := range trials { // jobs of a trial share their optimal demonstrations
		for _, task := range scenes.Tasks.Names() {
			if before == nil || trial == 0 {
				jobs = append(jobs, job{nil, task, expert.Optimal, trial})
			}
		}
		for i := range all {
			if _, measured := known.Of(all[i].Task, all[i].Style); !measured {
				jobs = append(jobs, job{&all[i], all[i].Task, all[i].Style, trial})
			}
		}
	}
	var wg sync.WaitGroup
	errs := make([]error, len(jobs))
	next := make(chan int)
	for range runtime.NumCPU() {
		wg.Go(func() {
			for i := range next {
				j := jobs[i]
				c, err := styleCell(j.task, j.style, j.trial, n, rollouts)
				if err == nil && j.at == nil {
					alone[j.task][j.trial], _, err = r.successOf(c)
				} else if err == nil {
					err = r.measureStyle(c, j.at)
				}
				errs[i] = err
			}
		})
	}
	for i := range jobs {
		next <- i
	}
	close(next)
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		b.Fatal(err)
	}
	for i := range all {
		m := &all[i]
		for trial := len(m.OptimalEnergy); trial < trials; trial++ { // of a measurement that lacks them
			c, err := styleCell(m.Task, m.Style, trial, n, rollouts)
			if err != nil {
				b.Fatal(err)
			}
			data, err := r.datasets.dataset(context.Background(), c)
			if err != nil {
				b.Fatal(err)
			}
			energy := data.Energies(data.Groups(demos.ByStyle), 1)
			m.OptimalEnergy = append(m.OptimalEnergy, energy[0].Mean)
			m.StyleEnergy = append(m.StyleEnergy, energy[1].Mean)
		}
		if before == nil {
			m.Alone = alone[m.Task]
			continue
		}
		same := func(o bench.StyleMeasurement) bool { return o.Task == m.Task }
		m.Alone = before[slices.IndexFunc(before, same)].Alone
		if m.Alone[0] != alone[m.Task][0] {
			b.Fatalf("%s: the first policy succeeds in %v %% here, and before in %v: measure all anew", m.Task,
				alone[m.Task][0], m.Alone[0])
		}
	}
	return all
}

// newMeasurement returns a measurement with room for its trials.
func newMeasurement(task, style string, trials int) bench.StyleMeasurement {
	m := bench.StyleMeasurement{Task: task, Style: style}
	for _, list := range []*[]float64{
		&m.Mixed, &m.OptimalTrained, &m.StyleTrained, &m.OptimalHeldOut, &m.StyleHeldOut, &m.OptimalEnergy,
		&m.StyleEnergy,
	} {
		*list = make([]float64, trials)
	}
	return m
}

// styleCell returns the cell of n optimal demonstrations of each behaviour and, unless the style is optimal, as many of
// the style.
func styleCell(name, style string, trial, n, rollouts int) (record.Cell, error) {
	task, err := scenes.Tasks.Get(name)
	if err != nil {
		return record.Cell{}, err
	}
	recipe, styles := demos.Recipe{Task: name}, []string{expert.Optimal, style}
	for _, s := range slices.Compact(styles) {
		for _, behaviour := range task.Behaviours() {
			recipe.Counts = append(recipe.Counts, demos.Count{Behaviour: behaviour, Style: s, N: n})
		}
	}
	steps, err := bench.CalibratedSteps(name, bench.StatePolicy)
	return record.Cell{
		Task: name, Recipe: strings.TrimPrefix(recipe.String(), name+" "), Groups: string(demos.ByStyle),
		Method: "natural", Policy: bench.StatePolicy, Trial: trial, Rollouts: rollouts, Steps: steps, Seed: axesSeed,
		Version: bench.Version,
	}, err
}

// successOf trains the policy of a cell and returns its success in percent, mean over behaviours.
func (cr *cellRunner) successOf(c record.Cell) (percent float64, p *policies.Neural, err error) {
	ctx := context.Background()
	s, err := cr.prepare(ctx, c)
	defer s.close()
	if err != nil {
		return 0, nil, err
	}
	method, _, err := cr.method(ctx, c, s.data)
	if err != nil {
		return 0, nil, err
	}
	policy, _, err := trainPolicy(ctx, c, s, method)
	if err != nil {
		return 0, nil, err
	}
	all, err := rollOut(ctx, c, policy, s.renderer)
	if err != nil {
		return 0, nil, err
	}
	for _, o := range all {
		counts, ok := o.Count(scenes.Earned)
		if !ok {
			return 0, nil, errors.New("rollouts without verdicts of the earned oracle")
		}
		percent += 100 * float64(counts.Right) / float64(c.Rollouts*len(all))
	}
	return percent, policy.(*policies.Neural), nil
}

// measureStyle fills in the trial of a cell that mixes optimal demonstrations with those of a style.
func (cr *cellRunner) measureStyle(c record.Cell, m *bench.StyleMeasurement) error {
	percent, policy, err := cr.successOf(c)
	if err != nil {
		return err
	}
	m.Mixed[c.Trial] = percent
	unseen := c
	unseen.Trial += axesHeldOut
	for _, part := range []struct {
		cell           record.Cell
		optimal, style *float64
	}{
		{c, &m.OptimalTrained[c.Trial], &m.StyleTrained[c.Trial]},
		{unseen, &m.OptimalHeldOut[c.Trial], &m.StyleHeldOut[c.Trial]},
	} {
		data, err := cr.datasets.dataset(context.Background(), part.cell)
		if err != nil {
			return err
		}
		groups := data.Groups(demos.ByStyle)
		loss, err := train.Losses(policy.Model(), policy.Config(), data, groups)
		if err != nil {
			return err
		}
		*part.optimal, *part.style = loss[0], loss[1]
		if part.cell.Trial == c.Trial {
			energy := data.Energies(groups, 1)
			m.OptimalEnergy[c.Trial], m.StyleEnergy[c.Trial] = energy[0].Mean, energy[1].Mean
		}
	}
	return nil
}
