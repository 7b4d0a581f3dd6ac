package rlds

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"counterpoise/internal/budget"
)

// feature is a node of features.json: the JSON form of TFDS's protocol buffer Feature (core/proto/feature.proto). One
// of its pointers is set; kinds that are not listed here (audio, video, boxes) have none.
type feature struct {
	Class    string     `json:"pythonClassName"`
	Doc      string     `json:"description,omitempty"`
	Dict     *dict      `json:"featuresDict,omitempty"`
	Sequence *sequence  `json:"sequence,omitempty"`
	Tensor   *tensor    `json:"tensor,omitempty"`
	Image    *imageForm `json:"image,omitempty"`
	Text     *struct{}  `json:"text,omitempty"`
	Label    *struct{}  `json:"classLabel,omitempty"`
}

// dict is a dictionary of features.
type dict struct {
	Features map[string]*feature `json:"features"`
}

// sequence is a list of values of one feature: of the steps of an episode, or within a step.
type sequence struct {
	Feature *feature    `json:"feature"`
	Length  json.Number `json:"length"` // "-1": any
}

// tensor is an array of numbers or of bytes.
type tensor struct {
	Shape    shape  `json:"shape"`
	Type     string `json:"dtype"`    // "float32", "bool", "string", ...
	Encoding string `json:"encoding"` // "none": as numbers; "bytes" and "zlib": little-endian bytes, and compressed
}

// imageForm is an encoded picture.
type imageForm struct {
	Shape    shape  `json:"shape"` // height, width, channels
	Type     string `json:"dtype"`
	Encoding string `json:"encodingFormat,omitempty"`
}

// shape is a list of sizes; -1 is any. JSON has 64-bit integers as strings.
type shape struct {
	Dimensions []json.Number `json:"dimensions,omitempty"`
}

// Names of Python's classes, by which TFDS restores features.
const (
	classes      = "tensorflow_datasets.core.features."
	classDict    = classes + "features_dict.FeaturesDict"
	classDataset = classes + "dataset_feature.Dataset"
	classTensor  = classes + "tensor_feature.Tensor"
	classScalar  = classes + "scalar.Scalar"
	classText    = classes + "text_feature.Text"
	classImage   = classes + "image_feature.Image"
)

// Kinds of a leaf besides TFDS's names of types of numbers.
const (
	kindText  = "text"
	kindImage = "image"
	kindDepth = "depth" // an image of other numbers than bytes
	kindLabel = "label" // of a class: an int64
)

// leaf is a feature whose values stand in an Example under its path.
type leaf struct {
	kind     string
	shape    []int // of one value; -1 is any
	encoding string
	listed   bool // a sequence of a known length, whose values stand under its path and flatValues
}

// A sequence within steps has two features: the values of all steps one after the other, and the number of elements of
// each step. Their paths are that of the sequence and one of these (core/example_serializer.py).
const (
	flatValues = "/ragged_flat_values"
	rowLengths = "/ragged_row_lengths_0"
)

// Limits that no dataset of robots comes near: levels of nested dictionaries, and values in a step of a feature: a
// picture of 16,384 x 21,845.
const (
	maxDepth  = 16
	maxValues = 1 << 30
)

// leafBytes is the memory of a leaf without its path, in bytes: its entries in the maps of leaves, of wanted paths and
// of the leaves of an Example, and in lists.
const leafBytes = 512

// flatten adds the leaves below a feature to a map from paths. Sequences within steps are left out unless they are of
// numbers and of a known length, and so are features of kinds that are not read.
func (f *feature) flatten(path string, to map[string]leaf, room *budget.Budget) error {
	if strings.Count(path, "/") > maxDepth {
		return fmt.Errorf("features are nested deeper than %d", maxDepth)
	}
	switch {
	case f == nil:
		return fmt.Errorf("feature %.60q is null", path)
	case f.Dict != nil:
		for _, name := range slices.Sorted(maps.Keys(f.Dict.Features)) {
			if err := f.Dict.Features[name].flatten(join(path, name), to, room); err != nil {
				return err
			}
		}
		return nil
	case f.Sequence != nil:
		if path != stepsPath {
			return f.Sequence.flatten(path, to, room)
		}
		return f.Sequence.Feature.flatten(path, to, room)
	}
	var l leaf
	var err error
	switch {
	case f.Tensor != nil:
		l.kind, l.encoding = f.Tensor.Type, f.Tensor.Encoding
		if l.kind == "string" || l.kind == "object" {
			l.kind = kindText
		}
		l.shape, err = f.Tensor.Shape.ints()
	case f.Image != nil:
		l.kind = kindImage
		if f.Image.Type != "uint8" && f.Image.Type != "" {
			l.kind = kindDepth
		}
		l.shape, err = f.Image.Shape.ints()
	case f.Text != nil:
		l.kind = kindText
	case f.Label != nil:
		l.kind = kindLabel
	default:
		return nil
	}
	if err != nil {
		return fmt.Errorf("feature %.60q has the absurd shape %.60v", path, err)
	}
	to[path] = l
	return room.Spend("features", leafBytes+int64(len(path)+8*len(l.shape)))
}

// flatten adds a sequence within steps of a known length, whose elements are numbers or arrays of them.
func (s *sequence) flatten(path string, to map[string]leaf, room *budget.Budget) error {
	if n, err := s.Length.Int64(); err != nil || n < 1 || s.Feature == nil || s.Feature.Tensor == nil ||
		!strings.HasPrefix(path, stepsPath+"/") {
		return nil
	}
	tensor := *s.Feature.Tensor
	tensor.Shape.Dimensions = append([]json.Number{s.Length}, tensor.Shape.Dimensions...)
	if err := (&feature{Tensor: &tensor}).flatten(path, to, room); err != nil {
		return err
	}
	l := to[path]
	l.listed = true
	to[path] = l
	return nil
}

// join returns the path of a feature in a dictionary.
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "/" + name
}

// ints returns the sizes. The error has the sizes of which one is below -1, 0 or too large.
func (s shape) ints() ([]int, error) {
	var list []int
	values := 1
	for _, text := range s.Dimensions {
		n, err := text.Int64()
		if err != nil || n < -1 || n == 0 || n > 1<<20 || len(list) == 8 {
			return nil, fmt.Errorf("%v", s.Dimensions)
		}
		if list = append(list, int(n)); n > 0 {
			if int(n) > maxValues/values {
				return nil, fmt.Errorf("%v", s.Dimensions)
			}
			values *= int(n)
		}
	}
	return list, nil
}

// stored returns the path under which an Example has the values of a leaf.
func (l leaf) stored(path string) string {
	if l.listed {
		return path + flatValues
	}
	return path
}

// values returns the number of numbers in one value, or -1 if the shape does not tell.
func (l leaf) values() int {
	if slices.Contains(l.shape, -1) {
		return -1
	}
	n := 1
	for _, k := range l.shape {
		n *= k
	}
	return n
}

// isFloat reports whether the values are vectors of floating-point numbers of a known width.
func (l leaf) isFloat() bool {
	return l.values() > 0 && (strings.HasPrefix(l.kind, "float") || l.kind == "bfloat16")
}

// isInteger reports whether the values are vectors of integers or truth values of a known width.
func (l leaf) isInteger() bool {
	return l.values() > 0 && (strings.HasPrefix(l.kind, "int") || strings.HasPrefix(l.kind, "uint") || l.kind == "bool")
}

// isNumbers reports whether the values are vectors of numbers of a known width.
func isNumbers(l leaf) bool { return l.isFloat() || l.isInteger() }
