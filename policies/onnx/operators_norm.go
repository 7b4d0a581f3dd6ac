package onnx

import "math"

func init() {
	add("BatchNormalization", 5, 5, batchNorm)
	add("InstanceNormalization", 3, 3, instanceNorm)
	add("LayerNormalization", 2, 3, layerNorm)
}

// normalised subtracts the mean of n neighbouring elements and divides by their deviation, in float64, for each such
// run; after is then applied to element k.
func normalised(to, x []float32, n int, eps float64, after func(k int, v float64) float64) {
	for from := 0; from < len(x); from += n {
		mean, square := 0.0, 0.0
		for _, v := range x[from : from+n] {
			mean += float64(v) / float64(n)
		}
		for _, v := range x[from : from+n] {
			d := float64(v) - mean
			square += float64(d*d) / float64(n)
		}
		by := 1 / math.Sqrt(square+eps)
		for k := from; k < from+n; k++ {
			to[k] = float32(after(k, (float64(x[k])-mean)*by))
		}
	}
}

// layerNorm normalises over the last axes, from the attribute axis on.
func layerNorm(c call) (*tensor, error) {
	if err := c.numbers(0, 1); err != nil {
		return nil, err
	}
	x := c.in[0]
	a, err := axis(c.integer("axis", -1), len(x.dims))
	if err != nil {
		return nil, err
	}
	out, err := c.like(x)
	if err != nil {
		return nil, err
	}
	n := volume(x.dims[a:])
	if n < 1 || c.in[1].count() != n || c.has(2) && c.in[2].count() != n {
		return nil, errBroadcast
	}
	normalised(out.f, x.f, n, float64(c.float("epsilon", 1e-5)), func(k int, v float64) float64 {
		v = float64(v * float64(c.in[1].f[k%n])) // rounded, so that every processor adds alike
		if c.has(2) {
			v += float64(c.in[2].f[k%n])
		}
		return v
	})
	return out, nil
}

// instanceNorm normalises each channel of x [n, channels, ...] by itself.
func instanceNorm(c call) (*tensor, error) {
	if err := c.numbers(0, 1, 2); err != nil {
		return nil, err
	}
	x := c.in[0]
	if len(x.dims) < 3 || c.in[1].count() != x.dims[1] || c.in[2].count() != x.dims[1] {
		return nil, errBroadcast
	}
	out, err := c.like(x)
	if err != nil {
		return nil, err
	}
	n := volume(x.dims[2:])
	if n < 1 {
		return nil, errBroadcast
	}
	normalised(out.f, x.f, n, float64(c.float("epsilon", 1e-5)), func(k int, v float64) float64 {
		ch := k / n % x.dims[1]
		return float64(v*float64(c.in[1].f[ch])) + float64(c.in[2].f[ch])
	})
	return out, nil
}

// batchNorm scales each channel of x [n, channels, ...] by the statistics of the training: scale, bias, mean, variance.
func batchNorm(c call) (*tensor, error) {
	if err := c.numbers(0, 1, 2, 3, 4); err != nil {
		return nil, err
	}
	x := c.in[0]
	if c.integer("training_mode", 0) != 0 {
		return nil, errTraining
	}
	if len(x.dims) < 2 {
		return nil, errBroadcast
	}
	out, err := c.like(x)
	if err != nil {
		return nil, err
	}
	n, eps := volume(x.dims[2:]), float64(c.float("epsilon", 1e-5))
	for k, v := range x.f {
		ch := k / n % x.dims[1]
		by := float64(c.in[1].f[ch]) / math.Sqrt(float64(c.in[4].f[ch])+eps)
		out.f[k] = float32(float64((float64(v)-float64(c.in[3].f[ch]))*by) + float64(c.in[2].f[ch]))
	}
	return out, nil
}
