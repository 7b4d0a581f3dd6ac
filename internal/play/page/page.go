// Package page is the page of the command play: static files, and package play as WebAssembly.
//
// A release has the WebAssembly inside (build tag page). A program that was built in a clone makes it there with the
// go command, which takes seconds, and a fraction of one when nothing has changed.
package page

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"counterpoise/internal/durable"
	"counterpoise/internal/repository"
)

//go:embed assets
var assets embed.FS

// The files that Build makes.
const (
	Program = "play.wasm"    // package play
	Runtime = "wasm_exec.js" // what starts a Go program in a browser, of the Go that built it
)

// Files are the files of the page by name. None is in a folder.
type Files map[string][]byte

// All returns the files of the page.
func All(ctx context.Context) (Files, error) {
	files, err := built(ctx)
	if err != nil {
		return nil, err
	}
	entries, err := fs.ReadDir(assets, "assets")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if files[e.Name()], err = assets.ReadFile("assets/" + e.Name()); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// built returns the WebAssembly and what starts it: those inside, or those that the go command makes.
func built(ctx context.Context) (Files, error) {
	if inside == nil {
		root, err := repository.Root()
		if errors.Is(err, repository.ErrNone) {
			return nil, fmt.Errorf("the page's WebAssembly is not inside of this program, and %w to build it from: "+
				"use a release, or ./counterpoise play in a clone", err)
		}
		if err != nil {
			return nil, err
		}
		return Build(ctx, root)
	}
	files := Files{}
	for _, name := range []string{Program, Runtime} {
		data, err := fs.ReadFile(inside, "built/"+name+".gz")
		if err != nil {
			return nil, err
		}
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		if files[name], err = io.ReadAll(z); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// Build compiles package play of a clone to WebAssembly, without vector instructions. Several processes may do so at
// once.
func Build(ctx context.Context, root string) (Files, error) {
	at, err := filepath.Abs(filepath.Join(root, ".build", "page", Program)) // -o is relative to the clone
	if err != nil {
		return nil, err
	}
	if err := durable.MkdirAll(filepath.Dir(at)); err != nil {
		return nil, err
	}
	run := func(args ...string) (string, error) {
		c := exec.CommandContext(ctx, "go", args...)
		c.Dir = root
		// Flags of the machine would choose files and modules of another system. Beside its place the program is
		// renamed into it; from elsewhere it would be copied, and read by others before it is whole.
		c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOEXPERIMENT=", "CGO_ENABLED=0", "GOFLAGS=", "GOWASM=",
			"GOTMPDIR="+filepath.Dir(at))
		out, err := c.Output()
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return "", fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(string(exit.Stderr)))
		}
		if errors.Is(err, exec.ErrNotFound) {
			return "", fmt.Errorf("the page's WebAssembly is built by Go, which is missing on the PATH: %w", err)
		}
		return strings.TrimSpace(string(out)), err
	}
	if _, err := run("build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", at,
		"./internal/play/wasm"); err != nil {
		return nil, err
	}
	goroot, err := run("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	files := Files{}
	if files[Program], err = os.ReadFile(at); err != nil {
		return nil, err
	}
	files[Runtime], err = os.ReadFile(filepath.Join(goroot, "lib", "wasm", Runtime))
	return files, err
}

// Write writes the files into a folder, which must exist.
func (f Files) Write(dir string) error {
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if err := durable.WriteBelow(dir, name, f[name]); err != nil {
			return err
		}
	}
	return nil
}

// types are the media types by the end of a name. The WebAssembly's lets a browser compile while it loads.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".wasm": "application/wasm", ".json": "application/json", ".bin": "application/octet-stream",
}

// policy is what a browser allows the page and its workers: the files of the page alone.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: " +
	"blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ServeHTTP answers with a file of the page: the path is a name in the map, so that nothing else of the machine can be
// asked for. A request that names another host than this machine is refused, as a page of somebody else's would make
// one by a name that resolves to it (DNS rebinding).
func (f Files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host := r.Host
	if at := strings.LastIndexByte(host, ':'); at >= 0 {
		host = host[:at]
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	data, ok := f[name]
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		http.Error(w, "only GET", http.StatusMethodNotAllowed)
		return
	case !slices.Contains([]string{"127.0.0.1", "localhost", "[::1]"}, host):
		http.Error(w, "this page is served to this machine alone", http.StatusForbidden)
		return
	case !ok:
		http.Error(w, "no such file", http.StatusNotFound)
		return
	}
	h := w.Header()
	h.Set("Content-Type", types[filepath.Ext(name)])
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}
