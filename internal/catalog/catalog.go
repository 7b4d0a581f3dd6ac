// Package catalog keeps named things that register themselves: tasks, methods, experiments.
//
// Adding one is adding one file whose init calls Add. Help texts, tables and conformance tests range over the
// catalogue, so there is never a second list to edit.
package catalog

import (
	"fmt"
	"slices"
	"strings"
)

// Of is a catalogue of values of one kind. The zero value is unusable; use New.
type Of[T any] struct {
	kind  string
	byKey map[string]T
	names []string
}

// New makes an empty catalogue; kind names its entries in error messages ("task", "method").
func New[T any](kind string) *Of[T] { return &Of[T]{kind: kind, byKey: map[string]T{}} }

// Add registers v under a name. A name given twice is a programming error and panics at start-up.
func (c *Of[T]) Add(name string, v T) {
	if _, ok := c.byKey[name]; ok || name == "" {
		panic(fmt.Sprintf("catalog: %s %q registered twice or without a name", c.kind, name))
	}
	c.byKey[name] = v
	at, _ := slices.BinarySearch(c.names, name)
	c.names = slices.Insert(c.names, at, name)
}

// Get finds an entry. The error of an unknown name lists the known ones.
func (c *Of[T]) Get(name string) (T, error) {
	v, ok := c.byKey[name]
	if !ok {
		return v, fmt.Errorf("unknown %s %q; known: %s", c.kind, name, strings.Join(c.names, ", "))
	}
	return v, nil
}

// Names are the registered names in alphabetical order.
func (c *Of[T]) Names() []string { return slices.Clone(c.names) }
