package cli

import (
	"os"
	"slices"
	"strings"
)

// PackagePrefixes are the names with which packages of ours begin their errors, as Go's libraries do: a caller in Go is
// helped by them, and whoever types a command is not (TestPackagePrefixes has the list complete).
var PackagePrefixes = strings.Fields(`
	artifact backend balance bench calvin compare curate demos encoder expert film frame hdf5 lerobot mixed
	mixture network opengl optimizer physics policies render replay ridge rlds robomimic scenes stats train weigh`)

// Plainly returns the text of an error without the names of packages that made it, in its first line. The first one
// that names a file, as IsFile says, stays; a file that is named again does not.
func Plainly(text string, isFile func(name string) bool) string {
	first, rest, more := strings.Cut(text, "\n")
	var kept []string
	for part := range strings.SplitSeq(first, ": ") {
		again := slices.Contains(kept, part)
		switch ours := slices.Contains(PackagePrefixes, part); {
		case ours && (again || !isFile(part)), !ours && again && isFile(part):
			continue
		}
		kept = append(kept, part)
	}
	if text = strings.Join(kept, ": "); more {
		text += "\n" + rest
	}
	return text
}

// isTyped reports whether the user typed the name of something on disk.
func (p Program) isTyped(name string) bool {
	_, err := os.Lstat(name)
	return err == nil && slices.Contains(p.Args, name)
}
