package balance

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Named finds a method by name, with other settings than its defaults if the name says so:
//
//	ours                    as registered
//	ours:EtaT=5,HeldOut=.2  with fields set
//	fixed:.2,.8             given weights, one a group, in the groups' order
func Named(text string) (Method, error) {
	name, settings, set := strings.Cut(text, ":")
	if name == "fixed" {
		return parseFixed(settings)
	}
	m, err := Methods.Get(name)
	if err != nil || !set {
		return m, err
	}
	v := reflect.New(reflect.TypeOf(m)).Elem()
	v.Set(reflect.ValueOf(m))
	for _, s := range strings.Split(settings, ",") {
		field, value, _ := strings.Cut(s, "=")
		if err := assign(v, field, value); err != nil {
			return nil, fmt.Errorf("balance: method %q: %w", name, err)
		}
	}
	return v.Interface().(Method), nil
}

// assign sets a field of a method's struct from text.
func assign(v reflect.Value, field, value string) error {
	f := v.FieldByName(field)
	if !f.IsValid() || !f.CanSet() {
		return fmt.Errorf("no setting %q; known: %s", field, strings.Join(Settings(v.Interface().(Method)), ", "))
	}
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || x-x != 0 {
		return fmt.Errorf("setting %s=%q: want a number", field, value)
	}
	if f.CanInt() {
		if x != float64(int64(x)) {
			return fmt.Errorf("setting %s=%q: want a whole number", field, value)
		}
		f.SetInt(int64(x))
		return nil
	}
	f.SetFloat(x)
	return nil
}

// Settings are the names of a method's settings.
func Settings(m Method) []string {
	var names []string
	if t := reflect.TypeOf(m); t.Kind() == reflect.Struct {
		for _, f := range reflect.VisibleFields(t) {
			if f.IsExported() {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

func parseFixed(text string) (Method, error) {
	var f Fixed
	for _, s := range strings.Split(text, ",") {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || !(x >= 0) || x-x != 0 {
			return nil, fmt.Errorf("balance: fixed:%s: want weights of at least 0, one a group, such as fixed:.2,.8", text)
		}
		f = append(f, x)
	}
	if sum := along(f, ones(len(f))); sum < 0.999 || sum > 1.001 {
		return nil, fmt.Errorf("balance: fixed:%s: the weights sum to %g, not 1", text, sum)
	}
	return Fixed(normalised(f)), nil
}

func ones(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = 1
	}
	return v
}
