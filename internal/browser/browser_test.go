package browser

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"
)

// The check finds what it is for: a page with every fault has each told, and one without has none.
func TestCheckFinds(t *testing.T) {
	p := Open(t)
	visit := func(page string) []string {
		p.Visit("data:text/html;base64," + base64.StdEncoding.EncodeToString([]byte(page)))
		return p.Check()
	}
	p.Size(360, 800, true)
	const whole = `<!doctype html><html lang="en"><title>A</title><main><h1>A</h1><p style="color:#767676">a</p>` +
		`<label for="i">I</label><input id="i"><p style="background:#000;color:#fff">b</p>` +
		`<h2 style="color:#949494;font-size:24px">c</h2><p><a href="#i">d</a></main></html>`
	if faults := visit(whole); len(faults) > 0 {
		t.Errorf("a page without a fault: %q", faults)
	}
	faults := visit(`<!doctype html><html><meta name="viewport" content="width=device-width"><main><h1>A</h1>` +
		`<p style="color:#777">a</p><h3 id="i">b</h3><input id="i">` +
		`<h3 style="color:#969696;font-size:24px">c</h3><button tabindex="2"></button><img src="data:,">` +
		`<div style="overflow:auto;width:50px"><div style="width:90px">d</div></div><div style="width:999px">e</div>` +
		`</main></html>`)
	for _, want := range []string{"contrast 4.48: p ", "contrast 2.96: h3 ", "no name: input#i", "no name: button",
		"an order of Tab of its own: button", "no alt: ", "no title or no language", `h1 is followed by h3#i`,
		"two elements i", "scrolls for the mouse alone: div", "1007 pixels wide in 360: "} {
		if !slices.ContainsFunc(faults, func(f string) bool { return strings.HasPrefix(f, want) }) {
			t.Errorf("%s is not found: %q", want, faults)
		}
	}
	p.Eval(nil, `console.log("said")`)
	p.Eval(nil, `setTimeout(() => nothing(), 0)`)
	p.Wait(`true`)
	p.Eval(nil, `new Promise((done) => setTimeout(done, 50))`)
	said := strings.Join(p.Messages(), " ")
	if !strings.Contains(said, `"said"`) || !strings.Contains(said, "nothing is not") {
		t.Errorf("console: %s", said)
	}
}
