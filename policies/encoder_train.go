package policies

import (
	"context"
	"fmt"
	"math"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
)

// EncoderConfig says how an encoder is trained.
type EncoderConfig struct {
	Parts   []Part
	Steps   int     // of Adam
	Batch   int     // lessons in a step; none comes twice
	Rate    float64 // Adam's learning rate at the start, falling along a cosine
	HeldOut int     // lessons that it is judged by
}

// DefaultEncoder is how the embedded encoder was trained, but for its parts.
func DefaultEncoder() EncoderConfig {
	return EncoderConfig{Steps: 6000, Batch: 8, Rate: 5e-3, HeldOut: 1000}
}

// TrainEncoder trains both eyes to tell what lessons show, by the sum of two errors. A linear read-out of their features, which is
// thrown away afterwards, is to tell the labels, by the mean over these of
//
//	sum_r c_r (ŷ_r - y_r)² / (σ² sum_r c_r),   c_r whether the label holds in lesson r, σ² its variance
//
// And the first maps are to show the parts, the nth the nth: before it is rectified, a map should be the share of the patch that shows
// its part, or a little below zero where that is nothing. Each part's squared error is divided by the mean square of its shares. With the
// first error alone, maps find the blocks ten times slower or not at all.
//
// lesson gives the nth lesson, whose pictures may be written over by the next; progress is told after each step. The result
// depends on the lessons, the settings and the key alone.
func TrainEncoder(ctx context.Context, cfg EncoderConfig, lesson func(n int) (*Lesson, error), key seed.Key, progress func(step int, loss float64)) (*Encoder, []Judgement, error) {
	defer clearUpper()
	s := &school{cfg: cfg, lesson: lesson, labels: labels(cfg.Parts)}
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
	e := newEncoder(s.weights(0), s.weights(1))
	js, err := s.examine()
	return e, js, err
}

// school is the state of an encoder's training. Its parameters are the static eye's, the gripper's, and the read-out's matrix
// [features, labels] and bias.
type school struct {
	cfg    EncoderConfig
	lesson func(n int) (*Lesson, error)
	next   int // lesson
	labels []label

	z       [2]*tensors.Tensor // patches of each eye
	share   [2]*tensors.Tensor // of each patch that shows each part
	y, c    []float32
	middles []*tensors.Tensor
	params  []*tensors.Tensor
	opt     []adam
	scale   []float32    // 1/σ of each label
	weight  [2][]float32 // of each part's squared errors of shares
	grad    *graph.Exec
	answer  *graph.Exec
}

var eyes = [2]eye{staticEye, egoEye}

// open makes the first weights and the graphs.
func (s *school) open(key seed.Key) error {
	n := len(s.labels)
	for i, e := range eyes {
		s.z[i] = tensors.FromFlatDataAndDimensions(make([]float32, s.cfg.Batch*e.patches()*e.inputs()), s.cfg.Batch, e.patches(), e.inputs())
		s.share[i] = tensors.FromFlatDataAndDimensions(make([]float32, s.cfg.Batch*e.patches()*len(s.cfg.Parts)), s.cfg.Batch, e.patches(), len(s.cfg.Parts))
		m, p := e.tensors(e.initialise(key.With("eye", i)))
		s.middles, s.params = append(s.middles, m...), append(s.params, p...)
	}
	s.params = append(s.params,
		tensors.FromFlatDataAndDimensions(make([]float32, encoderWidth*n), encoderWidth, n),
		tensors.FromFlatDataAndDimensions(make([]float32, n), n))
	for _, p := range s.params {
		s.opt = append(s.opt, adam{make([]float32, p.Shape().Size()), make([]float32, p.Shape().Size())})
	}
	s.y, s.c = make([]float32, s.cfg.Batch*n), make([]float32, s.cfg.Batch*n)
	if err := s.measure(); err != nil {
		return err
	}
	b, err := trainingBackend()
	if err == nil {
		s.answer, err = graph.NewExec(b, func(in []*graph.Node) *graph.Node { return readOut(in) })
	}
	if err == nil {
		s.grad, err = graph.NewExec(b, func(in []*graph.Node) []*graph.Node {
			loss := objective(in)
			return append([]*graph.Node{loss}, graph.Gradient(loss, in[6:len(in)-6]...)...)
		})
	}
	return err
}

// readOut is what the features tell, ŷ [batch, labels], for inputs patches of both eyes, their middles, and the parameters.
func readOut(in []*graph.Node) *graph.Node {
	y, _ := readOutMaps(in)
	return y
}

func readOutMaps(in []*graph.Node) (y *graph.Node, maps [2]*graph.Node) {
	p := in[6:]
	var f [2]*graph.Node
	for i, e := range eyes {
		f[i], maps[i] = e.withMaps(in[i], in[2+2*i], in[3+2*i], p[6*i:][:6])
	}
	return affine(graph.Concatenate(f[:], 1), p[12], p[13]), maps
}

