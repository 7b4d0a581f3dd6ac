//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package store

import "os"

// flock is not used on this system: see errNoLocks for what becomes of that.
func flock(*os.File) error { return errNoLocks }
