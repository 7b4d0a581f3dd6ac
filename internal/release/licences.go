package main

import (
	"bytes"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"counterpoise/internal/supply"
)

// licenceName finds the files of a folder that have a licence, or a notice that must be handed on with it.
var licenceName = regexp.MustCompile(`(?i)^((un)?licen[cs]e|copying|notice|patents)(-[\w-]+)?(\.(md|txt))?$`)

// licences returns the licences of all that is in a binary, as files, and as one SPDX expression: our own, and those of
// Go and of each module that is linked into it.
func (s source) licences(t target, binary []byte) (files []file, expression string, err error) {
	own, err := os.ReadFile(filepath.Join(s.dir, "LICENSE"))
	if err != nil {
		return nil, "", err
	}
	info, err := buildinfo.Read(bytes.NewReader(binary))
	if err != nil {
		return nil, "", err
	}
	folders, err := s.folders(t)
	if err != nil {
		return nil, "", err
	}
	root, err := run(s.dir, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, "", err
	}
	var all strings.Builder
	all.WriteString("The program counterpoise holds parts of others' works, under the licences below.\n")
	expressions := []string{"Apache-2.0", "BSD-3-Clause"}
	if err := section(&all, "The Go programming language "+info.GoVersion, "BSD-3-Clause", []string{root}); err != nil {
		return nil, "", err
	}
	for _, m := range info.Deps {
		spdx := supply.Licences[m.Path]
		if err := section(&all, m.Path+" "+m.Version, spdx, folders[m.Path]); err != nil {
			return nil, "", err
		}
		expressions = append(expressions, terms(spdx)...)
	}
	slices.Sort(expressions)
	expressions = slices.Compact(expressions)
	return []file{{name: "LICENSE", data: own}, {name: "THIRD-PARTY-LICENSES.txt", data: []byte(all.String())}},
		strings.Join(expressions, " AND "), nil
}

// terms are the parts of an SPDX expression that all apply, each as a part of a longer expression.
func terms(spdx string) []string {
	if strings.Contains(spdx, " OR ") {
		return []string{"(" + spdx + ")"}
	}
	return strings.Split(spdx, " AND ")
}

// folders are those of the packages that the program imports, with the ones above them, by their modules.
func (s source) folders(t target) (map[string][]string, error) {
	const form = "{{with .Module}}{{.Path}}\t{{.Dir}}{{end}}\t{{.Dir}}"
	args := append([]string{"list", "-buildvcs=false", "-deps", "-f", form}, t.tags()...)
	said, err := run(s.dir, s.environment(t), "go", append(args, "./cmd/counterpoise")...)
	if err != nil {
		return nil, err
	}
	folders := map[string][]string{}
	for line := range strings.Lines(said) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 3 {
			continue // of Go itself
		}
		module, top := fields[0], fields[1]
		for dir := fields[2]; len(dir) >= len(top); dir = filepath.Dir(dir) {
			if !slices.Contains(folders[module], dir) {
				folders[module] = append(folders[module], dir)
			}
		}
		if more := filepath.Join(top, "licenses"); !slices.Contains(folders[module], more) {
			folders[module] = append(folders[module], more)
		}
	}
	for _, dirs := range folders {
		slices.Sort(dirs)
	}
	return folders, nil
}

// section adds the texts of the licences of a work in some folders. Without one it is an error.
func section(b *strings.Builder, work, spdx string, folders []string) error {
	var texts []string
	for _, dir := range folders {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, e := range entries {
			if e.IsDir() || !licenceName.MatchString(e.Name()) && filepath.Base(dir) != "licenses" {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return err
			}
			if !slices.Contains(texts, string(text)) {
				texts = append(texts, string(text))
			}
		}
	}
	if len(texts) == 0 || spdx == "" {
		return fmt.Errorf("%s is in the program, and its licence is not found (%q, %d folders)", work, spdx,
			len(folders))
	}
	fmt.Fprintf(b, "\n%s\n%s\n%s\n\n", strings.Repeat("=", 80), work, spdx)
	b.WriteString(strings.Join(texts, "\n"))
	return nil
}
