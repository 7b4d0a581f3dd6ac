package toydata

// FixedMixture is a balancing method with constant weights. It records the losses that the training reports.
type FixedMixture struct {
	Weights    []float64   // α of each group
	Resampling bool        // groups are drawn with probability α; otherwise losses are weighted by α
	Losses     [][]float64 // of each step and group
}

// Alpha returns Weights.
func (f *FixedMixture) Alpha() []float64 { return f.Weights }

// Observe appends to Losses. It keeps the slice.
func (f *FixedMixture) Observe(loss []float64) { f.Losses = append(f.Losses, loss) }

// Resample returns Resampling.
func (f *FixedMixture) Resample() bool { return f.Resampling }
