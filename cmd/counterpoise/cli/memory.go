package cli

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/internal/budget"
)

// MemoryFlag adds --memory to a command that reads a dataset or a table: the memory that reading may take, where that
// is more than its size on disk allows.
func MemoryFlag(c *cobra.Command) {
	c.Flags().Var(new(memoryLimit), "memory",
		"`SIZE` that reading may take where the size on disk allows less, as in 500MB or 2GB")
}

// memoryLimit is the value of --memory. Setting it raises the limit of all datasets of the process.
type memoryLimit struct {
	text  string // as it was set
	bytes int64
}

// memoryUnits are the units of --memory in bytes.
var memoryUnits = []struct {
	name  string
	bytes float64
}{{"KIB", 1 << 10}, {"MIB", 1 << 20}, {"GIB", 1 << 30}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}}

// Set parses a number with a unit.
func (m *memoryLimit) Set(text string) error {
	for _, u := range memoryUnits {
		number, ok := strings.CutSuffix(strings.ToUpper(strings.TrimSpace(text)), u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(n > 0 && n*u.bytes < 1<<50) {
			break
		}
		*m = memoryLimit{text, int64(n * u.bytes)}
		budget.Raise(m.bytes)
		return nil
	}
	return errors.New("expected " + ValuesOf(m.Type()))
}

// String returns the value as it was set, or nothing if the flag is not set.
func (m *memoryLimit) String() string { return m.text }

// Type is the name of the type, as ValuesOf takes it.
func (m *memoryLimit) Type() string { return "size" }
