// Package printable makes text from outside safe to print: labels, names and notes of files that somebody else wrote
// may hold escape sequences that move a terminal's cursor or retitle its window, marks that reverse the order of
// letters, and line ends that forge a line. Such characters are shown by their number and have no effect.
//
// Line is for a label that must stay on one line, Names for a list of them; Writer is for a whole stream, such as
// standard output, and lets line feeds and tabs pass. All write \x1b for the character U+001B, and from U+007F on what
// JSON does, \u202e for U+202E and two halves (UTF-16) beyond U+FFFF: encoders of JSON leave these as they are, so JSON
// that passes a Writer is JSON of the same value.
package printable

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Line returns s with every character escaped that does not print, line feeds and tabs included. A byte that is no
// UTF-8 becomes \x and two digits. Text that is clean is returned as it is.
func Line(s string) string {
	if !strings.ContainsFunc(s, hidden) && utf8.ValidString(s) {
		return s
	}
	return string(escape(nil, []byte(s), ""))
}

// longest is how many bytes of a list Names shows: a few lines of a terminal.
const longest = 300

// Names lists names of outside, such as the columns of a file, on one line of an error message: "a, b, c", escaped as
// Line does. Of a long list it shows the beginning.
func Names(names []string) string {
	var list strings.Builder
	for i, name := range names {
		if list.Len() > longest {
			break
		}
		if i > 0 {
			list.WriteString(", ")
		}
		list.WriteString(name[:min(len(name), longest+utf8.UTFMax)])
	}
	line := Line(list.String())
	if len(line) <= longest {
		return line
	}
	end := longest
	for !utf8.RuneStart(line[end]) {
		end--
	}
	return line[:end] + "..."
}

// hidden reports whether a character acts on the text around it in place of being seen: control characters (C0, DEL,
// C1), format characters such as the marks of direction (but the joiners that scripts and emoji need), and the line
// and paragraph separators.
func hidden(r rune) bool {
	const joiners = "\u200c\u200d"
	format := unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
	return unicode.IsControl(r) || format && !strings.ContainsRune(joiners, r)
}

// escape appends b to dst with hidden characters and bytes that are no UTF-8 escaped, but for the characters in keep.
func escape(dst, b []byte, keep string) []byte {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		switch {
		case r == utf8.RuneError && n == 1:
			dst = fmt.Appendf(dst, `\x%02x`, b[0])
		case !hidden(r) || strings.ContainsRune(keep, r):
			dst = append(dst, b[:n]...)
		case r < ' ':
			dst = fmt.Appendf(dst, `\x%02x`, r)
		case r < 0x10000:
			dst = fmt.Appendf(dst, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			dst = fmt.Appendf(dst, `\u%04x\u%04x`, high, low)
		}
		b = b[n:]
	}
	return dst
}

// Writer escapes what is written to it as Line does, but for line feeds and tabs, and passes it on. It suits text;
// bytes of other formats would be changed. It is safe for concurrent use, since progress, notes and errors of several
// goroutines go to one standard error. The zero value is not usable: see NewWriter.
type Writer struct {
	to   io.Writer
	mu   sync.Mutex
	rest []byte // the beginning of a character whose other bytes have not come yet
	err  error  // the first of the writer behind
}

// NewWriter returns a Writer that passes text on to w.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// Unwrap returns the writer behind w, to ask whether it is a terminal and to draw on it.
func (w *Writer) Unwrap() io.Writer { return w.to }

// Err returns the first error of the writer behind. What prints line by line need not check each line.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// Write escapes b and passes it on in one call. Bytes at the end that begin a character wait for the next call. The
// count is len(b) unless the writer behind fails.
func (w *Writer) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := append(w.rest, b...)
	whole := len(text)
	for i := max(0, whole-utf8.UTFMax+1); i < whole; i++ {
		if utf8.RuneStart(text[i]) && !utf8.FullRune(text[i:]) {
			whole = i
		}
	}
	if _, err := w.to.Write(escape(nil, text[:whole], "\n\t")); err != nil {
		if w.err == nil {
			w.err = err
		}
		return 0, err
	}
	w.rest = append([]byte(nil), text[whole:]...)
	return len(b), nil
}
