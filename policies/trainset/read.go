package trainset

import (
	"context"
	"fmt"
	"sync"

	"counterpoise/internal/seed"
	"counterpoise/policies/encoder"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Options say how demonstrations are encoded. Encode needs all of them; Read needs neither NewRenderer nor Workers.
type Options struct {
	Extractor   encoder.Extractor              // turns pictures into the features of the policy
	Key         func(i int) seed.Key           // draws the random shifts of demonstration i
	NewRenderer func() (demos.Renderer, error) // makes a worker's renderer; pictures that a dataset has are not drawn
	Workers     int                            // at least 1; changes no result
	Progress    func(done, total int)          // demonstrations; called by one goroutine at a time
	Warn        func(sentences []string)       // receives what Read finds odd and keeps (demos.Warnings); may be nil
}

// Read reads a dataset of the tabletop in any registered format. Pictures of the dataset are encoded as they are
// read; Encode draws those that are missing. Errors name the path and the demonstration: one that is not of the
// tabletop, or whose pictures have other sizes than the cameras'. A dataset whose actions had another meaning
// (demos.Card.CheckActions) is an error.
func Read(ctx context.Context, path string, o Options) (*demos.Dataset, error) {
	r, err := demos.OpenAny(ctx, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	d := &demos.Dataset{Card: r.Card()}
	if err := d.Card.CheckActions(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	err = Each(ctx, r, o.Extractor.Pictures(), o.Progress, func(i int, raw *demos.Raw) error {
		e, err := raw.Episode()
		if err != nil {
			return fmt.Errorf("%s: demonstration %d cannot be learned: %w", path, i, err)
		}
		if pictured(e) {
			if err := o.Extractor.EncodeEpisode(e, o.Key(i)); err != nil {
				return fmt.Errorf("%s: demonstration %d: %w", path, i, err)
			}
		}
		d.Episodes = append(d.Episodes, *e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if o.Warn != nil {
		o.Warn(demos.Warnings(r))
	}
	return d, nil
}

// Each calls yield with every demonstration of a dataset in order, with its pictures or without, and then progress. It
// stops at the first error and when ctx is done, whose cause it returns.
func Each(ctx context.Context, r demos.Reader, pictures bool, progress func(done, total int),
	yield func(i int, raw *demos.Raw) error) error {
	n := r.Episodes()
	for i := range n {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		raw, err := r.Read(i, pictures)
		if err != nil {
			return err
		}
		if err := yield(i, raw); err != nil {
			return err
		}
		progress(i+1, n)
	}
	return nil
}

// Encode draws and encodes the demonstrations of a dataset that are not encoded yet, in place, on o.Workers goroutines.
// It does nothing for policies that use no pictures. The first error stops all workers; demonstrations already encoded
// stay so, and a second call goes on with the others.
func Encode(ctx context.Context, d *demos.Dataset, o Options) error {
	if !o.Extractor.Pictures() {
		return nil
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := make(chan int, len(d.Episodes)) // buffered for all, so that filling it never blocks
	for i := range d.Episodes {
		next <- i
	}
	close(next)
	var mu sync.Mutex
	var wait sync.WaitGroup
	done := 0
	for range min(o.Workers, len(d.Episodes)) {
		wait.Go(func() {
			renderer, err := o.NewRenderer()
			if err != nil {
				stop(err)
				return
			}
			defer renderer.Close()
			for i := range next {
				if ctx.Err() != nil {
					return
				}
				if err := EncodeEpisode(renderer, o.Extractor, &d.Episodes[i], o.Key(i)); err != nil {
					stop(fmt.Errorf("demonstration %d: %w", i, err))
				}
				mu.Lock()
				done++
				o.Progress(done, len(d.Episodes))
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return context.Cause(ctx)
}

// EncodeEpisode encodes the pictures of one demonstration, and draws them first where it has none: from the state of
// the scene that each observation records. The key draws the random shifts. An encoded demonstration stays as it is.
func EncodeEpisode(r demos.Renderer, v encoder.Extractor, e *demos.Episode, key seed.Key) error {
	if e.Features.Rows == nil && !pictured(e) {
		for t := range e.Observations {
			s := scenes.SnapshotOf(&e.Observations[t])
			if err := r.Render(&s, &e.Observations[t]); err != nil {
				return err
			}
		}
	}
	return v.EncodeEpisode(e, key)
}

// pictured reports whether a demonstration has the pictures of both cameras.
func pictured(e *demos.Episode) bool {
	return e.Observations[0].Static != nil && e.Observations[0].Gripper != nil
}
