package law

import (
	"bytes"
	"path"
	"regexp"
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

// mayKnowStudy tells who imports the study: the program, in the files that -tags nostudy leaves out, and the records
// for tests.
func mayKnowStudy(name string) bool { return ofProgram(name) || name == "internal/recordtest" }

// The harness does not know the study: none of its packages imports one of the study's.
func TestTheHarnessDoesNotKnowTheStudy(t *testing.T) {
	found := 0
	for _, p := range listed(t) {
		for _, path := range p.Imports {
			if to, own := ownPackage(path); !own || !ofStudy(to) || ofStudy(p.name()) {
				continue
			}
			if found++; !mayKnowStudy(p.name()) {
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
		if !ofProgram(path.Dir(file)) || strings.HasSuffix(file, "_test.go") {
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
		if c := chain(program, imports, of); (c == nil) != bare {
			t.Errorf("-tags=%s: a chain of imports that leads to the study: %q", tag, c)
		}
	}
}

// named matches the study's names of an experiment or a claim.
var named = regexp.MustCompile(`\b(?:E[1-9]|C[0-4][0-9])\b`)

// printed are sentences of the harness that name an experiment of the study, because committed documents print them.
var printed = map[string]string{"bench/quick.go": "E2-caption, one behaviour of fewer demonstrations"}

// The harness names no experiment and no claim of the study, in code or comments. What the program names in examples
// stands in its file for the study, and in that for a program without it.
func TestTheHarnessNamesNoExperiment(t *testing.T) {
	for file, text := range sources(t) {
		if strings.HasSuffix(file, "_test.go") || bytes.HasPrefix(text, []byte("//go:build !nostudy\n")) ||
			ofStudy(path.Dir(file)) || path.Dir(file) == "internal/recordtest" {
			continue
		}
		for _, name := range namesOfTheStudy(file, text) {
			t.Errorf("%s names %s of the study", file, name)
		}
	}
}

// The law must be able to fail.
func TestNamesOfTheStudyAreFound(t *testing.T) {
	got := namesOfTheStudy("bench/quick.go", []byte("// As E1 and C07.\n\"E2-caption, one behaviour of fewer "+
		"demonstrations\" \"run E5\" 1E6 E10 EC0 C47x C99\n"))
	if want := []string{"E1", "C07", "E5"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// namesOfTheStudy returns the names in the text of a file but those that are printed.
func namesOfTheStudy(file string, text []byte) (names []string) {
	if p := printed[file]; p != "" {
		text = bytes.ReplaceAll(text, []byte(p), nil)
	}
	for _, name := range named.FindAll(text, -1) {
		names = append(names, string(name))
	}
	return names
}
