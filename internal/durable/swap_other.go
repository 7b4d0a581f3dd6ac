//go:build !linux

package durable

import "errors"

// swap is unsupported on this system.
func swap(_, _ string) error { return errors.ErrUnsupported }
