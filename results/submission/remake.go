package submission

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/seed"
	"counterpoise/scenes"
)

// Sample is the cells that are made again.
type Sample struct {
	Cells   []record.Record // as submitted
	Foreign []string        // a sentence for each device whose cells cannot be made again here
}

// Draw draws n cells at random from those that the device at hand can make again to the byte, all of them if there are
// no more; revision returns that of a network's graph by its name. Untrained policies are drawn only if the trained
// ones
// are fewer than n. The same seed draws the same sample.
func (s Submission) Draw(n int, here record.Device, revision func(network string) string, sampleSeed uint64) Sample {
	var sample Sample
	foreign := map[[2]record.Device]int{} // the record's device and this one
	var order [][2]record.Device
	var trained, untrained []record.Record
	for _, r := range s.Records {
		d, ok := r.TrainedOn()
		d.Name, here.Name = "", ""
		devices := [2]record.Device{d, here.For(revision(r.Cell.Policy.Network))}
		switch {
		case r.Cell.Version != bench.Version || !ok:
		case !d.SameResults(devices[1]):
			if foreign[devices]++; foreign[devices] == 1 {
				order = append(order, devices)
			}
		case r.Cell.Untrained():
			untrained = append(untrained, r)
		default:
			trained = append(trained, r)
		}
	}
	for _, d := range order {
		sample.Foreign = append(sample.Foreign, fmt.Sprintf("%d of %d records were made on device %v, and cannot be "+
			"made again to the byte on this one, %v", foreign[d], len(s.Records), d[0], d[1]))
	}
	key := seed.Of("submission", sampleSeed)
	for i, list := range [][]record.Record{trained, untrained} {
		// The order of the records in their files depends on the workers that made them.
		slices.SortFunc(list, func(a, b record.Record) int { return cmp.Compare(a.Cell.Hash(), b.Cell.Hash()) })
		for _, at := range key.With(i).Rand().Perm(len(list)) {
			if len(sample.Cells) < n {
				sample.Cells = append(sample.Cells, list[at])
			}
		}
	}
	return sample
}

// Remake makes the cells of a sample again by run, workers at a time, and returns a sentence for each that differs or
// cannot be made, in the order of the sample. The error is that of ctx.
func (s Sample) Remake(ctx context.Context, run func(context.Context, record.Cell) (record.Record, error), workers int,
	progress func(done, total int)) (problems []string, err error) {
	found := make([]string, len(s.Cells))
	var group sync.WaitGroup
	var mu sync.Mutex
	next, done := make(chan int), 0
	for range min(max(1, workers), len(s.Cells)) {
		group.Go(func() {
			for i := range next {
				again, err := run(ctx, s.Cells[i].Cell)
				mu.Lock()
				if found[i] = Differences(s.Cells[i], again); err != nil {
					found[i] = fmt.Sprintf("it cannot be made here: %v", err)
				}
				done++
				progress(done, len(s.Cells))
				mu.Unlock()
			}
		})
	}
	for i := range s.Cells {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	group.Wait()
	for i, text := range found {
		if text != "" {
			problems = append(problems, fmt.Sprintf("%v (%s) was to be made again: %s", s.Cells[i].Cell,
				s.Cells[i].Cell.Hash(), text))
		}
	}
	return problems, context.Cause(ctx)
}

// Differences says how the record of a cell differs from the same made again: data, course of the training, rollouts.
// It is empty where nothing differs. Device, program and durations may differ.
func Differences(submitted, again record.Record) string {
	switch {
	case !sameJSON(submitted.Data, again.Data):
		return "other demonstrations"
	case !sameJSON(submitted.Training, again.Training):
		return "another course of the training"
	case sameJSON(submitted.Rollouts, again.Rollouts):
		return ""
	}
	for _, o := range submitted.Rollouts {
		other, ok := again.Of(o.Behaviour)
		if !ok || sameJSON(o, other) {
			continue
		}
		for _, oracle := range []scenes.Oracle{scenes.Earned, scenes.CALVIN} {
			a, _ := o.Successes(oracle)
			if b, _ := other.Successes(oracle); a != b {
				return fmt.Sprintf("%d of %d rollouts of %s succeed, submitted are %d", b, len(other.Steps),
					o.Behaviour, a)
			}
		}
		return fmt.Sprintf("rollouts of %s end at other steps", o.Behaviour)
	}
	return "rollouts of other behaviours"
}
