package bench

import (
	"fmt"
	"strings"

	"counterpoise/policies/balance"
)

// The sweep: what could any weights do? Policies under given weights, on a grid over the simplex, trained on the imbalanced
// data and judged by rollouts. The best of them is the oracle that a method's weights are to be held against; natural and
// equal, which lie between grid points, stand beside it.
var _ = register(Experiment{
	Name:     "sweep",
	Question: "Which weights serve which behaviour, and what is the best that any weights could do?",
	Source:   "the oracle of the methods that learn weights",
	Designs: []Design{{
		Task: "picking",
		Arms: append([]Arm{
			weighed("natural", "natural"),
			weighed("equal", "equal"),
		}, grid(3, 5)...),
	}},
})

// weighed is an arm on the data with the middle starved, as in E3 and E6.
func weighed(name, method string) Arm {
	return on(pickMiddle, name, method)
}

// grid is an arm for each point of the simplex over k groups whose coordinates are positive multiples of 1/n.
func grid(k, n int) (arms []Arm) {
	for _, weights := range balance.Sweep(k, n) {
		text := make([]string, len(weights))
		positive := true
		for i, a := range weights {
			text[i] = fmt.Sprintf("%.4g", a)
			positive = positive && a > 0
		}
		if positive {
			arms = append(arms, weighed(strings.Join(text, "/"), "fixed:"+strings.Join(text, ",")))
		}
	}
	return arms
}
