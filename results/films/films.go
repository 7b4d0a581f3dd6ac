package films

import (
	"context"
	"fmt"
	"path"
	"path/filepath"

	"counterpoise/bench/record"
	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
	"counterpoise/results/frame"
	"counterpoise/results/report"
	"counterpoise/scenes"
	"counterpoise/scenes/render/film"
)

// Replayer is a CellRunner that can show rollouts of a record. The one of NewCellRunner is a Replayer. The
// records hold no pictures and no weights, hence the training.
type Replayer interface {
	// Replay trains the policy of a cell again, from nothing but the cell, and plays some of its rollouts. observe is
	// called with the tabletop at the start of each rollout and after each control step; it must not change the
	// tabletop. Replay returns how each rollout ended, by both oracles. These are the record's endings where program,
	// backend and machine are the record's; elsewhere they may differ, and the caller should say so.
	Replay(ctx context.Context, c record.Cell, rollouts []record.Rollout,
		observe func(record.Rollout, *scenes.Tabletop)) ([]record.Ending, error)
}

// Source says where films come from. A film is made at most once per record: later reports read its file.
type Source struct {
	Dir      string            // folder of the records; films are kept in Dir/films
	Replayer Replayer          // plays rollouts again
	Training func(record.Cell) // called before a policy is trained again; may be nil
}

// Of returns the films that a report of some plans shows. If it fails or ctx is done, it returns the films made so far
// besides the error.
//
// Training a policy again takes as long as its record did, so it is the cost of a report with new films. Cells
// that several plans share are filmed once.
func (s Source) Of(ctx context.Context, frames []frame.Frame) (all []report.Film, err error) {
	for _, c := range chooseOnce(frames) {
		films, err := s.ofCell(ctx, c)
		if err != nil {
			return all, err
		}
		all = append(all, films...)
	}
	return all, nil
}

// Missing returns how many policies Of trains again for a report of some plans: those whose films are not all on disk.
func (s Source) Missing(frames []frame.Frame) (n int) {
	for _, c := range chooseOnce(frames) {
		if _, complete := s.stored(c); !complete {
			n++
		}
	}
	return n
}

// stored returns the films of one policy as they are on disk, in the order of the choice's rollouts, and reports
// whether all of them are there.
func (s Source) stored(c choice) (films []report.Film, complete bool) {
	films, complete = make([]report.Film, len(c.Rollouts)), true
	for i, rollout := range c.Rollouts {
		o, _ := c.Record.Of(rollout.Behaviour)
		f := report.Film{
			Cell: c.Record.Cell, Rollout: rollout, Ending: o.Ending(rollout.Number), Horizon: o.Horizon,
		}
		// A file that is missing or cannot be read makes the film incomplete; there is nothing else to do about it.
		f.GIF, _ = bounded.ReadRegular(filepath.Join(s.Dir, filepath.FromSlash(name(f, "gif"))))
		f.Still, _ = bounded.ReadRegular(filepath.Join(s.Dir, filepath.FromSlash(name(f, "png"))))
		complete = complete && len(f.GIF) > 0 && len(f.Still) > 0
		films[i] = f
	}
	return films, complete
}

// ofCell returns the films of one policy: those on disk if all of them are there, else all played again. The films are
// in the order of the choice's rollouts.
func (s Source) ofCell(ctx context.Context, c choice) ([]report.Film, error) {
	films, complete := s.stored(c)
	if complete {
		return films, nil
	}
	if s.Training != nil {
		s.Training(c.Record.Cell)
	}
	// Positions at the start and after every control step of each rollout.
	moments := make(map[record.Rollout][]scenes.Snapshot)
	keep := func(rollout record.Rollout, t *scenes.Tabletop) {
		moments[rollout] = append(moments[rollout], t.Snapshot())
	}
	endings, err := s.Replayer.Replay(ctx, c.Record.Cell, c.Rollouts, keep)
	if err != nil {
		return nil, fmt.Errorf("rollouts of %v can't be shown: %w", c.Record.Cell, err)
	}
	for i := range films {
		o, _ := c.Record.Of(films[i].Rollout.Behaviour)
		if err := s.draw(ctx, &films[i], o, endings[i], moments[films[i].Rollout]); err != nil {
			return nil, err
		}
	}
	return films, nil
}

// draw draws the moments of a rollout, and keeps the film if the rollout ended as recorded, by every oracle whose
// verdict is recorded. Another film is shown with a note and with its own ending. A film that cannot be kept is shown
// with a note too, because training its policy may have taken hours. The next report makes both again. When ctx ends,
// nothing is kept, and the error is its cause.
func (s Source) draw(
	ctx context.Context, f *report.Film, recorded record.Outcomes, ending record.Ending, moments []scenes.Snapshot,
) (err error) {
	f.GIF, f.Still, err = film.Thumbnails(moments, func() error { return context.Cause(ctx) })
	if err != nil {
		return err
	}
	if !recorded.Agrees(f.Rollout.Number, ending) {
		f.Note = "Played again it went otherwise than recorded: " +
			"program, backend or machine are not those of the record."
		f.Ending = ending
		return nil
	}
	if err := s.keep(*f); err != nil {
		f.Note = fmt.Sprintf("The film could not be kept, so the next report makes it again: %v", err)
	}
	return nil
}

// keep writes a film and its still below the folder of the records.
func (s Source) keep(f report.Film) error {
	if err := durable.WriteBelow(s.Dir, name(f, "gif"), f.GIF); err != nil {
		return err
	}
	return durable.WriteBelow(s.Dir, name(f, "png"), f.Still)
}

// name returns the path of a film below the folder of the records, with slashes. The hash of the cell covers
// everything that decides the rollout but backend and machine.
func name(f report.Film, extension string) string {
	return path.Join("films", fmt.Sprintf("%s-%s-%d.%s", f.Cell.Hash(), f.Rollout.Behaviour, f.Rollout.Number,
		extension))
}
