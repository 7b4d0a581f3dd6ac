package settings

import (
	"errors"
	"strings"
	"testing"
)

type example struct {
	Rate float64 `range:"(0, 1]" help:"share of something"`
	N    int     `range:"[0, 9]" help:"number of something"`
}

// Parse changes only what the text assigns, and Format writes what Parse reads from a zero struct.
func TestParseAndFormat(t *testing.T) {
	got, err := Parse(example{Rate: .5, N: 3}, "N=7")
	if err != nil || got != (example{.5, 7}) {
		t.Errorf("%+v, %v", got, err)
	}
	if text := Format(got); text != "Rate=0.5,N=7" {
		t.Errorf("formatted as %q", text)
	}
	again, err := Parse(example{}, Format(got))
	if err != nil || again != got {
		t.Errorf("read again as %+v, %v", again, err)
	}
	if text := Format(example{}); text != "" {
		t.Errorf("the zero struct is formatted as %q", text)
	}
}

// shade is a setting whose values have words.
type shade int

func (s shade) MarshalText() ([]byte, error) { return []byte([]string{"dark", "light"}[s]), nil }

func (s *shade) UnmarshalText(text []byte) error {
	if string(text) != "dark" && string(text) != "light" {
		return errors.New("want dark or light")
	}
	*s = shade(len(text) - len("dark"))
	return nil
}

// Inner is embedded in another struct of settings.
type Inner struct {
	Shade shade `words:"dark, light" help:"shade of something"`
}

// Fields of embedded structs are settings, words are read and written as words, and other words are errors.
func TestWords(t *testing.T) {
	type outer struct {
		example
		Inner
	}
	got, err := Parse(outer{}, "Shade=light,N=2")
	if err != nil || got.Shade != 1 || got.N != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	if text := Format(got); text != "N=2,Shade=light" {
		t.Errorf("formatted as %q", text)
	}
	d := Describe(got)
	if want := (Setting{"Shade", "word", "light", "dark, light", "shade of something"}); d[len(d)-1] != want {
		t.Errorf("described as %+v", d)
	}
	if _, err := Parse(outer{}, "Shade=grey"); err == nil ||
		err.Error() != `setting Shade="grey": want dark or light` {
		t.Errorf("error %v", err)
	}
}

// Changes writes what Parse reads from the value before, zeros included.
func TestChanges(t *testing.T) {
	before, after := example{Rate: .5, N: 3}, example{Rate: .5}
	text := Changes(before, after)
	if again, err := Parse(before, text); text != "N=0" || err != nil || again != after {
		t.Errorf("changes %q are read as %+v, %v", text, again, err)
	}
	if text := Changes(before, before); text != "" {
		t.Errorf("no change is written as %q", text)
	}
}

// -0 is 0, and is written as 0.
func TestNegativeZero(t *testing.T) {
	type offset struct {
		X float64 `range:"[-1, 1]" help:"offset of something"`
	}
	got, err := Parse(offset{X: 1}, "X=-0")
	if text := Changes(offset{X: 1}, got); err != nil || text != "X=0" {
		t.Errorf("-0 is written as %q, %v", text, err)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"Rate=0":  "want a number in (0, 1]",
		"N=1.5":   `setting N="1.5": want a whole number in [0, 9]`,
		"N=x":     `setting N="x": want a whole number in [0, 9]`,
		"Rate":    `setting Rate="": want a number in (0, 1]`,
		"rate=1":  `no setting "rate"; did you mean "Rate"? known: Rate, N`,
		"M=1":     `no setting "M"; known: Rate, N`,
		"":        `no setting ""`,
		"Rate=1,": `no setting ""`,

		"Rate=1,N=2,Rate=1": "setting Rate is given twice; give it once",
	} {
		if got, err := Parse(example{}, text); err == nil || !strings.Contains(err.Error(), want) ||
			got != (example{}) {
			t.Errorf("%q: %+v, %v; want %s", text, got, err, want)
		}
	}
}

func TestMalformedRangesAreErrors(t *testing.T) {
	for _, text := range []string{"0, 1", "[0, 1", "[0; 1]", "[a, 1]", "()", "[0,1]"} {
		if _, err := contains(text, .5); err == nil {
			t.Errorf("range %q was accepted", text)
		}
	}
}
