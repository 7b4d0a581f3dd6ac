package theory

// Proposition is a statement of the study's theory, evaluated on a model whose optimum is known.
type Proposition struct {
	Equation string // of the study: "P1", "P8", "P12" or "P15"
	// Deviation is the largest deviation from the statement where its assumptions hold: rounding error if it is true.
	Deviation      float64
	Setting        string // what was computed, and under which assumptions
	Counterexample string // by how much the statement fails without one of them
}

// Evaluate evaluates the study's four theorems. It takes milliseconds and always gives the same numbers.
func Evaluate() []Proposition {
	return []Proposition{proposition1(), bound8(), bound12(), balanced15()}
}
