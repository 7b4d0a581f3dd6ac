package balance

import (
	"fmt"
	"regexp"
	"strings"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

// Kept is plain cloning of the demonstrations that a score and a rule of package curate keep, or that a label keeps.
// Its text form is "kept:SCORE,RULE", such as kept:jerk,keep:Share=0.66, or "kept:LABEL": every frame of a kept
// demonstration has weight 1, every other one 0 (Given).
//
// Methods has no entry for Kept, because only an experiment knows the demonstrations that are scored together. Named
// reads the text; On adds what is kept. Training without it is an error.
type Kept string

// keptName is the word before the colon.
const keptName = "kept"

// keptText is the form of the text after the colon.
var keptText = regexp.MustCompile(`^[a-z]+(,[a-z]+(:[A-Za-z0-9.=,]+)?)?$`)

// parseKept reads the text after the colon.
func parseKept(text string) (Method, error) {
	if !keptText.MatchString(text) {
		return nil, fmt.Errorf("balance: kept:%.80s: want kept:SCORE,RULE, such as kept:worst,split", text)
	}
	return Kept(text), nil
}

// Score is the name of the score or label, Rule the text of the rule, empty for a label.
func (k Kept) Score() string { score, _, _ := strings.Cut(string(k), ","); return score }

func (k Kept) Rule() string { _, rule, _ := strings.Cut(string(k), ","); return rule }

func (k Kept) About() Description {
	return Description{Family: Yardstick, Summary: "plain cloning of the demonstrations that a score keeps"}
}

// On returns the method for demonstrations of the given numbers of frames, of which some are kept, at least one.
func (k Kept) On(kept []bool, frames []int) (Method, error) {
	u := make([][]float64, len(kept))
	for e, keep := range kept {
		u[e] = []float64{0}
		if keep {
			u[e][0] = 1
		}
	}
	return Given{Name: keptName}.With(u, frames)
}

func (k Kept) Start(groups demos.Groups) mixture.Mixture {
	return unscored{constant(shares(groups.Frames)), k}
}

// unscored is the mixture of a Kept without demonstrations.
type unscored struct {
	constant
	of Kept
}

// FrameWeights implements mixture.FrameWeigher.
func (u unscored) FrameWeights() ([][]float64, error) {
	return nil, fmt.Errorf("kept:%s is a method of experiments alone; weigh DATASET --score %s writes its weights, "+
		"and train --weights takes them", string(u.of), u.of.Score())
}
