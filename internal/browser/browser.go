// Package browser drives a Chromium without a window, for tests of pages. It speaks the browser's DevTools protocol
// through two pipes, and needs nothing but an installed browser. It is for tests alone.
package browser

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// names are the programs that are looked for, in this order.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// patience bounds what a test waits for: far more than it takes on a machine that is busy.
const patience = 3 * time.Minute

// Page is a tab of a browser of its own.
type Page struct {
	t       *testing.T
	to      *os.File // commands, each ended by a zero byte
	session string

	mutex    sync.Mutex
	last     int
	answers  map[int]chan answer
	loaded   chan struct{} // one for each page that has loaded
	messages []string
	requests []string
}

// answer is what the browser says to a command.
type answer struct {
	Result json.RawMessage
	Error  *struct{ Message string }
}

// Open starts a browser with an empty page, which ends with the test. Without a browser the test is skipped.
func Open(t *testing.T) *Page {
	t.Helper()
	at := slices.IndexFunc(names, func(name string) bool { _, err := exec.LookPath(name); return err == nil })
	switch {
	case testing.Short():
		t.Skip("a browser takes long")
	case runtime.GOOS == "windows":
		t.Skip("the browser's pipes are those of Unix")
	case at < 0:
		t.Skip("takes a browser: none of " + strings.Join(names, ", ") + " is installed")
	}
	read, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "browser-")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(names[at], "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
		"--disable-dev-shm-usage", "--no-first-run", "--user-data-dir="+dir, "about:blank")
	c.ExtraFiles = []*os.File{read, write} // the browser's 3 and 4
	if err := c.Start(); err != nil {
		t.Skipf("%s does not start: %v", names[at], err)
	}
	read.Close()
	write.Close()
	p := &Page{t: t, to: to, answers: map[int]chan answer{}, loaded: make(chan struct{}, 100)}
	ended := make(chan struct{})
	go func() { p.listen(from); close(ended) }()
	t.Cleanup(func() {
		to.Close() // the browser ends with its pipe
		time.AfterFunc(patience, func() { c.Process.Kill() })
		c.Wait()
		<-ended
		from.Close()
		for range 50 { // its last processes may still write
			if os.RemoveAll(dir) == nil {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
	})
	var made struct{ TargetID, SessionID string }
	p.call(&made, "Target.createTarget", map[string]any{"url": "about:blank"})
	p.call(&made, "Target.attachToTarget", map[string]any{"targetId": made.TargetID, "flatten": true})
	p.session = made.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network", "DOM"} {
		p.call(nil, domain+".enable", nil)
	}
	p.call(nil, "Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true}) // as in a window in front
	return p
}

// listen takes what the browser sends until it ends.
func (p *Page) listen(from *os.File) {
	lines := bufio.NewReader(from)
	for {
		text, err := lines.ReadBytes(0)
		if err != nil {
			return
		}
		var m struct {
			ID     int
			Method string
			Params json.RawMessage
			answer
		}
		if json.Unmarshal(bytes.TrimSuffix(text, []byte{0}), &m) == nil {
			p.take(m.ID, m.Method, m.Params, m.answer)
		}
	}
}

// take notes an answer or an event.
func (p *Page) take(id int, method string, params json.RawMessage, a answer) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if to := p.answers[id]; to != nil {
		to <- a
		delete(p.answers, id)
		return
	}
	switch method {
	case "Page.loadEventFired":
		p.loaded <- struct{}{}
	case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
		p.messages = append(p.messages, string(params))
	case "Network.requestWillBeSent":
		var r struct{ Request struct{ URL string } }
		json.Unmarshal(params, &r)
		if !strings.HasPrefix(r.Request.URL, "data:") && !strings.HasPrefix(r.Request.URL, "blob:") {
			p.requests = append(p.requests, r.Request.URL)
		}
	}
}

// call sends a command and reads what it answers into a value, unless that is nil.
func (p *Page) call(into any, method string, params map[string]any) {
	p.t.Helper()
	p.mutex.Lock()
	p.last++
	id, to := p.last, make(chan answer, 1)
	p.answers[id] = to
	p.mutex.Unlock()
	m := map[string]any{"id": id, "method": method, "params": params}
	if params == nil {
		m["params"] = map[string]any{}
	}
	if p.session != "" {
		m["sessionId"] = p.session
	}
	text, err := json.Marshal(m)
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := p.to.Write(append(text, 0)); err != nil {
		p.t.Fatalf("%s: %v", method, err)
	}
	select {
	case a := <-to:
		if a.Error != nil {
			p.t.Fatalf("%s: %s", method, a.Error.Message)
		}
		if into != nil {
			if err := json.Unmarshal(a.Result, into); err != nil {
				p.t.Fatalf("%s: %v", method, err)
			}
		}
	case <-time.After(patience):
		p.t.Fatalf("%s: no answer", method)
	}
}

// Visit goes to an address, and waits until the page has loaded.
func (p *Page) Visit(url string) {
	p.t.Helper()
	for len(p.loaded) > 0 {
		<-p.loaded
	}
	var to struct{ ErrorText string }
	p.call(&to, "Page.navigate", map[string]any{"url": url})
	if to.ErrorText != "" {
		p.t.Fatalf("%s: %s", url, to.ErrorText)
	}
	select {
	case <-p.loaded:
	case <-time.After(patience):
		p.t.Fatalf("%s does not load", url)
	}
}

