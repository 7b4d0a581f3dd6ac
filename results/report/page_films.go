package report

import (
	"encoding/base64"
	"fmt"
	"html/template"

	"counterpoise/bench"
	"counterpoise/results/findings"
)

// Film is a filmed rollout.
type Film struct {
	Cell    bench.Cell
	Rollout bench.Rollout
	Step    int    // control step at which it succeeded, from 1; 0 when it never did
	Horizon int    // control steps (1/30 s) that it had
	GIF     []byte // moving
	Still   []byte // a PNG with some moments, for paper and for readers who want nothing to move
	Note    string // a warning, such as that it ended otherwise than recorded
}

// pageFilm is a film of the page.
type pageFilm struct {
	GIF, Still         template.URL
	Alt, Caption, Note string
}

// filmsOf returns the films of a design's cells that no part of the page has shown yet, and adds their cells to
// shown. An arm that several experiments share has one record, so its films would stand on the page several times
// otherwise.
func filmsOf(d findings.Design, films []Film, shown map[string]bool) (all []pageFilm) {
	mine := map[string]bool{}
	for _, f := range films {
		hash := f.Cell.Hash()
		if arm, ok := d.ArmOf(f.Cell); ok && !shown[hash] {
			all = append(all, newPageFilm(f, arm.Name))
			mine[hash] = true
		}
	}
	for hash := range mine {
		shown[hash] = true
	}
	return all
}

// newPageFilm is a film with its words.
func newPageFilm(f Film, arm string) pageFilm {
	const rate = 30.0 // control steps per second
	end := fmt.Sprintf("failure after %.1f s", float64(f.Horizon)/rate)
	if f.Step > 0 {
		end = fmt.Sprintf("success after %.1f s", float64(f.Step)/rate)
	}
	return pageFilm{
		GIF: dataURL("image/gif", f.GIF), Still: dataURL("image/png", f.Still), Note: f.Note,
		Alt: fmt.Sprintf("The simulated arm at the table in a rollout of %s, behaviour %s: %s.",
			f.Cell.Task, f.Rollout.Behaviour, end),
		Caption: fmt.Sprintf("%s: %s (%s, trial %d, rollout %d)",
			f.Rollout.Behaviour, end, arm, f.Cell.Trial, f.Rollout.Number),
	}
}

// dataURL is an address that holds the bytes of a picture (RFC 2397).
func dataURL(kind string, b []byte) template.URL {
	return template.URL("data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(b))
}
