package backend

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/gobackend"
)

// backend is the machine that graphs run on: gomlx's pure Go one, every operation on the goroutine that asked for it.
// So trainings side by side never share a result's order of summation, and as many run at once as there are workers.
var Go = sync.OnceValues(OpenGo)

// OpenGo opens another instance of the Go backend. Tensors of one instance cannot be used with another.
func OpenGo() (compute.Backend, error) {
	b, err := gobackend.New("ops_sequential")
	if err != nil {
		return nil, fmt.Errorf("backend: Go backend: %w", err)
	}
	return b, singleThreaded(b)
}

// singleThreaded forbids the backend helpers of its own. The option for that, "parallelism=0", prints a line to standard
// output, which belongs to the tables, so the setting behind it is called instead. It is public but of an internal
// type; where another version of the backend has moved it, nothing is guessed.
func singleThreaded(b compute.Backend) error {
	if v := reflect.ValueOf(b); v.Kind() == reflect.Pointer && v.Elem().Kind() == reflect.Struct {
		if f := v.Elem().FieldByName("Workers"); f.IsValid() {
			if m := f.MethodByName("SetMaxParallelism"); m.IsValid() {
				m.Call([]reflect.Value{reflect.ValueOf(0)})
			}
		}
	}
	if d := b.Description(); !strings.Contains(d, "parallelism=0") {
		return fmt.Errorf("policies: cannot make the Go backend single-threaded (%s): use the version named in go.mod", d)
	}
	return nil
}
