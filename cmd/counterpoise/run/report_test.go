package run

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"counterpoise/bench"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/golden"
)

// A run ends with a page that shows rollouts; the second time nothing is trained again but what went otherwise.
func TestRunEndsWithAReport(t *testing.T) {
	dir := t.TempDir()
	args := []string{"run", "E1", "--trials", "4", "--rollouts", "10", "--out", dir}
	code, stdout, stderr, played := clitest.Filmed(args...)
	if code != 0 || played == 0 || !strings.Contains(stdout, "report   "+filepath.Join(dir, "report.html")) {
		t.Fatalf("exit code %d, %d policies trained again:\n%s%s", code, played, stdout, stderr)
	}
	first := clitest.Contents(t, filepath.Join(dir, "report.html"))
	if n := strings.Count(first, "data:image/gif"); n != 10 {
		t.Errorf("%d films, want a success and a failure of five behaviours", n)
	}
	if n := strings.Count(first, "otherwise than recorded"); n != 2 {
		t.Errorf("%d films are said to go otherwise than recorded, want the 2 of one behaviour", n)
	}
	if code, _, _, _ := clitest.Filmed(args...); code != 0 ||
		clitest.Contents(t, filepath.Join(dir, "report.html")) != first {
		t.Error("the same command wrote another page")
	}
	if _, _, _, played := clitest.Filmed(append(args, "--films=false")...); played > 0 ||
		strings.Contains(clitest.Contents(t, filepath.Join(dir, "report.html")), "data:image") {
		t.Error("--films=false made films")
	}
	films, _ := filepath.Glob(filepath.Join(dir, "films", "*"))
	if len(films) != 16 {
		t.Errorf("%d films are kept, want GIF and PNG of the 8 that went as recorded: %q", len(films), films)
	}
	for _, f := range films {
		data := []byte(clitest.Contents(t, f))
		if strings.HasSuffix(f, ".gif") {
			if g, err := gif.DecodeAll(bytes.NewReader(data)); err != nil || len(g.Image) < 2 {
				t.Errorf("%s: %v", f, err)
			}
		} else if _, err := png.Decode(bytes.NewReader(data)); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}

// A run whose films fail has done its work: the page says what is missing.
func TestReportWithoutFilms(t *testing.T) {
	dir := t.TempDir()
	fake := clitest.ReplayingRunner{
		FakeCellRunner: clitest.FakeCellRunner{Made: new(atomic.Int32)}, Played: new(atomic.Int32), Broken: true,
	}
	code, stdout, stderr, _ := clitest.InvokeFilmed(fake, "run", "E1", "--trials", "3", "--rollouts", "10", "--out",
		dir)
	if code != 0 || !strings.Contains(stdout, "report   ") ||
		!strings.Contains(stderr, "can't be shown: no renderer") {
		t.Errorf("exit code %d:\n%s%s", code, stdout, stderr)
	}
	if page := clitest.Contents(t, filepath.Join(dir, "report.html")); !strings.Contains(page, "shown: no renderer") ||
		strings.Contains(page, "data:image") {
		t.Error("the page does not say that films are missing, or shows some")
	}
}

// report writes page, figures and tables of a folder, the same bytes each time, and nothing but records is needed.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	clitest.FiveTrials(t, dir)
	os.Remove(filepath.Join(dir, "report.html"))
	code, stdout, stderr, _ := clitest.Invoke("report", dir)
	if code != 0 || stderr != "" || !strings.HasPrefix(stdout, "report   "+dir) {
		t.Fatalf("exit code %d:\n%s%s", code, stdout, stderr)
	}
	var files []string
	bytesOf := map[string]string{}
	filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(dir, path)
			files = append(files, filepath.ToSlash(name))
			bytesOf[path] = clitest.Contents(t, path)
		}
		return err
	})
	golden.Check(t, reportFiles, strings.Join(files, "\n")+"\n")
	clitest.Invoke("report", dir)
	for path, before := range bytesOf {
		if clitest.Contents(t, path) != before {
			t.Errorf("%s changed when the report was made again", path)
		}
	}
	recomputes(t, dir, bytesOf[filepath.Join(dir, "report.html")])
}

// recomputes follows the commands that the page names: the tests come out as printed there.
func recomputes(t *testing.T, dir, page string) {
	command := regexp.MustCompile(`counterpoise stats ttest &#39;(.*?)&#39; --columns &#39;(.*?)&#39;`)
	commands := command.FindAllStringSubmatch(page, -1)
	if len(commands) != 5 {
		t.Fatalf("%d commands that test again, want 5", len(commands))
	}
	var findings [][]string
	for _, task := range []string{"picking", "opening"} {
		text := clitest.Contents(t, filepath.Join(dir, "tables", "e1-"+task+"-findings.csv"))
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if findings != nil {
			rows = rows[1:] // the head is the same
		}
		findings = append(findings, rows...)
	}
	for i, c := range commands {
		v := clitest.Answered(t, "ttest", c[1], "--columns", c[2])
		for j, name := range findings[0] {
			if name == "t" || name == "p" {
				if got, want := fmt.Sprint(v[name]), findings[i+1][j]; got != want {
					t.Errorf("%s: %s = %s, the report has %s", c[0], name, got, want)
				}
			}
		}
	}
}

