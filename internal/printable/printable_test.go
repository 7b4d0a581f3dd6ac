package printable

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestLine(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "",
		"naïve 左 ± 😀":            "naïve 左 ± 😀",
		"a\x1b[2Jb":              `a\x1b[2Jb`,
		"a\nb\tc\rd\x00":         `a\x0ab\x09c\x0dd\x00`,
		"\u009b31m\x7f":          `\u009b31m\u007f`,
		"\u202egnp.exe\u2066":    `\u202egnp.exe\u2066`,
		"\u2028\ufeff\U000e0041": `\u2028\ufeff\udb40\udc41`,
		"\xff\xc3":               `\xff\xc3`,
		"👩\u200d🔬":               "👩\u200d🔬",
	} {
		if got := Line(in); got != want {
			t.Errorf("Line(%q) = %q, want %q", in, got, want)
		}
	}
}

// However a text is cut into writes, the same is passed on.
func TestWriterDoesNotDependOnCuts(t *testing.T) {
	const text = "größe\t左\n\x1b]0;title\x07 \u009b2J 😀\u202e\xff.\n"
	const want = "größe\t左\n" + `\x1b]0;title\x07 \u009b2J 😀\u202e\xff.` + "\n"
	for cut := 1; cut < len(text); cut++ {
		var out strings.Builder
		w := NewWriter(&out)
		for at := 0; at < len(text); at += cut {
			part := text[at:min(len(text), at+cut)]
			if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatalf("wrote %d of %d bytes, %v", n, len(part), err)
			}
		}
		if out.String() != want {
			t.Errorf("in parts of %d bytes: %q, want %q", cut, out.String(), want)
		}
	}
}

// JSON that passes a Writer is JSON of the same value, whatever characters are in it.
func TestWriterKeepsJSON(t *testing.T) {
	for r := range rune(unicode.MaxRune + 1) {
		if !hidden(r) {
			continue
		}
		text, err := json.Marshal(string(r))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if _, err := NewWriter(&out).Write(text); err != nil {
			t.Fatal(err)
		}
		var got string
		if err := json.Unmarshal(out.Bytes(), &got); err != nil || got != string(r) {
			t.Errorf("%U is written as %s and read as %q, %v", r, out.Bytes(), got, err)
		}
		if strings.ContainsFunc(out.String(), hidden) {
			t.Errorf("%U is written as %q", r, out.Bytes())
		}
	}
}

// alone is a writer that notes whether two calls overlap.
type alone struct {
	calls    atomic.Int32
	overlaps atomic.Bool
}

func (a *alone) Write(b []byte) (int, error) {
	if a.calls.Add(1) > 1 {
		a.overlaps.Store(true)
	}
	runtime.Gosched()
	a.calls.Add(-1)
	return len(b), nil
}

// Goroutines that print at the same time write one after the other.
func TestWriterIsSafeConcurrently(t *testing.T) {
	var to alone
	w := NewWriter(&to)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 1000 {
				fmt.Fprintln(w, "größe")
				if w.Err() != nil {
					t.Error(w.Err())
				}
			}
		})
	}
	all.Wait()
	if to.overlaps.Load() {
		t.Error("two writes overlap")
	}
}

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, errors.New("closed") }

func TestWriterPassesErrorsOn(t *testing.T) {
	w := NewWriter(closed{})
	if w.Err() != nil {
		t.Error(w.Err())
	}
	if n, err := w.Write([]byte("text")); err == nil || n != 0 || w.Err() != err {
		t.Errorf("%d, %v, later %v, from a writer that fails", n, err, w.Err())
	}
}

// FuzzLine: nothing hidden is left, and what is clean stays.
func FuzzLine(f *testing.F) {
	f.Add("a\x1b[0m\xff")
	f.Fuzz(func(t *testing.T, s string) {
		got := Line(s)
		if strings.ContainsFunc(got, hidden) || !utf8.ValidString(got) || Line(got) != got {
			t.Errorf("Line(%q) = %q", s, got)
		}
	})
}

// A list stays on one line, at a length that can be read, and whole characters of it are shown.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{
		{nil, ""},
		{[]string{"episode", "operator"}, "episode, operator"},
		{[]string{"0\n0", "a\x1b[2J"}, `0\x0a0, a\x1b[2J`},
		{[]string{"naïve", "雪"}, "naïve, 雪"},
	} {
		if got := Names(c.names); got != c.want {
			t.Errorf("%q: %q, want %q", c.names, got, c.want)
		}
	}
	for _, names := range [][]string{
		slices.Repeat([]string{"column"}, 16384), {strings.Repeat("雪", 1<<20)}, {"a", strings.Repeat("\n", 1<<20)},
		slices.Repeat([]string{"é"}, 1000),
	} {
		got := Names(names)
		if len(got) > longest+3 || len(got) < longest/2 || !strings.HasSuffix(got, "...") || !utf8.ValidString(got) {
			t.Errorf("%d names: %d bytes, %q", len(names), len(got), got)
		}
	}
}
