package weigh

import "cmp"

// Source is a dataset that weights are of. Weights of one are not those of another, even of equal size: whoever takes
// them compares the digest.
type Source struct {
	Name           string `json:"name"`
	Demonstrations int    `json:"demonstrations"`
	Digest         string `json:"digest,omitempty"`         // of its content, where it has a card of ours
	Actions        string `json:"actions_sha256,omitempty"` // see demos.ActionsDigest
}

// Identity returns what tells the dataset from others: the digest of its content, or of its actions.
func (s Source) Identity() string { return cmp.Or(s.Digest, s.Actions) }

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
