package site

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// openable stands for the page of play.
var openable = map[string][]byte{"index.html": []byte("<!doctype html><title>Play</title>")}

// made is the site of this repository, with a page that is not in it.
var made = sync.OnceValues(func() (Files, error) {
	return Build(filepath.Join("..", ".."), openable, Page{Path: "docs/commands.md", Group: "Look up",
		Text: "# Commands\n\n## run\n\n```\nrun <x>\n```\n"})
})

// ours returns the site of this repository.
func ours(t *testing.T) Files {
	t.Helper()
	f, err := made()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Every link and picture of every page leads to a file of the site, every anchor to an element, and what a page loads
// is the site's own.
func TestLinksAreAlive(t *testing.T) {
	f := ours(t)
	reference := regexp.MustCompile(` (href|src)="([^"]*)"`)
	identity := regexp.MustCompile(` id="([^"]*)"`)
	anchors := map[string]map[string]bool{}
	for name, text := range f {
		anchors[name] = map[string]bool{}
		for _, m := range identity.FindAllSubmatch(text, -1) {
			if anchors[name][string(m[1])] && path.Ext(name) == ".html" {
				t.Errorf("%s has two elements %s", name, m[1])
			}
			anchors[name][string(m[1])] = true
		}
	}
	links := 0
	for name, text := range f {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, m := range reference.FindAllSubmatch(text, -1) {
			to := string(m[2])
			if strings.HasPrefix(to, "https://") || strings.HasPrefix(to, "mailto:") || to == "data:," {
				if string(m[1]) == "src" {
					t.Errorf("%s loads %s", name, to)
				}
				continue
			}
			links++
			file, anchor, _ := strings.Cut(to, "#")
			at := name
			if file != "" {
				at = path.Join(path.Dir(name), strings.ReplaceAll(file, "%20", " "))
			}
			if f[at] == nil {
				t.Errorf("%s leads to %s, which is not there", name, to)
			} else if anchor != "" && !anchors[at][anchor] {
				t.Errorf("%s leads to %s, which has no such element", name, to)
			}
		}
	}
	if links < 2000 {
		t.Errorf("%d links: the search is broken", links)
	}
	if len(f) < 100 {
		t.Errorf("%d files", len(f))
	}
}

// Every page of docs is in the navigation, so that nobody has to know of it.
func TestDocsAreListed(t *testing.T) {
	f := ours(t)
	all, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil || len(all) < 10 {
		t.Fatal(all, err)
	}
	_, navigation, _ := strings.Cut(string(f["index.html"]), `<nav id="site-pages"`)
	for _, file := range all {
		name := filepath.Base(file)
		if to := `href="docs/` + strings.TrimSuffix(name, ".md") + `.html"`; name != "README.md" &&
			!strings.Contains(navigation, to) {
			t.Errorf("docs/README.md does not list %s", name)
		}
	}
	for _, heading := range []string{"Learn", "Do", "Look up", "Understand"} {
		if !strings.Contains(navigation, "<h2>"+heading+"</h2>") {
			t.Errorf("no pages to %s", heading)
		}
	}
	if !strings.Contains(string(f["llms.txt"]), "- [Recipes](docs/recipes.md): ") {
		t.Errorf("llms.txt:\n%s", f["llms.txt"])
	}
}

// The index of the search is a call with JSON, and knows words of a page and of results.
func TestIndex(t *testing.T) {
	text := ours(t)["search-index.js"]
	data, ok := bytes.CutPrefix(text, []byte("searchIndex("))
	var all [][4]string
	if err := json.Unmarshal(bytes.TrimSuffix(data, []byte(");\n")), &all); err != nil || !ok {
		t.Fatal(err)
	}
	for at, word := range map[string]string{"docs/recipes.html#may-i-stop-now": "intervals",
		"docs/words.html": "min-max"} {
		found := false
		for _, s := range all {
			found = found || s[0] == at && strings.Contains(s[3], word)
		}
		if !found {
			t.Errorf("%s has no %q", at, word)
		}
	}
	if len(text) > 1_000_000 {
		t.Errorf("the index has %d bytes", len(text))
	}
}

// clone makes a clone of pages.
func clone(t *testing.T, pages map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range pages {
		at := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// A page has its tables, code and links as HTML, a script in a page is left out, and a file of text is shown.
func TestPages(t *testing.T) {
	f, err := Build(clone(t, map[string]string{
		"README.md": "# A & B\n\nFirst.\n\n<script>alert(1)</script>\n\n## Two `words`, again\n\n" +
			"## Two words again\n\n[c](docs/c.md#x-1) [self](#two-words-again-1) [folder](docs) [code](a/b.go) " +
			"[out](https://example.org/x)\n",
		"docs/README.md": "# Docs\n\n## Learn\n\n- [See](c.md): what\n  it is\n- [outside](../a/b.go)\n",
		"docs/c.md":      "## X\n\n| a | b |\n|:--|--:|\n| `<i>` | 2 |\n\n## X\n\n[home](../README.md)\n\n    <pre>\n",
		"a/b.go":         "package b // <b>\n",
	}), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, wants := range map[string][]string{
		"index.html": {"<title>A &amp; B · Counterpoise</title>",
			`<h2 id="two-words-again">Two <code>words</code>, again</h2>`, `<h2 id="two-words-again-1">`,
			`<a href="docs/c.html#x-1">c</a>`, `<a href="docs/index.html">folder</a>`,
			`<a href="a/b.go.html">code</a>`, `<a href="https://example.org/x">out</a>`},
		"docs/c.html": {`<td class="num">2</td>`, "<td><code>&lt;i&gt;</code></td>", `<a href="../index.html">home</a>`,
			`role="region" tabindex="0" aria-label="Table 1"><table>`, "<code>&lt;pre&gt;",
			`aria-current="page">See</a>`,
			"<title>docs/c.md · Counterpoise</title>"},
		"a/b.go.html": {"package b // &lt;b&gt;", `href="../site.css"`},
		"llms.txt":    {"# A & B\n\n> First.\n\n## Learn\n\n- [See](docs/c.md): what it is\n"},
	} {
		for _, want := range wants {
			if !strings.Contains(string(f[name]), want) {
				t.Errorf("%s has no %s:\n%s", name, want, f[name])
			}
		}
		if strings.Contains(string(f[name]), "alert") {
			t.Errorf("%s has the page's script", name)
		}
	}
	for _, name := range []string{"README.md", "docs/c.md", "a/b.go"} {
		if f[name] == nil {
			t.Errorf("no %s", name)
		}
	}
}

// The document of the page of play leads to it where the site has it.
func TestPlayIsOpened(t *testing.T) {
	root := clone(t, map[string]string{"README.md": "# A\n", "docs/README.md": "# D\n\n[play](play.md)\n",
		"docs/play.md": "# Play\n\nIt plays.\n"})
	for _, files := range []map[string][]byte{nil, openable} {
		f, err := Build(root, files)
		if err != nil {
			t.Fatal(err)
		}
		there := f["play/index.html"] != nil
		leads := strings.Contains(string(f["docs/play.html"]), `<a href="../play/index.html">`)
		if want := files != nil; there != want || leads != want ||
			strings.Contains(string(f["docs/index.html"]), "play/index.html") {
			t.Errorf("with %d files: there %v, led to %v", len(files), there, leads)
		}
	}
}

// A link that leads nowhere, or out of the clone, ends it, and so does a file that is neither text nor a picture.
func TestDeadLinks(t *testing.T) {
	for link, want := range map[string]string{
		"x.md":             "README.md leads to x.md, which is not there",
		"#x":               "README.md leads to #x of README.md, which has no such heading",
		"docs/README.md#x": "leads to #x of docs/README.md",
		"../../etc/passwd": "which is not there",
		"empty":            "which is not there",
		"blob":             "neither a page nor a picture nor text",
	} {
		root := clone(t, map[string]string{"README.md": "# A\n\n[x](" + link + ")\n", "docs/README.md": "# D\n",
			"blob": "\xff\xfe\x00", "empty/file": ""})
		if _, err := Build(root, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", link, err, want)
		}
	}
	if _, err := Build(t.TempDir(), nil); err == nil {
		t.Error("a site without pages")
	}
}
