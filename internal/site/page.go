package site

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// page is a document.
type page struct {
	path     string // in the clone
	source   []byte
	title    string
	about    string // its first paragraph
	html     []byte
	headings []heading
	sections []section
	links    []target // to headings
}

// heading is a heading of a page.
type heading struct {
	Level    int
	ID, Text string
}

// section is what stands below a heading, as plain text for the search.
type section struct {
	heading
	words []string
}

// target is a heading that a page leads to.
type target struct{ page, id string }

// markdown reads what GitHub calls its flavour, as far as the pages use it: CommonMark and tables. Raw HTML is left
// out; the pages have nothing but comments of it.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignNone))),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// pictures are the ends of names of files that a page shows.
var pictures = []string{".png", ".svg", ".gif"}

// read turns a page into HTML, and adds what it leads to.
func (s *site) read(p *page) error {
	own := parser.WithContext(parser.NewContext(parser.WithIDs(&ids{})))
	doc := markdown.Parser().Parse(text.NewReader(p.source), own)
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			id, _ := n.AttributeString("id")
			h := heading{n.Level, string(id.([]byte)), plain(n, p.source)}
			if n.Level == 1 && p.title == "" {
				p.title = h.Text
			}
			p.headings = append(p.headings, h)
			p.sections = append(p.sections, section{heading: h})
		case *ast.Link:
			to, err := s.follow(p, string(n.Destination))
			n.Destination = []byte(to)
			return ast.WalkContinue, err
		case *ast.Image:
			to, err := s.follow(p, string(n.Destination))
			n.Destination = []byte(to)
			n.SetAttributeString("loading", []byte("lazy"))
			return ast.WalkContinue, err
		case *tables.TableCell:
			if n.Alignment == tables.AlignRight {
				n.SetAttributeString("class", []byte("num"))
			}
			p.say(plain(n, p.source))
		case *ast.Paragraph, *ast.TextBlock:
			text := plain(n, p.source)
			p.about = cmp.Or(p.about, text)
			p.say(text)
		case *ast.FencedCodeBlock:
			p.say(string(n.Lines().Value(p.source)))
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return err
	}
	p.title = cmp.Or(p.title, p.path)
	var out bytes.Buffer
	if err := markdown.Renderer().Render(&out, p.source, doc); err != nil {
		return err
	}
	p.html = scrolling(out.Bytes())
	return nil
}

// say adds words to the section that they stand in.
func (p *page) say(text string) {
	if len(p.sections) > 0 {
		last := &p.sections[len(p.sections)-1]
		last.words = append(last.words, strings.Fields(text)...)
	}
}

// plain returns the text of a node without its marks.
func plain(n ast.Node, source []byte) string {
	var out strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			out.Write(t.Value(source))
			if t.SoftLineBreak() || t.HardLineBreak() {
				out.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return out.String()
}

// scrolling puts tables into boxes that scroll sideways on a narrow screen. They and blocks of code can be reached with
// the keyboard, so that everybody can scroll them. Code is escaped in HTML, so that what is replaced is an element.
func scrolling(html []byte) []byte {
	n := 0
	html = regexp.MustCompile(`<table>`).ReplaceAllFunc(html, func([]byte) []byte {
		n++
		return fmt.Appendf(nil, `<div class="table" role="region" tabindex="0" aria-label="Table %d"><table>`, n)
	})
	html = bytes.ReplaceAll(html, []byte("</table>"), []byte("</table></div>"))
	return bytes.ReplaceAll(html, []byte("<pre>"), []byte(`<pre tabindex="0">`))
}

// follow returns where a link of a page leads in the site, and adds what is there. What lies elsewhere stays as it is.
func (s *site) follow(p *page, link string) (string, error) {
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "" || u.Host != "" {
		return link, err
	}
	if u.Path == "" {
		p.links = append(p.links, target{p.path, u.Fragment})
		return link, nil
	}
	file := path.Join(path.Dir(p.path), u.Path)
	info, err := s.stat(file)
	if err == nil && info.IsDir() {
		file = path.Join(file, "README.md")
		_, err = s.stat(file)
	}
	if errors.Is(err, fs.ErrNotExist) {
		s.dead = append(s.dead, fmt.Sprintf("%s leads to %s, which is not there", p.path, link))
		return link, nil
	}
	if err != nil {
		return "", err
	}
	at := address(file)
	switch {
	case path.Ext(file) == ".md":
		err = s.add(file)
		if u.Fragment != "" {
			p.links = append(p.links, target{file, u.Fragment})
		}
	case slices.Contains(pictures, path.Ext(file)):
		at = file
		s.files[at], err = s.text(file)
	case !slices.Contains(s.shown, file):
		s.shown = append(s.shown, file)
	}
	to := url.URL{Path: above(address(p.path)) + at, Fragment: u.Fragment}
	return to.String(), err
}

// notThere is the description of a page that is not in the clone.
type notThere struct{ fs.FileInfo }

// IsDir says that it is no folder.
func (notThere) IsDir() bool { return false }

// stat looks at a file of the site. What is not below the root of the clone is not there.
func (s *site) stat(file string) (fs.FileInfo, error) {
	if s.made[file] != "" {
		return notThere{}, nil
	}
	if !filepath.IsLocal(filepath.FromSlash(file)) {
		return nil, fs.ErrNotExist
	}
	return os.Stat(filepath.Join(s.root, filepath.FromSlash(file)))
}

// checkAnchors notes the links to headings that are not there.
func (s *site) checkAnchors() {
	for _, file := range s.order {
		for _, to := range s.pages[file].links {
			there := func(h heading) bool { return h.ID == to.id }
			if !slices.ContainsFunc(s.pages[to.page].headings, there) {
				s.dead = append(s.dead,
					fmt.Sprintf("%s leads to #%s of %s, which has no such heading", file, to.id, to.page))
			}
		}
	}
}

// ids are the anchors of a page's headings, as GitHub makes them.
type ids struct{ used []string }

// linked matches a link in a heading.
var linked = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

// Generate returns the anchor of a heading: its letters, digits, hyphens and underscores in lower case, hyphens for
// blanks, and a number where it is taken.
func (d *ids) Generate(value []byte, _ ast.NodeKind) []byte {
	words := linked.ReplaceAllString(string(value), "$1")
	slug := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		}
		return -1
	}, strings.TrimSpace(words))
	id := slug
	for n := 1; slices.Contains(d.used, id); n++ {
		id = fmt.Sprintf("%s-%d", slug, n)
	}
	d.used = append(d.used, id)
	return []byte(id)
}

// Put notes that an anchor is taken.
func (d *ids) Put(value []byte) { d.used = append(d.used, string(value)) }
