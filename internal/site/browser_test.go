package site

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/browser"
)

// In a browser the site's pages can be read by everybody, on a desk and on a phone, light and dark; they say nothing to
// the console and ask for their own files alone, of a host and of a folder; the search finds with the keyboard alone.
func TestSiteInABrowser(t *testing.T) {
	p := browser.Open(t)
	dir := t.TempDir()
	if err := ours(t).Write(dir); err != nil {
		t.Fatal(err)
	}
	host := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer host.Close()
	pages := []string{"index.html", "docs/index.html", "docs/recipes.html", "docs/study.html", "docs/commands.html",
		"docs/play.html", "stats/index.html", "results/answer.html", "results/index.html", "docs/film.sh.html",
		"SECURITY.html"}
	for _, at := range []string{host.URL + "/", "file://" + filepath.ToSlash(dir) + "/"} {
		for _, name := range pages {
			if strings.HasPrefix(at, "file") {
				break // the search is what differs
			}
			for scheme, width := range map[string]int{"light": 1280, "dark": 360} {
				p.Scheme(scheme)
				p.Size(width, 800, width == 360)
				p.Visit(at + name)
				for _, fault := range p.Check() {
					t.Errorf("%s, %s, %d pixels: %s", name, scheme, width, fault)
				}
				p.Picture(fmt.Sprintf("%s-%d", strings.ReplaceAll(name, "/", "-"), width))
			}
		}
		p.Size(1280, 800, false)
		p.Visit(at + "docs/recipes.html")
		p.Press("/", 0)
		p.Type("trainings rollouts")
		p.Wait(`document.querySelectorAll("#site-hits a").length > 5`)
		p.Picture("search")
		for _, fault := range p.Check() {
			t.Errorf("search: %s", fault)
		}
		p.TabTo(`e.matches("#site-hits a")`)
		var to string
		p.Eval(&to, `document.activeElement.href.split("#")[0]`)
		p.Press("Enter", 0)
		p.Wait(`location.href.split("#")[0] === "%s" && document.getElementById("site-results").hidden`, to)
		if !strings.HasPrefix(to, at) {
			t.Errorf("the search leads to %s", to)
		}
		p.Press("/", 0)
		p.Type("xyzzy")
		p.Wait(`document.getElementById("site-found").textContent === "Nothing has all of these words."`)
	}
	if said := p.Messages(); len(said) > 0 {
		t.Errorf("console: %s", said)
	}
	own := func(url string) bool {
		return strings.HasPrefix(url, host.URL+"/") || strings.HasPrefix(url, "file://")
	}
	if asked := p.Requests(); len(asked) < 20 || !slices.ContainsFunc(asked, own) {
		t.Errorf("%d requests", len(asked))
	} else {
		for _, url := range asked {
			if !own(url) {
				t.Errorf("the page asks for %s", url)
			}
		}
	}
}
