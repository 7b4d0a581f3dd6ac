package golden

import "testing"

// A section is what stands between its two lines; a missing or doubled line is an error.
func TestSection(t *testing.T) {
	const text = "a\n<!-- generated: x; how -->\nold\n<!-- end of x -->\nb\n"
	before, body, after, err := section(text, "x")
	if err != nil || before+body+after != text || body != "old\n" {
		t.Errorf("%q, %q, %q, %v", before, body, after, err)
	}
	for _, broken := range []string{"", "<!-- generated: x;", "<!-- generated: x; how -->\nold\n", text + text} {
		if _, _, _, err := section(broken, "x"); err == nil {
			t.Errorf("%q has a section", broken)
		}
	}
}
