//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package store

import "os"

// flock finds no locks on this system; errNoLocks says what follows from that.
func flock(*os.File) error { return errNoLocks }
