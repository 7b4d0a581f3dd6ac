package definition

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/catalog"
)

// table reads the keys of one table. Methods return zero where a key is missing, and keep the first error.
type table struct {
	of     *document
	path   string
	values map[string]any
	err    *error // shared by all tables of a document
}

// fail keeps an error about a key, unless there is one already.
func (t table) fail(key, format string, args ...any) {
	if *t.err == nil {
		*t.err = t.of.at(join(t.path, key), format, args...)
	}
}

// known refuses keys that are not in a list.
func (t table) known(keys ...string) {
	for _, key := range slices.Sorted(maps.Keys(t.values)) {
		if !slices.Contains(keys, key) {
			t.fail(key, "unknown key%sknown here: %s", catalog.DidYouMean(key, keys), strings.Join(keys, ", "))
		}
	}
}

// has reports whether a key is there.
func (t table) has(key string) bool { return t.values[key] != nil }

// text reads a text of one line, without control characters. One that is needed may be neither missing nor empty.
func (t table) text(key string, needed bool) string {
	v, ok := t.values[key].(string)
	switch {
	case needed && (!t.has(key) || ok && v == ""):
		t.fail(key, "is missing")
	case t.has(key) && !ok:
		t.fail(key, "is %s, expected a text in quotes", kind(t.values[key]))
	}
	t.oneLine(key, v)
	return v
}

// oneLine refuses a text with control characters.
func (t table) oneLine(key, v string) {
	if strings.ContainsFunc(v, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		t.fail(key, "has a line feed or another control character; write it in one line")
	}
}

// whole reads a whole number from least to most.
func (t table) whole(key string, least, most int) int {
	v, ok := t.values[key].(int64)
	if t.has(key) && (!ok || v < int64(least) || v > int64(most)) {
		t.fail(key, "is %s, expected a whole number from %d to %d", kind(t.values[key]), least, most)
	}
	return int(v)
}

// seed reads a seed: a whole number, or its digits in quotes where it is larger than TOML's.
func (t table) seed(key string) (seed uint64) {
	switch v := t.values[key].(type) {
	case nil:
	case int64:
		if seed = uint64(v); v < 0 {
			t.fail(key, "is %d, expected a whole number from 0", v)
		}
	case string:
		var err error
		if seed, err = strconv.ParseUint(v, 10, 64); err != nil {
			t.fail(key, "is %.40q, expected a whole number from 0 below 2^64", v)
		}
	default:
		t.fail(key, "is %s, expected a whole number from 0", kind(v))
	}
	return seed
}

// number reads a finite number.
func (t table) number(key string) float64 {
	switch v := t.values[key].(type) {
	case nil:
		return 0
	case int64:
		return float64(v)
	case float64:
		if v-v == 0 {
			return v
		}
	}
	t.fail(key, "is %s, expected a number", kind(t.values[key]))
	return 0
}

// truth reads true or false.
func (t table) truth(key string) bool {
	v, ok := t.values[key].(bool)
	if t.has(key) && !ok {
		t.fail(key, "is %s, expected true or false", kind(t.values[key]))
	}
	return v
}

// texts reads a list of texts of one line.
func (t table) texts(key string) (all []string) {
	list, ok := t.values[key].([]any)
	if t.has(key) && !ok {
		t.fail(key, "is %s, expected a list of texts", kind(t.values[key]))
	}
	for _, v := range list {
		text, ok := v.(string)
		if !ok {
			t.fail(key, "has %s, expected texts", kind(v))
		}
		t.oneLine(key, text)
		all = append(all, text)
	}
	return all
}

// pair reads a list of two texts of one line.
func (t table) pair(key string) (two [2]string) {
	list, ok := t.values[key].([]any)
	if t.has(key) && (!ok || len(list) != 2) {
		t.fail(key, "is %s, expected a list of two texts", kind(t.values[key]))
		return two
	}
	for i, v := range list {
		if two[i], ok = v.(string); !ok {
			t.fail(key, "has %s, expected two texts", kind(v))
		}
		t.oneLine(key, two[i])
	}
	return two
}

// table reads a table; an empty one where it is missing.
func (t table) table(key string) table {
	v, ok := t.values[key].(map[string]any)
	if t.has(key) && !ok {
		t.fail(key, "is %s, expected a table", kind(t.values[key]))
	}
	return table{t.of, join(t.path, key), v, t.err}
}

// tables reads a list of tables.
func (t table) tables(key string) (all []table) {
	list, ok := t.values[key].([]any)
	if t.has(key) && !ok {
		t.fail(key, "is %s, expected a list of tables: write [[%s]] above each", kind(t.values[key]),
			dotted(t.path, key))
	}
	for i, v := range list {
		path := fmt.Sprintf("%s[%d]", join(t.path, key), i)
		values, ok := v.(map[string]any)
		if !ok {
			t.fail(key, "has %s, expected tables", kind(v))
		}
		all = append(all, table{t.of, path, values, t.err})
	}
	return all
}

// dotted returns the key of a list of tables as a header has it, without the numbers of path. Only designs hold lists
// of tables.
func dotted(path, key string) string {
	if path != "" {
		return "design." + key
	}
	return key
}

// kind says in words what a value is, with the value of numbers and texts.
func kind(v any) string {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("the text %.60q", v)
	case float64:
		if v == math.Trunc(v) && !math.IsInf(v, 0) {
			return number(v) // with a point, which a whole number has not
		}
		return fmt.Sprint(v)
	case int64, bool:
		return fmt.Sprint(v)
	case []any:
		return fmt.Sprintf("a list of %d", len(v))
	case map[string]any:
		return "a table"
	}
	return "a date or a time" // what else TOML has
}
