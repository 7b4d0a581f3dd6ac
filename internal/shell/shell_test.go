package shell

import "testing"

// A word is quoted so that a POSIX shell reads it back as it was.
func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"--out=a/b.c": "--out=a/b.c", "": "''",
		"two words": "'two words'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "~x": "'~x'",
	} {
		if got := Quote(word); got != want {
			t.Errorf("Quote(%q) = %s, want %s", word, got, want)
		}
	}
}
