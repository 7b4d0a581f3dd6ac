//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package results

import (
	"os"
	"syscall"
)

// lock waits until this process alone holds the lock file, and returns what gives it back. The system gives it back
// when the process dies, however it dies. The file stays: removing it would let two hold it.
func lock(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		f.Close()
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	return func() { f.Close() }, nil
}
