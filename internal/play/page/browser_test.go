package page

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"counterpoise/internal/browser"
	"counterpoise/internal/play"
	"counterpoise/scenes/demos"
)

// In a browser the page draws, plays, clones, is driven, and reads a dataset, with the keyboard alone; everybody can
// read it, on a desk and on a phone, light and dark; it says nothing to the console and asks for its own files alone.
// How long the first picture takes, and how many pictures a second it shows, is logged.
func TestPageInABrowser(t *testing.T) {
	p := browser.Open(t)
	f, err := Build(t.Context(), filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range files(t) {
		if f[name] == nil {
			f[name] = data
		}
	}
	host := httptest.NewServer(f)
	defer host.Close()
	check := func(where string) {
		t.Helper()
		for _, fault := range p.Check() {
			t.Errorf("%s: %s", where, fault)
		}
		p.Picture("play-" + strings.ReplaceAll(where, " ", "-"))
	}

	text := func(id string) (said string) {
		t.Helper()
		p.Eval(&said, `document.getElementById("`+id+`").textContent`)
		return said
	}

	dir := t.TempDir()
	began := time.Now()
	p.Visit(host.URL + "/#task=picking&behaviour=left&who=style:optimal&start=17&seed=1&step=20")
	// A canvas that nothing is drawn on is transparent.
	p.Wait(`((c) => { c.drawImage(document.querySelector("#watch-stage canvas"), 0, 0);
		return c.getImageData(240, 160, 1, 1).data[3]; })(new OffscreenCanvas(480, 320).getContext("2d"))`)
	t.Logf("the first picture after %.1f s", time.Since(began).Seconds())
	const ready = `document.getElementById("loading").hidden && !document.getElementById("run").disabled && ` +
		`document.getElementById("drive-ask").textContent !== ""`
	p.Wait(ready)
	for scheme, width := range map[string]int{"light": 1280, "dark": 360} {
		p.Scheme(scheme)
		p.Size(width, 900, width == 360)
		check(fmt.Sprintf("%s at %d", scheme, width))
	}
	p.Size(1280, 900, false)

	// Watch: Tab to the button, Enter plays, and the step moves.
	p.TabTo(`e.id === "play"`)
	var step int
	p.Eval(&step, `Number(document.getElementById("at").value)`)
	if step != 20 {
		t.Errorf("step %d of an address with 20", step)
	}
	p.Eval(nil, `window.drawn = 0; new MutationObserver(() => { window.drawn++; }).observe(
		document.getElementById("moment"), { childList: true }); undefined`) // the page sets it once all are drawn
	counted := time.Now()
	p.Press("Enter", 0)
	p.Wait(`Number(document.getElementById("at").value) > 30`)
	p.Wait(`document.getElementById("play").textContent === "Play"`)
	var drawn float64
	p.Eval(&drawn, `window.drawn`)
	t.Logf("all three pictures %.0f times a second while an episode plays", drawn/time.Since(counted).Seconds())
	check("watched")

	// The gallery: an address opens a trained policy, which plays slowly; one that there is not is told with those that
	// there are.
	p.Eval(nil, `location.hash = "#policy=picking-left-rare&behaviour=middle&start=3&step=12"; undefined`)
	p.Wait(`document.getElementById("at").value === "12" && !document.getElementById("gallery-about").hidden`)
	var told struct{ Who, Start, Seed, Again, Touches, Address string }
	p.Eval(&told, `(() => { const value = (id) => document.getElementById(id).value;
		return { Who: value("watch-who"), Start: value("watch-start"), Seed: value("watch-seed"),
			Again: document.getElementById("gallery-again").textContent,
			Touches: document.getElementById("touches").textContent, Address: location.hash }; })()`)
	if told.Who != "gallery:picking-left-rare" || told.Start != "3" || told.Seed != "1" ||
		!strings.Contains(told.Again, "counterpoise train picking left=9,middle=27,right=27 ") || told.Touches == "" ||
		told.Address != "#policy=picking-left-rare&behaviour=middle&start=3&step=12" {
		t.Errorf("the address of a trained policy shows %+v", told)
	}
	p.Eval(nil, `document.getElementById("speed").value = "0.25"; undefined`)
	p.TabTo(`e.id === "play"`)
	slowly := time.Now()
	p.Press("Enter", 0)
	p.Wait(`Number(document.getElementById("at").value) >= 22`)
	if took := time.Since(slowly); took < time.Second { // ten thirtieths of a second at a quarter of the speed
		t.Errorf("ten steps took %v in slow motion", took)
	}
	p.Press("Enter", 0)
	p.Eval(nil, `document.getElementById("speed").value = "1"; undefined`)
	p.Eval(nil, `document.getElementById("watch-stage").scrollIntoView()`)
	check("gallery")
	p.Eval(nil, `location.hash = "#policy=picking-none"; undefined`)
	const fault = `document.getElementById("fault")`
	p.Wait(`!` + fault + `.hidden`)
	if none := text("fault"); !strings.Contains(none,
		`no policy "picking-none"; it has picking-balanced, picking-left-rare, `) {
		t.Errorf("a policy that there is not: %s", none)
	}
	p.Eval(nil, `location.hash = "#policy=opening-balanced&start=17"; undefined`)
	p.Wait(`document.getElementById("watch-who").value === "gallery:opening-balanced"`)
	if late := text("fault"); late != "The gallery has starts 0 to 9 of a policy, not 17." {
		t.Errorf("a start that there is not: %s", late)
	}
	p.Wait(`location.hash === "#policy=opening-balanced&behaviour=slider&start=0&step=0"`)
	p.Eval(nil, `location.hash = "#task=picking"; undefined`)
	p.Wait(`document.getElementById("watch-who").value === "style:optimal"`)
	p.Eval(nil, fault+`.hidden = true; document.activeElement.blur()`)

	// Clone and roll out: an example is chosen and begun with keys, runs, and is cancelled.
	p.TabTo(`e.dataset.preset === "half"`)
	p.Press("Enter", 0)
	p.TabTo(`e.id === "run"`)
	p.Press("Enter", 0)
	p.Wait(`document.getElementById("progress").value > 0`)
	p.TabTo(`e.id === "cancel"`)
	p.Press("Enter", 0)
	p.Wait(`document.getElementById("cancel").hidden && !document.getElementById("run").disabled`)
	check("cancelled")

	// A table: a row for every policy, a film for each, and its file, which is one of ours.
	p.Eval(nil, `((set) => { set("task", "opening", "change"); set("bad", 0, "input");
		set("count-0", 4, "input"); set("count-1", 8, "input"); })((id, value, event) => {
			document.getElementById(id).value = value;
			document.getElementById(id).dispatchEvent(new Event(event, { bubbles: true })); })`)
	p.Eval(nil, `document.activeElement.blur()`)
	p.TabTo(`e.id === "run"`)
	p.Press("Enter", 0)
	p.Wait(`document.querySelectorAll("#films canvas").length === 3 && !document.getElementById("run").disabled`)
	var rows [][]string
	p.Eval(&rows, `[...document.querySelectorAll("#table tbody tr")].map((row) =>
		[row.querySelector("th").firstChild.data, ...[...row.querySelectorAll("td")].map((cell) => cell.textContent)])`)
	for i, name := range []string{"balanced", "plain cloning", "upsampled"} {
		if len(rows) != 3 || rows[i][0] != name || len(rows[i]) != 3 || !strings.Contains(rows[i][1], " of 50, ") ||
			!strings.Contains(rows[i][2], " of 50, ") {
			t.Fatalf("the table has the rows %q", rows)
		}
	}
	p.Wait(`Number(document.getElementById("film-at").value) > 5`) // the films play by themselves
	p.Eval(nil, `document.getElementById("table").scrollIntoView()`)
	check("cloned")
	testAllStarts(t, p, check)
	p.Downloads(dir)
	p.Eval(nil, `document.querySelector('a[download="plain-cloning.policy"]').click()`)
	policy, err := os.ReadFile(arrived(t, filepath.Join(dir, "plain-cloning.policy")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := play.DecodePolicy(policy); err != nil {
		t.Errorf("the file of a row: %v", err)
	}

	// A policy that is dropped plays; of one that is cut short the page says so, and goes on.
	cut := filepath.Join(dir, "cut.policy")
	if err := os.WriteFile(cut, policy[:len(policy)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	p.Drop(filepath.Join(dir, "plain-cloning.policy"))
	const who = `document.getElementById("watch-who").value`
	p.Wait(who + ` === "policy:plain-cloning.policy" && location.hash.includes("plain-cloning.policy")`)
	p.Drop(cut)
	p.Wait(`!` + fault + `.hidden`)
	if said := text("fault"); !strings.HasPrefix(said, "cut.policy: the file is no policy that this page plays: ") {
		t.Errorf("a policy that is cut short: %s", said)
	}
	p.Wait(who + ` === "style:optimal" && !document.getElementById("play").disabled`)
	p.Eval(nil, fault+`.hidden = true; document.activeElement.blur()`)

	// Drive: a key moves the hand, Enter ends the attempt, which is kept, and one that is kept can be downloaded.
	const moved = `/[1-9]/.test(document.getElementById("drive-time").textContent.split(" s;")[0])`
	p.TabTo(`e.id === "drive-pad"`)
	p.Press("a", 300*time.Millisecond)
	p.Wait(moved)
	p.Press("Enter", 0)
	p.Wait(`document.querySelectorAll("#drive-list tr").length === 1 && !document.getElementById("drive-use").hidden`)
	check("driven")
	p.Eval(nil, `document.getElementById("drive-download").click()`)
	driven, err := demos.OpenAny(t.Context(), arrived(t, filepath.Join(dir, "driven-picking.hdf5")))
	if err != nil {
		t.Fatal(err)
	}
	if driven.Episodes() != 1 {
		t.Errorf("%d attempts were downloaded", driven.Episodes())
	}
	driven.Close()

	// What is kept is there when the page is opened again, until it is discarded; if the browser keeps no more, it is
	// in memory, and the page says so.
	const kept = `document.querySelectorAll("#drive-list tr").length === %d`
	p.Wait(`!document.querySelector("#drive-list small")`) // which says that it is in memory alone
	p.Visit(host.URL + "/?again")                          // with the same address the page would not load again
	p.Wait(fmt.Sprintf(kept, 1) + ` && !document.getElementById("drive-use").hidden`)
	if said := text("drive-store"); said != "1 of your attempts are from earlier visits." {
		t.Errorf("of an attempt that was kept: %s", said)
	}
	p.Eval(nil, `document.querySelector("#drive-list button").click(); undefined`)
	p.Visit(host.URL + "/?once-more")
	p.Wait(ready)
	p.Wait(fmt.Sprintf(kept, 0))
	p.Eval(nil, `IDBObjectStore.prototype.add = () => { throw new DOMException("the disk is full"); }; undefined`)
	p.TabTo(`e.id === "drive-pad"`)
	p.Press("a", 300*time.Millisecond)
	p.Wait(moved)
	p.Press("Enter", 0)
	p.Wait(fmt.Sprintf(kept, 1) + ` && document.getElementById("drive-store").textContent !== ""`)
	if said := text("drive-store"); !strings.Contains(said, "does not keep attempts (the disk is full): ") {
		t.Errorf("of an attempt that the browser refuses: %s", said)
	}

	// A dataset, chosen and dropped; labels are clicked with keys.
	recipe, err := demos.ParseRecipe("picking left=1,right=2,right:erratic=1")
	if err != nil {
		t.Fatal(err)
	}
	data, err := demos.Generate(t.Context(), recipe, 1, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, "mine")
	if err := demos.Save(folder, data); err != nil {
		t.Fatal(err)
	}
	p.Choose("look-folder", folder)
	const listed = `document.querySelectorAll("#look-demos li").length === 4`
	p.Wait(listed)
	p.Eval(nil, `document.getElementById("look-list").scrollIntoView()`) // what is in sight is drawn
	p.Wait(`document.querySelectorAll("#look-demos canvas").length > 0`)
	check("chosen")
	p.TabTo(`e.matches("#look-demos button")`)
	p.Press("Enter", 0)
	p.Wait(`!document.getElementById("look-download").disabled`)
	p.Wait(`document.querySelectorAll("#look-demos [aria-pressed=true]").length === 1`)
	p.Size(360, 900, true)
	check("labelled on a phone")
	p.Size(1280, 900, false)

	// What is none of ours is said, and what was open stays.
	broken := filepath.Join(dir, "broken.policy")
	if err := os.WriteFile(broken, []byte("no policy"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.Drop(broken)
	p.Wait(`!document.getElementById("fault").hidden`)
	if said := text("fault"); !strings.Contains(said, "broken.policy: ") {
		t.Errorf("what was dropped: %s", said)
	}
	p.Wait(listed)
	p.Wait(`document.querySelectorAll("#drive-list tr").length === 1`)
	check("with a fault")

	if said := p.Messages(); len(said) > 0 {
		t.Errorf("console: %s", said)
	}
	asked := p.Requests()
	for _, url := range asked {
		if !strings.HasPrefix(url, host.URL+"/") {
			t.Errorf("the page asks for %s", url)
		}
	}
	if len(asked) < 10 {
		t.Errorf("%d requests: the search is broken", len(asked))
	}

	// A worker that dies, which the console is told of, is replaced: what was driven until then is kept, and one can go
	// on.
	p.Eval(nil, `window.workers = new Set();
		const post = Worker.prototype.postMessage;
		Worker.prototype.postMessage = function (...all) { workers.add(this); post.apply(this, all); };
		document.activeElement.blur()`)
	p.TabTo(`e.id === "drive-pad"`)
	p.Press("Enter", 0) // the next start
	p.Wait(`!` + moved)
	p.Press("a", 300*time.Millisecond)
	p.Wait(moved)
	p.Eval(nil, `workers.forEach((w) => w.postMessage({ id: -1, draw: 1, view: {} })) // a picture without pixels`)
	p.Wait(fmt.Sprintf(kept, 2) + ` && !document.getElementById("fault").hidden`)
	if said := text("fault"); !strings.Contains(said, "The computation stopped: ") {
		t.Errorf("of a worker that died: %s", said)
	}
	p.Eval(nil, `document.getElementById("drive-next").click()`)
	p.Wait(`!` + moved)
	p.Press("a", 300*time.Millisecond)
	p.Wait(moved)
}

// All starts of a behaviour play as films that differ, in step; they end as the table and their names say, on a phone
// too; a key opens one in Watch; who wants less motion sees their ends at once. How many pictures a second there are is
// logged.
func testAllStarts(t *testing.T, p *browser.Page, check func(string)) {
	const button = `#table tbody tr:nth-child(2) td:nth-of-type(2) button` // plain cloning, drawer
	const ended = `document.querySelectorAll("#all-films [data-ended=success], #all-films [data-ended=failure]").length`
	p.Eval(nil, `window.drawn = 0; new MutationObserver(() => { window.drawn++; }).observe(
		document.getElementById("all-now"), { childList: true }); undefined`)
	p.TabTo(`e.matches("` + button + `")`)
	p.Press("Enter", 0)
	p.Wait(`Number(document.getElementById("all-at").value) > 0`)
	// Pictures are as different as their sums. The browser warns of canvases that are read, so that copies are.
	const pictures = `[...document.querySelectorAll("#all-films canvas")].map((c) => {
		const copy = new OffscreenCanvas(c.width, c.height).getContext("2d", { willReadFrequently: true });
		copy.drawImage(c, 0, 0);
		return copy.getImageData(0, 0, c.width, c.height).data.reduce((sum, x) => (sum * 31 + x) %% 1000003, 0); })`
	var first, last []int
	p.Eval(&first, pictures)
	var from, to float64
	p.Eval(&from, `window.drawn`)
	began := time.Now()
	p.Wait(ended + ` > 5 && ` + ended + ` < 50`)
	check("all starts")
	p.Wait(ended + ` === 50 && document.getElementById("all-play").textContent === "Play"`)
	p.Eval(&to, `window.drawn`)
	t.Logf("50 films: %.1f pictures of each a second", (to-from)/time.Since(began).Seconds())
	p.Eval(&last, pictures)
	changed := 0
	for i := range last {
		if first[i] != last[i] {
			changed++
		}
	}
	if n := len(slices.Compact(slices.Sorted(slices.Values(last)))); n < 45 || changed < 45 || len(last) != 50 {
		t.Errorf("%d of %d films differ at their ends, and %d have changed", n, len(last), changed)
	}
	var grid struct {
		Table, Count, Now, Name string
		Right                   int
	}
	p.Eval(&grid, `(() => {
		const all = [...document.querySelectorAll("#all-films button")].map((b) => b.getAttribute("aria-label"));
		return { Table: document.querySelector("`+button+`").parentElement.textContent,
			Count: document.getElementById("all-count").textContent,
			Now: document.getElementById("all-now").textContent, Name: all[7],
			Right: all.filter((name) => name.includes(": success after ")).length }; })()`)
	if of := fmt.Sprintf("%d of 50", grid.Right); !strings.Contains(grid.Table, " "+of+", ") ||
		!strings.HasPrefix(grid.Count, of+" succeed, ") || grid.Right == 0 || grid.Right == 50 ||
		!strings.HasSuffix(grid.Now, fmt.Sprintf(": %d succeeded, %d failed, 0 under way", grid.Right, 50-grid.Right)) {
		t.Errorf("the table and the films count %+v", grid)
	}
	p.Scheme("dark")
	p.Size(360, 900, true)
	p.Eval(nil, `document.getElementById("all-title").scrollIntoView()`)
	check("all starts on a phone")
	p.Scheme("light")
	p.Size(1280, 900, false)

	p.TabTo(`e.title.startsWith("start 7: ")`)
	p.Press("Enter", 0)
	p.Wait(`location.hash ===
		"#task=opening&who=policy%%3Acloned%%3A+plain+cloning&behaviour=drawer&start=7&seed=1&step=0" &&
		document.getElementById("watch-start").value === "7" && document.activeElement.id === "play"`)
	p.Wait(`((ended) => ended === "Does not succeed." ? %[1]q.startsWith("start 7: failure after ")
		: "start 7: success" + ended.replace(/Succeeds(.*)\.$/, "$1") === %[1]q)(
		document.getElementById("ended").textContent)`, grid.Name)

	p.Still()
	p.Eval(nil, `document.querySelector("`+strings.Replace(button, "2) b", "1) b", 1)+`").click()`)
	p.Wait(`!document.getElementById("all-play").disabled`)
	var resting bool
	p.Eval(&resting, ended+` === 50 && document.getElementById("all-play").textContent === "Play"`)
	if !resting {
		t.Error("films play for who wants less motion")
	}
	p.Scheme("light")
	p.Eval(nil, `document.getElementById("all-close").click()`)
	p.Wait(`document.getElementById("all").hidden && document.activeElement.textContent === "all 50 starts"`)
}

// arrived waits until a file was downloaded, and returns its path.
func arrived(t *testing.T, path string) string {
	t.Helper()
	for range 600 {
		if _, err := os.Stat(path); err == nil { // the browser gives it its name once it is whole
			return path
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("%s was not downloaded within a minute", filepath.Base(path))
	return ""
}
