package forms

import (
	"counterpoise/policies/weigh"
	"counterpoise/policies/weigh/datasets"
)

// ResemblanceMethod is the name of weights by resemblance, in files.
const ResemblanceMethod = "resemblance"

// Asked is what was asked of weigh.Resemble, for the summary.
type Asked struct {
	Dataset  string // as the user names it, or them
	Known    string // which demonstrations are known to be good, as the user says it
	Pictures bool   // whether pictures were learned from
	Gap      bool   // whether values are by the gap, not by rank
}

// resemblanceSummary is everything that weigh.Resemble found, as it is written to weights.json.
type resemblanceSummary struct {
	Dataset  string         `json:"dataset"` // path
	Sources  []weigh.Source `json:"datasets"`
	By       []string       `json:"by"`    // labels whose groups keep their shares
	Known    string         `json:"known"` // as the flag has it
	Pictures bool           `json:"pictures,omitempty"`
	Rule     string         `json:"rule,omitempty"` // gap; none by rank
	Methods  []method       `json:"methods"`

	Demonstrations []resembling `json:"demonstrations"` // that were weighed, in order
}

// method is a method of which a folder has weights.
type method struct {
	Method string `json:"method"`
}

// resembling is how a demonstration compares with those that are known to be good.
type resembling struct {
	Dataset string   `json:"dataset"`
	Number  int      `json:"number"` // in its dataset
	Group   string   `json:"group"`
	Known   bool     `json:"known,omitempty"`
	Loss    *float64 `json:"loss"`               // null for the only one that is known
	Value   float64  `json:"value"`              // of a frame, 1 of the known ones
	LeftOut bool     `json:"left_out,omitempty"` // because it failed or is bad by a label
}

// WriteResemblance adds the weights of demonstrations by how like they are to those that are known to be good, and is
// Write with a summary of them.
func (f *Folder) WriteResemblance(d *datasets.Set, r *weigh.Resemblance, asked Asked) error {
	sum := resemblanceSummary{Dataset: asked.Dataset, Sources: d.Sources(), By: r.By, Known: asked.Known,
		Pictures: asked.Pictures, Methods: []method{{ResemblanceMethod}}}
	if asked.Gap {
		sum.Rule = "gap"
	}
	for e := range r.Of {
		k, number := d.Place(e)
		one := resembling{Dataset: d.Names[k], Number: number, Group: r.Names[r.Of[e]], Known: r.Known[e],
			Value: r.Value[e], LeftOut: r.Out != nil && r.Out[e]}
		if l := r.Loss[e]; l == l {
			one.Loss = &l
		}
		sum.Demonstrations = append(sum.Demonstrations, one)
	}
	if err := f.addSamples(d, ResemblanceMethod, resemblanceMeanings, d.Samples(r.Sampling())); err != nil {
		return err
	}
	return f.Write(SummaryName, sum)
}
