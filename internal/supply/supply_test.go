package supply

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// required are the modules of go.mod, direct and indirect, with their versions.
func required(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) (v\S+)`).FindAllStringSubmatch(string(text), -1) {
		all[m[1]] = m[2]
	}
	if len(all) < 20 {
		t.Fatalf("%d modules in go.mod: it has another form", len(all))
	}
	return all
}

// Every module has a licence, it is one that this program may depend on, and none is listed that is not there.
func TestLicencesAreComplete(t *testing.T) {
	modules := required(t)
	for path := range modules {
		if !slices.Contains(Compatible, Licences[path]) {
			t.Errorf("%s has licence %q, which is not in the list of compatible ones: read it before adding it", path,
				Licences[path])
		}
	}
	for _, path := range slices.Sorted(maps.Keys(Licences)) {
		if modules[path] == "" {
			t.Errorf("%s is not in go.mod", path)
		}
	}
}

// texts are words that only the text of a licence has.
var texts = map[string]string{
	"Apache-2.0":   "Apache License",
	"BSD-2-Clause": "Redistribution and use in source and binary forms", "BSD-3-Clause": "endorse or promote",
	"BSD-3-Clause AND OFL-1.1": "SIL OPEN FONT LICENSE", "CC-BY-4.0": "Creative Commons Attribution",
	"FTL OR GPL-2.0-or-later": "FreeType License",
	"ISC":                     "Permission to use, copy, modify, and distribute this software for any purpose with or",
	"MIT":                     "Permission is hereby granted, free of charge",
	"Unlicense":               "unlicense.org",
}

// The licences are those of the files in the modules, where these are in the cache of the go command.
func TestLicencesAreThoseOfTheFiles(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Path}} {{.Dir}}", "all").Output()
	if err != nil {
		t.Skipf("go list: %v", err)
	}
	compared, modules := 0, required(t)
	for line := range strings.Lines(string(out)) {
		path, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		if modules[path] == "" || dir == "" {
			continue
		}
		compared++
		files, _ := filepath.Glob(filepath.Join(dir, "*LICENSE*"))
		var all strings.Builder
		for _, f := range files {
			text, _ := os.ReadFile(f)
			all.Write(text)
		}
		if words := strings.Join(strings.Fields(all.String()), " "); !strings.Contains(words, texts[Licences[path]]) {
			t.Errorf("%s: %d files with its licence, none has %q", path, len(files), texts[Licences[path]])
		}
	}
	t.Logf("%d of %d modules compared", compared, len(modules))
}

// The bill has a component for each module, with its version, its sum and its licence.
func TestSBOM(t *testing.T) {
	info := &debug.BuildInfo{
		GoVersion: "go1.26.5", Main: debug.Module{Path: "counterpoise", Version: "v0.2.0"},
		Deps: []*debug.Module{
			{Path: "github.com/spf13/cobra", Version: "v1.10.2", Sum: "h1:abc="},
			{Path: "git.sr.ht/~sbinet/gg", Version: "v0.7.0"},
			{Path: "old", Version: "v1.0.0", Replace: &debug.Module{Path: "new", Version: "v1.0.0+incompatible"}},
		},
		Settings: []debug.BuildSetting{{Key: "CGO_ENABLED", Value: "0"}, {Key: "-tags"}},
	}
	var text bytes.Buffer
	if err := write(&text, info); err != nil {
		t.Fatal(err)
	}
	var got bom
	if err := json.Unmarshal(text.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, c := range got.Components {
		lines = append(lines, c.PURL)
	}
	want := []string{"pkg:golang/std@1.26.5", "pkg:golang/github.com/spf13/cobra@v1.10.2",
		"pkg:golang/git.sr.ht/~sbinet/gg@v0.7.0", "pkg:golang/new@v1.0.0%2Bincompatible"}
	if !slices.Equal(lines, want) || !slices.Equal(got.Dependencies[0].On[1:], want[1:]) {
		t.Errorf("components %v, want %v", lines, want)
	}
	cobra := got.Components[1]
	if got.Format != "CycloneDX" || cobra.Licences[0].Expression != "Apache-2.0" ||
		cobra.Properties[0].Value != "h1:abc=" {
		t.Errorf("%s", text.String())
	}
}
