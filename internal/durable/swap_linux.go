package durable

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// swap is renameat2 with RENAME_EXCHANGE. File systems without it answer EINVAL, old kernels ENOSYS.
func swap(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOSYS):
		return errors.ErrUnsupported
	}
	return &os.LinkError{Op: "exchange", Old: a, New: b, Err: err}
}
