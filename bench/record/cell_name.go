package record

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// ReadName sets the cell's fields from the words of a name as Name writes it, which may stand in any order; version and
// reading may be left out. Whether the words are of things that exist is not checked: bench.ParseCell does that.
func (c *Cell) ReadName(name string) (err error) {
	cue := "" // ambiguity of the instruction in names before tasks had knobs
	words := map[string]func(string) error{
		"task": text(&c.Task), "recipe": text(&c.Recipe), "groups": text(&c.Groups), "method": text(&c.Method),
		"reading": text(&c.Reading),
		"condition": func(s string) (err error) {
			if !strings.HasPrefix(s, "Ambiguity=") {
				err = errors.New("the only condition of a cell is Ambiguity=SHARE; name knobs with the task")
			}
			cue = strings.TrimPrefix(s, "Ambiguity=")
			return err
		},
		"policy": func(s string) (err error) {
			policy, setting, err := parsePolicy(s)
			if c.Policy = policy; setting != "" {
				cue = setting
			}
			return err
		},
		"trial": whole(&c.Trial, 0), "rollouts": whole(&c.Rollouts, 0), "steps": whole(&c.Steps, 0),
		"seed":    func(s string) (err error) { c.Seed, err = strconv.ParseUint(s, 10, 64); return err },
		"version": text(&c.Version),
	}
	for _, w := range strings.Fields(name) {
		key, value, _ := strings.Cut(w, "=")
		set, ok := words[key]
		if !ok {
			return fmt.Errorf("%q is not one of its words, or stands there twice", w)
		}
		if err := set(value); err != nil {
			return fmt.Errorf("%q: %w", w, err)
		}
		delete(words, key)
	}
	for _, optional := range []string{"version", "reading", "condition"} {
		delete(words, optional)
	}
	for _, key := range slices.Sorted(maps.Keys(words)) {
		return fmt.Errorf("%s= is missing", key)
	}
	return c.setAmbiguity(cue)
}

func text(to *string) func(string) error {
	return func(s string) error { *to = s; return nil }
}

// whole reads a whole number that is not below least.
func whole(to *int, least int) func(string) error {
	return func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil || n < least {
			return fmt.Errorf("want a whole number from %d", least)
		}
		*to = n
		return nil
	}
}