// Eval computes an expression of JavaScript, waits for it if it is a promise, and reads it into a value, unless that is
// nil.
func (p *Page) Eval(into any, script string, args ...any) {
	p.t.Helper()
	var r struct {
		Result struct{ Value json.RawMessage }
		Exc    *struct {
			Text      string
			Exception struct{ Description string }
		} `json:"exceptionDetails"`
	}
	script = fmt.Sprintf(script, args...)
	p.call(&r, "Runtime.evaluate", map[string]any{"expression": script, "returnByValue": true, "awaitPromise": true})
	if r.Exc != nil {
		p.t.Fatalf("%s: %s %s", script, r.Exc.Text, r.Exc.Exception.Description)
	}
	if into != nil {
		if err := json.Unmarshal(r.Result.Value, into); err != nil {
			p.t.Fatalf("%s: %v of %s", script, err, r.Result.Value)
		}
	}
}

// Wait waits until an expression is true, and returns how long that took.
func (p *Page) Wait(script string, args ...any) time.Duration {
	p.t.Helper()
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		var is bool
		p.Eval(&is, "Boolean("+script+")", args...)
		if is {
			return time.Since(began)
		}
		if time.Since(began) > patience {
			p.t.Fatalf("never: "+script, args...)
		}
	}
}

// keys are the codes of keys that are no letters.
var keys = map[string]int{"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39}

// Press presses a key and releases it after a time.
func (p *Page) Press(key string, hold time.Duration) {
	p.t.Helper()
	event := map[string]any{"type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": keys[key]}
	if len(key) == 1 {
		event["text"] = key
		if key == " " {
			event["code"] = "Space"
		} else {
			event["code"] = "Key" + strings.ToUpper(key)
			event["windowsVirtualKeyCode"] = int(strings.ToUpper(key)[0])
		}
	}
	if key == "Enter" {
		event["text"] = "\r"
	}
	p.call(nil, "Input.dispatchKeyEvent", event)
	time.Sleep(hold)
	event["type"] = "keyUp"
	delete(event, "text")
	p.call(nil, "Input.dispatchKeyEvent", event)
}

// Type types a text into what has the focus.
func (p *Page) Type(text string) {
	p.t.Helper()
	p.call(nil, "Input.insertText", map[string]any{"text": text})
}

// TabTo presses Tab until an expression is true of the element that has the focus, which is called e.
func (p *Page) TabTo(script string) {
	p.t.Helper()
	for range 400 {
		p.Press("Tab", 0)
		var is bool
		p.Eval(&is, "((e) => Boolean(%s))(document.activeElement)", script)
		if is {
			return
		}
	}
	p.t.Fatalf("Tab does not reach %s", script)
}

// Size sets the width and height of the page's window in its pixels; mobile is a phone's.
func (p *Page) Size(width, height int, mobile bool) {
	p.t.Helper()
	p.call(nil, "Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height,
		"deviceScaleFactor": 1, "mobile": mobile})
}

// Scheme sets the scheme of colours that the page is asked for, light or dark, as a person who wants motion.
func (p *Page) Scheme(scheme string) {
	p.t.Helper()
	p.prefer(map[string]string{"name": "prefers-color-scheme", "value": scheme})
}

// Still asks the page for less motion.
func (p *Page) Still() {
	p.t.Helper()
	p.prefer(map[string]string{"name": "prefers-reduced-motion", "value": "reduce"})
}

// prefer sets the one thing that a person prefers.
func (p *Page) prefer(feature map[string]string) {
	p.t.Helper()
	p.call(nil, "Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{feature}})
}

// Choose puts files, or a folder, into the input of an id, as a person who chooses them does.
func (p *Page) Choose(id string, paths ...string) {
	p.t.Helper()
	var root struct{ Root struct{ NodeID int } }
	p.call(&root, "DOM.getDocument", nil)
	var node struct{ NodeID int }
	p.call(&node, "DOM.querySelector", map[string]any{"nodeId": root.Root.NodeID, "selector": "#" + id})
	p.call(nil, "DOM.setFileInputFiles", map[string]any{"nodeId": node.NodeID, "files": paths})
}

// Drop drops a file or a folder onto the page, as a person who drags it from a window of files does.
func (p *Page) Drop(path string) {
	p.t.Helper()
	for _, kind := range []string{"dragEnter", "dragOver", "drop"} {
		p.call(nil, "Input.dispatchDragEvent", map[string]any{"type": kind, "x": 50, "y": 50, "data": map[string]any{
			"items": []any{}, "files": []string{path}, "dragOperationsMask": 1}})
	}
}

// Downloads lets the page download files, into a folder.
func (p *Page) Downloads(dir string) {
	p.t.Helper()
	p.call(nil, "Browser.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": dir})
}

// Picture writes what the page shows into a file, for people: where the environment names no folder, nothing.
func (p *Page) Picture(name string) {
	p.t.Helper()
	dir := os.Getenv("COUNTERPOISE_TEST_PICTURES")
	if dir == "" {
		return
	}
	var shot struct{ Data string }
	p.call(&shot, "Page.captureScreenshot", nil)
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err == nil {
		err = os.WriteFile(dir+"/"+name+".png", data, 0o644)
	}
	if err != nil {
		p.t.Error(err)
	}
}

// Messages are what the console has been told so far, errors and warnings of the browser among them.
func (p *Page) Messages() []string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return slices.Clone(p.messages)
}

// Requests are the addresses that the page has asked for so far, without those of data in it.
func (p *Page) Requests() []string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return slices.Clone(p.requests)
}
