package table

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"counterpoise/internal/hostile"
)

// Reading a table takes memory in proportion to its text, whatever its shape.
func TestReadStaysInBudget(t *testing.T) {
	read := func(path string) error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = Read(f, "file")
		return err
	}
	// file is lazy, because the child that is measured must not hold it.
	file := func(header, line string, lines int, end string) func() []byte {
		return func() []byte { return []byte(header + strings.Repeat(line, lines) + end) }
	}
	const mega = 1 << 20
	hostile.Check(t, read,
		hostile.Input{Name: "two columns", Data: file("a,b\n", "0.5123456789,0.4123456789\n", mega/2, ""), Fits: true},
		hostile.Input{Name: "short numbers", Data: file("a\n", "1\n", mega, ""), Fits: true},
		hostile.Input{Name: "many short numbers", Data: file("a\n", "1\n", 8*mega, "")},
		hostile.Input{Name: "wide header", Data: file("", "a,", 4*mega, "")},
		hostile.Input{Name: "wide row", Data: file("a\n", "1,", 4*mega, "")},
		hostile.Input{Name: "row over many lines", Data: file("a\n", "1,1,1,\"\n\",", mega, "")},
		hostile.Input{Name: "columns", Data: file(strings.Repeat("n,", 9_999)+"a\n",
			strings.Repeat("1,", 9_999)+"1\n", 200, "")},
		hostile.Input{Name: "empty lines", Data: file("a\n", "\n", 16*mega, "")},
		hostile.Input{Name: "a quote that never ends", Data: file("a\n\"", "\n,", 8*mega, "")},
		hostile.Input{Name: "words", Data: file("a,b\n", "w,1\n", mega/2, ""), Fits: true},
		hostile.Input{Name: "missing", Data: file("a,b\n", ",\n", 2*mega, "")},
		hostile.Input{Name: "names", Data: file("", "a", 16*mega, "\n1\n")},
	)
}

// So does a table in long form, with as many trials and starts as rows.
func TestReadLongStaysInBudget(t *testing.T) {
	read := func(path string) error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		_, _, err = ReadLong(f, "file", LongColumns{})
		return err
	}
	rows := func(n int, row func(i int) string) func() []byte {
		return func() []byte {
			var b strings.Builder
			b.WriteString("method,trial,start,success\n")
			for i := range n {
				b.WriteString(row(i))
			}
			return []byte(b.String())
		}
	}
	hostile.Check(t, read,
		hostile.Input{Name: "rollouts", Fits: true, Data: rows(300_000, func(i int) string {
			return fmt.Sprintf("method %d,%d,%d,true\n", i%9, i%30, i%50)
		})},
		hostile.Input{Name: "short rows", Data: rows(500_000, func(int) string { return "a,1,1,1\n" })},
		hostile.Input{Name: "many names", Data: rows(300_000, func(i int) string {
			return fmt.Sprintf("a,%x,%x,1\n", i, i)
		})},
		hostile.Input{Name: "numbered rollouts", Data: func() []byte {
			return append([]byte("method,trial,success,n\n"), rows(400_000, func(i int) string {
				return fmt.Sprintf("a,%d,1,%d\n", i/2, 1+i%2)
			})()[len("method,trial,start,success\n"):]...)
		}},
	)
}

// So does a table whose columns are found out, long or wide.
func TestDetectStaysInBudget(t *testing.T) {
	read := func(path string) error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		s, err := ReadSheet(f, "file")
		if err == nil {
			_, err = s.Detect(Choice{})
		}
		return err
	}
	rows := func(header string, n int, row func(i int) string) func() []byte {
		return func() []byte {
			var b strings.Builder
			b.WriteString(header)
			for i := range n {
				b.WriteString(row(i))
			}
			return []byte(b.String())
		}
	}
	hostile.Check(t, read,
		hostile.Input{Text: true, Name: "rollouts", Fits: true, Data: rows("method,trial,start,success\n", 100_000,
			func(i int) string {
				return fmt.Sprintf("method %d,%d,%d,true\n", i%9, i%30, i%50)
			})},
		hostile.Input{Text: true, Name: "many names", Data: rows("method,x,score\n", 200_000, func(i int) string {
			return fmt.Sprintf("%d,%x,1\n", i%7, i)
		})},
		hostile.Input{Text: true, Name: "numbered rollouts", Data: rows("method,trial,success,n\n", 300_000,
			func(i int) string {
				return fmt.Sprintf("a,%d,1,%d\n", i/2, 1+i%2)
			})},
		hostile.Input{Text: true, Name: "empty rows", Data: rows("a,b\n", 1_000_000,
			func(int) string { return ",\n" })},
		hostile.Input{Text: true, Name: "columns", Data: rows("", 1, func(int) string {
			var b strings.Builder
			for i := range 16_000 {
				fmt.Fprintf(&b, "c%d,", i)
			}
			return b.String() + "z\n" + strings.Repeat(strings.Repeat("1,", 16_000)+"1\n", 20)
		})},
	)
}
