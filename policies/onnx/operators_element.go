package onnx

import (
	"fmt"
	"math"

	"counterpoise/internal/num"
)

func init() {
	for name, f := range map[string]func(x float64) float64{
		"Abs": math.Abs, "Neg": func(x float64) float64 { return -x }, "Exp": math.Exp, "Log": math.Log,
		"Sqrt": math.Sqrt, "Sin": func(x float64) float64 { s, _ := num.Sincos(x); return s },
		"Cos": func(x float64) float64 { _, c := num.Sincos(x); return c }, "Tanh": math.Tanh, "Erf": math.Erf,
		"Floor": math.Floor, "Ceil": math.Ceil, "Round": math.RoundToEven,
		"Reciprocal": func(x float64) float64 { return 1 / x },
		"Sigmoid":    sigmoid, "Softplus": softplus,
		"Softsign":  func(x float64) float64 { return x / (1 + math.Abs(x)) },
		"HardSwish": func(x float64) float64 { return x * max(0, min(1, x/6+0.5)) },
		"Mish":      func(x float64) float64 { return x * math.Tanh(softplus(x)) },
	} {
		add(name, 1, 1, func(c call) (*tensor, error) {
			return c.each(func(x float32) float32 { return float32(f(float64(x))) })
		})
	}
	add("Relu", 1, 1, func(c call) (*tensor, error) { return c.each(func(x float32) float32 { return max(x, 0) }) })
	add("LeakyRelu", 1, 1, func(c call) (*tensor, error) {
		slope := c.float("alpha", 0.01)
		return c.each(func(x float32) float32 { return max(x, 0) + slope*min(x, 0) })
	})
	add("Elu", 1, 1, func(c call) (*tensor, error) {
		scale := float64(c.float("alpha", 1))
		return c.each(func(x float32) float32 { return max(x, 0) + float32(scale*math.Expm1(math.Min(0, float64(x)))) })
	})
	add("Gelu", 1, 1, gelu)
	add("Clip", 1, 3, clip)
	plus := arithmetic{sum, func(a, b int64) int64 { return a + b }}
	for name, f := range map[string]arithmetic{
		"Add": plus,
		"Sub": {func(a, b float64) float64 { return a - b }, func(a, b int64) int64 { return a - b }},
		"Mul": {func(a, b float64) float64 { return a * b }, func(a, b int64) int64 { return a * b }},
		"Div": {func(a, b float64) float64 { return a / b }, quotient},
		"Pow": {math.Pow, func(a, b int64) int64 { return towardsZero(math.Pow(float64(a), float64(b))) }},
	} {
		add(name, 2, 2, func(c call) (*tensor, error) { return c.pairs(c.in[0], c.in[1], f) })
	}
	add("Mod", 2, 2, mod)
	for name, f := range map[string]arithmetic{
		"Max": {math.Max, func(a, b int64) int64 { return max(a, b) }},
		"Min": {math.Min, func(a, b int64) int64 { return min(a, b) }}, "Sum": plus,
	} {
		add(name, 1, 64, func(c call) (t *tensor, err error) {
			t = c.in[0]
			for _, x := range c.in[1:] {
				if t, err = c.pairs(t, x, f); err != nil {
					return nil, err
				}
			}
			return t, nil
		})
	}
	for name, f := range map[string]arithmetic{
		"Equal": {
			func(a, b float64) float64 { return truth[float64](a == b) },
			func(a, b int64) int64 { return truth[int64](a == b) },
		},
		"Less": {
			func(a, b float64) float64 { return truth[float64](a < b) },
			func(a, b int64) int64 { return truth[int64](a < b) },
		},
		"LessOrEqual": {
			func(a, b float64) float64 { return truth[float64](a <= b) },
			func(a, b int64) int64 { return truth[int64](a <= b) },
		},
		"Greater": {
			func(a, b float64) float64 { return truth[float64](a > b) },
			func(a, b int64) int64 { return truth[int64](a > b) },
		},
		"GreaterOrEqual": {
			func(a, b float64) float64 { return truth[float64](a >= b) },
			func(a, b int64) int64 { return truth[int64](a >= b) },
		},
	} {
		add(name, 2, 2, func(c call) (*tensor, error) {
			t, err := c.pairs(c.in[0], c.in[1], f)
			if err != nil {
				return nil, err
			}
			return c.cast(t, typeBool)
		})
	}
	add("Where", 3, 3, where)
	add("Cast", 1, 1, func(c call) (*tensor, error) { return c.cast(c.in[0], int(c.integer("to", typeFloat))) })
}

