package backend

import (
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"counterpoise/internal/bounded"
)

// machines are the ELF machines of the processors for which XLA's plugins exist.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

// entryPoint is the function that a shared library with the PJRT interface exports.
const entryPoint = "GetPjrtApi"

// checkPlugin reads the headers of a file and returns an error unless it can be a plugin for this machine: an ELF
// shared library for this processor, complete, with the function GetPjrtApi. It loads nothing. Loading a truncated
// library would end the process with a bus error, which no program can report.
func checkPlugin(path string) error {
	again := "; remove it and run counterpoise plugin"
	if named, ok := namedPlugin(); ok && named == path {
		again = "; GOMLX_BACKEND names it: unset that and run counterpoise plugin, or let it name another file"
	}
	file, size, err := bounded.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	var magic [4]byte
	if _, err := io.ReadFull(file, magic[:]); err != nil || string(magic[:]) != elf.ELFMAG {
		return errors.New("not a plugin of XLA: no shared library of Linux" + again)
	}
	f, err := elf.NewFile(file)
	if err != nil {
		return fmt.Errorf("truncated or damaged (%d bytes)%s", size, again)
	}
	defer f.Close()
	if want := machines[runtime.GOARCH]; f.Machine != want {
		return fmt.Errorf("a plugin for another processor, %v; this machine needs %v%s", f.Machine, want, again)
	}
	for _, p := range f.Progs {
		if p.Off+p.Filesz > uint64(size) {
			return fmt.Errorf("truncated: %d bytes of at least %d%s", size, p.Off+p.Filesz, again)
		}
	}
	symbols, err := f.DynamicSymbols()
	isEntry := func(s elf.Symbol) bool { return s.Name == entryPoint && s.Section != elf.SHN_UNDEF }
	if err != nil || !slices.ContainsFunc(symbols, isEntry) {
		return fmt.Errorf("not a plugin of XLA: it has no function %s%s", entryPoint, again)
	}
	return nil
}

// digest returns the SHA-256 of a file in hexadecimal. Those of a plugin take a few tenths of a second.
func digest(path string) (string, error) {
	f, _, err := bounded.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
