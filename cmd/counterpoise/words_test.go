package main

import (
	"os"
	"strings"
	"testing"

	"counterpoise/policies/balance"
)

// docs/words.md has every method that has a name for people, with that name and the one of records after it.
func TestWordsHaveBothNames(t *testing.T) {
	page, err := os.ReadFile("../../docs/words.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range balance.Methods.Names() {
		alias := balance.Methods.AliasOf(name)
		if both := "`" + alias + "`, `" + name + "`"; alias != "" && !strings.Contains(string(page), both) {
			t.Errorf("docs/words.md lacks %s", both)
		}
	}
}
