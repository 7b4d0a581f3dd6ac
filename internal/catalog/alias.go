package catalog

import (
	"fmt"
	"maps"
	"slices"
)

// Alias gives a registered name an alias, by which Get finds the entry too. It panics if the name is not registered,
// has an alias already, or if the alias is the name of an entry or an alias of one.
func (c *Of[T]) Alias(alias, name string) {
	_, registered := c.byKey[name]
	_, taken := c.byKey[alias]
	if !registered || taken || alias == "" || c.aliases[alias] != "" || c.AliasOf(name) != "" {
		panic(fmt.Sprintf("catalog: %s %q cannot be an alias of %q", c.kind, alias, name))
	}
	c.aliases[alias] = name
}

// AliasOf returns the alias of a registered name, empty where it has none.
func (c *Of[T]) AliasOf(name string) string {
	for alias, of := range c.aliases {
		if of == name {
			return alias
		}
	}
	return ""
}

// Canonical returns the registered name of an alias, and every other text as it is.
func (c *Of[T]) Canonical(name string) string {
	if of, ok := c.aliases[name]; ok {
		return of
	}
	return name
}

// Spellings returns the registered names, in alphabetical order, and then the aliases: what Get understands.
func (c *Of[T]) Spellings() []string {
	return slices.Concat(c.names, slices.Sorted(maps.Keys(c.aliases)))
}
