//go:build gl && linux

package opengl

import "runtime"

// thread is an operating system thread that does one thing after the other: OpenGL's contexts belong to threads.
type thread struct{ work chan func() }

func newThread() *thread {
	t := &thread{make(chan func())}
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine, and its state with it
		for f := range t.work {
			f()
		}
	}()
	return t
}

// do runs f on the thread and waits.
func (t *thread) do(f func() error) (err error) {
	done := make(chan struct{})
	t.work <- func() {
		defer close(done)
		err = f()
	}
	<-done
	return err
}

func (t *thread) close() { close(t.work) }
