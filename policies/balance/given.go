package balance

import (
	"fmt"
	"regexp"
	"strings"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

// Given is weights of demonstrations or frames that another program has computed. Its text form is
// "weights:NAME@DIGEST": the name that the weights' file gives them, and the first 16 hexadecimal digits of their
// digest. With u_r >= 0 the given weight of frame r,
//
//	J(θ) = sum_r u_r l_r(θ) / sum_r u_r,   α_g = sum of u over group g / sum of u over all frames
//
// and within a group the frames have the weights v_r = u_r / sum of u over the group (mixture.FrameWeigher), so that
// α_g v_r = u_r / sum u. All u equal give plain cloning, as natural does: the weights of a batch's rows are then the
// same float32 numbers.
//
// Methods has no entry for Given, because it has no default. Named reads name and digest; With adds the weights, which
// depend on the dataset. Training without them is an error.
type Given struct {
	Name, Digest string
	u            [][]float64 // of each demonstration: of its frames, or one for all of them
	sums         []float64   // of each demonstration: the sum of u over its frames
}

// givenName is the word before the colon.
const givenName = "weights"

// givenText is the form of the text after the colon.
var givenText = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9._-]{0,39})@([0-9a-f]{16})$`)

// CheckGivenName returns an error unless a name can stand in the text form of given weights: up to 40 letters, digits,
// dots, hyphens and underscores, the first a letter or a digit.
func CheckGivenName(name string) error {
	if !givenText.MatchString(name + "@0123456789abcdef") {
		return fmt.Errorf("a name of weights has 1 to 40 letters, digits, dots, hyphens and underscores, and begins "+
			"with a letter or a digit; %.60q has not", name)
	}
	return nil
}

// parseGiven reads name and digest.
func parseGiven(text string) (Method, error) {
	m := givenText.FindStringSubmatch(text)
	if m == nil {
		return nil, fmt.Errorf("balance: weights:%.80s: want weights:NAME@DIGEST, with 16 hexadecimal digits; run "+
			"--weights FILE makes the name from a file", text)
	}
	return Given{Name: m[1], Digest: m[2]}, nil
}

// String returns the text form.
func (g Given) String() string {
	return strings.Join([]string{givenName, ":", g.Name, "@", g.Digest}, "")
}

func (Given) About() Description {
	return Description{Family: Own, Summary: "weights of demonstrations or frames from a file, run --weights FILE"}
}

// With returns the method with the weights of a dataset whose demonstrations have the given numbers of frames. u has a
// list for each demonstration: one number for each frame, or a single one. It returns an error for another number of
// either, for a weight that is negative or not finite, and where all are 0.
func (g Given) With(u [][]float64, frames []int) (Given, error) {
	if len(u) != len(frames) {
		return g, fmt.Errorf("weights of %d demonstrations for a dataset of %d", len(u), len(frames))
	}
	g.u, g.sums = u, make([]float64, len(u))
	total := 0.0
	for e, weights := range u {
		if len(weights) != 1 && len(weights) != frames[e] {
			return g, fmt.Errorf("demonstration %d has %d weights and %d frames; give a weight for each frame, or one "+
				"for the demonstration", e, len(weights), frames[e])
		}
		for t, v := range weights {
			if !(v >= 0) || v-v != 0 {
				return g, fmt.Errorf("demonstration %d, frame %d has weight %v; weights are finite and at least 0",
					e, t, v)
			}
			g.sums[e] += v
		}
		if len(weights) == 1 {
			g.sums[e] *= float64(frames[e])
		}
		total += g.sums[e]
	}
	if !(total > 0) || total-total != 0 {
		return g, fmt.Errorf("the weights sum to %v; give at least one frame a weight above 0, and none above "+
			"1e300", total)
	}
	return g, nil
}

func (g Given) Start(groups demos.Groups) mixture.Mixture {
	if len(g.sums) != len(groups.Of) {
		return given{constant(shares(groups.Frames)), g} // FrameWeights refuses it
	}
	alpha := make([]float64, len(groups.Names))
	for e, of := range groups.Of {
		alpha[of] += g.sums[e]
	}
	return given{constant(normalised(alpha)), g}
}

// given is the mixture of given weights.
type given struct {
	constant
	of Given
}

// FrameWeights implements mixture.FrameWeigher.
func (g given) FrameWeights() ([][]float64, error) {
	if g.of.u == nil {
		return nil, fmt.Errorf("the weights of %v are not here; give their file with --weights, or keep it in "+
			"the folder weights beside the records", g.of)
	}
	return g.of.u, nil
}
