package golden

import (
	"os"
	"path/filepath"
	"testing"
)

// Words may go over the ends of lines; each that the page lacks fails.
func TestCheckWords(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(page, []byte("  success rose\n\tby 3.1 points\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		words  []string
		failed int
	}{
		{nil, 0}, {[]string{"rose by 3.1", "success rose"}, 0}, {[]string{"rose by 3.1", "by 3.2", "fell"}, 2},
		{[]string{"rose  by"}, 1},
	} {
		r := &recorder{TB: t}
		if CheckWords(r, page, c.words...); r.failed != c.failed {
			t.Errorf("%q: %d fail, want %d", c.words, r.failed, c.failed)
		}
	}
}
