package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"path/filepath"
	"strings"

	playpage "counterpoise/internal/play/page"
)

// target is a system that binaries are made for.
type target struct {
	os, arch string
	xla      bool // built with cgo, to load XLA's plugin
}

var targets = []target{{"linux", "amd64", true}, {"linux", "arm64", false}, {"darwin", "arm64", false},
	{"windows", "amd64", false}}

func (t target) String() string { return t.os + "/" + t.arch }

// extension is what the name of a program ends with.
func (t target) extension() string {
	if t.os == "windows" {
		return ".exe"
	}
	return ""
}

// environment is what the go command takes for the target. It names everything that would change the bytes, so that
// variables of the machine do not, but CC. Vector instructions are for processors with AVX2, others take plain Go;
// their package is an experiment and changed after Go 1.26 (uses_simd of the script counterpoise).
func (s source) environment(t target) []string {
	env := []string{"GOOS=" + t.os, "GOARCH=" + t.arch, "CGO_ENABLED=0", "GOEXPERIMENT=", "GOFLAGS=",
		"GOAMD64=v1", "GOARM64=v8.0", "CGO_CFLAGS=-O2", "CGO_CPPFLAGS=", "CGO_LDFLAGS="}
	if t.arch == "amd64" && strings.HasPrefix(s.goVersion, "go1.26") {
		env = append(env, "GOEXPERIMENT=simd")
	}
	if t.xla {
		env = append(env, "CGO_ENABLED=1")
	}
	return env
}

// tags are the arguments of the go command that choose the files of the target: page has the WebAssembly of the command
// play inside.
func (t target) tags() []string {
	if t.xla {
		return []string{"-tags=page,xla"}
	}
	return []string{"-tags=page"}
}

// makePage builds the WebAssembly of the command play, and puts it where the program takes it from. The same for all
// targets, so it is made once; git ignores the folder, so that the clone counts as unchanged.
func (s source) makePage() error {
	files, err := playpage.Build(context.Background(), s.dir)
	if err != nil {
		return err
	}
	dir := filepath.Join(s.dir, "internal", "play", "page", "built")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, data := range files {
		var packed bytes.Buffer
		z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := z.Write(data); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name+".gz"), packed.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// strip are the linker's flags that leave symbols and debug information out. Of zig's linker only the last one does.
const strip = "-ldflags=-s -w -extldflags=-s"

// build returns the stripped program for a target.
func (s source) build(t target) ([]byte, error) {
	temp, err := os.MkdirTemp("", "counterpoise-build-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	at := filepath.Join(temp, "counterpoise")
	args := append([]string{"build", "-trimpath", "-buildvcs=true", strip, "-o", at}, t.tags()...)
	if _, err := run(s.dir, s.environment(t), "go", append(args, "./cmd/counterpoise")...); err != nil {
		return nil, err
	}
	return os.ReadFile(at)
}
