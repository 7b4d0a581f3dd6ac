package rlds

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"counterpoise/internal/tfrecord"
)

// Protocol buffers of an episode (tensorflow/core/example/example.proto and feature.proto):
//
//	Example   { Features features = 1; }
//	Features  { map<string, Feature> feature = 1; }      an entry is { string key = 1; Feature value = 2; }
//	Feature   { oneof { BytesList = 1; FloatList = 2; Int64List = 3; } }
//	BytesList { repeated bytes value = 1; }
//	FloatList { repeated float value = 1 [packed]; }
//	Int64List { repeated int64 value = 1 [packed]; }

// errWire is wrapped by the errors of bytes that are no Example.
var errWire = errors.New("is no tf.train.Example")

// fields calls f with each length-delimited field of a message, as subslices; others are passed over.
func fields(message []byte, f func(number protowire.Number, value []byte) error) error {
	var failed error
	err := tfrecord.Fields(message, func(number protowire.Number, kind protowire.Type, value []byte) error {
		if kind == protowire.BytesType {
			failed = f(number, value)
		}
		return failed
	})
	if err != nil && failed == nil {
		return fmt.Errorf("%w: %w", errWire, err)
	}
	return err
}

// scan returns the values of the wanted features of an Example, as subslices. The last of equal paths counts, as in
// every map of protocol buffers.
func scan(example []byte, wanted map[string]bool) (map[string]values, error) {
	found := map[string]values{}
	err := fields(example, func(number protowire.Number, features []byte) error {
		if number != 1 {
			return nil
		}
		return fields(features, func(number protowire.Number, entry []byte) error {
			if number != 1 {
				return nil
			}
			var key, value []byte
			err := fields(entry, func(number protowire.Number, part []byte) error {
				switch number {
				case 1:
					key = part
				case 2:
					value = part
				}
				return nil
			})
			if err != nil || !wanted[string(key)] {
				return err
			}
			var v values
			err = fields(value, func(number protowire.Number, list []byte) error {
				if number >= bytesList && number <= int64List {
					v = values{number, list}
				}
				return nil
			})
			found[string(key)] = v
			return err
		})
	})
	return found, err
}

// Lists of a Feature, by the number of their field.
const (
	bytesList = 1
	floatList = 2
	int64List = 3
)

// values is the list of a feature: its kind and its encoded message.
type values struct {
	list    protowire.Number // 0: none
	message []byte
}

// eachNumber calls f with every number of a list of floats or integers, packed or not.
func (v values) eachNumber(f func(x float64) error) error {
	return v.eachWhole(func(x float64, _ int64) error { return f(x) })
}

// eachWhole is eachNumber that gives each number as an integer too: a float64 holds those up to 2^53 alone, and an
// identifier of an episode may be any of 64 bits. Floats are cut to integers.
func (v values) eachWhole(f func(x float64, whole int64) error) error {
	if v.list == 0 {
		return nil
	}
	if v.list == bytesList {
		return errors.New("is a list of bytes, expected numbers")
	}
	want := protowire.Fixed32Type
	if v.list == int64List {
		want = protowire.VarintType
	}
	one := func(b []byte) (int, error) {
		if v.list == floatList {
			if len(b) < 4 {
				return 0, fmt.Errorf("%w: a float is cut", errWire)
			}
			x := math.Float32frombits(binary.LittleEndian.Uint32(b))
			return 4, f(float64(x), int64(x))
		}
		x, n := protowire.ConsumeVarint(b)
		if n < 0 {
			return 0, fmt.Errorf("%w: %w", errWire, protowire.ParseError(n))
		}
		return n, f(float64(int64(x)), int64(x))
	}
	for b := v.message; len(b) > 0; {
		number, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return fmt.Errorf("%w: %w", errWire, protowire.ParseError(n))
		}
		b = b[n:]
		if n = protowire.ConsumeFieldValue(number, kind, b); n < 0 {
			return fmt.Errorf("%w: %w", errWire, protowire.ParseError(n))
		}
		switch {
		case number == 1 && kind == want:
			if _, err := one(b); err != nil {
				return err
			}
		case number == 1 && kind == protowire.BytesType:
			packed, _ := protowire.ConsumeBytes(b)
			for len(packed) > 0 {
				n, err := one(packed)
				if err != nil {
					return err
				}
				packed = packed[n:]
			}
		}
		b = b[n:]
	}
	return nil
}

// eachBytes calls f with every element of a list of bytes, as subslices.
func (v values) eachBytes(f func(b []byte) error) error {
	if v.list == 0 {
		return nil
	}
	if v.list != bytesList {
		return errors.New("is a list of numbers, expected bytes")
	}
	return fields(v.message, func(number protowire.Number, b []byte) error {
		if number != 1 {
			return nil
		}
		return f(b)
	})
}

// count returns the number of elements.
func (v values) count() (n int, err error) {
	if v.list == bytesList {
		err = v.eachBytes(func([]byte) error { n++; return nil })
	} else {
		err = v.eachNumber(func(float64) error { n++; return nil })
	}
	return n, err
}
