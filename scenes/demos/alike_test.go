package demos

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Names of groups that differ in spelling alone are told, those of different groups never.
func TestAlike(t *testing.T) {
	got := Alike([]string{"pick the cup", "wipe", "Pick the cup", "pick  the cup.", "wipe ", "a", "b", "a", "", "."})
	want := []string{
		`3 groups differ in blanks, capitals or a full stop alone, such as "pick the cup" and "Pick the cup"`,
		`2 groups differ in blanks, capitals or a full stop alone, such as "wipe" and "wipe "`,
		`such as "" and "."`,
	}
	if !slices.EqualFunc(got, want, func(g, w string) bool { return strings.Contains(g, w) }) {
		t.Errorf("told %q, want %q", got, want)
	}
	if got := Alike([]string{"a", "b", "a b", "pick 1", "pick 2"}); got != nil {
		t.Errorf("told %q of different names", got)
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
