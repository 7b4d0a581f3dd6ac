package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/results/document"
)

// Documents are the formats that any document can be written in.
func Documents() []string { return document.Forms.Names() }

// Formats are the formats of a single finding.
func Formats() []string { return append(Documents(), "json") }

// MaxWarnings is the number of warnings about a test that go to standard error one by one; the others are counted. A
// family of 1,000 conditions has half a million pairs, and each may have a warning.
const MaxWarnings = 10

// WriteJSON writes a value, indented by two blanks. A JSONList is written element by element.
func WriteJSON(w io.Writer, value any) error {
	if l, ok := value.(JSONList); ok {
		return l.write(w)
	}
	return indented(w, "").Encode(value)
}

// indented returns an encoder that begins each line but the first with a prefix.
func indented(w io.Writer, prefix string) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetIndent(prefix, "  ")
	enc.SetEscapeHTML(false)
	return enc
}

// Answer writes an answer in one of formats: value is what JSON shows, d what every other format shows. Warnings of the
// document go to standard error where the format has no place for them: in CSV, and in JSON where the value is apart
// from its warnings.
func (p Program) Answer(format string, apart bool, value any, d document.Document) error {
	if format == "csv" || format == "json" && apart {
		n := 0
		for _, section := range d.Sections {
			for _, note := range section.Notes {
				if warning, ok := strings.CutPrefix(note, "Warning: "); ok {
					if n++; n <= MaxWarnings {
						fmt.Fprintf(p.Err, "counterpoise: %s\n", warning)
					}
				}
			}
		}
		if n > MaxWarnings {
			fmt.Fprintf(p.Err, "counterpoise: and %s; --format text shows them\n",
				wording.Plural(n-MaxWarnings, "more warning"))
		}
	}
	out := bufio.NewWriterSize(p.Out, 1<<16)
	var err error
	if format == "json" {
		err = WriteJSON(out, value)
	} else {
		err = p.WriteDocument(out, format, d)
	}
	return cmp.Or(err, out.Flush()) // the buffer keeps its first error, so both may be the same
}

// JSONList stands for an object with one list, such as {"pairs": [...]}, that is too long for its text to be held in
// memory.
type JSONList struct {
	Name     string
	Elements iter.Seq[any]
}

// write writes the object as an encoder would.
func (l JSONList) write(w io.Writer) error {
	fmt.Fprintf(w, "{\n  %q: [", l.Name)
	var text bytes.Buffer
	separator, end := "", "]\n}\n"
	for element := range l.Elements {
		text.Reset()
		if err := indented(&text, "    ").Encode(element); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s\n    %s", separator, bytes.TrimSpace(text.Bytes())); err != nil {
			return err
		}
		separator, end = ",", "\n  ]\n}\n"
	}
	_, err := io.WriteString(w, end)
	return err
}