// The page needs nothing: no script, no address but those that hold their data.
func TestReportNeedsNothing(t *testing.T) {
	dir := t.TempDir()
	if code, _, stderr, _ := clitest.Filmed("run", "E1", "--trials", "3", "--rollouts", "10", "--out", dir); code != 0 {
		t.Fatal(stderr)
	}
	page := clitest.Contents(t, filepath.Join(dir, "report.html"))
	address := regexp.MustCompile(`(?:src|href|srcset|action|data|poster)="([^"]*)"`)
	for _, m := range address.FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(m[1], "data:") && !strings.HasPrefix(m[1], "#") {
			t.Errorf("the page asks for %.80s", m[1])
		}
	}
	page = regexp.MustCompile(`data:image/[^"]*`).ReplaceAllString(page, "")
	for _, bad := range []string{"<script", "<link", "@import", "url(", "<iframe", "NaN", "ZgotmplZ"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	for _, m := range regexp.MustCompile(`<(img|svg)\b[^>]*>`).FindAllString(page, -1) {
		if !regexp.MustCompile(`(alt|aria-label)="[^"]{20,}"`).MatchString(m) {
			t.Errorf("no description in %.120s", m)
		}
	}
}

func TestReportMistakes(t *testing.T) {
	empty := t.TempDir()
	file := clitest.Saved(t, t.TempDir(), "records.jsonl", "")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"report"}, 2, "report needs one folder of records"},
		{[]string{"report", empty}, 1, empty +
			" holds no records (records.jsonl): make some with counterpoise run quick --out " + empty},
		{[]string{"report", filepath.Join(empty, "none")}, 1, "holds no records"},
		{[]string{"report", file}, 1, file + " is a file; give the folder of its records"},
		{[]string{"compare"}, 2, "compare needs two folders"},
		{[]string{"compare", empty}, 1, "holds no records"},
		{[]string{"compare", empty, empty}, 1, "holds no records"},
		{[]string{"compare", empty, empty, "--format", "json"}, 2,
			`--format does not take "json"; there is csv, html, latex, markdown, text`},
	} {
		code, stdout, stderr, _ := clitest.Invoke(c.args...)
		if code != c.code || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: exit code %d, want %d: %s%s want %s", c.args, code, c.code, stdout, stderr, c.want)
		}
	}
	if entries, _ := os.ReadDir(empty); len(entries) > 0 {
		t.Error("looking at a folder without records left something in it")
	}
}

// A damaged line is named on the page and left where it is.
func TestReportNamesDamage(t *testing.T) {
	dir := t.TempDir()
	clitest.FiveTrials(t, dir)
	path := filepath.Join(dir, "records.jsonl")
	damaged := strings.Replace(clitest.Contents(t, path), "natural", "natUral", 1)
	os.WriteFile(path, []byte(damaged), 0o644)
	code, _, stderr, _ := clitest.Invoke("report", dir)
	page := clitest.Contents(t, filepath.Join(dir, "report.html"))
	if code != 0 || !strings.Contains(stderr, ":1: damaged line") || !strings.Contains(page, ":1: damaged line") ||
		!strings.Contains(page, "1 of 15 cells without a record") {
		t.Errorf("exit code %d, standard error %s", code, stderr)
	}
	if clitest.Contents(t, path) != damaged {
		t.Error("the report changed the records")
	}
}

// compare, word for word: the same seed pairs trials, another one doesn't.
func TestCompare(t *testing.T) {
	dir := t.TempDir()
	a, b, c, d := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "c"), filepath.Join(dir, "d")
	clitest.FiveTrials(t, a, "--steps", "400")
	clitest.FiveTrials(t, b, "--steps", "700")
	clitest.FiveTrials(t, c, "--steps", "400", "--seed", "2", "--trials", "4")
	clitest.FiveTrials(t, d, "--steps", "400")
	for _, x := range []struct {
		name string
		args []string
	}{{"paired", []string{a, b}}, {"independent", []string{a, c}}, {"same", []string{a, d}}} {
		for _, format := range []string{"text", "csv"} {
			code, stdout, stderr, _ := clitest.Invoke("compare", x.args[0], x.args[1], "--format", format)
			if code != 0 || stderr != "" {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			golden.Check(t, filepath.Join("compare", x.name+"."+format),
				strings.ReplaceAll(stdout, "version "+bench.Version, "version V"))
		}
	}
	clitest.FiveTrials(t, b, "--steps", "800")
	if code, _, stderr, _ := clitest.Invoke("compare", a, b); code != 1 ||
		!strings.Contains(stderr, "holds runs of 2 settings") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
