package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// WriteFile writes data to path and replaces an existing file. The folder must exist. Where path is a link, the file at
// its end is replaced (Dangling is the error of a link to nothing). A pipe or a device is an error. The file's
// permissions become 0644, whatever those of the old file or the umask are. On an error the old file is unchanged,
// unless the error comes from the last sync of the folder.
func WriteFile(path string, data []byte) error { return Write(path, content(data)) }

// WriteProgram is WriteFile for a file that can be executed, with permissions 0755.
func WriteProgram(path string, data []byte) error { return write(path, 0o755, content(data)) }

// Write is WriteFile for streamed content: fill writes it to the temporary file. If fill fails, Write returns its error
// and removes the temporary file.
func Write(path string, fill func(*File) error) error { return write(path, 0o644, fill) }

// content returns the function that writes data.
func content(data []byte) func(*File) error {
	return func(f *File) error {
		_, err := f.Write(data)
		return err
	}
}

// closesFirst: Windows renames no file that is open. The file then loses its lock before it has its name; there are no
// locks there anyway.
const closesFirst = runtime.GOOS == "windows"

// write writes a file with the given permissions, at the end of a link where path is one.
func write(path string, mode fs.FileMode, fill func(*File) error) error {
	path, err := follow(path)
	if err != nil {
		return err
	}
	return replace(path, mode, fill)
}

// replace puts a file in the place of what path names, which is not followed. The temporary file stays locked until it
// has its final name, so that no other process sweeps it away.
func replace(path string, mode fs.FileMode, fill func(*File) error) (err error) {
	dir := filepath.Dir(path)
	Sweep(dir)
	f, err := createLocked(dir, filepath.Base(path), partSuffix)
	if err != nil {
		return named(err, path)
	}
	defer func() {
		if err != nil {
			Remove(f.Name()) // without effect after the rename
			if of, ok := err.(*fs.PathError); !ok || of.Path == f.Name() {
				err = named(err, path)
			}
		}
		f.Close()
	}()
	if err = fill(f); err != nil {
		return err
	}
	if err = f.chmod(mode); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if closesFirst {
		if err = f.Close(); err != nil {
			return err
		}
	}
	if err = Rename(f.Name(), path); err != nil {
		return err
	}
	return SyncPath(dir)
}

// named is the error of a call with a temporary file as one of the file that it becomes, whose name its reader has
// given. Errors that others have put into words stay.
func named(err error, path string) error {
	switch of := err.(type) {
	case *fs.PathError:
		err = of.Err
	case *os.LinkError:
		err = of.Err
	default:
		return err
	}
	return &fs.PathError{Op: "write", Path: path, Err: err}
}

// follow returns the path at the end of a link, and any other path as it is. A link to what does not exist is the error
// of Dangling, and a pipe, a socket or a device is an error too: a file that is renamed over /dev/null takes its place
// for every program.
func follow(path string) (string, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, Dangling(path)
	}
	if err != nil {
		return path, nil // what is wrong with the path is said by the call that needs it
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		return path, &fs.PathError{Op: "write", Path: path, Err: errNoFile}
	}
	if info, err = os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return path, nil
	}
	return filepath.EvalSymlinks(path)
}

// errNoFile is wrapped by the error of follow.
var errNoFile = errors.New("is a pipe or a device, which no file replaces")
