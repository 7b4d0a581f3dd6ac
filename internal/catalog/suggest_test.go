package catalog

import "testing"

// Distances by hand; "kitten" to "sitting" is the textbook's 3.
func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"run", "rnu", 2}, {"trials", "trails",
			2},
		{"E1", "E11", 1},
	} {
		if got := edits(c.a, c.b); got != c.want || edits(c.b, c.a) != c.want {
			t.Errorf("edits(%q, %q) = %d and %d back, want %d", c.a, c.b, got, edits(c.b, c.a), c.want)
		}
	}
}

// The closest of other names is suggested, never what was typed: it is known elsewhere, and not here.
func TestDidYouMean(t *testing.T) {
	for typed, want := range map[string]string{
		"stlye": `; did you mean "style"? `, "style": NoSuggestion, "behavior": `; did you mean "behaviour"? `,
		"x": NoSuggestion, "both": NoSuggestion, "booth": `; did you mean "both"? `, "bo": NoSuggestion,
		"": NoSuggestion,
	} {
		if got := DidYouMean(typed, []string{"behaviour", "style", "both", "a"}); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}
