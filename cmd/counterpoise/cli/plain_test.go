package cli

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The list of prefixes has the name of every package whose errors begin with it, and no other.
func TestPackagePrefixes(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	clause := regexp.MustCompile(`(?m)^package (\w+)$`)
	prefix := regexp.MustCompile(`(?:Errorf|errors\.New)\(\s*"(\w+): `)
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") {
			return cmp.Or(err, filepath.SkipDir)
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name := clause.FindSubmatch(text)
		for _, m := range prefix.FindAllSubmatch(text, -1) {
			if name != nil && string(m[1]) == string(name[1]) && string(m[1]) != "main" {
				found[string(m[1])] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range found {
		if !slices.Contains(PackagePrefixes, name) {
			t.Errorf("errors of package %s begin with its name, which is not in the list", name)
		}
	}
	for _, name := range PackagePrefixes {
		if !found[name] {
			t.Errorf("no error begins with %s, which is in the list", name)
		}
	}
}
