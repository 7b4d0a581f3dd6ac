package packed

import (
	"encoding/binary"
	"math"
	"reflect"

	"counterpoise/internal/artifact"
)

// Encode returns the bytes of a value. A type without an encoding panics.
func Encode(v any) []byte {
	x := reflect.ValueOf(v)
	head := layout(x.Type())
	return appendValue(head[:], x)
}

func appendValue(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case reflect.Int, reflect.Int64:
		return binary.AppendVarint(b, v.Int())
	case reflect.Uint8, reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.Float32:
		return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v.Float())))
	case reflect.Float64:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Float()))
	case reflect.String:
		return append(binary.AppendUvarint(b, uint64(v.Len())), v.String()...)
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, 0)
		}
		return appendValue(append(b, 1), v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return append(b, 0)
		}
		b = binary.AppendUvarint(b, uint64(v.Len())+1)
		switch s := v.Interface().(type) { // weights and features are long
		case []float32:
			return artifact.AppendFloat32(b, s)
		case []float64:
			return artifact.AppendFloat64(b, s)
		}
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			b = appendValue(b, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			b = appendValue(b, v.Field(i))
		}
	}
	return b
}
