package datasets

import (
	"fmt"
	"strings"

	"counterpoise/policies/weigh"
	"counterpoise/scenes/demos"
)

// Sources returns what tells the datasets from others.
func (s *Set) Sources() []weigh.Source {
	var all []weigh.Source
	for k, name := range s.Names {
		all = append(all, weigh.Source{Name: name, Demonstrations: s.first[k+1] - s.first[k], Digest: s.Digest(k),
			Actions: demos.ActionsDigest(s.opened[k])})
	}
	return all
}

// Digest returns the digest of the content of dataset k; empty for one that other programs recorded.
func (s *Set) Digest(k int) string {
	card := s.opened[k].Card()
	if card.Format == 0 {
		return ""
	}
	return card.Hash
}

// Rates lists the frames per second of the datasets that state them, where two state other ones; else it is empty.
func (s *Set) Rates() string {
	var list []string
	known, differ := 0.0, false
	for k, r := range s.opened {
		rate := demos.RateOf(r)
		if rate == 0 {
			continue
		}
		differ = differ || known > 0 && rate != known
		known = max(known, rate)
		list = append(list, fmt.Sprintf("%s has %g frames a second", s.Names[k], rate))
	}
	if !differ {
		return ""
	}
	return strings.Join(list, ", ")
}
