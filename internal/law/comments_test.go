package law

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Comments name what exists: a file of Go in the same folder or by its path below the root, and in package.Name a name
// that a package of this module has. A comment that outlives what it names misleads whoever follows it.
func TestCommentsNameWhatExists(t *testing.T) {
	for _, stale := range staleNames(t, sources(t)) {
		t.Error(stale)
	}
}

// The law must be able to fail.
func TestStaleNamesAreFound(t *testing.T) {
	got := staleNames(t, map[string][]byte{
		"a/a.go": []byte("// Package a is as b.Old and b.New.Old were, see b/old.go and old.go.\npackage a\n"),
		"b/b.go": []byte("// Package b has b.New.Field (a.go, b.go), tf.b.Old and strings.Old.\npackage b\n" +
			"type New struct{ Field int }\n"),
	})
	want := []string{
		"a/a.go:1: names b.New.Old, which does not exist", "a/a.go:1: names b.Old, which does not exist",
		"a/a.go:1: names the file b/old.go, which does not exist",
		"a/a.go:1: names the file old.go, which does not exist",
		"b/b.go:1: names the file a.go, which does not exist",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

var (
	// qualified matches package.Name and package.Type.Member, unless a name with a point stands before it.
	qualified = regexp.MustCompile(`(?:^|[^.\w])([a-z][a-z0-9]*)\.([A-Z]\w*)(?:\.([A-Z]\w*))?`)
	// goFile matches the name of a file of Go, unless a pattern such as *_simd.go.
	goFile = regexp.MustCompile(`(?:^|[^\w*./-])([\w./-]*\w\.go)\b`)
)

// staleNames returns a sentence for each name in a comment of the files that is not there.
func staleNames(t *testing.T, files map[string][]byte) (stale []string) {
	t.Helper()
	set := token.NewFileSet()
	parsed, names := map[string]*ast.File{}, declared{}
	for path, text := range files {
		f, err := parser.ParseFile(set, path, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		parsed[path] = f
		names.add(f)
	}
	for path, f := range parsed {
		for _, c := range f.Comments {
			at := filepath.ToSlash(path) + ":" + strings.Split(set.Position(c.Pos()).String(), ":")[1] + ": names "
			for _, m := range qualified.FindAllStringSubmatch(c.Text(), -1) {
				if !names.has(m[1], m[2], m[3]) {
					stale = append(stale, at+strings.Trim(m[0], " \n\t(\"[*")+", which does not exist")
				}
			}
			for _, m := range goFile.FindAllStringSubmatch(c.Text(), -1) {
				name := m[1]
				_, above := files[filepath.FromSlash(name)]
				if _, beside := files[filepath.Join(filepath.Dir(path), name)]; !above && !beside {
					stale = append(stale, at+"the file "+name+", which does not exist")
				}
			}
		}
	}
	slices.Sort(stale)
	return stale
}

// declared has the names of each package: those of its top level with "" as their only member, and the fields and
// methods of its types. Packages of one name count as one. Types that embed others have the member "*".
type declared map[string]map[string]map[string]bool

func (d declared) put(pkg, name, member string) {
	if d[pkg] == nil {
		d[pkg] = map[string]map[string]bool{}
	}
	if d[pkg][name] == nil {
		d[pkg][name] = map[string]bool{}
	}
	d[pkg][name][member] = true
}

// has reports whether a name may be one of a package. Packages that are not declared may have any.
func (d declared) has(pkg, name, member string) bool {
	if d[pkg] == nil {
		return true
	}
	members := d[pkg][name]
	return members[""] && (member == "" || members[member] || members["*"])
}

// add adds the declarations of a file.
func (d declared) add(f *ast.File) {
	pkg := strings.TrimSuffix(f.Name.Name, "_test")
	for _, decl := range f.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil {
				d.put(pkg, decl.Name.Name, "")
			} else {
				d.put(pkg, receiver(decl.Recv.List[0].Type), decl.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						d.put(pkg, name.Name, "")
						d.put(pkg, name.Name, "*") // a variable's type is not looked up
					}
				case *ast.TypeSpec:
					d.put(pkg, spec.Name.Name, "")
					d.addMembers(pkg, spec)
				}
			}
		}
	}
}

// addMembers adds the fields of a type, or the methods of an interface, and "*" for what it embeds or is defined by.
func (d declared) addMembers(pkg string, spec *ast.TypeSpec) {
	var list *ast.FieldList
	switch of := spec.Type.(type) {
	case *ast.StructType:
		list = of.Fields
	case *ast.InterfaceType:
		list = of.Methods
	default:
		d.put(pkg, spec.Name.Name, "*")
		return
	}
	for _, field := range list.List {
		for _, name := range field.Names {
			d.put(pkg, spec.Name.Name, name.Name)
		}
		if len(field.Names) == 0 {
			d.put(pkg, spec.Name.Name, "*")
		}
	}
}

// receiver returns the name of the type of a receiver.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
