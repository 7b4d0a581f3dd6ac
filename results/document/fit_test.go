package document

import (
	"slices"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"
)

// The widest columns give way first, down to their longest words; numbers stay whole.
func TestFit(t *testing.T) {
	all := []extent{{whole: 30, least: 8}, {whole: 12, least: 6}, {whole: 7, least: 7}}
	for _, c := range []struct {
		limit int
		want  []int
	}{
		{0, []int{30, 12, 7}},
		{59, []int{30, 12, 7}}, // 49 of text, 6 blanks, 4 lines between and beside columns
		{58, []int{29, 12, 7}},
		{41, []int{12, 12, 7}},
		{40, []int{11, 11, 7}},
		{31, []int{8, 6, 7}},
		{10, []int{8, 6, 7}}, // narrower than the longest words
	} {
		if got := fit(all, c.limit); !slices.Equal(got, c.want) {
			t.Errorf("limit %d: widths %v, want %v", c.limit, got, c.want)
		}
	}
}

// On every screen on which the first column and any other fit, no row is wider than the screen and no word is lost.
func TestTextWithin(t *testing.T) {
	sentence := "the starved behaviour, weighed by excess, succeeds as often 左 as the others"
	d := OfTable(Table{
		Name: "wide", Title: "wide",
		Columns: []Head{WordColumn("what is compared", "a"), NumberColumn("difference in points", "b"),
			WordColumn("sentence", "c")},
		Rows: [][]Cell{
			{Word("balanced against left starved"), Entry("-10.2 [-12.0, -8.4]", "1"), Word(sentence)},
			{Word("short"), Entry("3", "1"), Word("x")},
		},
	})
	for columns := 34; columns <= 170; columns++ { // 34 is what the first two columns take
		var out strings.Builder
		if err := TextWithin(&out, d, columns); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if n := displaywidth.String(strings.TrimSuffix(line, "\n")); n > columns {
				t.Errorf("%d columns: a line has %d: %s", columns, n, line)
			}
		}
		for _, word := range strings.Fields(sentence + " balanced against left starved -10.2 [-12.0, -8.4]") {
			if !strings.Contains(out.String(), word) {
				t.Errorf("%d columns: %q is lost in\n%s", columns, word, out.String())
			}
		}
	}
	var free strings.Builder
	if err := TextWithin(&free, d, 500); err != nil {
		t.Fatal(err)
	}
	if wide := inForm(t, "text", d); wide != free.String() {
		t.Errorf("a screen of 500 columns has another table:\n%s%s", wide, free.String())
	}
}

// What does not fit goes on below, each part with the words that rows begin with; a column that does not fit stays
// whole.
func TestSplit(t *testing.T) {
	row := []Cell{Word("balanced"), Word("starved"), Count(123456), Count(1234567), Count(7)}
	wide := Table{
		Columns: []Head{WordColumn("a", "a"), WordColumn("b", "b"), NumberColumn("c"), NumberColumn("d"),
			NumberColumn("e")},
		Rows: [][]Cell{row},
	}
	for _, c := range []struct {
		limit int
		want  string
	}{
		{0, "abcde"}, {45, "abcde"}, {44, "abcd abe"}, {32, "abc ade"}, {26, "ab ac ade"}, {5, "ab ac ad ae"},
	} {
		var parts []string
		for _, part := range wide.split(c.limit) {
			parts = append(parts, strings.Join(part.Titles(), ""))
		}
		if got := strings.Join(parts, " "); got != c.want {
			t.Errorf("limit %d: parts %s, want %s", c.limit, got, c.want)
		}
	}
	one := Table{Columns: wide.Columns[:1], Rows: [][]Cell{row[:1]}}
	if parts := one.split(5); len(parts) != 1 || len(parts[0].Visible()) != 1 {
		t.Errorf("a table with one column has parts %v", parts)
	}
}
