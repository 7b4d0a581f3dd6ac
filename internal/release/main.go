// Command release makes what a person without Go installs: stripped binaries, Python wheels that hold them, and their
// digests. ./counterpoise release runs it.
//
// It builds the commit that is checked out, in a clone of its own, so that nothing uncommitted gets in and the commit
// stands in the program. The same commit, Go and C compiler give the same bytes, wherever the clone lies. The build for
// linux/amd64 loads XLA's plugin and is linked to glibc; the others are pure Go. The tag of a wheel says what its
// binary needs, read from the binary: CC="zig cc -target x86_64-linux-gnu.2.17" gives one for older systems than this
// machine's C compiler does.
//
// With --try it makes the binary and the wheel of linux/amd64 alone, and uses both as somebody without a clone would.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// outFolder is where the files go, below the root of the clone. It is emptied first.
const outFolder = ".build/release"

func main() {
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 0:
		err = release(targets)
	case slices.Equal(args, []string{"--try"}):
		err = try()
	default:
		fmt.Fprintf(os.Stderr, "counterpoise: release takes no argument but --try: %s\n", strings.Join(args, " "))
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "counterpoise:", err)
		os.Exit(1)
	}
}

// release makes the archive and the wheel of each target, and SHA256SUMS.
func release(targets []target) error {
	src, err := checkOut(".")
	if err != nil {
		return err
	}
	defer os.RemoveAll(src.dir)
	if err := os.RemoveAll(outFolder); err != nil {
		return err
	}
	if err := os.MkdirAll(outFolder, 0o755); err != nil {
		return err
	}
	var sums strings.Builder
	for _, t := range targets {
		files, err := src.make(t)
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		for _, f := range files {
			if err := os.WriteFile(filepath.Join(outFolder, f.name), f.data, 0o644); err != nil {
				return err
			}
			sum := sha256.Sum256(f.data)
			fmt.Fprintf(&sums, "%s  %s\n", hex.EncodeToString(sum[:]), f.name)
			fmt.Printf("%s %9.1f MB  %s\n", hex.EncodeToString(sum[:6]), float64(len(f.data))/1e6, f.name)
		}
	}
	fmt.Printf("%s has them, with SHA256SUMS: commit %s, %s\n", outFolder, src.commit, src.goVersion)
	return os.WriteFile(filepath.Join(outFolder, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// file is a file of the release, or of an archive.
type file struct {
	name       string // with slashes
	data       []byte
	executable bool
}

// make builds the program for a target, and returns its archive and its wheel.
func (s source) make(t target) ([]file, error) {
	binary, err := s.build(t)
	if err != nil {
		return nil, err
	}
	texts, expression, err := s.licences(t, binary)
	if err != nil {
		return nil, err
	}
	tag, err := platformTag(t, binary)
	if err != nil {
		return nil, err
	}
	program := file{"counterpoise" + t.extension(), binary, true}
	archive, err := s.archive(t, append([]file{program}, texts...))
	if err != nil {
		return nil, err
	}
	w, err := s.wheel(tag, program, texts, expression)
	return []file{archive, w}, err
}
