package cli

import "testing"

// Paragraphs are filled anew, descriptions hang below their first line, and commands stay whole.
func TestFold(t *testing.T) {
	const text = "One paragraph of words\nthat is wide.\n\nshort\nlines\n\n" +
		"  --flag N   what it is\n  a command --to copy, whole\n"
	const want = "One paragraph of\nwords that is wide.\n\nshort\nlines\n\n" +
		"  --flag N   what it\n             is\n  a command --to copy, whole\n"
	if got := fold(text, 20); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := fold(text, 80); got != text {
		t.Errorf("on a wide screen %q", got)
	}
}
