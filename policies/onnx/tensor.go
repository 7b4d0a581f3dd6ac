package onnx

import (
	"errors"
	"fmt"
	"slices"
)

// tensor is an array. Numbers of types float, double and uint8 are float32, those of int32, int64 and bool int64.
type tensor struct {
	kind int
	dims []int
	f    []float32
	i    []int64
}

// count returns the number of elements that are held.
func (t *tensor) count() int { return len(t.f) + len(t.i) }

// bytes returns the memory of the elements.
func (t *tensor) bytes() int64 { return int64(t.count()) * elementBytes(t.kind) }

// isFloat reports whether the elements are in f.
func (t *tensor) isFloat() bool { return t.kind == typeFloat || t.kind == typeUint8 }

// maxRank bounds the dimensions of a tensor. Those of networks are at most 6 here.
const maxRank = 32

// extent returns the number of elements of a shape, with sizes of 0 taken as 1: loops over some of the axes take that
// many turns also where there are no elements. A shape with too many is an error.
func extent(dims []int) (int, error) {
	n := 1
	for _, d := range dims {
		if d < 0 || len(dims) > maxRank || n > maxElements/max(d, 1) {
			return 0, fmt.Errorf("a value has the absurd shape %.60v", fmt.Sprint(dims))
		}
		n *= max(d, 1)
	}
	return n, nil
}

// volume returns the number of elements of a shape.
func volume(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}

// machine computes the operators of one answer. It bounds the memory of the values and the work.
type machine struct {
	room  int64        // bytes of values that may still be made
	work  int64        // see maxWork; what may still be done
	ended func() error // not nil when the answer is no longer wanted
	done  int64        // work since ended was last asked
}

// listenEvery is the work between two looks at whether the answer is still wanted: some milliseconds.
const listenEvery = 1 << 22

// listen counts work that is about to be done, and returns an error if the answer is no longer wanted. Operators that
// take long call it in their loops; others take less than a second for the memory that they may have.
func (m *machine) listen(n int64) error {
	if m.done += n; m.done < listenEvery {
		return nil
	}
	m.done = 0
	return m.ended()
}

// maxWork bounds the work of one answer, in multiplications and additions of a matrix product, two to three a
// nanosecond: some seconds. The largest network of this program takes 0.4e9 of them.
const maxWork = 4e9

// The work of an element that an operator makes, which takes 3 to 40 ns, and of one that it only reads.
const (
	elementWork = 32
	readWork    = 8
)

// spend takes work.
func (m *machine) spend(n int64) error {
	if n < 0 || n > m.work {
		return fmt.Errorf("an answer takes more work than %g multiplications, too much for this interpreter; serve "+
			"the policy by its own program, and give eval its address with --remote", float64(maxWork))
	}
	m.work -= n
	return nil
}

// elementBytes is the memory of an element of a type.
func elementBytes(kind int) int64 {
	if kind == typeFloat || kind == typeUint8 {
		return 4
	}
	return 8
}

// take takes memory of n bytes, until the operator is done.
func (m *machine) take(n int64) error {
	if m.room -= n; m.room < 0 {
		return errors.New("needs more memory than a model of this size may take")
	}
	return nil
}

// new returns a tensor of zeros.
func (m *machine) new(kind int, dims ...int) (*tensor, error) {
	turns, err := extent(dims)
	if err != nil {
		return nil, err
	}
	if err := m.spend(elementWork * int64(turns)); err != nil {
		return nil, err
	}
	n := volume(dims)
	if err := m.take(int64(n) * elementBytes(kind)); err != nil {
		return nil, err
	}
	t := &tensor{kind: kind, dims: slices.Clone(dims)}
	if t.isFloat() {
		t.f = make([]float32, n)
	} else {
		t.i = make([]int64, n)
	}
	return t, nil
}

// like returns a tensor of zeros with the type and the shape of another.
func (m *machine) like(t *tensor) (*tensor, error) { return m.new(t.kind, t.dims...) }

// shaped returns the same elements in another shape.
func (t *tensor) shaped(dims ...int) (*tensor, error) {
	if _, err := extent(dims); err != nil {
		return nil, err
	}
	if volume(dims) != t.count() {
		return nil, fmt.Errorf("%d elements do not have the shape %v", t.count(), dims)
	}
	return &tensor{kind: t.kind, dims: slices.Clone(dims), f: t.f, i: t.i}, nil
}

// axis returns an axis of a tensor of a rank, counted from its end where it is negative.
func axis(a int64, rank int) (int, error) {
	if a < 0 {
		a += int64(rank)
	}
	if a < 0 || a >= int64(rank) {
		return 0, fmt.Errorf("axis %d of a value of %d dimensions", a, rank)
	}
	return int(a), nil
}

// strides returns the distance between neighbours along each axis.
func strides(dims []int) []int {
	s := make([]int, len(dims))
	n := 1
	for k := len(dims) - 1; k >= 0; k-- {
		s[k] = n
		n *= dims[k]
	}
	return s
}

// errBroadcast is the error of shapes that do not go together.
var errBroadcast = errors.New("the shapes of its inputs do not go together")

// broadcast returns the shape of values that are combined element by element, as NumPy does.
func broadcast(a, b []int) ([]int, error) {
	n := max(len(a), len(b))
	out := make([]int, n)
	for k := range n {
		x, y := 1, 1
		if i := k - n + len(a); i >= 0 {
			x = a[i]
		}
		if i := k - n + len(b); i >= 0 {
			y = b[i]
		}
		switch {
		case x == y || y == 1:
			out[k] = x
		case x == 1:
			out[k] = y
		default:
			return nil, fmt.Errorf("%w: %v and %v", errBroadcast, a, b)
		}
	}
	return out, nil
}

// positions calls f with the position of each element of a shape and the position in an operand of a shape that is
// broadcast to it.
func positions(out, operand []int, f func(at, from int)) {
	step := make([]int, len(out))
	own := strides(operand)
	for k := range operand {
		if operand[k] != 1 {
			step[k+len(out)-len(operand)] = own[k]
		}
	}
	walk(out, step, f)
}

// walk calls f with the position of each element of a shape, in order, and the sum of its indices times steps.
func walk(dims, step []int, f func(at, from int)) {
	n := volume(dims)
	index := make([]int, len(dims))
	from := 0
	for at := range n {
		f(at, from)
		for k := len(dims) - 1; k >= 0; k-- {
			from += step[k]
			if index[k]++; index[k] < dims[k] {
				break
			}
			from -= step[k] * dims[k]
			index[k] = 0
		}
	}
}

// expand returns a tensor broadcast to a shape.
func (m *machine) expand(t *tensor, dims []int) (*tensor, error) {
	if slices.Equal(t.dims, dims) {
		return t, nil
	}
	if both, err := broadcast(t.dims, dims); err != nil || !slices.Equal(both, dims) {
		return nil, fmt.Errorf("%w: %v does not become %v", errBroadcast, t.dims, dims)
	}
	out, err := m.new(t.kind, dims...)
	if err != nil {
		return nil, err
	}
	if t.isFloat() {
		positions(dims, t.dims, func(at, from int) { out.f[at] = t.f[from] })
	} else {
		positions(dims, t.dims, func(at, from int) { out.i[at] = t.i[from] })
	}
	return out, nil
}
