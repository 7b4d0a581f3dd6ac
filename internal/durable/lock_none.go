//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package durable

import "os"

// flock finds no locks on this system; ErrNoLocks says what follows from that.
func flock(*os.File) error { return ErrNoLocks }