func sum(a, b float64) float64 { return a + b }

// arithmetic is an operator of two numbers: for floating-point numbers, and for whole ones.
type arithmetic struct {
	floats func(a, b float64) float64
	whole  func(a, b int64) int64
}

// truth is 1 for true and 0 for false.
func truth[N int64 | float64](yes bool) N {
	if yes {
		return 1
	}
	return 0
}

// quotient divides towards zero. What ONNX leaves open, a division by 0, gives 0.
func quotient(a, b int64) int64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// mod is the remainder of a division: with fmod=1 of the sign of the dividend, as in C, else of the divisor, as in
// Python. What ONNX leaves open, a whole number modulo 0, is 0.
func mod(c call) (*tensor, error) {
	floats, whole := math.Mod, func(a, b int64) int64 {
		if b == 0 {
			return 0
		}
		return a % b
	}
	if c.integer("fmod", 0) == 1 {
		return c.pairs(c.in[0], c.in[1], arithmetic{floats, whole})
	}
	return c.pairs(c.in[0], c.in[1], arithmetic{
		func(a, b float64) float64 { return ofDivisor(floats(a, b), b) },
		func(a, b int64) int64 { return ofDivisor(whole(a, b), b) },
	})
}

// ofDivisor is a remainder with the sign of the divisor.
func ofDivisor[N int64 | float64](remainder, divisor N) N {
	if remainder < 0 && divisor > 0 || remainder > 0 && divisor < 0 {
		return remainder + divisor
	}
	return remainder
}

// towardsZero is the whole number of a floating-point one. What ONNX leaves open is the same on every processor: NaN
// becomes 0, and what is too large the nearest number there is.
func towardsZero(x float64) int64 {
	switch {
	case x != x:
		return 0
	case x >= 1<<63:
		return math.MaxInt64
	case x <= -1<<63:
		return math.MinInt64
	}
	return int64(x)
}

// wrapped is a whole number as an element of a type: modulo 2^8 or 2^32 where it does not fit.
func wrapped(kind int, x int64) int64 {
	switch kind {
	case typeUint8:
		return int64(uint8(x))
	case typeInt32:
		return int64(int32(x))
	}
	return x
}

// softplus is ln(1 + e^x), without overflow.
func softplus(x float64) float64 { return math.Log1p(math.Exp(-math.Abs(x))) + max(x, 0) }

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// each applies a function to each element of the first input.
func (c call) each(f func(x float32) float32) (*tensor, error) {
	if err := c.numbers(0); err != nil {
		return nil, err
	}
	out, err := c.like(c.in[0])
	if err != nil {
		return nil, err
	}
	for k, x := range c.in[0].f {
		out.f[k] = f(x)
	}
	return out, nil
}

// gelu is x Φ(x), with the normal distribution function or its approximation by tanh (Hendrycks and Gimpel 2016).
func gelu(c call) (*tensor, error) {
	if c.Attributes["approximate"].s == "tanh" {
		return c.each(func(x float32) float32 {
			v := float64(x)
			return float32(v / 2 * (1 + math.Tanh(math.Sqrt(2/math.Pi)*(v+0.044715*v*v*v))))
		})
	}
	return c.each(func(x float32) float32 { return float32(float64(x) / 2 * (1 + math.Erf(float64(x)/math.Sqrt2))) })
}

