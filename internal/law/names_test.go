package law

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The comment of a function, a method or a type begins with its name, after an article if need be, as go doc shows it.
// One that begins with another name was left behind when the declaration was renamed.
func TestCommentsBeginWithTheirNames(t *testing.T) {
	for path, text := range sources(t) {
		for _, wrong := range misnamed(t, path, text) {
			t.Error(wrong)
		}
	}
}

// The law must be able to fail.
func TestMisnamedCommentsAreFound(t *testing.T) {
	got := misnamed(t, "a/a.go", []byte("package a\n"+
		"// An Old is renamed.\ntype New struct{}\n"+
		"// A Kept is as it was.\ntype Kept struct{}\n"+
		"// Old is Kept's.\nfunc (Kept) New() {}\n"+
		"type (\n\t// Old is one of two.\n\tFirst int\n\tSecond int\n)\n"+
		"func plain() {}\n//go:noinline\nfunc directed() {}\n"))
	want := []string{
		"a/a.go:3: the comment of New begins with \"Old\"", "a/a.go:7: the comment of New begins with \"Old\"",
		"a/a.go:10: the comment of First begins with \"Old\"", "a/a.go:15: the comment of directed begins with \"\"",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// misnamed returns a sentence for each comment of a function or a type that does not begin with its name. Tests, whose
// comments are sentences of their own, and declarations without a comment are left out.
func misnamed(t *testing.T, path string, text []byte) (wrong []string) {
	t.Helper()
	if strings.HasSuffix(path, "_test.go") {
		return nil
	}
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, filepath.ToSlash(path), text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	check := func(doc *ast.CommentGroup, name *ast.Ident) {
		if doc == nil {
			return
		}
		if first := firstName(doc.Text()); first != name.Name {
			at := set.Position(name.Pos())
			wrong = append(wrong,
				fmt.Sprintf("%s:%d: the comment of %s begins with %q", at.Filename, at.Line, name, first))
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			check(d.Doc, d.Name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				s, ok := s.(*ast.TypeSpec)
				switch {
				case ok && d.Lparen.IsValid():
					check(s.Doc, s.Name)
				case ok:
					check(d.Doc, s.Name)
				}
			}
		}
	}
	return wrong
}

// firstName returns the first word of a comment, without an article before it and punctuation after it.
func firstName(comment string) string {
	for _, article := range []string{"A ", "An ", "The "} {
		comment = strings.TrimPrefix(comment, article)
	}
	notPart := func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}
	if end := strings.IndexFunc(comment, notPart); end >= 0 {
		return comment[:end]
	}
	return comment
}
