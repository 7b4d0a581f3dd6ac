package balance

import "counterpoise/scenes/demos"

// From is where the weights of an ascent start. The study does not say; both end at 1/2 in its Table 1 where nothing
// moves them from 1/k, and plain cloning has the shares.
type From int

const (
	// EqualFrom is 1/k for each group.
	EqualFrom From = iota
	// SharesFrom is each group's share of the frames.
	SharesFrom
)

var froms = words{"equal", "shares"}

// MarshalText returns the word of the setting.
func (f From) MarshalText() ([]byte, error) { return []byte(froms[f]), nil }

// UnmarshalText reads the word of the setting.
func (f *From) UnmarshalText(text []byte) error { return froms.read((*int)(f), text) }

// weights are those of groups.
func (f From) weights(g demos.Groups) []float64 {
	if f == SharesFrom {
		return shares(g.Frames)
	}
	return uniform(len(g.Names))
}
