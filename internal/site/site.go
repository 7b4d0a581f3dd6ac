package site

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
)

//go:embed assets
var assets embed.FS

var pageTemplate = template.Must(template.ParseFS(assets, "assets/page.html"))

// maxFile bounds a file of the clone, bytes.
const maxFile = 16 << 20

// The pages that everything else is found from, by their paths in the clone.
const (
	home     = "README.md"
	contents = "docs/README.md"
)

// Index is the name of the file of a site that its search reads, which no other folder has.
const Index = "search-index.js"

// The page of play, which computes in a browser: its folder in the site, and the document that leads to it.
const (
	playFolder = "play/"
	playPage   = "docs/play.md"
)

// Page is a page by its path in the clone, which need not be there: a command makes some.
type Page struct {
	Path  string // with slashes, such as docs/commands.md
	Group string // the group of the navigation that it is added to
	Text  string // Markdown
}

// Files are the files of a site by their paths.
type Files map[string][]byte

// Write writes the files into a folder, which must exist.
func (f Files) Write(dir string) error {
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if err := durable.WriteBelow(dir, name, f[name]); err != nil {
			return err
		}
	}
	return nil
}

// site is a site that is being made.
type site struct {
	root  string
	made  map[string]string // pages that are not read from the clone, by path
	pages map[string]*page
	order []string // paths of pages, in the order in which they were found
	shown []string // paths of files of text that are no pages
	files Files
	dead  []string // links that lead nowhere
}

// Build makes the site of a clone, with the files of the page of play, to which docs/play.md then leads, and with pages
// that are not in the clone. Without files there is no such page.
func Build(root string, play map[string][]byte, more ...Page) (Files, error) {
	s := &site{root: root, made: map[string]string{}, pages: map[string]*page{}, files: Files{}}
	for name, data := range play {
		s.files[playFolder+name] = data
	}
	for _, p := range more {
		s.made[p.Path] = p.Text
	}
	for _, path := range []string{home, contents} {
		if err := s.add(path); err != nil {
			return nil, err
		}
	}
	groups, err := s.groups(more)
	if err != nil {
		return nil, err
	}
	for _, p := range more {
		if err := s.add(p.Path); err != nil {
			return nil, err
		}
	}
	for i := 0; i < len(s.order); i++ { // reading a page may find more
		if err := s.read(s.pages[s.order[i]]); err != nil {
			return nil, err
		}
	}
	s.checkAnchors()
	if len(s.dead) > 0 {
		return nil, errors.New("dead links: " + strings.Join(s.dead, "; "))
	}
	for _, path := range s.order {
		if err := s.write(s.pages[path], groups); err != nil {
			return nil, err
		}
	}
	for _, path := range s.shown {
		if err := s.writeText(path, groups); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"site.css", "site.js"} {
		if s.files[name], err = assets.ReadFile("assets/" + name); err != nil {
			return nil, err
		}
	}
	s.files[Index], err = s.index(groups)
	s.files["llms.txt"] = s.llms(groups)
	return s.files, err
}

// text returns the content of a file of the clone, or of a page that was made.
func (s *site) text(path string) ([]byte, error) {
	if text, ok := s.made[path]; ok {
		return []byte(text), nil
	}
	return bounded.ReadRegularTo(filepath.Join(s.root, filepath.FromSlash(path)), maxFile)
}

// add notes that a page belongs to the site.
func (s *site) add(path string) error {
	if s.pages[path] != nil {
		return nil
	}
	text, err := s.text(path)
	if err != nil {
		return err
	}
	s.pages[path] = &page{path: path, source: text}
	s.order = append(s.order, path)
	return nil
}

// address returns where a page or a file of text of the clone is in the site.
func address(file string) string {
	dir, name := path.Split(file)
	if name == "README.md" {
		return dir + "index.html"
	}
	return strings.TrimSuffix(file, ".md") + ".html"
}

// above returns the way from a page to the root of the site, such as ../../.
func above(address string) string { return strings.Repeat("../", strings.Count(address, "/")) }

// view is what the template shows.
type view struct {
	Title    string
	Root     string // the way to the root of the site
	Source   string // the page's Markdown, or the file that it shows, in the site
	Path     string // in the clone
	Made     bool   // it is not read from the clone
	Open     string // the page that the document is about, in the site; "": none
	Headings []heading
	Top      template.HTML // what comes before the list of headings: the title
	Body     template.HTML
	Groups   []group
}

// write adds a page to the files, as HTML and as Markdown.
func (s *site) write(p *page, groups []group) error {
	v := view{Title: p.title, Path: p.path, Source: path.Base(p.path), Body: template.HTML(p.html)}
	if top, rest, ok := strings.Cut(string(p.html), "</h1>\n"); ok {
		v.Top, v.Body = template.HTML(top+"</h1>"), template.HTML(rest)
	}
	if open := playFolder + "index.html"; p.path == playPage && s.files[open] != nil {
		v.Open = above(address(p.path)) + open
	}
	for _, h := range p.headings {
		if h.Level == 2 {
			v.Headings = append(v.Headings, h)
		}
	}
	s.files[p.path] = p.source
	return s.show(v, groups)
}

// writeText adds a file that is no page: as it is, and as a page.
func (s *site) writeText(file string, groups []group) error {
	text, err := s.text(file)
	if err != nil {
		return err
	}
	if !utf8.Valid(text) {
		return fmt.Errorf("%s is linked, and neither a page nor a picture nor text", file)
	}
	s.files[file] = text
	name := template.HTMLEscapeString(path.Base(file))
	body := "<h1>" + name + "</h1>\n<pre tabindex=\"0\">" + template.HTMLEscapeString(string(text)) + "</pre>\n"
	return s.show(view{Title: path.Base(file), Path: file, Source: path.Base(file), Body: template.HTML(body)}, groups)
}

// show adds what the template makes of a view.
func (s *site) show(v view, groups []group) error {
	at := address(v.Path)
	v.Root, v.Groups, v.Made = above(at), groups, s.made[v.Path] != ""
	var out bytes.Buffer
	if err := pageTemplate.Execute(&out, v); err != nil {
		return err
	}
	s.files[at] = out.Bytes()
	return nil
}
