package balance

// Summary is the weights that a method gives to groups, over several trainings.
type Summary struct {
	Method  string      `json:"method"`
	About   string      `json:"about"`
	Weights []float64   `json:"weights"`         // mean over seeds
	SD      []float64   `json:"sd,omitempty"`    // over seeds; left out for a single seed
	Seeds   [][]float64 `json:"weights_by_seed"` // [seed][group]
	Steps   []int       `json:"steps"`           // points of the curve
	Alpha   [][]float64 `json:"alpha"`           // [point][group], mean over seeds
}
