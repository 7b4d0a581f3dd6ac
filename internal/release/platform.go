package main

import (
	"bytes"
	"debug/elf"
	"debug/macho"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// platformTag is the platform of a wheel (packaging.python.org, "Platform compatibility tags") that holds a binary. It
// follows from the binary: the newest version of glibc whose symbols it takes, or the version of macOS that it names.
func platformTag(t target, binary []byte) (string, error) {
	switch t.os {
	case "linux":
		return linuxTag(t, binary)
	case "darwin":
		return macTag(binary)
	case "windows":
		return "win_" + t.arch, nil
	}
	return "", fmt.Errorf("no platform of Python's is known for %s", t)
}

// machines are the names of processors in tags.
var machines = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}

// libraries are those that every Linux with glibc has, as PEP 600 lists them.
var libraries = []string{"libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0", "libresolv.so.2", "librt.so.1"}

// oldestGlibc is the oldest minor version of glibc 2 that the tags name: no pip that is in use knows older ones.
const oldestGlibc = 17

// linuxTag is manylinux_2_N for a binary that takes glibc 2.N. One without libraries runs on musl too.
func linuxTag(t target, binary []byte) (string, error) {
	f, err := elf.NewFile(bytes.NewReader(binary))
	if err != nil {
		return "", err
	}
	machine := machines[t.arch]
	if f.Section(".dynamic") == nil {
		return fmt.Sprintf("manylinux_2_%d_%s.musllinux_1_1_%s", oldestGlibc, machine, machine), nil
	}
	needs, err := f.DynamicVersionNeeds()
	if err != nil {
		return "", err
	}
	minor := oldestGlibc
	for _, library := range needs {
		for _, v := range library.Needs {
			var n int
			if _, err := fmt.Sscanf(v.Dep, "GLIBC_2.%d", &n); err != nil {
				return "", fmt.Errorf("the binary takes version %q of %s, which is not glibc's", v.Dep, library.Name)
			}
			minor = max(minor, n)
		}
	}
	linked, err := f.ImportedLibraries()
	if err != nil {
		return "", err
	}
	for _, l := range linked {
		if !slices.Contains(libraries, l) && !strings.HasPrefix(l, "ld-linux") {
			return "", fmt.Errorf("the binary takes the library %s, which not every Linux has", l)
		}
	}
	return fmt.Sprintf("manylinux_2_%d_%s", minor, machine), nil
}

// buildVersion is the command of Mach-O that names the oldest macOS, LC_BUILD_VERSION.
const buildVersion = 0x32

// macTag is macosx_MAJOR_0_arm64.
func macTag(data []byte) (string, error) {
	f, err := macho.NewFile(bytes.NewReader(data))
	if err != nil {
		return "", err
	}
	for _, load := range f.Loads {
		if raw := load.Raw(); len(raw) >= 16 && binary.LittleEndian.Uint32(raw) == buildVersion {
			return fmt.Sprintf("macosx_%d_0_arm64", binary.LittleEndian.Uint32(raw[12:])>>16), nil
		}
	}
	return "", fmt.Errorf("the binary does not say which macOS it is for")
}
