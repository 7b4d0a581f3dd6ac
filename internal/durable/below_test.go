package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a link below a user's folder leads to is never changed: a file takes the place of a link, and a folder or a
// file that grows is refused with the name of the link. The folder itself may be a link.
func TestNothingIsWrittenThroughLinksBelow(t *testing.T) {
	dir := t.TempDir()
	at := func(names ...string) string { return filepath.Join(append([]string{dir}, names...)...) }
	for _, name := range []string{at("out"), at("elsewhere"), at("elsewhere", "figures")} {
		if err := Mkdir(name); err != nil {
			t.Fatal(err)
		}
	}
	precious := []string{at("elsewhere", "page.html"), at("elsewhere", "figures", "a.svg"), at("elsewhere", "r.jsonl")}
	for _, name := range precious {
		if err := WriteNew(name, []byte("precious")); err != nil {
			t.Fatal(err)
		}
	}
	for from, to := range map[string]string{
		at("out", "page.html"): "../elsewhere/page.html", at("out", "lost.html"): "missing",
		at("out", "figures"): "../elsewhere/figures", at("out", "r.jsonl"): "../elsewhere/r.jsonl", at("link"): "out",
	} {
		if err := os.Symlink(to, from); err != nil {
			t.Skip(err)
		}
	}
	for _, name := range []string{"page.html", "lost.html", "tables/new/a.csv"} {
		if err := WriteBelow(at("link"), name, []byte("new")); err != nil {
			t.Error(err)
		}
		info, err := os.Lstat(at("out", filepath.FromSlash(name)))
		if err != nil || !info.Mode().IsRegular() {
			t.Errorf("%s is no file: %v, %v", name, info, err)
		}
	}
	_, _, grows := OpenLocked(at("link", "r.jsonl"))
	for name, err := range map[string]error{
		"figures leads to ../elsewhere/figures": WriteBelow(at("link"), "figures/a.svg", []byte("new")),
		"r.jsonl leads to ../elsewhere/r.jsonl": grows,
	} {
		if !errors.Is(err, errLink) || !strings.Contains(err.Error(), name) {
			t.Errorf("error %v, want one with %q", err, name)
		}
	}
	for _, name := range precious {
		if text, err := os.ReadFile(name); string(text) != "precious" {
			t.Errorf("%s has %q, %v", name, text, err)
		}
	}
	if info, err := os.Lstat(at("link")); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the user's folder is a link no more: %v, %v", info, err)
	}
}
