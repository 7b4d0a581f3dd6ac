package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A user names a folder, and the program names the files in it. The folder may be a link. What lies below it is not
// followed, because nobody has asked for a change elsewhere: a link in the place of a file is replaced by the file,
// and a link in the place of a folder, or of a file that grows (OpenLocked), is an error.

// WriteBelow writes a file that the program names below a folder that the user names, and makes the folders that are
// missing. name has slashes. Besides that it is WriteFile.
func WriteBelow(dir, name string, data []byte) error { return FillBelow(dir, name, content(data)) }

// FillBelow is WriteBelow for streamed content, as Write is.
func FillBelow(dir, name string, fill func(*File) error) error {
	path, err := Below(dir, name)
	if err != nil {
		return err
	}
	if err := MkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	const replaced = fs.ModeSymlink | fs.ModeDir // a folder is an error of the rename
	if info, err := os.Lstat(path); err == nil && info.Mode()&replaced == 0 && !info.Mode().IsRegular() {
		return &fs.PathError{Op: "write", Path: path, Err: errNoFile}
	}
	return replace(path, 0o644, fill)
}

// Below returns the path of what the program names below a folder that the user names. It is an error where a folder
// between the two is a link. The path itself is not looked at, and need not exist.
func Below(dir, name string) (string, error) {
	path := dir
	for part := range strings.SplitSeq(name, "/") {
		if path != dir {
			if err := linked(path); err != nil {
				return "", err
			}
		}
		path = filepath.Join(path, part)
	}
	return path, nil
}

// linked returns the error of a link below a user's folder; nil for anything else.
func linked(path string) error {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return nil // what is wrong with the path is said by the call that needs it
	}
	to, err := os.Readlink(path)
	if err != nil {
		return err
	}
	return &fs.PathError{Op: "write", Path: path, Err: fmt.Errorf("%w: %s leads to %s; remove the link, or put there "+
		"what it leads to", errLink, filepath.Base(path), to)}
}

// errLink is wrapped by the error of linked.
var errLink = errors.New("nothing is written through a link in a folder")