// clip bounds each element by the inputs 1 and 2, or by attributes in versions before 11.
func clip(c call) (*tensor, error) {
	bounds := [2]float32{c.float("min", float32(math.Inf(-1))), c.float("max", float32(math.Inf(1)))}
	for k := range bounds {
		if c.has(k + 1) {
			if err := c.numbers(k + 1); err != nil {
				return nil, err
			}
			bounds[k] = c.in[k+1].f[0]
		}
	}
	return c.each(func(x float32) float32 { return min(max(x, bounds[0]), bounds[1]) })
}

// pairs combines the elements of two tensors of one type: floating-point numbers in float64, whole numbers in int64,
// modulo the size of their type.
func (c call) pairs(a, b *tensor, f arithmetic) (*tensor, error) {
	if a.kind != b.kind {
		return nil, fmt.Errorf("combines elements of types %d and %d, which is not read", a.kind, b.kind)
	}
	dims, err := broadcast(a.dims, b.dims)
	if err != nil {
		return nil, err
	}
	if a, err = c.expand(a, dims); err != nil {
		return nil, err
	}
	if b, err = c.expand(b, dims); err != nil {
		return nil, err
	}
	out, err := c.new(a.kind, dims...)
	if err != nil {
		return nil, err
	}
	for k := range out.f {
		if out.kind == typeUint8 {
			out.f[k] = float32(wrapped(out.kind, f.whole(int64(a.f[k]), int64(b.f[k]))))
		} else {
			out.f[k] = float32(f.floats(float64(a.f[k]), float64(b.f[k])))
		}
	}
	for k := range out.i {
		out.i[k] = wrapped(out.kind, f.whole(a.i[k], b.i[k]))
	}
	return out, nil
}

// where takes the elements of its second input where the first is true, else of the third.
func where(c call) (*tensor, error) {
	if c.in[0].isFloat() || c.in[1].isFloat() != c.in[2].isFloat() {
		return nil, errBroadcast
	}
	dims := c.in[0].dims
	var err error
	for _, t := range c.in[1:] {
		if dims, err = broadcast(dims, t.dims); err != nil {
			return nil, err
		}
	}
	var of [3]*tensor
	for k := range of {
		if of[k], err = c.expand(c.in[k], dims); err != nil {
			return nil, err
		}
	}
	out, err := c.new(of[1].kind, dims...)
	if err != nil {
		return nil, err
	}
	for k, yes := range of[0].i {
		from := of[2]
		if yes != 0 {
			from = of[1]
		}
		if out.isFloat() {
			out.f[k] = from.f[k]
		} else {
			out.i[k] = from.i[k]
		}
	}
	return out, nil
}

// cast converts elements to a type. Floating-point numbers become whole ones towards zero, whole ones wrap around, and
// what is not 0 is true.
func (c call) cast(t *tensor, kind int) (*tensor, error) {
	switch kind {
	case typeDouble:
		kind = typeFloat
	case typeFloat, typeUint8, typeInt32, typeInt64, typeBool:
	default:
		return nil, fmt.Errorf("casts to type %d, which is not read", kind)
	}
	out, err := c.new(kind, t.dims...)
	if err != nil {
		return nil, err
	}
	for k := range t.count() {
		var float float32
		var whole int64
		if t.isFloat() {
			float, whole = t.f[k], towardsZero(float64(t.f[k]))
		} else {
			float, whole = float32(t.i[k]), t.i[k]
		}
		switch kind {
		case typeFloat:
			out.f[k] = float
		case typeUint8:
			out.f[k] = float32(wrapped(kind, whole))
		case typeBool:
			out.i[k] = truth[int64](float != 0)
		default:
			out.i[k] = wrapped(kind, whole)
		}
	}
	return out, nil
}
