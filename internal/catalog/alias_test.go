package catalog

import (
	"slices"
	"testing"
)

// An entry is found by its alias, too, and is listed once.
func TestAlias(t *testing.T) {
	c := New[int]("number")
	c.Add("one", 1)
	c.Add("two", 2)
	c.Alias("pair", "two")
	if v, err := c.Get("pair"); v != 2 || err != nil {
		t.Errorf("Get(pair) = %d, %v", v, err)
	}
	if got := c.Names(); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("names %q", got)
	}
	if got := c.Spellings(); !slices.Equal(got, []string{"one", "two", "pair"}) {
		t.Errorf("spellings %q", got)
	}
	for name, want := range map[string]string{"pair": "two", "two": "two", "three": "three"} {
		if got := c.Canonical(name); got != want {
			t.Errorf("Canonical(%s) = %q, want %q", name, got, want)
		}
	}
	if c.AliasOf("two") != "pair" || c.AliasOf("one") != "" {
		t.Errorf("aliases %q and %q", c.AliasOf("two"), c.AliasOf("one"))
	}
	const want = `unknown number "pear"; did you mean "pair"? known: one, two`
	if _, err := c.Get("pear"); err == nil || err.Error() != want {
		t.Errorf("Get(pear): error %v, want %s", err, want)
	}
	if c.Remove("two"); c.Canonical("pair") != "pair" {
		t.Error("the alias of an entry that was removed stays")
	}
}

func TestAliasPanics(t *testing.T) {
	for what, register := range map[string]func(*Of[int]){
		"alias of nothing": func(c *Of[int]) { c.Alias("pair", "three") },
		"alias is a name":  func(c *Of[int]) { c.Alias("one", "two") },
		"no alias":         func(c *Of[int]) { c.Alias("", "two") },
		"alias of two":     func(c *Of[int]) { c.Alias("pair", "two"); c.Alias("pair", "one") },
		"two aliases":      func(c *Of[int]) { c.Alias("pair", "two"); c.Alias("couple", "two") },
		"name is an alias": func(c *Of[int]) { c.Alias("pair", "two"); c.Add("pair", 2) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", what)
				}
			}()
			c := New[int]("number")
			c.Add("one", 1)
			c.Add("two", 2)
			register(c)
		}()
	}
}
