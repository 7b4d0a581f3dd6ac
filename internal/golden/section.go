package golden

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// CheckSection fails t unless a section of a text file is what the test generated. The section stands between two
// lines:
//
//	<!-- generated: NAME; refresh with go test ... -update -->
//	<!-- end of NAME -->
//
// With -update it is rewritten; the rest of the file stays as it is.
func CheckSection(t testing.TB, path, name, got string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, want, after, err := section(string(text), name)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if got = strings.TrimSuffix(got, "\n") + "\n"; got == want {
		return
	}
	if *update {
		if err := os.WriteFile(path, []byte(before+got+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("section %q of %s is not up to date; refresh it with -update\n--- got\n%s--- want\n%s",
		name, path, got, want)
}

// section cuts a text around the lines of a section.
func section(text, name string) (before, body, after string, err error) {
	open, end := "<!-- generated: "+name+";", "<!-- end of "+name+" -->"
	start := strings.Index(text, open)
	if start < 0 || strings.Count(text, open) > 1 {
		return "", "", "", fmt.Errorf("there must be one line that begins with %q", open)
	}
	line := strings.IndexByte(text[start:], '\n')
	if line < 0 {
		return "", "", "", fmt.Errorf("the file ends in the line %q", open)
	}
	start += line + 1
	length := strings.Index(text[start:], end)
	if length < 0 {
		return "", "", "", fmt.Errorf("there is no line %q", end)
	}
	return text[:start], text[start : start+length], text[start+length:], nil
}
