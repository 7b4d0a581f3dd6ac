package packed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"

	"counterpoise/internal/artifact"
	"counterpoise/internal/budget"
)

// maxDepth bounds slices, structs and pointers within each other. Types of this program reach 12; a type that refers to
// itself could otherwise be nested until the stack ends.
const maxDepth = 64

var (
	errShort  = errors.New("it ends early")
	errTwoWay = errors.New("a number is written in an unusual way")
)

// Decode reads the bytes of a value into what v points to. Memory is spent from the budget before it is taken. Bytes of
// another type, bytes that end early or are too many, and values beyond the range of their type are errors.
func Decode(data []byte, v any, room *budget.Budget) error {
	to := reflect.ValueOf(v).Elem()
	want := layout(to.Type())
	if len(data) < layoutSize || [layoutSize]byte(data) != want {
		return errors.New("it was written by another version of this program")
	}
	d := decoder{rest: data[layoutSize:], room: room}
	if err := d.value(to, maxDepth); err != nil {
		return err
	}
	if len(d.rest) > 0 {
		return fmt.Errorf("%d bytes follow its end", len(d.rest))
	}
	return nil
}

// decoder is what is left to read.
type decoder struct {
	rest []byte
	room *budget.Budget
}

// take returns the next n bytes.
func (d *decoder) take(n uint64) ([]byte, error) {
	if n > uint64(len(d.rest)) {
		return nil, errShort
	}
	b := d.rest[:n]
	d.rest = d.rest[n:]
	return b, nil
}

// uvarint reads a number in its shortest form.
func (d *decoder) uvarint() (uint64, error) {
	x, n := binary.Uvarint(d.rest)
	switch {
	case n == 0:
		return 0, errShort
	case n < 0 || n > 1 && d.rest[n-1] == 0:
		return 0, errTwoWay
	}
	d.rest = d.rest[n:]
	return x, nil
}

// flag reads a byte that is 0 or 1.
func (d *decoder) flag() (bool, error) {
	b, err := d.take(1)
	if err == nil && b[0] > 1 {
		err = errTwoWay
	}
	return err == nil && b[0] == 1, err
}

// value reads a value of any type. depth is how much deeper it may go.
func (d *decoder) value(v reflect.Value, depth int) error {
	if depth == 0 {
		return fmt.Errorf("it is nested more than %d deep", maxDepth)
	}
	switch v.Kind() {
	case reflect.Bool:
		x, err := d.flag()
		v.SetBool(x)
		return err
	case reflect.Int, reflect.Int64:
		u, err := d.uvarint()
		x := int64(u>>1) ^ -int64(u&1)
		if err == nil && v.OverflowInt(x) {
			return fmt.Errorf("%d is out of range", x)
		}
		v.SetInt(x)
		return err
	case reflect.Uint8, reflect.Uint64:
		x, err := d.uvarint()
		if err == nil && v.OverflowUint(x) {
			return fmt.Errorf("%d is out of range", x)
		}
		v.SetUint(x)
		return err
	case reflect.Float32:
		b, err := d.take(4)
		if err != nil {
			return err
		}
		bits := binary.LittleEndian.Uint32(b)
		v.SetFloat(float64(math.Float32frombits(bits)))
		if math.Float32bits(float32(v.Float())) != bits {
			return errTwoWay // a signalling NaN, which reflection turns into a quiet one, and which no arithmetic gives
		}
	case reflect.Float64:
		b, err := d.take(8)
		if err == nil {
			v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
		return err
	case reflect.String:
		return d.text(v)
	case reflect.Pointer:
		set, err := d.flag()
		if err != nil || !set {
			return err
		}
		if err := d.room.Spend("it", int64(v.Type().Elem().Size())); err != nil {
			return err
		}
		v.Set(reflect.New(v.Type().Elem()))
		return d.value(v.Elem(), depth-1)
	case reflect.Slice:
		return d.slice(v, depth)
	case reflect.Array:
		for i := range v.Len() {
			if err := d.value(v.Index(i), depth-1); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if err := d.value(v.Field(i), depth-1); err != nil {
				return err
			}
		}
	}
	return nil
}

// text reads a string.
func (d *decoder) text(v reflect.Value) error {
	n, err := d.uvarint()
	if err != nil {
		return err
	}
	b, err := d.take(n)
	if err != nil {
		return err
	}
	if err := d.room.Spend("it", int64(n)); err != nil {
		return err
	}
	v.SetString(string(b))
	return nil
}

// slice reads a list. Each element takes a byte of the file at least, so a length beyond what is left is an error
// before any memory is taken.
func (d *decoder) slice(v reflect.Value, depth int) error {
	n, err := d.uvarint()
	if err != nil || n == 0 {
		return err
	}
	n--
	each := uint64(1)
	element := v.Type().Elem()
	floats := element.Kind() == reflect.Float32 || element.Kind() == reflect.Float64
	if floats {
		each = uint64(element.Size())
	}
	if n > uint64(len(d.rest))/each {
		return errShort
	}
	if err := d.room.Spend("it", int64(n)*int64(element.Size())); err != nil {
		return err
	}
	switch v.Interface().(type) {
	case []float32:
		v.Set(reflect.ValueOf(artifact.TakeFloat32(&d.rest, int(n))))
		return nil
	case []float64:
		v.Set(reflect.ValueOf(artifact.TakeFloat64(&d.rest, int(n))))
		return nil
	}
	v.Set(reflect.MakeSlice(v.Type(), int(n), int(n)))
	for i := range int(n) {
		if err := d.value(v.Index(i), depth-1); err != nil {
			return err
		}
	}
	return nil
}
