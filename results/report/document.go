package report

import (
	"counterpoise/bench"
	"counterpoise/results/claims"
	"counterpoise/results/document"
	"counterpoise/results/findings"
	"counterpoise/results/fit"
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
	if s, ok := quadrants.Section(plan, records); ok {
		d.Sections = append(d.Sections, s)
	}
	for _, f := range findings.Analyze(plan, records) {
		d.Sections = append(d.Sections, Section(f))
	}
	// A plan of a part of the study would leave most claims untestable.
	if claims.CoveredBy(plan.Experiments) {
		e := claims.Evaluate(claims.All(), plan.Size, records, plan.Oracle)
		d.Sections = append(d.Sections, e.Section())
	}
	return d
}
