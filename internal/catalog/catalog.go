// Package catalog implements registries of named values: tasks, methods, experiments.
//
// An entry registers itself: its file calls Add from an init function or a variable's initializer. Help texts, tables
// and conformance tests range over the catalogue, so a new entry needs no second list to be edited. An unknown name is
// answered with the known one that it most likely stands for (DidYouMean).
package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Of is a catalogue of values of type T. The zero value is unusable; use New. Registration happens while packages are
// initialized, which is sequential; afterwards concurrent readers are safe.
type Of[T any] struct {
	kind    string
	byKey   map[string]func() T
	names   []string
	aliases map[string]string // names by other names
}

// New makes an empty catalogue; kind names its entries in error messages ("task", "method").
func New[T any](kind string) *Of[T] {
	return &Of[T]{kind: kind, byKey: map[string]func() T{}, aliases: map[string]string{}}
}

// Add registers v under a name. It panics if the name is empty or already registered, which is a programming error
// that shows when the program starts.
func (c *Of[T]) Add(name string, v T) { c.AddLater(name, func() T { return v }) }

// AddLater is Add for a value that takes time to make: it is made when it is first asked for.
func (c *Of[T]) AddLater(name string, build func() T) {
	if _, ok := c.byKey[name]; ok || name == "" || c.aliases[name] != "" {
		panic(fmt.Sprintf("catalog: %s %q registered twice or without a name", c.kind, name))
	}
	c.byKey[name] = sync.OnceValue(build)
	at, _ := slices.BinarySearch(c.names, name)
	c.names = slices.Insert(c.names, at, name)
}

// Get returns the entry of a name. The error for an unknown name suggests one that is spelled alike and lists all.
func (c *Of[T]) Get(name string) (T, error) {
	v, ok := c.byKey[c.Canonical(name)]
	if !ok {
		var none T
		return none, fmt.Errorf("unknown %s %q%sknown: %s", c.kind, name, DidYouMean(name, c.Spellings()),
			strings.Join(c.names, ", "))
	}
	return v(), nil
}

// Names returns a copy of the registered names, in alphabetical order. Aliases are not among them.
func (c *Of[T]) Names() []string { return slices.Clone(c.names) }

// Remove takes an entry out again. It panics if there is none of the name. Callers see to it that nobody reads the
// catalogue meanwhile.
func (c *Of[T]) Remove(name string) {
	at, ok := slices.BinarySearch(c.names, name)
	if !ok {
		panic(fmt.Sprintf("catalog: %s %q is not registered", c.kind, name))
	}
	delete(c.byKey, name)
	maps.DeleteFunc(c.aliases, func(_, of string) bool { return of == name })
	c.names = slices.Delete(c.names, at, at+1)
}
