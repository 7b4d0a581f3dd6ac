package packed

import (
	"crypto/sha256"
	"fmt"
	"reflect"
)

// layoutSize is the length of the digest of a type in bytes.
const layoutSize = 8

// layout returns the digest of a type. A type that is not among those of the package comment panics: it is a mistake of
// the program.
func layout(t reflect.Type) [layoutSize]byte {
	sum := sha256.Sum256([]byte(describe(t, nil)))
	return [layoutSize]byte(sum[:])
}

// describe writes a type as text. Within itself, a type that refers to itself is named by its depth in the types that
// surround it.
func describe(t reflect.Type, around []reflect.Type) string {
	for depth, outer := range around {
		if outer == t {
			return fmt.Sprintf("^%d", depth)
		}
	}
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int64, reflect.Uint8, reflect.Uint64, reflect.Float32, reflect.Float64,
		reflect.String:
		return t.Kind().String()
	case reflect.Slice:
		return "[]" + describe(t.Elem(), around)
	case reflect.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), describe(t.Elem(), around))
	case reflect.Pointer:
		return "*" + describe(t.Elem(), around)
	case reflect.Struct:
		text, around := "{", append(around[:len(around):len(around)], t)
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() {
				panic(fmt.Sprintf("packed: field %s of %v is not exported", f.Name, t))
			}
			text += f.Name + " " + describe(f.Type, around) + ";"
		}
		if t.NumField() > 0 {
			return text + "}"
		}
	}
	panic(fmt.Sprintf("packed: type %v has no encoding", t))
}
