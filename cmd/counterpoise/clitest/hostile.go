package clitest

import (
	"encoding/csv"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"counterpoise/internal/printable"
	"counterpoise/results/document"
)

// Hostile are labels that act on what shows them: a terminal, a spreadsheet, a browser, LaTeX, Markdown.
var Hostile = []string{
	"=cmd|' /C calc'!A0", "@SUM(A1)", "-2+3", `<script>alert(1)</script>`, `\input{secret}$x$%`, "a|b",
	"[x](javascript:alert(1))", "\u202egnp", `"><svg onload=alert(1)>`, "`x`\u2028",
}

// WithControls are the same and labels with control characters, where a file may hold them.
var WithControls = append([]string{"a\x1b]0;owned\x07\x1b[2Jb", "x\ny\r\tz", "\u009b31m"}, Hostile...)

// acts finds what must not stand in a text form of a document. Escaped, none of it is left.
var acts = map[string]*regexp.Regexp{
	"html": regexp.MustCompile(`<script>alert|<svg onload|<b>`),
	"svg":  regexp.MustCompile(`<script|<svg onload`),
	"tex":  regexp.MustCompile(`(?m)^[^%\n].*(\\input|[^\\]\$x)`),
	"md":   regexp.MustCompile("[^\\\\]<script|[^\\\\]<svg|[^\\\\]\\]\\(java|[^\\\\]`x"),
	"txt":  regexp.MustCompile(`\x1b`),
}

// CheckHarmless reports what would act in a text of a form, named by the extension of its files.
func CheckHarmless(t *testing.T, what, extension, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", " ")
		if printable.Line(line) != line {
			t.Errorf("%s: the line %.200q has characters that act on a terminal", what, line)
			break
		}
	}
	if found := acts[extension]; found != nil && found.MatchString(text) {
		t.Errorf("%s: %q in\n%.2000s", what, found.FindString(text), text)
	}
	if extension != "csv" {
		return
	}
	rows := csv.NewReader(strings.NewReader(text))
	rows.FieldsPerRecord = -1
	all, err := rows.ReadAll()
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
	for _, row := range all {
		for _, field := range row {
			_, err := strconv.ParseFloat(field, 64)
			if err != nil && len(field) > 1 && strings.Contains("=+-@", field[:1]) {
				t.Errorf("%s: a spreadsheet computes the field %q", what, field)
			}
		}
	}
}

// CheckFiles is CheckHarmless for the texts in a folder, but for records.
func CheckFiles(t *testing.T, what, dir string) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		extension := strings.TrimPrefix(filepath.Ext(path), ".")
		if _, known := acts[extension]; err == nil && !d.IsDir() && (known || extension == "csv") {
			n++
			CheckHarmless(t, what+" "+filepath.Base(path), extension, Contents(t, path))
		}
		return err
	})
	if err != nil || n == 0 {
		t.Errorf("%s wrote %d texts, %v", what, n, err)
	}
}

// ExtensionOf is that of a format of the program.
func ExtensionOf(format string) string {
	if f, err := document.Forms.Get(format); err == nil {
		return f.Extension
	}
	return format
}
