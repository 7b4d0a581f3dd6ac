package site

import (
	"testing"

	"counterpoise/internal/faults"
)

func TestWriteUnderFaults(t *testing.T) {
	faults.Check(t, faults.Writer{Write: Files{"index.html": []byte("<html>"), "docs/a.html": []byte("<p>")}.Write})
}
