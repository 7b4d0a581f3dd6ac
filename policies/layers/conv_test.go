package layers

import (
	"math"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/testdevice"
	"counterpoise/policies/backend"
)

// convolutions are kernels and strides on a picture of a side, with those of networks "cnn" and "resnet18" among them.
var convolutions = []struct{ kernel, stride, side int }{
	{2, 1, 6}, {4, 2, 8}, {4, 2, 9}, {3, 1, 6}, {3, 2, 7}, {5, 3, 9}, {4, 4, 8}, {1, 2, 7}, {1, 1, 5}, {7, 2, 11},
	{5, 2, 5}, {3, 3, 8},
}

// The convolution is its defining sum, and its gradients by picture and kernel are central differences of that sum.
func TestConv(t *testing.T) {
	for _, c := range convolutions {
		got := gradientErrors(t, c.kernel, c.stride, c.side, 0, func(x, w, b *graph.Node) *graph.Node {
			return Conv(x, w, b, c.stride)
		})
		if !(max(got.value, got.x, got.w) < 1e-7) {
			t.Errorf("%+v: errors %+v", c, got)
		}
	}
}

// A convolution with a border is its defining sum, and its gradients are central differences of that sum. On the Go
// backend it is a matrix product, which is several times as fast there as gomlx's convolution.
func TestConvSame(t *testing.T) {
	b := testdevice.Backend(t)
	g := graph.NewGraph(b, t.Name())
	defer g.Finalize()
	zeros := func(dims ...int) *graph.Node { return graph.Zeros(g, shapes.Make(dtypes.Float32, dims...)) }
	ConvSame(zeros(1, 7, 7, 2), zeros(3, 3, 2, 4), 1)
	product := true
	for _, n := range g.Nodes() {
		product = product && n.Type() != graph.NodeTypeConvGeneral
	}
	if goBackend, err := backend.Go(); err != nil || product != (b == goBackend) {
		t.Errorf("%s: a matrix product: %v, %v", b.Name(), product, err)
	}
	for _, c := range convolutions {
		if c.kernel%2 == 0 {
			continue
		}
		got := gradientErrors(t, c.kernel, c.stride, c.side, c.kernel/2, func(x, w, b *graph.Node) *graph.Node {
			return graph.Add(ConvSame(x, w, c.stride), graph.ExpandLeftToRank(b, 4))
		})
		if !(max(got.value, got.x, got.w) < 1e-7) {
			t.Errorf("%+v: errors %+v", c, got)
		}
	}
}

// Conv is here because of gomlx's gradient by the picture, which is wrong for kernels of even side. Where this test
// fails after an update of gomlx, the comment of Conv is no longer true, and Convolve may take its place.
func TestConvolveOfGomlx(t *testing.T) {
	for _, c := range convolutions {
		got := gradientErrors(t, c.kernel, c.stride, c.side, 0, func(x, w, b *graph.Node) *graph.Node {
			y := graph.Convolve(x, w).Strides(c.stride).NoPadding().Done()
			return graph.Add(y, graph.ExpandLeftToRank(b, 4))
		})
		if wrong := got.x > .1; !(max(got.value, got.w) < 1e-7) || wrong != (c.kernel%2 == 0) {
			t.Errorf("%+v: errors %+v", c, got)
		}
	}
}

// convErrors are the largest errors of a convolution: of its values, and of the gradients by picture and kernel.
type convErrors struct{ value, x, w float64 }

// gradientErrors compares a convolution of two channels with three, in float64, of a picture with a border of zeros,
// with its definition in plain Go, and the gradients of the sum of the sines of its outputs with central differences.
func gradientErrors(t *testing.T, k, stride, side, border int, f func(x, w, b *graph.Node) *graph.Node) (e convErrors) {
	t.Helper()
	const in, out, h = 2, 3, 1e-5
	x, w, b := waves(1, side*side*in), waves(2, k*k*in*out), waves(3, out)
	to := (side+2*border-k)/stride + 1
	defined := func() (y []float64, sum float64) {
		for at := range to * to * out {
			i, j, o := at/out/to, at/out%to, at%out
			v := b[o]
			for n := range k * k * in {
				row, column := stride*i+n/in/k-border, stride*j+n/in%k-border
				if min(row, column) >= 0 && max(row, column) < side {
					v += x[(row*side+column)*in+n%in] * w[n*out+o]
				}
			}
			y, sum = append(y, v), sum+math.Sin(v)
		}
		return y, sum
	}
	ex := graph.MustNewExec(testdevice.Backend(t), func(x, w, b *graph.Node) []*graph.Node {
		y := f(x, w, b)
		return append([]*graph.Node{y}, graph.Gradient(graph.ReduceAllSum(graph.Sin(y)), x, w)...)
	})
	computed := ex.MustCall(tensors.FromFlatDataAndDimensions(x, 1, side, side, in),
		tensors.FromFlatDataAndDimensions(w, k, k, in, out), tensors.FromFlatDataAndDimensions(b, out))
	y, _ := defined()
	for i, v := range tensors.MustCopyFlatData[float64](computed[0]) {
		e.value = max(e.value, math.Abs(v-y[i]))
	}
	difference := func(of []float64, gradient *tensors.Tensor) (most float64) {
		for i, g := range tensors.MustCopyFlatData[float64](gradient) {
			at := of[i]
			of[i] = at + h
			_, up := defined()
			of[i] = at - h
			_, down := defined()
			of[i] = at
			most = max(most, math.Abs((up-down)/(2*h)-g))
		}
		return most
	}
	e.x, e.w = difference(x, computed[1]), difference(w, computed[2])
	return e
}

// waves returns n numbers in [-1, 1] without a pattern that a convolution would repeat.
func waves(tag float64, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = math.Sin(tag + 1.3*float64(i) + 0.01*float64(i*i))
	}
	return v
}
