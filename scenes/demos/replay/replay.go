package replay

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// episodesAhead is the number of episodes per worker that may be read or played while an earlier one is still being
// played. It bounds memory; with 1, workers would wait for the slowest episode.
const episodesAhead = 2

// job is one episode on its way through Play. The reader fills recording, then a worker fills result or err and closes
// done; the reader does that for an episode that it cannot use.
type job struct {
	recording *recording
	result    *Result
	err       error
	done      chan struct{}
}

// fail ends the job of episode n with an error, or with the result that this episode cannot be played.
func (j *job) fail(n int, err error) {
	if spoiled := (unplayable{}); errors.As(err, &spoiled) {
		j.result = &Result{Episode: n, Unplayable: spoiled.Error()}
	} else {
		j.err = fmt.Errorf("replay: episode %d: %w", n, err)
	}
	close(j.done)
}

// Play replays episodes of a dataset and calls deliver with the results, in the order of o.Episodes, on the calling
// goroutine. The results do not depend on the number of workers. An episode that cannot be read, whose numbers cannot
// be meant or whose start cannot be set is delivered as Unplayable. The first other error, in that order, ends the
// replay: one that holds for all episodes, one of a film, of deliver, or the context's.
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

// next waits for the next job of the queue to be done. A context that has ended wins over a job that is done: a select
// between the two picks either at random.
func next(ctx context.Context, queue <-chan *job) (*job, error) {
	select {
	case j := <-queue:
		select {
		case <-j.done:
			if ctx.Err() == nil {
				return j, nil
			}
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
		if err != nil && ctx.Err() == nil {
			err = unplayable{err}
		}
		if err == nil {
			j.recording, err = newRecording(n, raw, o)
		}
		if err != nil {
			j.fail(n, err)
		}
		select {
		case queue <- j:
		case <-ctx.Done():
			return
		}
		if j.err != nil {
			return // Play ends with it
		}
		if err != nil {
			continue
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
	films := filmer{dir: o.Films, stopped: func() error { return context.Cause(ctx) }}
	for j := range work {
		err := context.Cause(ctx)
		if err == nil {
			if j.result, err = j.recording.play(table, films.watch()); err == nil {
				err = films.write(j.recording, j.result)
			}
		}
		if err != nil {
			j.fail(j.recording.number, err)
			continue
		}
		close(j.done)
	}
}
