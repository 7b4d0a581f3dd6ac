package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/elf"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"
)

// sample is a source with a Python package of two folders, as checkOut would return it.
func sample(t *testing.T) source {
	t.Helper()
	s := source{dir: t.TempDir(), time: time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)}
	for name, text := range map[string]string{
		"README.md": "# A package\n", "one/__init__.py": "", "one/a.py": "A = 1\n", "examples/b.py": "B = 2\n",
		"examples/not.txt": "",
	} {
		at := filepath.Join(s.dir, pythonFolder, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	err := toml.Unmarshal([]byte(`
[project]
name = "one"
version = "1.2"
description = "A package"
readme = "README.md"
requires-python = ">=3.10"
dependencies = ["numpy>=1.24"]
[tool.setuptools]
packages = ["one", "one.examples"]
package-dir = { "one.examples" = "examples" }
`), &s.python)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A wheel has the modules where Python imports them, the program where pip takes commands from, and RECORD with the
// digest of every file but itself. Made again it has the same bytes.
func TestWheel(t *testing.T) {
	s, program := sample(t), file{"counterpoise", []byte("\x7fELF"), true}
	licences := []file{{name: "LICENSE", data: []byte("Apache")}}
	make := func() file {
		w, err := s.wheel("manylinux_2_17_x86_64.musllinux_1_1_x86_64", program, licences, "Apache-2.0 AND MIT")
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	w := make()
	if w.name != "one-1.2-py3-none-manylinux_2_17_x86_64.musllinux_1_1_x86_64.whl" {
		t.Errorf("the wheel is called %s", w.name)
	}
	if !bytes.Equal(w.data, make().data) {
		t.Error("two wheels differ")
	}
	z, err := zip.NewReader(bytes.NewReader(w.data), int64(len(w.data)))
	if err != nil {
		t.Fatal(err)
	}
	texts, want := map[string]string{}, ""
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		texts[f.Name] = string(data)
		if executable := f.Mode()&0o111 != 0; executable != (f.Name == "one-1.2.data/scripts/counterpoise") {
			t.Errorf("%s has mode %v", f.Name, f.Mode())
		}
		if f.Name != "one-1.2.dist-info/RECORD" {
			sum := sha256.Sum256(data)
			want += fmt.Sprintf("%s,sha256=%s,%d\n", f.Name, base64.RawURLEncoding.EncodeToString(sum[:]), len(data))
		}
	}
	if want += "one-1.2.dist-info/RECORD,,\n"; texts["one-1.2.dist-info/RECORD"] != want {
		t.Errorf("RECORD is\n%s, want\n%s", texts["one-1.2.dist-info/RECORD"], want)
	}
	for name, want := range map[string]string{
		"one/a.py": "A = 1\n", "one/examples/b.py": "B = 2\n", "one-1.2.dist-info/licenses/LICENSE": "Apache",
		"one-1.2.dist-info/METADATA": "Metadata-Version: 2.4\nName: one\nVersion: 1.2\nSummary: A package\n" +
			"License-Expression: Apache-2.0 AND MIT\nLicense-File: LICENSE\nRequires-Python: >=3.10\n" +
			"Requires-Dist: numpy>=1.24\nDescription-Content-Type: text/markdown\n\n# A package\n",
		"one-1.2.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: counterpoise release\nRoot-Is-Purelib: false\n" +
			"Tag: py3-none-manylinux_2_17_x86_64\nTag: py3-none-musllinux_1_1_x86_64\n",
	} {
		if texts[name] != want {
			t.Errorf("%s is %q, want %q", name, texts[name], want)
		}
	}
	s.python.Tool.Setuptools.Packages = []string{"nowhere"}
	_, err = s.wheel("win_amd64", program, nil, "")
	if err == nil || !strings.Contains(err.Error(), "nowhere has no file") {
		t.Errorf("a package without files: %v", err)
	}
}

// An archive has the program, which can be executed, and the licences, in a folder that names the system.
func TestArchive(t *testing.T) {
	s := sample(t)
	files := []file{{"counterpoise", []byte("program"), true}, {"LICENSE", []byte("text"), false}}
	a, err := s.archive(target{os: "linux", arch: "arm64"}, files)
	if err != nil {
		t.Fatal(err)
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(a.data))
	if err != nil {
		t.Fatal(err)
	}
	var inside []string
	for r := tar.NewReader(unzipped); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		inside = append(inside, fmt.Sprintf("%s %o", h.Name, h.Mode))
	}
	want := []string{"one-1.2-linux-arm64/counterpoise 755", "one-1.2-linux-arm64/LICENSE 644"}
	if a.name != "one-1.2-linux-arm64.tar.gz" || !slices.Equal(inside, want) {
		t.Errorf("%s has %q, want %q", a.name, inside, want)
	}
	a, err = s.archive(target{os: "windows", arch: "amd64"}, files)
	if err != nil || a.name != "one-1.2-windows-amd64.zip" {
		t.Errorf("for Windows: %s, %v", a.name, err)
	}
}

// A tag says what the binary takes: of glibc no version that is newer, and of macOS the one that the linker wrote.
func TestPlatformTag(t *testing.T) {
	mac := make([]byte, 32+24)
	for i, v := range []uint32{0xfeedfacf, 0x0100000c, 0, 2, 1, 24, 0, 0, buildVersion, 24, 1, 13 << 16, 13 << 16, 0} {
		binary.LittleEndian.PutUint32(mac[4*i:], v)
	}
	if tag, err := platformTag(target{os: "darwin", arch: "arm64"}, mac); err != nil || tag != "macosx_13_0_arm64" {
		t.Errorf("for macOS 13: %q, %v", tag, err)
	}
	if tag, err := platformTag(target{os: "windows", arch: "amd64"}, nil); err != nil || tag != "win_amd64" {
		t.Errorf("for Windows: %q, %v", tag, err)
	}
	if tag, err := platformTag(target{os: "linux", arch: "amd64"}, []byte("#!/bin/sh")); err == nil {
		t.Errorf("a script is tagged %s", tag)
	}
	if runtime.GOOS != "linux" {
		t.Skip("the rest looks at this system's own programs")
	}
	for _, path := range []string{"/bin/sh", "/proc/self/exe"} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := elf.NewFile(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		want := `^manylinux_2_\d+_x86_64$`
		if f.Section(".dynamic") == nil {
			want = `^manylinux_2_17_x86_64\.musllinux_1_1_x86_64$`
		}
		libraries, _ := f.ImportedLibraries()
		if slices.ContainsFunc(libraries, func(l string) bool { return strings.Contains(l, "musl") }) {
			continue
		}
		tag, err := platformTag(target{os: "linux", arch: "amd64"}, data)
		if err != nil || !regexp.MustCompile(want).MatchString(tag) {
			t.Errorf("%s is tagged %q, %v; want %s", path, tag, err, want)
		}
	}
}

// The program takes its version from a tag, so a tag of another version than the wheel's stops the release.
func TestTagsAreTheVersion(t *testing.T) {
	s := sample(t)
	for tags, bad := range map[string]bool{"": false, "v1.2": false, "v1.3": true, "v1.2 v1.3": true} {
		if err := s.checkTags(strings.Fields(tags)); (err != nil) != bad {
			t.Errorf("tags %q: %v", tags, err)
		}
	}
}

// A work without the text of its licence, or without its name, stops the release.
func TestEveryLicenceIsFound(t *testing.T) {
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "licence_test.go"), []byte("package x"), 0o644)
	if err := section(new(strings.Builder), "a work", "MIT", []string{dir}); err == nil {
		t.Error("a folder with no licence is taken")
	}
	sub := filepath.Join(dir, "sub")
	os.Mkdir(sub, 0o755)
	for at, text := range map[string]string{dir: "first", sub: "second"} {
		for _, name := range []string{"LICENSE", "NOTICE.txt"} {
			os.WriteFile(filepath.Join(at, name), []byte(text+" "+name), 0o644)
		}
	}
	var b strings.Builder
	if err := section(&b, "a work", "MIT", []string{dir, sub}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a work\nMIT\n", "first LICENSE", "first NOTICE.txt", "second LICENSE"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if err := section(&b, "a work", "", []string{dir}); err == nil {
		t.Error("a work whose licence is not in the list is taken")
	}
	if got := terms("FTL OR GPL-2.0-or-later"); !slices.Equal(got, []string{"(FTL OR GPL-2.0-or-later)"}) {
		t.Errorf("got %q", got)
	}
	if got := terms("BSD-3-Clause AND OFL-1.1"); !slices.Equal(got, []string{"BSD-3-Clause", "OFL-1.1"}) {
		t.Errorf("got %q", got)
	}
}
