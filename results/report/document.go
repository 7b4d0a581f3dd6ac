package report

import (
	"counterpoise/results/document"
	"counterpoise/results/frame"
)

// Document is what records show of a plan as a person reads it: the Full one without tables of detail, and without a
// sentence for each row of the comparisons.
func Document(in frame.Frame) document.Document {
	return document.Short(lay(in, experiment.short), differencesNote)
}

// Full is all that records show of a plan: a section for each design, and one of the study's claims if the plan covers
// them. Cells without a record are left out and counted in a note, so a document can be made while a run goes on. The
// document depends on the records alone: not on their order, on the time or on this machine.
//
// The sections are in the plan's order: experiments first to last, then the designs of each. It computes all
// tests anew and writes nothing.
func Full(in frame.Frame) document.Document { return lay(in, experiment.section) }

// lay lays out a plan, each design as a function has it.
func lay(in frame.Frame, section func(experiment) document.Section) document.Document {
	d := document.Document{Title: "Counterpoise: " + in.Plan.Name}
	all := in.Findings()
	before, after, shown := sections(in, all)
	d.Sections = before
	for _, f := range all {
		if !shown[f.Experiment.Name] {
			d.Sections = append(d.Sections, section(describe(f)))
		}
	}
	d.Sections = append(d.Sections, after...)
	return d
}

// Answer is what a terminal shows first: of each design its comparisons in one table, and which of them are shown. A
// design that compares nothing is as in the Document. What is about the plan as a whole is left out.
func Answer(in frame.Frame) document.Document {
	d := document.Document{Title: "Counterpoise: " + in.Plan.Name}
	again := map[string]bool{} // commands that make the records, each once
	for _, f := range in.Findings() {
		s := Section(f)
		if len(f.Pairwise) > 0 && f.Plan.Size.Rollouts > 0 && len(s.Tables) > 0 {
			s.Lines, s.Tables, s.Notes = nil, []document.Table{answerTable(f)}, answerNotes(f.Pairwise)
			if command := "Again: " + f.Again(); !again[command] {
				again[command], s.Notes = true, append(s.Notes, command)
			}
		}
		d.Sections = append(d.Sections, s)
	}
	return d
}
