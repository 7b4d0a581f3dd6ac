package demos

import (
	"fmt"
	"strings"
	"testing"

	"counterpoise/internal/hostile"
)

// Reading a file of labels stays in its budget, whatever its rows are.
func TestLabelTableStaysInBudget(t *testing.T) {
	read := func(path string) error { _, err := ReadLabelTable(path); return err }
	rows := func(header, row string, n int) func() []byte {
		return func() []byte { return []byte(header + strings.Repeat(row, n)) }
	}
	const mega = 1 << 20
	hostile.Check(t, read,
		hostile.Input{Name: "labels", Data: func() []byte {
			var b strings.Builder
			b.WriteString("episode,operator,site\n")
			for i := range 100_000 {
				fmt.Fprintf(&b, "%d,anna,north\n", i)
			}
			return []byte(b.String())
		}, Fits: true},
		hostile.Input{Name: "wide header", Data: rows("episode", ",", 8*mega)},
		hostile.Input{Name: "wide row", Data: rows("episode,label\n", ",", 8*mega)},
		hostile.Input{Name: "row over many lines", Data: rows("episode,label\n", ",\"\n\",", mega)},
		hostile.Input{Name: "a quote that never ends", Data: rows("episode,label\n0,\"", "\n,", 8*mega)},
		hostile.Input{Name: "empty lines", Data: rows("episode,label\n", "\n", 16*mega)},
		hostile.Input{Name: "a long label", Data: rows("episode,label\n0,", "a", 32*mega)},
	)
}
