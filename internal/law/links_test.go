package law

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pageLink matches the target of a link or a picture in Markdown, without its anchor.
var pageLink = regexp.MustCompile(`\]\(([^)#\s]+)(?:#[^)\s]*)?\)`)

// Links and pictures of the pages lead to files of the repository.
func TestLinksOfPages(t *testing.T) {
	root := filepath.Join("..", "..")
	for page, text := range texts(t, root, ".md") {
		for _, m := range pageLink.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			file := filepath.Join(root, filepath.Dir(page), filepath.FromSlash(m[1]))
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s leads to %s, which is not there", page, m[1])
			}
		}
	}
}
