package browser

import (
	_ "embed"
	"strings"
)

//go:embed access.js
var access string

// Check says what of a page some people can't read or reach: text with less contrast than WCAG's level AA asks for,
// controls and pictures without a name, a page that is wider than its window, and what access.js has besides.
func (p *Page) Check() (faults []string) {
	p.t.Helper()
	p.Eval(&faults, "%s", "("+strings.TrimSpace(access)+")()")
	return faults
}
