package balance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

// Fixed is a vector of given weights, one per group in the groups' order: weights of at least 0 that sum to 1. Sweeps
// over weights consist of them (see Sweep). Methods has no entry for Fixed, because it has no default; Named reads the
// weights from the name ("fixed:.2,.8"). The trainer refuses weights whose number differs from the number of groups.
type Fixed []float64

func (Fixed) About() Description {
	return Description{Family: Yardstick, Summary: "given weights, such as fixed:.2,.8"}
}

func (f Fixed) Start(demos.Groups) mixture.Mixture { return constant(slices.Clone(f)) }

// parseFixed reads weights separated by commas. They must sum to 1 within 0.001, which leaves room for rounded decimals
// such as .33,.33,.34; the result is scaled to sum to 1 exactly.
func parseFixed(text string) (Method, error) {
	var f Fixed
	sum := 0.0
	for _, s := range strings.Split(text, ",") {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || !(x >= 0) || x-x != 0 {
			return nil, fmt.Errorf("balance: fixed:%s: want weights of at least 0, one a group, such as fixed:.2,.8",
				text)
		}
		f, sum = append(f, x), sum+x
	}
	if sum < 0.999 || sum > 1.001 {
		return nil, fmt.Errorf("balance: fixed:%s: the weights sum to %g, not 1", text, sum)
	}
	return Fixed(normalised(f)), nil
}
