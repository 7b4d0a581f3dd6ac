package weigh

import (
	"bytes"
	"fmt"
	"strconv"

	"counterpoise/internal/printable"
)

// Sample is how often a demonstration is drawn, or how much each of its frames weighs.
type Sample struct {
	Dataset     string // name
	Episode     int    // number in the dataset
	Group       string // "" for a demonstration that is in no group, whose weights are 0
	Frames      int
	Weight      float64 // w, of sum 1 over all demonstrations
	FrameWeight float64 // f
}

// Sampling turns weights of groups into weights of demonstrations. Demonstration e of group g is drawn with
// probability w_e, so that a frame drawn in it has the same chance as any of its group; or each of its frames has
// the weight f_g:
//
//	w_e = α_g T_e/T_g,   f_g = α_g/T_g,   T the number of frames
func (g *Groups) Sampling(alpha []float64) []Sample {
	all := make([]Sample, len(g.Of))
	for e, of := range g.Of {
		frame := alpha[of] / float64(g.Frames[of])
		all[e] = Sample{Episode: e, Group: g.Names[of], Frames: g.Lengths[e],
			Weight: frame * float64(g.Lengths[e]), FrameWeight: frame}
	}
	return all
}

// SamplingCSV returns a line for each demonstration: its number in its dataset, group, frames, both weights, the name
// of the dataset, and what tells it from others. Names of the columns say what a weight is of.
func SamplingCSV(sources []Source, samples []Sample) []byte {
	identity := map[string]string{}
	for _, s := range sources {
		identity[s.Name] = s.Identity()
	}
	var b bytes.Buffer
	b.WriteString("demonstration,group,frames,demonstration_weight,frame_weight,dataset,digest\n")
	for _, s := range samples {
		fmt.Fprintf(&b, "%d,%s,%d,%s,%s,%s,%s\n", s.Episode, printable.QuotedField(s.Group), s.Frames,
			number(s.Weight), number(s.FrameWeight), printable.QuotedField(s.Dataset), identity[s.Dataset])
	}
	return b.Bytes()
}

// number has as many digits as it takes to read the same float64 back.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
