package report

import (
	"encoding/base64"
	"fmt"
	"html/template"

	"counterpoise/bench/record"
	"counterpoise/results/frame"
	"counterpoise/scenes"
)

// Film is a filmed rollout. GIF and Still are complete files. Note is empty for a film that repeats its record.
type Film struct {
	Cell    record.Cell // of the policy that acted
	Rollout record.Rollout
	Ending  record.Ending
	Horizon int    // control steps (1/30 s) that it had
	GIF     []byte // moving
	Still   []byte // a PNG with some moments, for paper and for readers who want nothing to move
	Note    string // a warning, such as that it ended otherwise than recorded
}

// pageFilm is a film of the page. Alt is read out in place of the picture.
type pageFilm struct {
	GIF, Still         template.URL
	Alt, Caption, Note string
}

// filmsOf returns the films of a design's cells that no part of the page has shown yet, and adds their cells to
// shown. An arm that several experiments share has one record, so its films would stand on the page several times
// otherwise. shown is updated after the loop, because a cell has several films and all of them belong to one
// part.
func filmsOf(d frame.Design, films []Film, shown map[string]bool) (all []pageFilm) {
	placed := map[string]bool{}
	for _, f := range films {
		hash := f.Cell.Hash()
		if arm, ok := d.ArmOf(f.Cell); ok && !shown[hash] {
			all = append(all, newPageFilm(f, arm.Name, d.Oracle))
			placed[hash] = true
		}
	}
	for hash := range placed {
		shown[hash] = true
	}
	return all
}

// newPageFilm is a film with its words, by the oracle of the tables that it stands under.
func newPageFilm(f Film, arm string, oracle scenes.Oracle) pageFilm {
	end := f.endingText(oracle)
	return pageFilm{
		GIF: dataURL("image/gif", f.GIF), Still: dataURL("image/png", f.Still), Note: f.Note,
		Alt: fmt.Sprintf("The simulated arm at the table in a rollout of %s, behaviour %s: %s.",
			f.Cell.Task, f.Rollout.Behaviour, end),
		Caption: fmt.Sprintf("%s: %s (%s, trial %d, rollout %d)",
			f.Rollout.Behaviour, end, arm, f.Cell.Trial, f.Rollout.Number),
	}
}

// endingText says how the rollout ended by an oracle, and where CALVIN's counts a success that the earned one does not.
// Times are seconds of simulated time.
func (f Film) endingText(oracle scenes.Oracle) string {
	after := func(steps int) string { return fmt.Sprintf("after %.1f s", float64(steps)/scenes.ControlRate) }
	d, text := f.Ending.By(oracle), ""
	switch {
	case d.Verdict == scenes.Right:
		return "success " + after(d.Step)
	case d.Verdict == scenes.Wrong:
		text = "failure, another behaviour " + after(d.Step)
	case f.Ending.NonFinite > 0:
		text = "failure, an action that is not finite " + after(f.Ending.NonFinite)
	default:
		// A rollout that nothing decides lasts to its horizon.
		text = "failure " + after(f.Horizon)
	}
	if step := f.Ending.CALVIN.At(scenes.Right); step > 0 {
		text += ", where CALVIN's oracle counts a success " + after(step)
	}
	return text
}

// dataURL is an address that holds the bytes of a picture (RFC 2397). Base64 makes it a third longer than the
// bytes. The alphabet of base64 needs no escaping in HTML.
func dataURL(kind string, b []byte) template.URL {
	return template.URL("data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(b))
}
