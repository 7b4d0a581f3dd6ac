package policies

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/faults"
)

// What export writes is whole, old or new, whatever fails.
func TestExportUnderFaults(t *testing.T) {
	policy, p := keptPolicy(t, "mlp"), of(cli.Program{Out: io.Discard, Err: io.Discard})
	faults.Check(t, faults.Writer{
		Old: func(dir string) error { return os.WriteFile(filepath.Join(dir, "p.onnx"), []byte("another"), 0o644) },
		Write: func(dir string) error {
			return p.exportPolicy(policy, filepath.Join(dir, "p.onnx"))
		},
	})
}
