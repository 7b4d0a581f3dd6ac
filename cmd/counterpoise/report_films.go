package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"

	"counterpoise/bench"
	"counterpoise/bench/runner"
	"counterpoise/results"
	"counterpoise/results/store"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// films are the rollouts that a report shows: those that the folder keeps, and the others played again. A lab that can't do
// that has none.
func (p program) films(ctx context.Context, dir string, plans []bench.Plan, store *store.Store) (all []results.Film, err error) {
	lab, ok := p.lab(1).(runner.Replayer)
	if !ok {
		return nil, nil
	}
	seen := map[string]bool{}
	for _, plan := range plans {
		for _, s := range results.Scenes(plan, store) {
			if seen[s.Record.Cell.Hash()] {
				continue
			}
			seen[s.Record.Cell.Hash()] = true
			fs, err := p.scene(ctx, lab, dir, s)
			if err != nil {
				return all, err
			}
			all = append(all, fs...)
		}
	}
	return all, nil
}

// scene are the films of one policy.
func (p program) scene(ctx context.Context, lab runner.Replayer, dir string, s results.Scene) ([]results.Film, error) {
	fs := make([]results.Film, len(s.Rollouts))
	whole := true
	for i, ro := range s.Rollouts {
		o, _ := s.Record.Of(ro.Behaviour)
		fs[i] = results.Film{Cell: s.Record.Cell, Rollout: ro, Step: o.Steps[ro.Number], Horizon: o.Horizon}
		fs[i].GIF, _ = os.ReadFile(kept(dir, fs[i], "gif"))
		fs[i].Still, _ = os.ReadFile(kept(dir, fs[i], "png"))
		whole = whole && len(fs[i].GIF) > 0 && len(fs[i].Still) > 0
	}
	if whole {
		return fs, nil
	}
	fmt.Fprintf(p.err, "films: training one policy again (%v)\n", s.Record.Cell)
	moments := make(map[bench.Rollout][]scenes.Snapshot)
	steps, err := lab.Replay(ctx, s.Record.Cell, s.Rollouts, func(ro bench.Rollout, w *scenes.Tabletop) {
		moments[ro] = append(moments[ro], w.Snapshot())
	})
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(p.err, "stopped while playing rollouts for the report; all records are safe")
		return nil, errStopped
	case err != nil:
		return nil, fmt.Errorf("rollouts of %v can't be shown: %w", s.Record.Cell, err)
	}
	return fs, develop(dir, fs, steps, moments)
}

// develop draws the films, and keeps those that went as recorded.
func develop(dir string, fs []results.Film, steps []int, moments map[bench.Rollout][]scenes.Snapshot) error {
	for i := range fs {
		f := &fs[i]
		var err error
		if f.GIF, f.Still, err = drawn(moments[f.Rollout]); err != nil {
			return err
		}
		if steps[i] != f.Step {
			f.Note = "Played again it went otherwise than recorded: program, backend or machine are not those of the record."
			f.Step = steps[i]
			continue
		}
		files := []results.File{{Path: kept("", *f, "gif"), Data: f.GIF}, {Path: kept("", *f, "png"), Data: f.Still}}
		if err := keepFiles(dir, files); err != nil {
			return err
		}
	}
	return nil
}

// kept is where a film is kept: its name says what it shows, and of which cell.
func kept(dir string, f results.Film, kind string) string {
	return filepath.Join(dir, "films", fmt.Sprintf("%s-%s-%d.%s", f.Cell.Hash(), f.Rollout.Behaviour, f.Rollout.Number, kind))
}

// Size of a film (pixels), how many control steps (1/30 s) lie between two of its pictures, and how long each is shown
// (1/100 s): a little faster than it was.
const (
	filmWidth  = 360
	filmHeight = 240
	filmStride = 4
	filmDelay  = 12
)

// drawn are the moments of a rollout as a GIF, and four of them as a PNG.
func drawn(moments []scenes.Snapshot) (moving, still []byte, err error) {
	eye := soft.New()
	var pictures []render.Frame
	for i := range moments {
		if last := len(moments) - 1; i%filmStride == 0 && i+filmStride <= last || i == last {
			f := render.NewFrame(filmWidth, filmHeight)
			if err := render.Smooth(eye, &moments[i], onlooker, f); err != nil {
				return nil, nil, err
			}
			pictures = append(pictures, f)
		}
	}
	colours := quantise(pictures)
	if moving, err = animated(pictures, colours); err != nil {
		return nil, nil, err
	}
	still, err = four(pictures, colours)
	return moving, still, err
}

// animated is a GIF. What has not changed since the picture before is left transparent.
func animated(pictures []render.Frame, colours *reduced) ([]byte, error) {
	var all gif.GIF
	var last *image.Paletted
	for _, p := range pictures {
		m := paletted(p, colours)
		d := image.NewPaletted(m.Rect, m.Palette)
		for i, c := range m.Pix {
			if d.Pix[i] = c; last != nil && c == last.Pix[i] {
				d.Pix[i] = transparent
			}
		}
		all.Image, all.Delay = append(all.Image, d), append(all.Delay, filmDelay)
		last = m
	}
	all.Delay[len(all.Delay)-1] = 150 // a moment and a half on the last picture
	var out bytes.Buffer
	err := gif.EncodeAll(&out, &all)
	return out.Bytes(), err
}

func paletted(p render.Frame, colours *reduced) *image.Paletted {
	m := image.NewPaletted(image.Rect(0, 0, p.Width, p.Height), colours.palette)
	for i := range m.Pix {
		m.Pix[i] = colours.of(p.RGB[3*i:])
	}
	return m
}

// four is a PNG of four moments, two by two: the first, the last, and two between.
func four(pictures []render.Frame, colours *reduced) ([]byte, error) {
	const gap = 4
	m := image.NewPaletted(image.Rect(0, 0, 2*filmWidth+gap, 2*filmHeight+gap), colours.palette)
	for i := range 4 {
		p := paletted(pictures[i*(len(pictures)-1)/3], colours)
		for y := range filmHeight {
			at := m.PixOffset(i%2*(filmWidth+gap), i/2*(filmHeight+gap)+y)
			copy(m.Pix[at:at+filmWidth], p.Pix[y*p.Stride:])
		}
	}
	var out bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, m)
	return out.Bytes(), err
}
