package budget

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"counterpoise/internal/bounded"
)

func TestSpend(t *testing.T) {
	b := New(1 << 20) // 72 MiB, of which 54 may be alive
	if b.Limit() != Base+8<<20 {
		t.Fatal(b.Limit())
	}
	if err := b.Spend("a", 50<<20); err != nil {
		t.Fatal(err)
	}
	mark := b.Mark()
	if err := b.Spend("b", 4<<20); err != nil {
		t.Error(err)
	}
	err := b.Spend("column action", 1<<20)
	if !errors.Is(err, bounded.ErrTooLong) ||
		!strings.HasPrefix(err.Error(), "column action needs 1.05 MB of memory besides 56.6 MB in use") ||
		!strings.Contains(err.Error(), "--memory 77MB") {
		t.Errorf("got %v", err)
	}
	b.Release(mark)
	if err := b.Spend("c", 4<<20); err != nil {
		t.Error("what is released cannot be spent again:", err)
	}
	b.Grow(1 << 20)
	if err := b.Spend("d", 6<<20); err != nil {
		t.Error("a file does not add eight times its size:", err)
	}
	for _, n := range []int64{1 << 62, 1<<63 - 1} {
		if b.Spend("e", n) == nil {
			t.Errorf("%d bytes are spent", n)
		}
	}
}

// An index that was read after a mark stays spent when what came since is released.
func TestReleaseKeepsTheIndex(t *testing.T) {
	b := New(0)
	mark := b.Mark()
	if err := b.Spend("index", 1000); err != nil {
		t.Fatal(err)
	}
	b.KeepIndex()
	if err := b.Spend("episode", 500); err != nil {
		t.Fatal(err)
	}
	if b.Release(mark); b.Mark() != 1000 {
		t.Errorf("%d bytes are spent, want the 1000 of the index", b.Mark())
	}
	if b.Release(5000); b.Mark() != 1000 {
		t.Errorf("%d bytes are spent after a release of nothing", b.Mark())
	}
}

// What is alive from before is bounded like everything else, and no garbage is collected for it: a file that stays open
// is held again for each episode.
func TestHold(t *testing.T) {
	b := New(0)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 100 {
		b.Episode(0)
		if err := b.Hold("an open file", 40<<20); err != nil {
			t.Fatal(err)
		}
	}
	if runtime.ReadMemStats(&after); after.NumForcedGC != before.NumForcedGC {
		t.Errorf("garbage is collected %d times", after.NumForcedGC-before.NumForcedGC)
	}
	if err := b.Hold("another", 9<<20); !errors.Is(err, bounded.ErrTooLong) {
		t.Errorf("49 MiB of 48 are held: %v", err)
	}
}

// A table of text takes four times as much as other data of its size.
func TestText(t *testing.T) {
	if got, want := NewText(1<<20).Limit(), int64(Base+32<<20); got != want {
		t.Errorf("%d bytes, want %d", got, want)
	}
}

// The size that the message names suffices.
func TestRaise(t *testing.T) {
	defer Raise(0)
	b := New(0)
	if b.Spend("a", 100e6) == nil {
		t.Fatal("100 MB are spent of 64 MiB")
	}
	Raise(134e6)
	if err := b.Spend("a", 100e6); err != nil {
		t.Error(err)
	}
}

// The bound on decoded JSON holds for the types that readers decode, at their most expensive.
func TestJSONTakesNoMoreThanItSpends(t *testing.T) {
	type wide struct {
		A, B, C, D, E string
		F, G, H       int
	}
	for name, c := range map[string]struct {
		text string
		into func() any
	}{
		"empty objects": {"[" + strings.Repeat("{},", 100_000) + "{}]", func() any { return new([]wide) }},
		"nulls":         {"[" + strings.Repeat("null,", 100_000) + "{}]", func() any { return new([]wide) }},
		"maps": {"[" + strings.Repeat(`{"a":""},`, 100_000) + "{}]",
			func() any { return new([]map[string]string) }},
		"anything":           {"[" + strings.Repeat("[],0,", 100_000) + "{}]", func() any { return new(any) }},
		"members":            {"{" + members(100_000) + "}", func() any { return new(map[string]string) }},
		"members of any":     {"{" + members(100_000) + "}", func() any { return new(any) }},
		"text without UTF-8": {`"` + strings.Repeat("\xff", 100_000) + `"`, func() any { return new(string) }},
	} {
		to := c.into()
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		err := json.Unmarshal([]byte(c.text), to)
		runtime.GC()
		runtime.ReadMemStats(&after)
		if got, most := int64(after.HeapAlloc)-int64(before.HeapAlloc), decodedBytes([]byte(c.text)); got > most {
			t.Errorf("%s: %d bytes of text take %d, the bound is %d (%v)", name, len(c.text), got, most, err)
		}
		runtime.KeepAlive(to)
	}
}

// members returns n members of an object.
func members(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`"` + strings.Repeat("k", i%7) + string(rune('a'+i%26)) + string(rune(0x4e00+i/26)) + `":"",`)
	}
	return b.String() + `"":""`
}

// What is wrong with JSON is told by its line, field and form, and names no type of Go.
func TestWrongJSON(t *testing.T) {
	var card struct {
		Episodes []struct {
			Frames *int     `json:"frames"`
			Labels []string `json:"labels"`
		} `json:"episodes"`
	}
	for text, want := range map[string]string{
		"{\n\"episodes\": [{\n\"frames\": \"3\"}]}": "card.json is damaged: line 3: episodes.frames is a text, " +
			"and should be a whole number",
		`{"episodes": [{"labels": {}}]}`: "line 1: episodes.labels is an object, and should be a list",
		"{\n\"episodes\": [}":            "line 2: invalid character '}'",
		`[]`:                             "card.json is damaged",
	} {
		err := New(0).JSON("card.json", []byte(text), &card)
		// From Go 1.27 on a field has the place of its element: episodes.0.frames.
		if err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), ".0.", "."), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestReadJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	os.WriteFile(path, []byte(`{"a": [1, "x,{[\",\\"]}`), 0o644)
	b := New(0)
	var v map[string]any
	if err := b.ReadJSON(path, &v); err != nil || len(v) != 1 {
		t.Errorf("got %v, %v", v, err)
	}
	os.WriteFile(path, []byte(strings.Repeat("[", 20_000)), 0o644)
	if err := b.ReadJSON(path, &v); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
	os.WriteFile(path, []byte("["+strings.Repeat("{},", 1<<20)+"{}]"), 0o644)
	if err := b.ReadJSON(path, new([]any)); !errors.Is(err, bounded.ErrTooLong) {
		t.Errorf("got %v", err)
	}
}
