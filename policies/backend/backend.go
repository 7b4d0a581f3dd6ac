package backend

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/gobackend"
)

// Go returns gomlx's Go backend, the same instance on every call. Each operation runs on the goroutine that calls it,
// for two reasons: the order of summation, and with it the bits of a result, does not depend on what runs beside it;
// and the number of concurrent trainings alone decides how many cores are busy.
var Go = sync.OnceValues(OpenGo)

// OpenGo opens another instance of the Go backend. Tensors of one instance cannot be used with another.
func OpenGo() (compute.Backend, error) {
	b, err := gobackend.New("ops_sequential")
	if err != nil {
		return nil, fmt.Errorf("backend: Go backend: %w", err)
	}
	return b, singleThreaded(b)
}

// singleThreaded turns off the backend's own worker goroutines. The backend's option "parallelism=0" does this too,
// but prints a line to standard output, where the program's tables go. So the method behind the option is called;
// it is exported but its type is internal to gomlx, hence the reflection. The description of the backend shows
// whether the call worked. If another version of gomlx has moved the method, that is an error.
func singleThreaded(b compute.Backend) error {
	if v := reflect.ValueOf(b); v.Kind() == reflect.Pointer && v.Elem().Kind() == reflect.Struct {
		if f := v.Elem().FieldByName("Workers"); f.IsValid() {
			if m := f.MethodByName("SetMaxParallelism"); m.IsValid() {
				m.Call([]reflect.Value{reflect.ValueOf(0)})
			}
		}
	}
	if d := b.Description(); !strings.Contains(d, "parallelism=0") {
		return fmt.Errorf("backend: cannot make the Go backend single-threaded (%s): "+
			"use the gomlx version of go.mod", d)
	}
	return nil
}
