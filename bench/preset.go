package bench

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"counterpoise/policies"
)

// preset is what a cell's policy stands for: a network with its settings, and how well it sees the bulb.
type Preset struct {
	Config    policies.Config
	Ambiguity float64 // share of episodes in which the bulb misleads, see cue
}

// presets are the policies of the benchmark by name: what the calibration froze, and no steps yet, which go by the task
// (see frozenSteps).
var presets = map[string]func() policies.Config{
	"state": policies.DefaultConfig,
	"vision": func() policies.Config {
		c := policies.DefaultConfig()
		c.Network = "vision"
		return c
	},
}

// Policies are the names of the policies that a plan may be run with.
func Policies() []string { return slices.Sorted(maps.Keys(presets)) }

// presetOf reads the text that names a policy, with other settings than the calibrated ones if it says so:
//
//	state                  as calibrated
//	state:Execute=1        looks again after every action
//	state:Cue=0.2          the bulb misleads in a fifth of the episodes
func ParsePreset(text string, steps int) (Preset, error) {
	name, settings, set := strings.Cut(text, ":")
	config, ok := presets[name]
	if !ok {
		return Preset{}, fmt.Errorf("unknown policy %q; known: %s", name, strings.Join(Policies(), ", "))
	}
	p := Preset{Config: config()}
	p.Config.Steps = steps
	if !set {
		return p, nil
	}
	for _, s := range strings.Split(settings, ",") {
		field, value, _ := strings.Cut(s, "=")
		if err := p.set(field, value); err != nil {
			return Preset{}, fmt.Errorf("policy %q: %w", text, err)
		}
	}
	return p, nil
}

// set changes one setting.
func (p *Preset) set(field, value string) (err error) {
	switch field {
	case "Execute":
		p.Config.Execute, err = strconv.Atoi(value)
	case "Cue":
		p.Ambiguity, err = strconv.ParseFloat(value, 64)
		if err == nil && !(p.Ambiguity >= 0 && p.Ambiguity <= 0.5) {
			err = fmt.Errorf("setting Cue=%s: want a share from 0 to 0.5", value)
		}
	default:
		err = fmt.Errorf("no setting %q; known: Cue, Execute", field)
	}
	return err
}
