package backend

import (
	"archive/zip"
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// library returns the bytes of the smallest ELF shared library for a processor that debug/elf reads: one segment with
// the whole file, a table of dynamic symbols with one function, and the names. Layout: header, program header, symbols,
// names, section headers.
func library(m elf.Machine, function string) []byte {
	const (
		headerSize, segmentSize, sectionSize, symbolSize = 64, 56, 64, 24
		symbolsAt                                        = headerSize + segmentSize
		namesAt                                          = symbolsAt + 2*symbolSize
	)
	names := "\x00" + function + "\x00.dynsym\x00.dynstr\x00"
	sectionsAt := (namesAt + len(names) + 7) / 8 * 8
	size := uint64(sectionsAt + 3*sectionSize)
	var b bytes.Buffer
	put := func(v any) { binary.Write(&b, binary.LittleEndian, v) }
	h := elf.Header64{
		Type: uint16(elf.ET_DYN), Machine: uint16(m), Version: 1, Phoff: headerSize, Shoff: uint64(sectionsAt),
		Ehsize: headerSize, Phentsize: segmentSize, Phnum: 1, Shentsize: sectionSize, Shnum: 3, Shstrndx: 2,
	}
	copy(h.Ident[:], elf.ELFMAG)
	h.Ident[elf.EI_CLASS], h.Ident[elf.EI_DATA], h.Ident[elf.EI_VERSION] = byte(elf.ELFCLASS64),
		byte(elf.ELFDATA2LSB), 1
	put(h)
	put(elf.Prog64{Type: uint32(elf.PT_LOAD), Filesz: size, Memsz: size})
	put(elf.Sym64{})
	put(elf.Sym64{Name: 1, Info: elf.ST_INFO(elf.STB_GLOBAL, elf.STT_FUNC), Shndx: 1})
	b.WriteString(names)
	b.Write(make([]byte, sectionsAt-b.Len()))
	put(elf.Section64{})
	put(elf.Section64{Name: uint32(2 + len(function)), Type: uint32(elf.SHT_DYNSYM), Off: symbolsAt,
		Size: 2 * symbolSize, Link: 2, Entsize: symbolSize})
	put(elf.Section64{Name: uint32(10 + len(function)), Type: uint32(elf.SHT_STRTAB), Off: namesAt,
		Size: uint64(len(names))})
	return b.Bytes()
}

// Files that are no plugin for this machine are refused before anything is loaded, each with what is wrong with it.
func TestCheckPlugin(t *testing.T) {
	own, ok := machines[runtime.GOARCH]
	if !ok {
		t.Skip("there are no plugins for this processor")
	}
	other := elf.EM_AARCH64
	if own == other {
		other = elf.EM_X86_64
	}
	good := library(own, entryPoint)
	for _, c := range []struct {
		name string
		file []byte
		want string // a part of the error; empty for none
	}{
		{"good", good, ""},
		{"empty", nil, "no shared library"},
		{"text", []byte("#!/bin/sh\necho a plugin\n"), "no shared library"},
		{"truncated headers", good[:100], "truncated or damaged (100 bytes)"},
		{"of another processor", library(other, entryPoint), "another processor, " + other.String()},
		{"a library, but no plugin", library(own, "GetPjrtAp"), "no function GetPjrtApi"},
	} {
		path := filepath.Join(t.TempDir(), "plugin.so")
		if err := os.WriteFile(path, c.file, 0o644); err != nil {
			t.Fatal(err)
		}
		err := checkPlugin(path)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
		if err == nil {
			continue
		}
		if text := err.Error(); strings.Contains(text, "\n") || !strings.Contains(text, "counterpoise plugin") {
			t.Errorf("%s: %q is not one line that says what to do", c.name, err)
		}
	}
	// A segment that reaches beyond the end of the file, while the headers at the front are whole.
	longer := bytes.Clone(good)
	binary.LittleEndian.PutUint64(longer[64+32:], uint64(len(good)+1)) // the segment's size in the file
	path := filepath.Join(t.TempDir(), "plugin.so")
	if err := os.WriteFile(path, longer, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := checkPlugin(path); err == nil || !strings.Contains(err.Error(), "truncated: ") {
		t.Errorf("a segment beyond the end: error %v", err)
	}
}

// A bad file that GOMLX_BACKEND names comes with advice that works: setup brings no other plugin while it is named.
func TestAdviceForANamedPlugin(t *testing.T) {
	if runtime.GOOS != "linux" || machines[runtime.GOARCH] == 0 {
		t.Skip("plugins are loaded on Linux for amd64 and arm64 alone")
	}
	home := withoutPlugins(t)
	t.Cleanup(func() { Use(GoCPU) })
	touch(t, home, "mine.so")
	path := filepath.Join(home, "mine.so")
	t.Setenv("GOMLX_BACKEND", "xla:"+path+",tf32=true")
	const want = "GOMLX_BACKEND names it: unset that and run counterpoise plugin, or let it name another file"
	if err := checkPlugin(path); err == nil || !strings.HasSuffix(err.Error(), want) ||
		strings.Contains(err.Error(), "remove it") {
		t.Errorf("error %v, want %q", err, want)
	}
	said := want
	if !LoadsPlugins {
		said = ErrNotBuilt.Error()
	}
	if err := Use(XLACPU); err == nil || !strings.Contains(err.Error(), said) {
		t.Errorf("Use: error %v, want %q", err, said)
	}
	if err := Use(Auto); err == nil || strings.Count(err.Error(), said) != 1 {
		t.Errorf("Use(Auto): error %v, want %q once", err, said)
	}
	if got, err := Install(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("installed %q, error %v, want %q", got, err, want)
	}
	os.Remove(path)
	const missing = "names a plugin that does not exist"
	if got, err := Install(t.Context()); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("without the file: installed %q, error %v", got, err)
	}
	if left, _ := os.ReadDir(filepath.Join(home, "cache")); len(left) > 0 {
		t.Errorf("the cache has %v", left)
	}
}

// The library of a wheel is taken if its digest is right; otherwise nothing is left behind.
func TestUnpackWheel(t *testing.T) {
	dir := t.TempDir()
	wheel, out := filepath.Join(dir, "a.whl"), filepath.Join(dir, "out", "plugin.so")
	if err := os.Mkdir(filepath.Dir(out), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(wheel)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	w, _ := z.Create(wheelMember)
	w.Write([]byte("abc"))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	// SHA-256 of "abc", FIPS 180-4, Appendix B.1 of its 2002 edition.
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	if err := unpackWheel(out, wheel, wheelDigest); err == nil || !strings.Contains(err.Error(), abc) {
		t.Errorf("another digest: error %v", err)
	}
	if left, _ := os.ReadDir(filepath.Dir(out)); len(left) > 0 {
		t.Errorf("after another digest there is %v", left)
	}
	if err := unpackWheel(out, wheel, abc); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(out); err != nil || string(got) != "abc" {
		t.Errorf("unpacked %q, error %v", got, err)
	}
}

// A plugin that is installed is left alone, and without any source Install says in one line what failed.
func TestInstall(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("plugins are installed on Linux for amd64 alone")
	}
	home := withoutPlugins(t)
	pip := filepath.Join(home, "bin", "python3")
	touch(t, home, "bin/python3")
	if err := os.WriteFile(pip, []byte("#!/bin/sh\necho no network >&2\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Dir(pip))
	dir := filepath.Join(home, "cache", "xla")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := installWheel(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "no network") {
		t.Errorf("pip fails: error %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("pip fails: it left %v", left)
	}
	path := filepath.Join(dir, "pjrt_c_api_cpu_plugin.so")
	if err := os.WriteFile(path, library(machines[runtime.GOARCH], entryPoint), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := Install(t.Context()); err != nil || got != path {
		t.Errorf("installed %q, error %v; want %q", got, err, path)
	}
}
