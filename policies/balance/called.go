package balance

import (
	"cmp"
	"strings"
)

// Called returns a method, with settings or without, by its name for people: "bc" for "natural", "parekh:EtaT=5" for
// "ours:EtaT=5". Records keep the other one.
func Called(method string) string {
	name, settings, ok := strings.Cut(method, ":")
	if name = cmp.Or(Methods.AliasOf(name), name); ok {
		name += ":" + settings
	}
	return name
}
