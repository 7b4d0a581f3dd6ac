package page

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"counterpoise/internal/play"
)

// files are the page's files without what is built.
func files(t *testing.T) Files {
	t.Helper()
	f := Files{Program: []byte("\x00asm"), Runtime: []byte("// Go")}
	entries, err := assets.ReadDir("assets")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if f[e.Name()], err = assets.ReadFile("assets/" + e.Name()); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// The page is served with its types and a policy that lets it load its own files alone; nothing else is served, and
// nobody else is answered.
func TestServes(t *testing.T) {
	f := files(t)
	ask := func(method, target, host string) *http.Response {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(method, "http://"+host+"/", nil)
		r.URL.Path = target
		f.ServeHTTP(w, r)
		return w.Result()
	}
	for target, kind := range map[string]string{"/": "text/html", "/index.html": "text/html",
		"/main.js": "text/javascript", "/style.css": "text/css", "/play.wasm": "application/wasm",
		"/gallery.json": "application/json", "/gallery.bin": "application/octet-stream",
		"/wasm_exec.js": "text/javascript"} {
		for _, host := range []string{"127.0.0.1:8080", "localhost:1", "[::1]:8080"} {
			r := ask("GET", target, host)
			if r.StatusCode != 200 || !strings.HasPrefix(r.Header.Get("Content-Type"), kind) ||
				r.Header.Get("Content-Security-Policy") != policy {
				t.Errorf("%s of %s: %s %v", target, host, r.Status, r.Header)
			}
		}
	}
	for _, c := range []struct {
		method, target, host string
		status               int
	}{
		{"GET", "/../page.go", "127.0.0.1", 404}, {"GET", "//etc/passwd", "127.0.0.1", 404},
		{"GET", "/assets/main.js", "127.0.0.1", 404}, {"GET", "/..%2fpage.go", "127.0.0.1", 404},
		{"POST", "/", "127.0.0.1", 405}, {"GET", "/", "evil.example", 403},
		{"GET", "/", "127.0.0.1.evil.example:80", 403},
	} {
		if r := ask(c.method, c.target, c.host); r.StatusCode != c.status {
			t.Errorf("%s %s of %s: %s, want %d", c.method, c.target, c.host, r.Status, c.status)
		}
	}
}

// The page names files that exist, and no address elsewhere but the study's, which a person may follow.
func TestAssetsAreWhole(t *testing.T) {
	f := files(t)
	named := regexp.MustCompile(`(?:src=|href=|from |fetch\(|load\(|Worker\(|importScripts\()` +
		`"(?:\./)?([\w.]+\.(?:js|css|wasm|json|bin))"`)
	elsewhere := regexp.MustCompile(`https?://[^"'\s)]+`)
	found := 0
	for name, text := range f {
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			found++
			if f[m[1]] == nil {
				t.Errorf("%s names %s, which is missing", name, m[1])
			}
		}
		for _, to := range elsewhere.FindAllString(string(text), -1) {
			if to != "https://arxiv.org/abs/2508.06319" && to != "http://www.w3.org/2000/svg" {
				t.Errorf("%s names %s", name, to)
			}
		}
	}
	if found < 10 {
		t.Errorf("%d names of files: the search is broken", found)
	}
	if own, _, _ := strings.Cut(policy, "; frame-ancestors"); !strings.Contains(string(f["index.html"]), own) {
		t.Errorf("the page's own policy differs from the server's, %s", own)
	}
}

// The page says from how many starts its rates are.
func TestPageSaysItsStarts(t *testing.T) {
	if want := fmt.Sprintf("of %d starts of each behaviour", play.DefaultSetting().Starts); !strings.Contains(
		string(files(t)["index.html"]), want) {
		t.Errorf("the page does not say %q", want)
	}
}

// Every element that a script looks up by its id is in the page, and every label names one.
func TestScriptsFindTheirElements(t *testing.T) {
	f := files(t)
	page := string(f["index.html"])
	uses := regexp.MustCompile(`byId\("([\w-]+)"\)`)
	found := 0
	for name, text := range f {
		for _, m := range uses.FindAllStringSubmatch(string(text), -1) {
			found++
			if !strings.Contains(page, `id="`+m[1]+`"`) {
				t.Errorf("%s looks for %s", name, m[1])
			}
		}
	}
	for _, m := range regexp.MustCompile(`(?:for|aria-labelledby)="([\w-]+)"`).FindAllStringSubmatch(page, -1) {
		if !strings.Contains(page, `id="`+m[1]+`"`) {
			t.Errorf("a label is for %s", m[1])
		}
	}
	if found < 20 {
		t.Errorf("%d elements: the search is broken", found)
	}
}
