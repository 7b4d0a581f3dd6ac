package golden

import (
	"os"
	"strings"
	"testing"
)

// CheckWords fails t for each of some words that the page at a path lacks, wherever the page's lines break.
func CheckWords(t testing.TB, path string, words ...string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := strings.Join(strings.Fields(string(text)), " ")
	for _, want := range words {
		if !strings.Contains(page, want) {
			t.Errorf("%s lacks %q", path, want)
		}
	}
}
