package law

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"testing"
)

// ofStudy reports whether a package is the study's.
func ofStudy(name string) bool {
	for _, floor := range []string{"bench/study", "results/study"} {
		if name == floor || strings.HasPrefix(name, floor+"/") {
			return true
		}
	}
	return false
}

// mayKnowStudy lists who imports the study: the program, in the files that -tags nostudy leaves out, and the records
// for tests.
var mayKnowStudy = []string{"cmd/counterpoise", "internal/recordtest"}

// The harness does not know the study: none of its packages imports one of the study's.
func TestTheHarnessDoesNotKnowTheStudy(t *testing.T) {
	found := 0
	for _, p := range listed(t) {
		for _, path := range p.Imports {
			if to, own := ownPackage(path); !own || !ofStudy(to) || ofStudy(p.name()) {
				continue
			}
			if found++; !slices.Contains(mayKnowStudy, p.name()) {
				t.Errorf("%s imports %s", p.name(), path)
			}
		}
	}
	if found == 0 {
		t.Error("nothing imports the study: this test finds nothing")
	}
}

// The program links the study in files that -tags nostudy leaves out, and without them has none of its packages.
func TestTheBareProgramHasNoStudy(t *testing.T) {
	for file, text := range sources(t) {
		if path.Dir(file) != "cmd/counterpoise" || strings.HasSuffix(file, "_test.go") {
			continue
		}
		imports := bytes.Contains(text, []byte(`"`+module+"/bench/study\"")) ||
			bytes.Contains(text, []byte(`"`+module+"/results/study"))
		if imports && !bytes.HasPrefix(text, []byte("//go:build !nostudy\n")) {
			t.Errorf("%s imports the study, and -tags nostudy does not leave it out", file)
		}
	}
	for tag, bare := range map[string]bool{"": false, "nostudy": true} {
		imports, of := map[string][]string{}, map[string]bool{}
		for _, p := range listed(t, "-tags="+tag) {
			of[p.name()] = ofStudy(p.name())
			for _, path := range p.Imports {
				if to, own := ownPackage(path); own {
					imports[p.name()] = append(imports[p.name()], to)
				}
			}
		}
		if c := chain("cmd/counterpoise", imports, of); (c == nil) != bare {
			t.Errorf("-tags=%s: a chain of imports that leads to the study: %q", tag, c)
		}
	}
}
