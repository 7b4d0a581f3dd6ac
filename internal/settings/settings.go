// Package settings reads, writes and documents settings that are the exported fields of a struct.
//
// A field is a setting if its type is a float or an integer type, or a type whose values have words
// (encoding.TextUnmarshaler). Fields of embedded structs are settings too. Struct tags document and restrict a setting;
// parsing and help read the same tags, so they cannot disagree:
//
//	Beta    float64 `range:"[0, 1)" help:"β: overlap of successive samples"`
//	Weights Words   `words:"final, mean" help:"weights of the second stage"`
//
// The text form is a list of assignments, "EtaT=5,HeldOut=.2,Weights=mean".
package settings

import (
	"encoding"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"counterpoise/internal/catalog"
)

// Setting describes one setting for help texts.
type Setting struct {
	Key     string // name of the field, as in "EtaT=5"
	Type    string // "number", "whole number" or "word"
	Default string // value in the struct that was described
	Range   string // interval of accepted values, such as "(0, inf)", or the words; "" accepts every finite number
	Meaning string // what the setting does: its symbol, unit and usual values
}

// Describe returns the settings of a struct in the order of its fields, with the struct's values as defaults. A value
// that is no struct has no settings.
func Describe(s any) []Setting {
	v := reflect.ValueOf(s)
	if v.Kind() != reflect.Struct {
		return nil
	}
	var all []Setting
	for _, f := range fieldsOf(v.Type()) {
		s := Setting{Key: f.Name, Type: "number", Range: f.Tag.Get("range"), Meaning: f.Tag.Get("help")}
		x := v.FieldByIndex(f.Index)
		word, worded := x.Interface().(encoding.TextMarshaler)
		switch {
		case worded:
			s.Type, s.Range, s.Default = "word", f.Tag.Get("words"), textOf(word)
		case x.CanInt():
			s.Type, s.Default = "whole number", strconv.FormatInt(x.Int(), 10)
		default:
			s.Default = strconv.FormatFloat(x.Float(), 'g', -1, 64)
		}
		all = append(all, s)
	}
	return all
}

// fields has the fields of each type that was described: reflection takes longer than the rest.
var fields sync.Map // []reflect.StructField by reflect.Type

// fieldsOf returns the fields of a struct that are settings, in their order.
func fieldsOf(t reflect.Type) []reflect.StructField {
	if known, ok := fields.Load(t); ok {
		return known.([]reflect.StructField)
	}
	var all []reflect.StructField
	for _, f := range reflect.VisibleFields(t) {
		if f.IsExported() && !f.Anonymous {
			all = append(all, f)
		}
	}
	fields.Store(t, all)
	return all
}

// textOf returns the word of a value. A value without a word is an error of the program.
func textOf(word encoding.TextMarshaler) string {
	text, err := word.MarshalText()
	if err != nil {
		panic(fmt.Sprintf("settings: %v", err))
	}
	return string(text)
}

// Parse returns a copy of the struct s with the assignments of text made to its fields. A key that is no field, and a
// value that is not a finite number in the field's range, are errors, and so is a key that occurs twice.
func Parse[T any](s T, text string) (T, error) {
	v := reflect.New(reflect.TypeOf(s)).Elem()
	v.Set(reflect.ValueOf(s))
	known := Describe(s)
	var keys []string
	for _, assignment := range strings.Split(text, ",") {
		key, value, _ := strings.Cut(assignment, "=")
		if err := assign(v, known, key, value); err != nil {
			return s, err
		}
		if slices.Contains(keys, key) {
			return s, fmt.Errorf("setting %s is given twice; give it once", key)
		}
		keys = append(keys, key)
	}
	return v.Interface().(T), nil
}

// Format returns the text form of the settings of s that are not zero, in the order of the fields: what Parse reads
// from a zero struct. It is empty for a zero struct.
func Format(s any) string { return Changes(reflect.Zero(reflect.TypeOf(s)).Interface(), s) }

// Changes returns the text form of the settings in which s differs from another value of its type, in the order of the
// fields: what Parse reads from that value. It is empty if the settings agree.
func Changes(from, s any) string {
	var assignments []string
	before := Describe(from)
	for i, s := range Describe(s) {
		if s.Default != before[i].Default {
			assignments = append(assignments, s.Key+"="+s.Default)
		}
	}
	return strings.Join(assignments, ",")
}

// assign parses the value of one setting and stores it in the field of that name of v, an addressable struct.
func assign(v reflect.Value, known []Setting, key, value string) error {
	var keys []string
	for _, s := range known {
		if s.Key == key {
			f := v.FieldByName(key)
			if word, ok := f.Addr().Interface().(encoding.TextUnmarshaler); ok {
				if err := word.UnmarshalText([]byte(value)); err != nil {
					return fmt.Errorf("setting %s=%q: %w", key, value, err)
				}
				return nil
			}
			x, err := s.parse(value)
			if err != nil {
				return err
			}
			if f.CanInt() {
				f.SetInt(int64(x))
			} else {
				f.SetFloat(x)
			}
			return nil
		}
		keys = append(keys, s.Key)
	}
	return fmt.Errorf("no setting %q%sknown: %s", key, catalog.DidYouMean(key, keys), strings.Join(keys, ", "))
}

// parse reads a finite number of the setting's type and range. -0 is read as 0, so that both have one spelling.
func (s Setting) parse(value string) (float64, error) {
	x, err := strconv.ParseFloat(value, 64)
	inside, malformed := contains(s.Range, x)
	finite := err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
	switch {
	case malformed != nil:
		return 0, fmt.Errorf("setting %s: %w", s.Key, malformed)
	case finite && inside && (s.Type == "number" || x == float64(int64(x))):
		return x + 0, nil // -0 + 0 is 0
	case s.Range == "":
		return 0, fmt.Errorf("setting %s=%q: want a %s", s.Key, value, s.Type)
	}
	return 0, fmt.Errorf("setting %s=%q: want a %s in %s", s.Key, value, s.Type, s.Range)
}

// contains reports whether x lies in an interval written with two ends: "[" and "]" include their end, "(" and ")"
// exclude it, "inf" is infinity. The empty text contains every x. Any other text is an error.
func contains(interval string, x float64) (bool, error) {
	if interval == "" {
		return true, nil
	}
	malformed := fmt.Errorf("range %q is not an interval such as [0, 1) or (0, inf)", interval)
	if len(interval) < 5 || !strings.ContainsRune("[(", rune(interval[0])) ||
		!strings.ContainsRune("])", rune(interval[len(interval)-1])) {
		return false, malformed
	}
	lowText, highText, _ := strings.Cut(interval[1:len(interval)-1], ", ")
	low, errLow := strconv.ParseFloat(lowText, 64)
	high, errHigh := strconv.ParseFloat(highText, 64)
	if errLow != nil || errHigh != nil {
		return false, malformed
	}
	above := x > low || interval[0] == '[' && x == low
	below := x < high || interval[len(interval)-1] == ']' && x == high
	return above && below, nil
}
