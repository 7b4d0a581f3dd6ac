package report

import (
	"slices"
	"strings"

	"counterpoise/bench/record"
	"counterpoise/internal/shell"
	"counterpoise/results/analysis"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// What the analyses of the program add to documents and pages (package analysis), each in its place.

// sections returns the sections of a document that stand before those of the designs and after them, and the
// experiments whose designs need none besides.
func sections(in frame.Frame, all []frame.Findings) (
	before, after []document.Section, shown map[string]bool) {
	shown = map[string]bool{}
	for _, a := range analysis.InOrder() {
		if a.Sections == nil {
			continue
		}
		s := a.Sections(in)
		if n := len(s); n > 0 && a.Instead != "" {
			shown[a.Instead] = true
			s[n-1].Notes = append(s[n-1].Notes, experimentProvenance(a.Instead, all)...)
		}
		if a.Last {
			after = append(after, s...)
		} else {
			before = append(before, s...)
		}
	}
	return before, after, shown
}

// experimentProvenance says what made the records of an experiment, each sentence once.
func experimentProvenance(experiment string, all []frame.Findings) (notes []string) {
	for _, f := range all {
		if f.Experiment.Name != experiment {
			continue
		}
		for _, note := range provenanceNotes(f) {
			switch {
			case !strings.HasPrefix(note, "Again: "):
				notes = append(notes, f.Task+": "+note)
			case !slices.Contains(notes, note):
				notes = append(notes, note)
			}
		}
	}
	return notes
}

// addAnalyses adds the tables of a design from the analyses that come first, or from the others, with their notes.
func (e *experiment) addAnalyses(d frame.Design, first bool) {
	for _, a := range analysis.InOrder() {
		if a.Tables == nil || a.First != first {
			continue
		}
		if tables, notes := a.Tables(d); len(tables) > 0 {
			e.tables, e.notes = append(e.tables, tables...), append(e.notes, notes...)
			if !slices.ContainsFunc(tables, func(t document.Table) bool { return !t.Detail }) {
				e.fine = append(e.fine, notes...)
			}
		}
	}
}

// sentences returns what analyses say of a design.
func sentences(d frame.Design) (all []string) {
	for _, a := range analysis.InOrder() {
		if a.Sentences != nil {
			all = append(all, a.Sentences(d)...)
		}
	}
	return all
}

// printed returns the weight and the reference loss that a publication prints for a group under an arm; undefined where
// no analysis knows one.
func printed(f frame.Findings, arm, group string) (alpha, reference stats.Maybe) {
	for _, a := range analysis.InOrder() {
		if a.Printed == nil {
			continue
		}
		if alpha, reference = a.Printed(f, arm, group); alpha.Defined() {
			break
		}
	}
	return alpha, reference
}

// analysisParts returns the parts of the page from analyses of whole plans.
func (p Page) analysisParts() (parts []sizedPart, err error) {
	for _, a := range analysis.InOrder() {
		if a.Parts == nil {
			continue
		}
		for _, f := range p.Frames {
			for _, of := range a.Parts(f) {
				e := experiment{title: of.Title, question: of.Question, source: of.Source, summary: of.Summary,
					arms: of.Compared, notes: of.Notes}
				part, err := e.page(of.ID, of.Figures)
				if err != nil {
					return nil, err
				}
				part.Again = []string{of.Command + " --out " + shell.Quote(p.Dir)}
				parts = append(parts, sizedPart{part, f.Plan.Size.WithoutTrials()})
			}
		}
	}
	return parts, nil
}

// chapters returns what analyses say of all plans of the page together.
func (p Page) chapters() (all []analysis.Chapter, err error) {
	whole := analysis.Whole{Frames: p.Frames, Beside: p.Beside, Address: p.address}
	for _, a := range analysis.InOrder() {
		if a.Chapters == nil {
			continue
		}
		chapters, err := a.Chapters(whole)
		if err != nil {
			return nil, err
		}
		all = append(all, chapters...)
	}
	return all, nil
}

// address links to the part of the page about an experiment on a task at a size without trials; to the page where it
// has none.
func (p Page) address(experiment, task string, size record.Size) string {
	for i, f := range p.Frames {
		for _, d := range f.Designs {
			if f.Plan.Size.WithoutTrials() == size && d.Experiment.Name == experiment && d.Task == task {
				return "#" + fileStem(d, p.Frames, i)
			}
		}
	}
	return "#"
}
