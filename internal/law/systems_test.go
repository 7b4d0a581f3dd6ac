package law

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// systems are the systems other than Linux on amd64 that the program is for, and Linux with the harness alone, built
// without the study.
var systems = []string{"darwin/arm64", "linux/arm64", "windows/amd64", "linux/amd64 nostudy"}

// Every package and every test of the module is right for every system: its types are checked from the sources that
// `go list` chooses there, dependencies first, and a function without a body has an assembly file beside it. Compiling
// the same takes 20 times as long; `./counterpoise verify` does.
func TestSystems(t *testing.T) {
	if testing.Short() {
		t.Skip("five seconds of computing a system")
	}
	folders := map[string]bool{}
	for file := range sources(t) {
		folders[path.Dir(filepath.ToSlash(file))] = true
	}
	for _, system := range systems {
		t.Run(strings.NewReplacer("/", "-", " ", "-").Replace(system), func(t *testing.T) {
			t.Parallel()
			system, tag, _ := strings.Cut(system, " ")
			goos, goarch, _ := strings.Cut(system, "/")
			packages, err := packagesOf(goos, goarch, tag)
			if err != nil {
				t.Fatal(err)
			}
			missing := maps.Clone(folders)
			c := checker{fset: token.NewFileSet(), sizes: types.SizesFor("gc", goarch),
				done: map[string]*types.Package{"unsafe": types.Unsafe}}
			for _, p := range packages {
				if err := c.check(p); err != nil {
					t.Fatalf("%s: %v", p.ImportPath, err)
				}
				if p.own() {
					delete(missing, strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, p.Module.Path), "/"))
				}
			}
			for folder := range missing {
				t.Errorf("%s has sources, and none for %s", folder, system)
			}
		})
	}
}

// listing is what `go list -json` says of a package, or of its variant for a test: "a [a.test]".
type listing struct {
	ImportPath, Dir string
	GoFiles, SFiles []string
	ImportMap       map[string]string // what an import in the source stands for, where that is another path
	Module          *struct {
		Path string
		Main bool
	}
	Error *struct{ Err string }
}

// own says whether a package is of this module.
func (l listing) own() bool { return l.Module != nil && l.Module.Main }

// packagesOf returns the packages of the module for a system and a build tag, with their tests and all that they
// import, each after what it imports.
func packagesOf(goos, goarch, tag string) ([]listing, error) {
	cmd := exec.Command("go", "list", "-buildvcs=false", "-deps", "-test", "-tags="+tag,
		"-json=ImportPath,Dir,GoFiles,SFiles,ImportMap,Module,Error", "./...")
	cmd.Dir = filepath.Join("..", "..")
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "GOEXPERIMENT=", "CGO_ENABLED=0")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, errs.String())
	}
	var all []listing
	for in := json.NewDecoder(&out); ; {
		var l listing
		if err := in.Decode(&l); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		if !strings.HasSuffix(l.ImportPath, ".test") { // the generated main function of a test
			all = append(all, l)
		}
	}
}

// checker checks packages one after the other, and keeps the types of those that it has checked.
type checker struct {
	fset  *token.FileSet
	sizes types.Sizes
	done  map[string]*types.Package
}

// check parses a package and checks its types. Of packages that are not ours, the bodies of functions are left out.
func (c *checker) check(l listing) error {
	if l.Error != nil {
		return errors.New(l.Error.Err)
	}
	if l.ImportPath == "unsafe" {
		return nil
	}
	var files []*ast.File
	for _, name := range l.GoFiles {
		f, err := parser.ParseFile(c.fset, filepath.Join(l.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	var first error
	config := types.Config{
		IgnoreFuncBodies: !l.own(),
		FakeImportC:      true,
		Sizes:            c.sizes,
		Importer:         from{l.ImportMap, c.done},
		Error: func(err error) {
			if first == nil {
				first = err
			}
		},
	}
	name, _, _ := strings.Cut(l.ImportPath, " ")
	p, err := config.Check(name, c.fset, files, nil)
	c.done[l.ImportPath] = p
	if first != nil || err != nil {
		return cmp.Or(first, err)
	}
	for _, f := range files {
		if name := withoutBody(f); name != "" && l.own() && len(l.SFiles) == 0 {
			return fmt.Errorf("%s has no body, and the package no assembly", name)
		}
	}
	return nil
}

// withoutBody names the first function of a file that has no body, "" where each has one.
func withoutBody(f *ast.File) string {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body == nil {
			return fn.Name.Name
		}
	}
	return ""
}

// from imports for one package: its names for other packages, and those that are checked.
type from struct {
	names map[string]string
	done  map[string]*types.Package
}

func (f from) Import(name string) (*types.Package, error) {
	if to, ok := f.names[name]; ok {
		name = to
	}
	p, ok := f.done[name]
	if !ok {
		return nil, fmt.Errorf("%s is imported before it is listed", name)
	}
	return p, nil
}
