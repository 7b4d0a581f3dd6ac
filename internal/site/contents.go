package site

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// group is a heading of the navigation with its pages.
type group struct {
	Name  string
	Pages []entry
}

// entry is a page of the navigation.
type entry struct {
	Path    string // in the clone
	Address string // in the site
	Title   string
	about   string // what docs/README.md says of it
}

// groups reads the navigation from docs/README.md: each heading of level two, and the first link of each item below it.
func (s *site) groups(more []Page) (all []group, err error) {
	source := s.pages[contents].source
	doc := markdown.Parser().Parse(text.NewReader(source))
	err = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if h, ok := n.(*ast.Heading); ok && entering && h.Level == 2 {
			all = append(all, group{Name: plain(h, source)})
		}
		if item, ok := n.(*ast.ListItem); ok && entering && len(all) > 0 {
			if e, ok := listed(item, source); ok {
				last := &all[len(all)-1]
				last.Pages = append(last.Pages, e)
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return nil, err
	}
	for _, p := range more {
		at := slices.IndexFunc(all, func(g group) bool { return g.Name == p.Group })
		if at < 0 {
			return nil, fmt.Errorf("%s has no heading %s", contents, p.Group)
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(p.Text, "# "), "\n")
		all[at].Pages = append(all[at].Pages, entry{Path: p.Path, Address: address(p.Path), Title: title})
	}
	return all, nil
}

// listed returns the page that an item of a list names: its first link, if that leads to a page of the clone.
func listed(item *ast.ListItem, source []byte) (e entry, ok bool) {
	ast.Walk(item, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		link, is := n.(*ast.Link)
		if !is || !entering {
			return ast.WalkContinue, nil
		}
		file := path.Join(path.Dir(contents), string(link.Destination))
		e = entry{Path: file, Address: address(file), Title: plain(link, source)}
		ok = path.Ext(file) == ".md"
		return ast.WalkStop, nil
	})
	_, e.about, _ = strings.Cut(plain(item, source), e.Title)
	return e, ok
}

// Here tells whether an entry is the page of a path.
func (e entry) Here(path string) bool { return e.Path == path }

// mostWords bounds the words of a section that the search knows of a page that the navigation does not list, which is
// one of results: its headings and how each section begins.
const mostWords = 40

// found is a section in the index of the search: the address, the titles of page and section, and its words.
type found [4]string

// index returns the index of the search as a script, which a browser loads from a folder too.
func (s *site) index(groups []group) ([]byte, error) {
	var all []found
	for _, file := range s.order {
		p := s.pages[file]
		whole := file == home || slices.ContainsFunc(groups, func(g group) bool {
			return slices.ContainsFunc(g.Pages, func(e entry) bool { return e.Path == file })
		})
		for _, part := range p.sections {
			words := part.words
			if !whole {
				words = words[:min(len(words), mostWords)]
			}
			at, title := address(file)+"#"+part.ID, part.Text
			if part.Level == 1 {
				at, title = address(file), ""
			}
			all = append(all, found{at, p.title, title, strings.Join(words, " ")})
		}
	}
	data, err := json.Marshal(all)
	return append(append([]byte("searchIndex("), data...), ");\n"...), err
}

// llms returns the list of pages for language models (llmstxt.org): what this is, and the pages as Markdown.
func (s *site) llms(groups []group) []byte {
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n\n> %s\n", s.pages[home].title, s.pages[home].about)
	for _, g := range groups {
		fmt.Fprintf(&out, "\n## %s\n\n", g.Name)
		for _, e := range g.Pages {
			fmt.Fprintf(&out, "- [%s](%s)%s\n", e.Title, e.Path, e.about)
		}
	}
	return []byte(out.String())
}
