package forms

import (
	"counterpoise/policies/weigh"
	"counterpoise/policies/weigh/datasets"
)

// AddArm adds weights that are to be tried: of a frame of each demonstration, on any scale, at least one of them above
// 0.
func (f *Folder) AddArm(d *datasets.Set, name string, frame []float64, frames []int) error {
	sum := 0.0
	for e, w := range frame {
		sum += w * float64(frames[e])
	}
	samples := make([]weigh.Sample, len(frame))
	for e, w := range frame {
		samples[e] = weigh.Sample{Episode: e, Frames: frames[e], FrameWeight: w / sum,
			Weight: w * float64(frames[e]) / sum}
	}
	return f.addSamples(d, name, armMeanings, d.Samples(samples))
}
