package train

import (
	"reflect"
	"runtime"
	"testing"
	"time"

	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/backend"
	"counterpoise/policies/mixture"
)

// releasing are mixtures of two groups that make every kind of tensor that a run keeps.
func releasing() map[string]func() mixture.Mixture {
	all := map[string]func() mixture.Mixture{
		"held out": func() mixture.Mixture { return &toydata.ObservingMixture{FixedMixture: *halves(), Share: .5} },
	}
	for name, fresh := range deviceMixtures {
		all[name] = fresh
	}
	return all
}

// A run that has ended leaves no tensor behind, on the host or on a device: with gradients of groups those are as many
// as the parameters for each group.
func TestReleaseFreesEveryTensor(t *testing.T) {
	for _, on := range []backend.Device{backend.GoCPU, backend.CUDA} { // of which the second one fuses
		useOtherBackend(t, on)
		for name, fresh := range releasing() {
			d, g := toydata.Reaching(seed.Of("device"), 3, 2)
			c := small()
			if c.Head = "flow"; name == "one by one" {
				c.Network, c.Batch = "transformer", 9
			}
			run, err := testTrainer(d, g, fresh(), c, seed.Of("release"))
			if err == nil {
				err = run.survey()
			}
			for step := 0; step < 2 && err == nil; step++ {
				err = run.step(step)
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			run.data = nil // the rows belong to the training
			all := tensorsOf(reflect.ValueOf(run), map[uintptr]bool{})
			run.release()
			left := 0
			for _, v := range all {
				if v.Ok() {
					left++
				}
			}
			if left > 0 || len(all) < 10 {
				t.Errorf("%s on %s: %d of %d tensors are left", name, on, left, len(all))
			}
		}
	}
}

// tensorsOf returns the tensors that a value of this package holds.
func tensorsOf(v reflect.Value, seen map[uintptr]bool) (all []*tensors.Tensor) {
	here := reflect.TypeFor[trainer]().PkgPath()
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || seen[v.Pointer()] {
			return nil
		}
		seen[v.Pointer()] = true
		if v.Type() == reflect.TypeFor[*tensors.Tensor]() {
			return []*tensors.Tensor{(*tensors.Tensor)(v.UnsafePointer())}
		}
		if v.Type().Elem().PkgPath() == here && v.Type() != reflect.TypeFor[*resident]() {
			return tensorsOf(v.Elem(), seen)
		}
	case reflect.Interface:
		if !v.IsNil() {
			return tensorsOf(v.Elem(), seen)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().PkgPath() == here {
				all = append(all, tensorsOf(v.Field(i), seen)...)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			switch v.Type().Elem().Kind() {
			case reflect.Pointer, reflect.Slice, reflect.Struct:
				all = append(all, tensorsOf(v.Index(i), seen)...)
			}
		}
	}
	return all
}

// Compiled graphs, which later trainings share, keep neither the data of the training that compiled them nor weights.
func TestGraphsKeepNoData(t *testing.T) {
	for _, on := range []backend.Device{backend.GoCPU, backend.CUDA} {
		for name, fresh := range releasing() {
			useOtherBackend(t, on) // without graphs
			freed := make(chan string, 2)
			func() {
				d, g := toydata.Reaching(seed.Of("device"), 3, 2)
				c := small()
				if c.Steps = 2; name == "one by one" {
					c.Network, c.Batch = "transformer", 9
				}
				from, err := Initial(d, g, c, seed.Of("from"))
				if err != nil {
					t.Fatal(err)
				}
				r, err := newRun(d, g, c, seed.Of("graphs"), Options{From: from})
				if err != nil {
					t.Fatal(err)
				}
				tell := func(what string) { freed <- what }
				runtime.AddCleanup(&r.set.X[0], tell, "rows")
				runtime.AddCleanup(&from.Weights[0][0], tell, "weights")
				if _, _, err := r.train(t.Context(), fresh()); err != nil {
					t.Fatal(err)
				}
			}()
			for range 2 {
				select {
				case <-freed:
				case <-collected():
					t.Errorf("%s on %s: rows or weights are still in memory", name, on)
				}
			}
		}
	}
}

// collected is closed after garbage was collected several times, which takes what is no longer used.
func collected() <-chan struct{} {
	done := make(chan struct{})
	go func() {
		for range 100 {
			runtime.GC()
			time.Sleep(20 * time.Millisecond) // cleanups run on a goroutine of their own
		}
		close(done)
	}()
	return done
}