// objective is what the training minimises, for inputs as readOut's, labels y and weights w [batch, labels], and of each eye the
// shares [batch, P, parts] and their weights [parts].
func objective(in []*graph.Node) *graph.Node {
	last := len(in) - 6
	y, w, more := in[last], in[last+1], in[last+2:]
	out, maps := readOutMaps(in[:last])
	d := graph.Sub(out, y)
	loss := graph.ReduceAllSum(graph.Mul(w, graph.Mul(d, d)))
	for i, a := range maps {
		share, w := more[2*i], more[2*i+1]
		n := share.Shape().Dimensions[2]
		d := graph.Sub(graph.Slice(a, graph.AxisRange(), graph.AxisRange(), graph.AxisRange(0, n)), share)
		w = graph.BroadcastToShape(graph.Reshape(w, 1, 1, n), d.Shape())
		loss = graph.Add(loss, graph.ReduceAllSum(graph.Mul(w, graph.Mul(d, d))))
	}
	return loss
}

// load cuts the next lessons into patches and reads their labels.
func (s *school) load() error {
	n := len(s.labels)
	for r := range s.cfg.Batch {
		l, err := s.lesson(s.next)
		if err == nil {
			err = l.read(s.y[r*n:][:n], s.c[r*n:][:n], s.cfg.Parts)
		}
		if err != nil {
			return fmt.Errorf("lesson %d: %w", s.next, err)
		}
		for i, picture := range [2][]uint8{l.Static, l.Ego} {
			e := eyes[i]
			size := e.patches() * e.inputs()
			tensors.MustMutableFlatData(s.z[i], func(z []float32) { e.cut(z[r*size:][:size], picture) })
			size = e.patches() * len(s.cfg.Parts)
			pixels := [2][]uint8{l.StaticParts, l.EgoParts}[i]
			tensors.MustMutableFlatData(s.share[i], func(v []float32) { e.share(v[r*size:][:size], pixels, s.cfg.Parts) })
		}
		s.next++
	}
	return nil
}

// measure takes the variance of every label, and starts the read-out at its mean.
func (s *school) measure() error {
	n := len(s.labels)
	count, sum, square := make([]float64, n), make([]float64, n), make([]float64, n)
	k := len(s.cfg.Parts)
	shares := [2][]float64{make([]float64, k), make([]float64, k)}
	for s.next < 1000 {
		if err := s.load(); err != nil {
			return err
		}
		for i, c := range s.c {
			v := float64(s.y[i])
			count[i%n] += float64(c)
			sum[i%n] += float64(c) * v
			square[i%n] += float64(c) * v * v
		}
		for i, t := range s.share {
			tensors.MustConstFlatData(t, func(v []float32) {
				for j, share := range v {
					shares[i][j%k] += float64(max(0, share)) * float64(max(0, share))
				}
			})
		}
	}
	for i := range eyes {
		s.weight[i] = make([]float32, k)
		for j, v := range shares[i] {
			if v > 0 { // some lesson shows it
				s.weight[i][j] = float32(float64(s.next) / (v * float64(k*s.cfg.Batch)))
			}
		}
	}
	s.scale = make([]float32, n)
	return tensors.MutableFlatData(s.params[13], func(bias []float32) {
		for j := range s.scale {
			mean := sum[j] / max(1, count[j])
			bias[j] = float32(mean)
			if sd := math.Sqrt(square[j]/max(1, count[j]) - mean*mean); sd > 1e-3 {
				s.scale[j] = float32(1 / sd)
			}
		}
	})
}

// inputs are what readOut takes.
func (s *school) inputs() []any {
	in := []any{s.z[0], s.z[1]}
	for _, t := range append(s.middles[:4:4], s.params...) {
		in = append(in, t)
	}
	return in
}

// step takes one step of Adam.
func (s *school) step(step int) (float64, error) {
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
	for i := range eyes {
		in = append(in, s.share[i], tensors.FromFlatDataAndDimensions(s.weight[i], len(s.cfg.Parts)))
	}
	out, err := s.grad.Exec(in...)
	clearUpper()
	if err != nil {
		return 0, err
	}
	defer release(out)
	loss := float64(tensors.ToScalar[float32](out[0]))
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return 0, fmt.Errorf("the loss is %v; lower the rate (%g)", loss, s.cfg.Rate)
	}
	rate := s.cfg.Rate * Cosine.factor(step, s.cfg.Steps)
	for i, p := range s.params {
		tensors.MustConstFlatData(out[1+i], func(g []float32) {
			tensors.MustMutableFlatData(p, func(theta []float32) { s.opt[i].step(theta, g, rate, step+1) })
		})
	}
	return loss, nil
}

// weights are those of one eye, with nothing on spare maps.
func (s *school) weights(eye int) (w [][]float32) {
	for _, p := range s.params[6*eye:][:6] {
		w = append(w, tensors.MustCopyFlatData[float32](p))
	}
	return w
}

// examine judges the read-out on lessons that no step has seen.
func (s *school) examine() ([]Judgement, error) {
	var out, y, c []float32
	for len(y) < s.cfg.HeldOut*len(s.labels) {
		if err := s.load(); err != nil {
			return nil, err
		}
		answer, err := s.answer.Exec1(s.inputs()...)
		if err != nil {
			return nil, err
		}
		out = append(out, tensors.MustCopyFlatData[float32](answer)...)
		answer.MustFinalizeAll()
		y, c = append(y, s.y...), append(c, s.c...)
	}
	return judge(s.labels, out, y, c), nil
}
