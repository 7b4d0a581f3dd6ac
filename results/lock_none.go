//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package results

import "os"

// lock only finds out whether the folder can be written to: on this system two processes must not share a store.
func lock(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	return func() {}, f.Close()
}
