package encoder

import (
	"context"
	"fmt"
	"math"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/optimizer"
)

// EncoderConfig says how an encoder is trained.
type Config struct {
	Objects      []Object
	Steps        int     // of Adam
	Batch        int     // lessons in a step; none comes twice
	LearningRate float64 // Adam's learning rate at the start, falling along a cosine
	HeldOut      int     // lessons that it is judged by
}

// DefaultEncoder is how the embedded encoder was trained, but for its parts. The command
//
//	counterpoise encoder --out policies/encoder.bin
//
// makes it again, with SIMD to the same bytes, in 4.3 minutes of one core. What it said of 1000 scenes that no step had seen:
//
//	                       median error    RMS error
//	static: red block        0.9, 0.8 px   3.5, 3.1 px   across and down, where 12 pixels of it or more are visible; a
//	        blue block       0.7, 0.8      6.7, 4.9      pixel is 3.7 mm on the table
//	        pink block       0.6, 0.6      2.5, 1.8
//	        hand             7.0, 5.7     10.5, 9.5      of which only parts are told from the arm; the joints are known
//	gripper: red block       0.4, 0.6 px   3.7, 2.9 px
//	        blue block       0.5, 0.5      0.9, 1.2
//	        pink block       0.4, 0.5      1.1, 1.8
//	        drawer           4.1, 5.0      8.2, 8.9
//	door                      25 mm         46 mm        of 280
//	drawer                     8            13           of 220
//	switch                     6            10           of 88
//	bulb lit                  0.1 % wrong
//	LED lit                   4.3 % wrong                the arm may hide it
func DefaultConfig() Config {
	return Config{Steps: 6000, Batch: 8, LearningRate: 5e-3, HeldOut: 1000}
}

// TrainEncoder trains both eyes to tell what lessons show, by the sum of two errors. A linear read-out of their features, which is
// thrown away afterwards, is to tell the labels, by the mean over these of
//
//	sum_r c_r (ŷ_r - y_r)² / (σ² sum_r c_r),   c_r whether the label holds in lesson r, σ² its variance
//
// And the first maps are to show the parts, the nth the nth: before it is rectified, a map should be the share of the patch
// that shows its part, or a little below zero where that is nothing. Each part's squared error is divided by the mean square
// of its shares. With the first error alone, maps find the blocks ten times slower or not at all.
//
// lesson gives the nth lesson, whose pictures may be written over by the next; progress is told after each step. The result
// depends on the lessons, the settings and the key alone.
func Train(ctx context.Context, cfg Config, lesson func(n int) (*Sample, error), key seed.Key,
	progress func(step int, loss float64)) (*Encoder, []Accuracy, error) {
	defer backend.VZeroUpper()
	s := &trainer{cfg: cfg, sample: lesson, labels: labels(cfg.Objects)}
	if err := s.open(key); err != nil {
		return nil, nil, err
	}
	for step := range cfg.Steps {
		if ctx.Err() != nil {
			return nil, nil, fmt.Errorf("policies: the encoder's training stopped after %d of %d steps: %w", step, cfg.Steps, context.Cause(ctx))
		}
		loss, err := s.step(step)
		if err != nil {
			return nil, nil, fmt.Errorf("policies: encoder: step %d: %w", step, err)
		}
		progress(step+1, loss)
	}
	e := New(s.weights(0), s.weights(1))
	js, err := s.evaluate()
	return e, js, err
}

// school is the state of an encoder's training. Its parameters are the static eye's, the gripper's, and the read-out's matrix
// [features, labels] and bias.
type trainer struct {
	cfg    Config
	sample func(n int) (*Sample, error)
	next   int // lesson
	labels []label

	patches [2]*tensors.Tensor // patches of each eye
	shares  [2]*tensors.Tensor // of each patch that shows each part
	y, c    []float32
	centres []*tensors.Tensor
	params  []*tensors.Tensor
	opt     []optimizer.Adam
	scale   []float32    // 1/σ of each label
	weight  [2][]float32 // of each part's squared errors of shares
	grad    *graph.Exec
	readOut *graph.Exec
}

var Cameras = [2]Spatial{Static, Gripper}

// step takes one step of Adam.
func (s *trainer) step(step int) (float64, error) {
	if err := s.load(); err != nil {
		return 0, err
	}
	n := len(s.labels)
	w := make([]float32, len(s.c))
	for j := range n {
		var hold float32
		for i := j; i < len(w); i += n {
			hold += s.c[i]
		}
		for i := j; i < len(w); i += n {
			w[i] = s.c[i] * s.scale[j] * s.scale[j] / (max(hold, 1) * float32(n))
		}
	}
	in := append(s.inputs(), tensors.FromFlatDataAndDimensions(s.y, s.cfg.Batch, n), tensors.FromFlatDataAndDimensions(w, s.cfg.Batch, n))
	for i := range Cameras {
		in = append(in, s.shares[i], tensors.FromFlatDataAndDimensions(s.weight[i], len(s.cfg.Objects)))
	}
	out, err := s.grad.Call(in...)
	backend.VZeroUpper()
	if err != nil {
		return 0, err
	}
	defer backend.Release(out)
	loss := float64(tensors.ToScalar[float32](out[0]))
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return 0, fmt.Errorf("the loss is %v; lower the rate (%g)", loss, s.cfg.LearningRate)
	}
	rate := s.cfg.LearningRate * optimizer.Cosine.Factor(step, s.cfg.Steps)
	for i, p := range s.params {
		tensors.MustConstFlatData(out[1+i], func(g []float32) {
			tensors.MustMutableFlatData(p, func(theta []float32) { s.opt[i].Step(theta, g, rate, step+1) })
		})
	}
	return loss, nil
}

// weights are those of one eye, with nothing on spare maps.
func (s *trainer) weights(eye int) (w [][]float32) {
	for _, p := range s.params[6*eye:][:6] {
		w = append(w, tensors.MustCopyFlatData[float32](p))
	}
	return w
}
