package report

import (
	"fmt"
	"html/template"

	"counterpoise/bench"
	"counterpoise/results/claims"
	"counterpoise/results/findings"
)

// claimsPart is the part of the page about the study's claims at one size. Its fields are those that the template
// page.html names.
type claimsPart struct {
	ID, Title, Intro string
	Counts           string
	Answers          [][2]string // claim and verdict, sentence
	Tables           []template.HTML
	Notes            []string
}

// evaluations evaluates the study's claims for each policy and size at which plans cover the whole study, with the
// largest number of trials of these plans. With a part of the study most claims would be untestable, so there is no
// section then.
func evaluations(plans []bench.Plan, records findings.Records) (all []claims.Evaluation) {
	var sizes []bench.Size // without trials
	experiments := map[bench.Size][]bench.Experiment{}
	trials := map[bench.Size]int{}
	for _, p := range plans {
		s := p.Size
		s.Trials = 0
		if experiments[s] == nil {
			sizes = append(sizes, s)
		}
		experiments[s] = append(experiments[s], p.Experiments...)
		trials[s] = max(trials[s], p.Size.Trials)
	}
	for _, s := range sizes {
		if claims.CoveredBy(experiments[s]) {
			size := s
			size.Trials = trials[s]
			all = append(all, claims.Evaluation{Size: size, Claims: claims.Evaluate(claims.All(), size, records)})
		}
	}
	return all
}

// newClaimsPart lays out an evaluation.
func newClaimsPart(e claims.Evaluation) (claimsPart, error) {
	s, size := e.Section(), e.Size
	tables, err := htmlTables(s.Tables)
	p := claimsPart{
		ID:    fmt.Sprintf("claims-%s-seed%d-steps%d-rollouts%d", size.Policy, size.Seed, size.Steps, size.Rollouts),
		Title: s.Title, Intro: s.Intro, Counts: e.Counts(), Tables: tables, Notes: s.Notes,
	}
	for _, r := range e.Claims {
		p.Answers = append(p.Answers, [2]string{r.ID + " " + string(r.Verdict), r.Why})
	}
	return p, err
}
