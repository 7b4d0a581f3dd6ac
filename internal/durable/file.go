package durable

import (
	"io/fs"
	"os"
)

// File is an open file that this program writes. Its methods are those of os.File.
type File struct{ f *os.File }

// Create makes a file for writing, or truncates it, without any promise about crashes. It is for files that nothing
// reads until they are complete, such as those in a staging folder, and for logs.
func Create(path string) (*File, error) {
	return openFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o644)
}

// WriteNew writes a file with Create. WriteFile is the one to replace a file that may be read.
func WriteNew(path string, data []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// openFile opens a file, and makes it where flag says so.
func openFile(path string, flag int, mode fs.FileMode) (*File, error) {
	if err := allowed("create", path); err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	f, err := os.OpenFile(path, flag, mode)
	if err != nil {
		return nil, err
	}
	return &File{f}, nil
}

// createTemp makes a file with a new name in a folder, open for reading and writing. The last "*" of pattern becomes
// random digits.
func createTemp(dir, pattern string) (*File, error) {
	if err := allowed("create", dir); err != nil {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: err}
	}
	f, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return nil, err
	}
	return &File{f}, nil
}

// Name returns the path with which the file was opened.
func (f *File) Name() string { return f.f.Name() }

// Stat describes the file.
func (f *File) Stat() (fs.FileInfo, error) { return f.f.Stat() }

// Read implements io.Reader.
func (f *File) Read(b []byte) (int, error) { return f.f.Read(b) }

// ReadAt implements io.ReaderAt.
func (f *File) ReadAt(b []byte, at int64) (int, error) { return f.f.ReadAt(b, at) }

// Seek implements io.Seeker.
func (f *File) Seek(offset int64, whence int) (int64, error) { return f.f.Seek(offset, whence) }

// Write implements io.Writer.
func (f *File) Write(b []byte) (int, error) {
	n, _, fault := fate(Call{Name: "write", Path: f.Name(), Bytes: len(b)})
	if fault == nil {
		return f.f.Write(b)
	}
	n, err := f.f.Write(b[:min(n, len(b))])
	if err == nil {
		err = &fs.PathError{Op: "write", Path: f.Name(), Err: fault}
	}
	return n, err
}

// Truncate changes the length of the file, in bytes.
func (f *File) Truncate(size int64) error {
	if err := allowed("truncate", f.Name()); err != nil {
		return &fs.PathError{Op: "truncate", Path: f.Name(), Err: err}
	}
	return f.f.Truncate(size)
}

// chmod sets the permissions.
func (f *File) chmod(mode fs.FileMode) error {
	if err := allowed("chmod", f.Name()); err != nil {
		return &fs.PathError{Op: "chmod", Path: f.Name(), Err: err}
	}
	return f.f.Chmod(mode)
}

// Sync flushes the file to the disk.
func (f *File) Sync() error {
	_, simulated, err := fate(Call{Name: "sync", Path: f.Name()})
	if err != nil {
		return &fs.PathError{Op: "sync", Path: f.Name(), Err: err}
	}
	if simulated {
		return nil
	}
	return f.f.Sync()
}

// Close frees the descriptor and the lock of the file, also where it returns an error.
func (f *File) Close() error {
	err := f.f.Close()
	if fault := allowed("close", f.Name()); fault != nil {
		return &fs.PathError{Op: "close", Path: f.Name(), Err: fault}
	}
	return err
}
