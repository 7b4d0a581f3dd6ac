package bench

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// StyleAxes is where each style of suboptimal demonstrations lies on three axes. Two are measured by plain cloning from
// the state: what it costs, and whether it is harder to fit than optimal demonstrations. The third is how much it
// moves, by the demonstrations alone. style_axes.json holds the measurement. It is empty, {}, until the styles of this
// program are measured, and list styles then says so; one command measures them and writes it:
//
//	go test -run '^$' -bench StyleAxes -benchtime 1x ./bench/runner -write
//
// It keeps the styles that are measured already, where version, device and sizes are the same, and measures the others.
//
// Every trial trains two policies: one on N optimal demonstrations of each behaviour, one on these and on N of the
// style. All else is equal: initial weights, batches' seeds, gradient steps, initial states of the rollouts.
type StyleAxes struct {
	Date    string `json:"date"`    // of the measurement, year-month-day
	Commit  string `json:"commit"`  // of the program that measured, with "-dirty" if its sources were changed
	Version string `json:"version"` // of results, see Version
	Device  string `json:"device"`  // that trained, as records name it
	Policy  string `json:"policy"`  // that was cloned, for its calibrated number of steps
	Seed    uint64 `json:"seed"`    // of everything random
	// Demonstrations is N, and Rollouts the number of rollouts of each behaviour and policy.
	Demonstrations int                `json:"demonstrations"`
	Rollouts       int                `json:"rollouts"`
	Styles         []StyleMeasurement `json:"styles"` // sorted by task, then by style
}

// StyleMeasurement is the measurement of one style on one task. Lists have one entry per trial.
type StyleMeasurement struct {
	Task  string `json:"task"`
	Style string `json:"style"`
	// Date and Commit of a style that was measured later than the first ones; else empty.
	Date   string `json:"date,omitempty"`
	Commit string `json:"commit,omitempty"`
	// Alone and Mixed are the success in percent, by the earned oracle, mean over behaviours, of the policy that
	// learned from optimal demonstrations alone and of the one that learned from both. The cost of the style is Alone -
	// Mixed, in percentage points.
	Alone []float64 `json:"alone_percent"`
	Mixed []float64 `json:"mixed_percent"`
	// Losses of the policy that learned from both, mean over the frames of the optimal demonstrations and of the
	// style's: those that it learned from, and as many that it has never seen. The style is harder to fit than optimal
	// demonstrations if StyleHeldOut / OptimalHeldOut > 1.
	OptimalTrained []float64 `json:"optimal_trained"`
	StyleTrained   []float64 `json:"style_trained"`
	OptimalHeldOut []float64 `json:"optimal_held_out"`
	StyleHeldOut   []float64 `json:"style_held_out"`
	// Energies are E|a|² of the demonstrations that were learned from (demos.Motion): the mean square of an action,
	// summed over its components.
	OptimalEnergy []float64 `json:"optimal_energy"`
	StyleEnergy   []float64 `json:"style_energy"`
}

//go:embed style_axes.json
var styleAxes []byte

// MeasuredStyles returns the committed measurement; without styles where there is none yet.
func MeasuredStyles() (StyleAxes, error) {
	var a StyleAxes
	if err := json.Unmarshal(styleAxes, &a); err != nil {
		return a, fmt.Errorf("bench: style_axes.json: %w", err)
	}
	return a, nil
}

// Of returns the measurement of a style on a task; false if it was not measured.
func (a StyleAxes) Of(task, style string) (StyleMeasurement, bool) {
	for _, m := range a.Styles {
		if m.Task == task && m.Style == style {
			return m, true
		}
	}
	return StyleMeasurement{}, false
}
