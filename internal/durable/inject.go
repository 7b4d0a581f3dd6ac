package durable

import "sync/atomic"

// Call is a call that changes the disk, or locks a file, before it is made.
type Call struct {
	Name  string // create, lock, mkdir, write, truncate, chmod, sync, close, rename, exchange or remove
	Path  string // of the file or folder; for rename and exchange the one that moves
	To    string // new path, of rename and exchange alone
	Bytes int    // length of a write
}

// Fault decides what becomes of a call. Without an error the call is made, but for sync, which then takes no time. With
// an error the call is not made and returns that error; of a write the first n bytes are written before. A close always
// frees the descriptor, and with it the lock, as the end of a process does.
type Fault func(Call) (n int, err error)

var injected atomic.Pointer[Fault]

// Inject lets a test decide the fate of each call of this process until restore is called. Folders count as not swept
// afterwards (Sweep), as in a new process.
func Inject(f Fault) (restore func()) {
	injected.Store(&f)
	return func() {
		injected.Store(nil)
		swept.Clear()
	}
}

// fate asks the injected fault, if there is one, what becomes of a call. simulated reports that there is one.
func fate(c Call) (n int, simulated bool, err error) {
	f := injected.Load()
	if f == nil {
		return 0, false, nil
	}
	n, err = (*f)(c)
	return n, true, err
}

// allowed returns the error of the injected fault for a call of a path.
func allowed(name, path string) error {
	_, _, err := fate(Call{Name: name, Path: path})
	return err
}
