package onnx

import (
	"errors"
	"fmt"
	"slices"

	"counterpoise/internal/catalog"
)

// errTraining is the error of models that were exported while they were trained.
var errTraining = errors.New("is in training mode; export the model for inference")

// call is one execution of an operator.
type call struct {
	*machine
	*Node
	opset int64
	in    []*tensor // nil where an optional input is absent
}

// operator computes its outputs. Inputs are as many as min to max.
type operator struct {
	min, max int
	compute  func(c call) ([]*tensor, error)
}

// operators holds the operators by name. Their meaning is that of the ONNX operator schemas, for versions minOpset to
// maxOpset.
var operators = catalog.New[operator]("operator")

// add registers an operator with one output.
func add(name string, least, most int, compute func(c call) (*tensor, error)) {
	operators.Add(name, operator{least, most, func(c call) ([]*tensor, error) {
		t, err := compute(c)
		return []*tensor{t}, err
	}})
}

// has reports whether an optional input is there.
func (c call) has(k int) bool { return k < len(c.in) && c.in[k] != nil }

// integer returns an attribute, or a default.
func (c call) integer(name string, otherwise int64) int64 {
	if a, ok := c.Attributes[name]; ok {
		return a.i
	}
	return otherwise
}

// float returns an attribute, or a default.
func (c call) float(name string, otherwise float32) float32 {
	if a, ok := c.Attributes[name]; ok {
		return a.f
	}
	return otherwise
}

// list returns integers that are an attribute in older versions and an input in newer ones.
func (c call) list(name string, input int) (list []int64, known bool) {
	if c.has(input) {
		return c.in[input].i, true
	}
	a, ok := c.Attributes[name]
	return a.ints, ok
}

// axes returns the axes of a list, sorted; without a list, all.
func (c call) axes(name string, input, rank int) ([]int, error) {
	list, known := c.list(name, input)
	var all []int
	if !known || len(list) == 0 {
		for k := range rank {
			all = append(all, k)
		}
		return all, nil
	}
	for _, a := range list {
		k, err := axis(a, rank)
		if err != nil {
			return nil, err
		}
		all = append(all, k)
	}
	slices.Sort(all)
	if len(slices.Compact(slices.Clone(all))) != len(all) {
		return nil, fmt.Errorf("axes %v repeat", list)
	}
	return all, nil
}

// numbers returns an error unless an input holds floating-point numbers.
func (c call) numbers(inputs ...int) error {
	for _, k := range inputs {
		if !c.in[k].isFloat() {
			return fmt.Errorf("input %d has elements of type %d, expected floating-point numbers", k, c.in[k].kind)
		}
	}
	return nil
}

// apply computes an operator. What the checks of an operator let through is an error, and no panic.
func apply(c call) (out []*tensor, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("its attributes do not fit its inputs (%v)", p)
		}
	}()
	if c.Domain != "" && c.Domain != "ai.onnx" {
		return nil, fmt.Errorf("is of the domain %.40q; only ONNX's own operators are read", c.Domain)
	}
	o, err := operators.Get(c.Op)
	if err != nil {
		return nil, errors.New("is not one of the operators that are read (policies/onnx); serve the policy by its " +
			"own program, and give eval its address with --remote")
	}
	for k := range o.min {
		if !c.has(k) {
			return nil, fmt.Errorf("lacks input %d", k)
		}
	}
	if len(c.in) > o.max {
		return nil, fmt.Errorf("has %d inputs, expected at most %d", len(c.in), o.max)
	}
	return o.compute(c)
}
