package demos

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Values of a label that differ in spelling alone are told, once for all groups, and those of different ones never.
func TestAlike(t *testing.T) {
	one := func(names ...string) (values [][]string) {
		for _, name := range names {
			values = append(values, []string{name})
		}
		return values
	}
	const apart = " look like the same, but for blanks, capitals or a full stop: they are kept apart, and a column " +
		"of --labels gives them one name"
	for _, c := range []struct {
		by     string
		values [][]string
		want   []string
	}{
		{"task", one("pick the cup", "wipe", "Pick the cup", "pick  the cup.", "wipe ", "a", "b", "a", "", "."),
			[]string{`task "pick the cup", "Pick the cup" and "pick  the cup."` + apart,
				`task "wipe" and "wipe "` + apart, `task "" and "."` + apart}},
		{"task", one("a", "A", "a.", "A.", " a", " A"), []string{`task "a", "A", "a." and 3 more` + apart}},
		{"task", one("a", "b", "a b", "pick 1", "pick 2"), nil},
		{"behaviour,operator", [][]string{{"left", "Bob"}, {"right", "bob"}, {"left", "bob "}, {"right", "Bob"},
			{"right", "Ann"}}, []string{`operator "Bob", "bob" and "bob "` + apart}},
	} {
		if got := Alike(strings.Split(c.by, ","), c.values); !slices.Equal(got, c.want) {
			t.Errorf("told %q, want %q", got, c.want)
		}
	}
	var r rawReader
	for _, task := range []string{"pick", "Pick"} {
		raw := motion(rand.New(rand.NewPCG(1, 2)), 5)
		raw.Labels = map[string]string{"task": task}
		r = append(r, raw)
	}
	s, err := Summarize(r, nil)
	if err != nil || !strings.Contains(strings.Join(s.Warnings, " "), `"pick" and "Pick"`) {
		t.Errorf("warnings %q, %v", s.Warnings, err)
	}
	if want := []string{"groups: by task (--by)"}; !slices.Equal(s.Decided, want) {
		t.Errorf("decided %q, want %q", s.Decided, want)
	}
	if s, err = Summarize(r, []string{"task"}); err != nil || s.Decided != nil {
		t.Errorf("decided %q for labels that were named, %v", s.Decided, err)
	}
}

// A folder of datasets is told with the first of them and the number of the others.
func TestInsideOfSeveral(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		os.MkdirAll(filepath.Join(dir, "sets", name), 0o755)
		os.WriteFile(filepath.Join(dir, "sets", name, cardName), []byte("{}"), 0o644)
	}
	_, err := Detect(dir)
	if err == nil || !strings.Contains(err.Error(), filepath.Join("sets", "a")+" does, with 2 more in there") {
		t.Errorf("got %v", err)
	}
}
