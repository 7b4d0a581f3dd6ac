package report

import (
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/results/advised"
	"counterpoise/results/claims"
	"counterpoise/results/document"
	"counterpoise/results/findings"
	"counterpoise/results/fit"
	"counterpoise/results/methods"
	"counterpoise/results/quadrants"
)

// Document is what records show of a plan: a section for each design, and one of the study's claims if the plan covers
// them. Cells without a record are left out and counted in a note, so a document can be made while a run goes on. The
// document depends on the records alone: not on their order, on the time or on this machine.
//
// The sections are in the plan's order: experiments first to last, then the designs of each. It computes all
// tests anew and writes nothing.
func Document(plan bench.Plan, records findings.Records) document.Document {
	d := document.Document{Title: "Counterpoise: " + plan.Name}
	if s, ok := fit.Section(plan, records); ok {
		d.Sections = append(d.Sections, s)
	}
	for _, name := range quadrants.Experiments {
		if s, ok := quadrants.Section(name, plan, records); ok {
			d.Sections = append(d.Sections, s)
		}
	}
	if s, ok := methods.Section(plan, records); ok {
		d.Sections = append(d.Sections, s)
	}
	all := findings.Analyze(plan, records)
	regret, ok := advised.Section(plan, records)
	if ok {
		regret.Notes = append(regret.Notes, regretProvenance(all)...)
		d.Sections = append(d.Sections, regret)
	}
	for _, f := range all {
		if ok && f.Experiment.Name == study.RegretExperiment {
			continue // its arms are those of recipes, which the section above has one by one
		}
		d.Sections = append(d.Sections, Section(f))
	}
	// A plan of a part of the study would leave most claims untestable.
	if claims.CoveredBy(plan.Experiments) {
		e := claims.Evaluate(claims.All(), plan.Size, records, plan.Oracle)
		d.Sections = append(d.Sections, e.Section())
	}
	return d
}

// Answer is the short form of a Document: of each design its comparisons in one table, and which of them are shown. A
// design that compares nothing is as in the Document. What is about the plan as a whole is left out.
func Answer(plan bench.Plan, records findings.Records) document.Document {
	d := document.Document{Title: "Counterpoise: " + plan.Name}
	again := map[string]bool{} // commands that make the records, each once
	for _, f := range findings.Analyze(plan, records) {
		s := Section(f)
		if len(f.Pairwise) > 0 && f.Plan.Size.Rollouts > 0 && len(s.Tables) > 0 {
			s.Lines, s.Tables, s.Notes = nil, []document.Table{answerTable(f)}, answerNotes(f.Pairwise)
			if command := "Again: " + findings.Command(planOf(f)); !again[command] {
				again[command], s.Notes = true, append(s.Notes, command)
			}
		}
		d.Sections = append(d.Sections, s)
	}
	return d
}

// regretProvenance says what made the records of the regret of the advice, each sentence once.
func regretProvenance(all []findings.Findings) (notes []string) {
	for _, f := range all {
		if f.Experiment.Name != study.RegretExperiment {
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
