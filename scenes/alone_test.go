package scenes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestTasksStandAlone reads the sources of the package: what the file of a task declares at package level is used in no
// other file, tests apart. A file is the file of a task if it calls Tasks.Add.
func TestTasksStandAlone(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]*ast.File{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		if files[path], err = parser.ParseFile(token.NewFileSet(), path, nil, 0); err != nil {
			t.Fatal(err)
		}
	}
	owner := map[string]string{} // the file of a task, by what it declares
	tasks := 0
	for path, f := range files {
		if !registersTask(f) {
			continue
		}
		tasks++
		for _, name := range declared(f) {
			owner[name] = path
		}
	}
	if tasks != len(Tasks.Names()) {
		t.Errorf("%d files register %d tasks; give each task a file of its own", tasks, len(Tasks.Names()))
	}
	for path, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && owner[id.Name] != "" && owner[id.Name] != path {
				t.Errorf("%s refers to %s of %s; let it call a method of Task instead", path, id.Name, owner[id.Name])
			}
			return true
		})
	}
}

// declared returns the names of the constants, variables, types and functions of a file, methods and init apart.
func declared(f *ast.File) (names []string) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name != "init" {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names = append(names, s.Name.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						names = append(names, id.Name)
					}
				}
			}
		}
	}
	return names
}

// registersTask reports whether a file contains a call of Tasks.Add.
func registersTask(f *ast.File) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "Add" {
			x, ok := s.X.(*ast.Ident)
			found = found || ok && x.Name == "Tasks"
		}
		return true
	})
	return found
}
