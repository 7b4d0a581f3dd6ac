package law

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// failing are the methods of testing.T, testing.B and testing.F that make a test fail.
var failing = []string{"Error", "Errorf", "Fatal", "Fatalf", "Fail", "FailNow"}

// Every test and fuzz target can fail: it calls a failing method, or a function that takes its t and can fail.
// A function of another package that takes t counts as one that can.
func TestTestsAssert(t *testing.T) {
	folders := map[string][]*ast.File{}
	fset := token.NewFileSet()
	for path, text := range sources(t) {
		if !strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		folders[filepath.Dir(path)] = append(folders[filepath.Dir(path)], file)
	}
	for _, files := range folders {
		for _, f := range unasserted(files) {
			t.Errorf("%s: %s cannot fail: it asserts nothing", fset.Position(f.Pos()), f.Name.Name)
		}
	}
}

func TestAssertionsAreFound(t *testing.T) {
	const text = `package p
func TestDirect(t *testing.T)  { if bad() { t.Error("bad") } }
func TestHelper(t *testing.T)  { outer(t) }
func TestForeign(t *testing.T) { golden.Check(t, "file", "text") }
func TestSub(t *testing.T)     { t.Run("sub", func(t *testing.T) { t.FailNow() }) }
func FuzzAll(f *testing.F)     { f.Fuzz(func(t *testing.T, b []byte) { inner(t) }) }
func TestNothing(t *testing.T) { bad(); t.Log("done") }
func TestLoop(t *testing.T)    { loop(t) }
func TestOther(t *testing.T)   { err.Error() }
func outer(tb testing.TB)      { inner(tb) }
func inner(t testing.TB)       { t.Fatal() }
func loop(t testing.TB)        { loop(t) }
`
	file, err := parser.ParseFile(token.NewFileSet(), "p_test.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range unasserted([]*ast.File{file}) {
		got = append(got, f.Name.Name)
	}
	if want := []string{"TestNothing", "TestLoop", "TestOther"}; !slices.Equal(got, want) {
		t.Errorf("tests without an assertion: %v, want %v", got, want)
	}
}

// unasserted returns the tests and fuzz targets of a folder's test files that cannot fail.
func unasserted(files []*ast.File) (without []*ast.FuncDecl) {
	a := assertions{funcs: map[string][]*ast.FuncDecl{}}
	var tests []*ast.FuncDecl
	for _, file := range files {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			a.funcs[f.Name.Name] = append(a.funcs[f.Name.Name], f)
			named := strings.HasPrefix(f.Name.Name, "Test") || strings.HasPrefix(f.Name.Name, "Fuzz")
			if named && f.Name.Name != "TestMain" && len(testers(f)) > 0 {
				tests = append(tests, f)
			}
		}
	}
	for _, f := range tests {
		if !a.canFail(f, map[*ast.FuncDecl]bool{}) {
			without = append(without, f)
		}
	}
	return without
}

// assertions finds functions that can fail. funcs are the functions and methods of a folder's test files by name.
// Names alone decide which function a call means, so methods of one name are taken together.
type assertions struct{ funcs map[string][]*ast.FuncDecl }

// canFail reports whether f reaches a failing method. Functions in seen are being examined already.
func (a assertions) canFail(f *ast.FuncDecl, seen map[*ast.FuncDecl]bool) (found bool) {
	if seen[f] {
		return false
	}
	seen[f] = true
	ts := testers(f)
	isTester := func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return ok && slices.Contains(ts, id.Name)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		var name string
		switch fun := call.Fun.(type) {
		case *ast.SelectorExpr:
			name = fun.Sel.Name
			found = isTester(fun.X) && slices.Contains(failing, name)
		case *ast.Ident:
			name = fun.Name
		}
		if !found && slices.ContainsFunc(call.Args, isTester) {
			known := a.funcs[name]
			fails := func(g *ast.FuncDecl) bool { return a.canFail(g, seen) }
			found = len(known) == 0 || slices.ContainsFunc(known, fails)
		}
		return !found
	})
	return found
}

// testers returns the names of the parameters of f, and of the function literals in it, through which a test fails.
func testers(f *ast.FuncDecl) (names []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		if fun, ok := n.(*ast.FuncType); ok {
			for _, p := range fun.Params.List {
				typ := p.Type
				if star, ok := typ.(*ast.StarExpr); ok {
					typ = star.X
				}
				sel, ok := typ.(*ast.SelectorExpr)
				if !ok || !slices.Contains([]string{"T", "B", "F", "TB"}, sel.Sel.Name) {
					continue
				}
				if pkg, ok := sel.X.(*ast.Ident); !ok || pkg.Name != "testing" {
					continue
				}
				for _, id := range p.Names {
					names = append(names, id.Name)
				}
			}
		}
		return true
	})
	return names
}
