package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Mkdir makes a folder with permissions 0755.
func Mkdir(path string) error {
	if err := allowed("mkdir", path); err != nil {
		return &fs.PathError{Op: "mkdir", Path: path, Err: err}
	}
	return os.Mkdir(path, 0o755)
}

// MkdirAll makes a folder and the folders above it that are missing, with permissions 0755. An existing folder is no
// error; a link to what does not exist is one (Dangling).
func MkdirAll(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		return &fs.PathError{Op: "mkdir", Path: path, Err: syscall.ENOTDIR}
	}
	if parent := filepath.Dir(path); parent != path {
		if err := MkdirAll(parent); err != nil {
			return err
		}
	}
	err = Mkdir(path)
	if errors.Is(err, fs.ErrExist) {
		if info, statErr := os.Stat(path); statErr == nil && info.IsDir() {
			return nil // another process made it meanwhile
		}
		if dangling := Dangling(path); dangling != nil {
			return dangling
		}
	}
	return err
}

// Remove removes a file or an empty folder.
func Remove(path string) error {
	if err := allowed("remove", path); err != nil {
		return &fs.PathError{Op: "remove", Path: path, Err: err}
	}
	return os.Remove(path)
}

// RemoveAll removes a file, or a folder and everything in it. Links are removed and not followed. A path that does not
// exist is no error. After an error it goes on with what else can be removed, and returns the first one.
func RemoveAll(path string) (err error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var first error
	if info.IsDir() {
		entries, err := os.ReadDir(path)
		first = err
		for _, e := range entries {
			if err := RemoveAll(filepath.Join(path, e.Name())); first == nil {
				first = err
			}
		}
	}
	if err := Remove(path); first == nil && !errors.Is(err, fs.ErrNotExist) {
		first = err
	}
	return first
}

// Rename moves a file or folder to another name on the same file system. A file replaces a file.
func Rename(from, to string) error {
	if _, _, err := fate(Call{Name: "rename", Path: from, To: to}); err != nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}
	return os.Rename(from, to)
}

// exchange lets two existing paths of one file system swap their content, in one step that no reader sees half of. The
// error is errors.ErrUnsupported where the system cannot.
func exchange(a, b string) error {
	if _, _, err := fate(Call{Name: "exchange", Path: a, To: b}); err != nil {
		return &os.LinkError{Op: "exchange", Old: a, New: b, Err: err}
	}
	return swap(a, b)
}

// SyncPath flushes one file or folder to the disk. Errors of folders are ignored: some file systems cannot sync them,
// and the content of the files is safe already.
func SyncPath(path string) error {
	_, simulated, err := fate(Call{Name: "sync", Path: path})
	if err != nil {
		return &fs.PathError{Op: "sync", Path: path, Err: err}
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if simulated {
		return nil
	}
	if err := f.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		if info, _ := f.Stat(); info != nil && info.IsDir() {
			return nil
		}
		return err
	}
	return nil
}

// SyncAll flushes a file, or a folder and everything in it, to the disk.
func SyncAll(root string) error {
	return filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return SyncPath(path)
	})
}
