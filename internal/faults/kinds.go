package faults

import (
	"errors"
	"os"
	"strings"
	"sync"
	"syscall"

	"counterpoise/internal/durable"
)

// kind is a kind of failure.
type kind struct {
	name  string
	lasts bool // from the call on, and not at it alone
	dies  bool // the process makes no further call
	power bool // what is not synced is lost
	half  bool // of a write, half of the bytes are written
	fits  func(durable.Call) bool
	error func(durable.Call) error
}

// anyCall, writes, growing and changing report whether a kind of failure is tried at a call.
func anyCall(durable.Call) bool  { return true }
func writes(c durable.Call) bool { return c.Name == "write" }
func growing(c durable.Call) bool {
	return c.Name == "write" || c.Name == "create" || c.Name == "mkdir"
}

// changing are the calls that a read-only file system refuses.
func changing(c durable.Call) bool { return c.Name != "close" && c.Name != "sync" && c.Name != "lock" }

// kinds are the failures that are tried at each call.
var kinds = []kind{
	{name: "an error", half: true, fits: anyCall, error: once},
	{name: "a full disk", lasts: true, half: true, fits: growing, error: fixed(syscall.ENOSPC)},
	{name: "a read-only folder", lasts: true, fits: changing, error: fixed(syscall.EROFS)},
	{name: "a kill", lasts: true, dies: true, fits: anyCall, error: fixed(errKilled)},
	{name: "a kill in the middle", lasts: true, dies: true, half: true, fits: writes, error: fixed(errKilled)},
	{name: "a loss of power", lasts: true, dies: true, power: true, fits: anyCall, error: fixed(errKilled)},
	{name: "a loss of power in the middle", lasts: true, dies: true, power: true, half: true, fits: writes,
		error: fixed(errKilled)},
}

// errKilled is the error of calls of a process that is taken for dead.
var errKilled = errors.New("the process was killed")

func fixed(err error) func(durable.Call) error { return func(durable.Call) error { return err } }

// once returns the usual error of a call that fails alone.
func once(c durable.Call) error {
	switch c.Name {
	case "write":
		return syscall.ENOSPC
	case "create":
		return syscall.EMFILE
	case "lock":
		return syscall.ENOMEM
	case "mkdir", "rename", "remove", "chmod":
		return syscall.EACCES
	case "exchange":
		return syscall.EIO
	}
	return syscall.EIO // of sync, close, truncate
}

// failure is one kind at one call. It is safe for concurrent use.
type failure struct {
	kind
	dir      string
	at       int // the call that fails, counted from 0
	mu       sync.Mutex
	made     int              // calls so far
	over     bool             // the process is taken for dead
	unsynced map[string]int64 // length of each file when it was last synced, of those written since
}

// fate implements durable.Fault.
func (f *failure) fate(c durable.Call) (n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !within(f.dir, c) {
		return 0, nil
	}
	i := f.made
	f.made++
	fails := i == f.at || i > f.at && f.lasts && f.fits(c) || f.over
	if fails && f.half && !f.over && c.Name == "write" {
		n = c.Bytes / 2
	}
	if !fails || n > 0 {
		f.follow(c)
	}
	if fails && f.dies {
		f.over = true
	}
	if fails {
		return n, f.error(c)
	}
	return 0, nil
}

// follow notes what a call does to what is synced.
func (f *failure) follow(c durable.Call) {
	switch c.Name {
	case "write":
		if _, known := f.unsynced[c.Path]; !known {
			f.unsynced[c.Path] = 0
			if info, err := os.Stat(c.Path); err == nil {
				f.unsynced[c.Path] = info.Size()
			}
		}
	case "sync":
		delete(f.unsynced, c.Path)
	case "rename", "exchange":
		moved := map[string]int64{}
		for path, length := range f.unsynced {
			to := path
			if below(c.Path, path) {
				to = c.To + strings.TrimPrefix(path, c.Path)
			} else if below(c.To, path) {
				to = c.Path + strings.TrimPrefix(path, c.To) // of a rename it is gone
			}
			moved[to] = length
		}
		f.unsynced = moved
	}
}

// losePower cuts files to what was synced, if the kind is a loss of power.
func (f *failure) losePower() {
	if !f.power {
		return
	}
	for path, length := range f.unsynced {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() > length {
			os.Truncate(path, length)
		}
	}
}
