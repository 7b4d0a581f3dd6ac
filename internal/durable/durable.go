// Package durable replaces files atomically: after a crash at any point a file has its old content or the new one.
//
// The method is the usual one on POSIX systems: write a temporary file in the same folder, sync it, rename it over the
// target, and sync the folder. rename is atomic within a file system, which is why the temporary file is not in the
// system's folder for temporary files. On Windows os.Rename also replaces an existing file, but neither atomicity nor
// the sync of a folder is guaranteed there.
package durable

import (
	"os"
	"path/filepath"
)

// WriteFile writes data to path and replaces an existing file. The folder must exist. The file's permissions become
// 0644, whatever those of the old file or the umask are. On an error the old file is unchanged, unless the error comes
// from opening the folder for the last sync.
func WriteFile(path string, data []byte) error {
	return Write(path, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	})
}

// Write is WriteFile for streamed content: fill writes it to the temporary file. If fill fails, Write returns its error
// and removes the temporary file.
func Write(path string, fill func(*os.File) error) (err error) {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err = fill(f); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Chmod(0o644); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}

// syncDir makes a rename in dir survive a loss of power. The error of Sync is ignored: some systems cannot sync a
// folder, and the file's content is already safe.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	d.Sync()
	return nil
}
