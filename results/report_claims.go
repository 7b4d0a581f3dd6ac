package results

import (
	"fmt"
	"html/template"

	"counterpoise/bench"
)

// claims is the claims' section of the page.
type claims struct {
	ID, Title, Intro string
	Counts           string
	Answers          [][2]string // claim and verdict, sentence
	Tables           []template.HTML
	Notes            []string
}

// claims are the rulings of the policies and sizes at which the plans hold the whole study.
func (r Report) claims() (rulings []Ruling) {
	var sizes []bench.Size
	held := map[bench.Size][]bench.Experiment{}
	trials := map[bench.Size]int{}
	for _, p := range r.Plans {
		s := p.Size
		s.Trials = 0
		if held[s] == nil {
			sizes = append(sizes, s)
		}
		held[s] = append(held[s], p.Experiments...)
		trials[s] = max(trials[s], p.Size.Trials)
	}
	for _, s := range sizes {
		if holdsStudy(held[s]) {
			n := s
			n.Trials = trials[s]
			rulings = append(rulings, Ruling{n, Judge(Claims(), n, r.Records)})
		}
	}
	return rulings
}

// claimed is a ruling on the page.
func claimed(r Ruling) (c claims, err error) {
	s := r.Section()
	c = claims{ID: fmt.Sprintf("claims-%s-seed%d-steps%d-rollouts%d", r.Size.Policy, r.Size.Seed, r.Size.Steps, r.Size.Rollouts), Title: s.Title, Intro: s.Intro, Counts: r.counts(), Notes: s.Notes}
	for _, j := range r.Claims {
		c.Answers = append(c.Answers, [2]string{j.ID + " " + string(j.Verdict), j.Why})
	}
	for _, t := range s.Tables {
		h, err := embedded(t)
		if err != nil {
			return c, err
		}
		c.Tables = append(c.Tables, h)
	}
	return c, nil
}
