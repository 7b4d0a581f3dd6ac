package replay

import (
	"context"
	"fmt"
	"sync"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// episodesAhead is the number of episodes per worker that may be read or played while an earlier one is still being
// played. It bounds memory; with 1, workers would wait for the slowest episode.
const episodesAhead = 2

// job is one episode on its way through Play. The reader fills recording or err, then a worker fills result or err and
// closes done.
type job struct {
	recording *recording
	result    *Result
	err       error
	done      chan struct{}
}

// Play replays episodes of a dataset and calls deliver with the results, in the order of o.Episodes, on the calling
// goroutine. The results do not depend on the number of workers. The first error, in that order, ends the replay: an
// episode that cannot be replayed, an error of deliver, or the context's.
func Play(ctx context.Context, r demos.Reader, o Options, deliver func(*Result) error) error {
	if o.Actions == "" {
		o.Actions = Relative
	}
	if err := o.Check(); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	numbers := o.Episodes
	if numbers == nil {
		for i := range r.Episodes() {
			numbers = append(numbers, i)
		}
	}
	for _, n := range numbers {
		if n < 0 || n >= r.Episodes() {
			return fmt.Errorf("replay: there is no episode %d; the dataset has episodes 0 to %d", n, r.Episodes()-1)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	workers := max(1, min(o.Workers, len(numbers)))
	queue := make(chan *job, episodesAhead*workers) // in the order of delivery
	work := make(chan *job)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	wg.Go(func() { readAll(ctx, r, numbers, &o, queue, work) })
	for range workers {
		wg.Go(func() { playAll(ctx, &o, work) })
	}
	for i := range numbers {
		j, err := next(ctx, queue)
		if err == nil {
			err = j.err
		}
		if err == nil {
			err = deliver(j.result)
		}
		if err != nil {
			return err
		}
		if o.Progress != nil {
			o.Progress(i+1, len(numbers))
		}
	}
	return nil
}

// next waits for the next job of the queue to be done.
func next(ctx context.Context, queue <-chan *job) (*job, error) {
	select {
	case j := <-queue:
		select {
		case <-j.done:
			return j, nil
		case <-ctx.Done():
		}
	case <-ctx.Done():
	}
	return nil, context.Cause(ctx)
}

// readAll reads the episodes one after the other, because one goroutine uses a reader at a time, and passes each to the
// workers and, in the same order, to the queue.
func readAll(ctx context.Context, r demos.Reader, numbers []int, o *Options, queue, work chan<- *job) {
	defer close(work)
	for _, n := range numbers {
		j := &job{done: make(chan struct{})}
		raw, err := r.Read(n, false)
		if err == nil {
			if j.recording, err = newRecording(n, raw, o); err != nil {
				err = fmt.Errorf("replay: episode %d: %w", n, err)
			}
		}
		if j.err = err; err != nil {
			close(j.done)
		}
		select {
		case queue <- j:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return // Play ends with it
		}
		select {
		case work <- j:
		case <-ctx.Done():
			return
		}
	}
}

// playAll replays jobs on a tabletop of its own until there are no more.
func playAll(ctx context.Context, o *Options, work <-chan *job) {
	table := scenes.NewTabletop()
	films := filmer{dir: o.Films}
	for j := range work {
		if j.err = context.Cause(ctx); j.err == nil {
			e := j.recording
			j.result, j.err = e.play(table, films.watch())
			if j.err == nil {
				j.err = films.write(e, j.result)
			}
			if j.err != nil {
				j.err = fmt.Errorf("replay: episode %d: %w", e.number, j.err)
			}
		}
		close(j.done)
	}
}
