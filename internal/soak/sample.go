package soak

import (
	"bufio"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

// Sample is what a process holds at one moment. A quantity that the system does not tell is -1.
type Sample struct {
	Heap        int64 // bytes of live objects, after a collection of garbage
	Resident    int64 // bytes of the process in memory (VmRSS), after free memory was given back to the system
	Goroutines  int64
	Descriptors int64 // open files, pipes and sockets
	Files       int64 // files in a folder and below it
	Bytes       int64 // their size
}

// Take collects garbage and measures this process and a folder. Resident and Descriptors are known on Linux alone.
func Take(dir string) Sample {
	runtime.GC() // runs finalizers,
	runtime.GC() // and collects what they let go
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s := Sample{Heap: int64(m.HeapAlloc), Resident: resident(), Goroutines: int64(runtime.NumGoroutine()),
		Descriptors: descriptors()}
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // what cannot be read was removed meanwhile
		}
		s.Files++
		if info, err := d.Info(); err == nil {
			s.Bytes += info.Size()
		}
		return nil
	})
	return s
}

// resident returns VmRSS of this process in bytes.
func resident() int64 {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		return -1
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if text, ok := strings.CutPrefix(lines.Text(), "VmRSS:"); ok {
			kilobytes, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(text, "kB")), 10, 64)
			if err != nil {
				return -1
			}
			return kilobytes << 10
		}
	}
	return -1
}

// descriptors returns the number of open descriptors of this process, without the one that lists them.
func descriptors() int64 {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return -1
	}
	return int64(len(entries)) - 1
}
