package catalog

import (
	"slices"
	"testing"
)

func TestNamesAreSortedHoweverAdded(t *testing.T) {
	c := New[int]("number")
	for _, n := range []string{"two", "one", "three"} {
		c.Add(n, len(n))
	}
	if got, want := c.Names(), []string{"one", "three", "two"}; !slices.Equal(got, want) {
		t.Errorf("Names() = %q, want %q", got, want)
	}
	c.Names()[0] = "changed"
	if c.Names()[0] != "one" {
		t.Error("changing the result of Names changed the catalogue")
	}
}

func TestGet(t *testing.T) {
	c := New[int]("number")
	c.Add("one", 1)
	c.Add("two", 2)
	if v, err := c.Get("two"); v != 2 || err != nil {
		t.Errorf("Get(two) = %d, %v", v, err)
	}
	for name, want := range map[string]string{
		"eleven": `unknown number "eleven"; known: one, two`,
		"tow":    `unknown number "tow"; did you mean "two"? known: one, two`,
	} {
		if _, err := c.Get(name); err == nil || err.Error() != want {
			t.Errorf("Get(%s): error %v, want %s", name, err, want)
		}
	}
}

// A value that is added to be made later is made once, when it is asked for.
func TestAddLater(t *testing.T) {
	c, made := New[int]("number"), 0
	c.AddLater("one", func() int { made++; return 1 })
	if names := c.Names(); made != 0 || !slices.Equal(names, []string{"one"}) {
		t.Errorf("made %d times before anybody asked; names %q", made, names)
	}
	for range 2 {
		if v, err := c.Get("one"); v != 1 || err != nil || made != 1 {
			t.Errorf("Get(one) = %d, %v, made %d times", v, err, made)
		}
	}
}

func TestAddTwicePanics(t *testing.T) {
	for _, name := range []string{"one", ""} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("adding %q did not panic", name)
				}
			}()
			c := New[int]("number")
			c.Add("one", 1)
			c.Add(name, 2)
		}()
	}
}
