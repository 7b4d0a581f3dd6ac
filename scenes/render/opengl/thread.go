//go:build gl && linux

package opengl

import "runtime"

// thread is an operating system thread that runs functions one after the other. An OpenGL context is current on one
// thread, and goroutines move between threads, so all calls of a context go through one thread.
type thread struct{ work chan func() }

// newThread starts a thread. It ends with close.
func newThread() *thread {
	t := &thread{make(chan func())}
	go func() {
		runtime.LockOSThread() // never unlocked, so the thread and its OpenGL state end with the goroutine
		for f := range t.work {
			f()
		}
	}()
	return t
}

// do runs f on the thread, waits for it and returns its error. It must not be called from the thread itself, nor after
// close.
func (t *thread) do(f func() error) (err error) {
	done := make(chan struct{})
	t.work <- func() {
		defer close(done)
		err = f()
	}
	<-done
	return err
}

// close ends the thread.
func (t *thread) close() { close(t.work) }
