package advise

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/scenes/demos"
)

// pageData is what the script of a page reads.
func pageData(t *testing.T, path string) (data struct {
	Order, Numbers []int
	Marks, Words   []string
	Column         string
}) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?s)id="data">(.*?)</script>`).FindSubmatch(text)
	if found == nil || json.Unmarshal(found[1], &data) != nil {
		t.Fatalf("%s has no data", path)
	}
	return data
}

// From the page to the end of the loop: advise writes it, its first demonstrations are the erratic ones, and the
// labels.csv that it downloads is taken by advise, weigh --known and demos filter, and marks a second page.
func TestTriageRoundTrip(t *testing.T) {
	path, dir := madeOf(t, "picking left=12,left:erratic=4", 1), t.TempDir()
	page, labels := filepath.Join(dir, "new", "page.html"), filepath.Join(dir, "labels.csv")
	if code, stdout, stderr, _ := clitest.Invoke("advise", path, "--page", page); code != 0 ||
		!strings.Contains(stderr, "page in "+page) || strings.Contains(stdout, page) {
		t.Fatal(code, stdout, stderr)
	}
	data := pageData(t, page)
	rows := "episode," + data.Column + "\n"
	for place, i := range data.Order {
		if (i >= 12) != (place < 4) {
			t.Errorf("demonstration %d stands at %d", i, place)
		}
		switch {
		case place < 2:
			rows += fmt.Sprintf("%d,bad\n", data.Numbers[i])
		case place == 2:
			rows += fmt.Sprintf("%d,unsure\n", data.Numbers[i])
		case place > 12:
			rows += fmt.Sprintf("%d,good\n", data.Numbers[i])
		}
	}
	if err := os.WriteFile(labels, []byte(rows), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		command []string
		said    string
	}{
		{[]string{"advise", path, "--labels", labels}, "4 of 16 demonstrations failed or are marked bad: leave them " +
			"out.\n  known from label success, of 16 of 16, and label quality, of 5 of 16"},
		{[]string{"weigh", path, "--labels", labels, "--known", "quality=good", "--out", filepath.Join(dir, "w"),
			"--page", page}, "left       16              3"},
		{[]string{"demos", "filter", path, filepath.Join(dir, "kept"), "--labels", labels, "--drop", "quality=bad"},
			"14 of 16 demonstrations, 2 left out"},
	} {
		if code, stdout, stderr, _ := clitest.Invoke(c.command...); code != 0 || !strings.Contains(stdout, c.said) {
			t.Errorf("%s: exit code %d, lacks %q: %s%s", c.command, code, c.said, stdout, stderr)
		}
	}
	count := map[string]int{}
	for _, mark := range pageData(t, page).Marks {
		count[mark]++
	}
	if count["good"] != 3 || count["bad"] != 2 || count["unsure"] != 1 {
		t.Errorf("the second page has the judgements %v", count)
	}
}

// Every format has a page, and several datasets have one page, whose rows name the dataset.
func TestTriageFormats(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for _, format := range demos.Formats.Names() {
		path := filepath.Join(dir, format)
		if format == "robomimic" {
			path += ".hdf5"
		}
		clitest.SmallDatasetOf(t, format, path, "left", "right")
		page := filepath.Join(dir, format+".html")
		if code, _, stderr, _ := clitest.Invoke("advise", path, "--page", page); code != 0 {
			t.Errorf("%s: exit code %d: %s", format, code, stderr)
			continue
		}
		if data := pageData(t, page); len(data.Order) != 6 {
			t.Errorf("%s: a page of %d", format, len(data.Order))
		}
		paths = append(paths, path)
	}
	page := filepath.Join(dir, "two.html")
	if code, _, stderr, _ := clitest.Invoke("advise", paths[0], paths[1], "--page", page); code != 0 {
		t.Fatal(stderr)
	}
	text, err := os.ReadFile(page)
	if err != nil || !strings.Contains(string(text), `"datasets":["calvin","calvin"`) {
		t.Errorf("the rows name no dataset: %v", err)
	}
}

// A page ranks by any one score, the lowest first.
func TestTriageByScore(t *testing.T) {
	dir := t.TempDir()
	path, page, scores := filepath.Join(dir, "d"), filepath.Join(dir, "p.html"), filepath.Join(dir, "mine.csv")
	clitest.SmallDatasetOf(t, "lerobot", path, "left", "right")
	clitest.WriteScript(t, scores, "episode,score\n0,5\n1,5\n2,4\n3,4\n4,1\n5,6\n")
	args := []string{"weigh", path, "--score", "file:" + scores, "--out", filepath.Join(dir, "w"), "--page", page}
	if code, _, stderr, _ := clitest.Invoke(args...); code != 0 {
		t.Fatal(stderr)
	}
	if data := pageData(t, page); data.Order[0] != 4 || data.Words[0] != "has a low score of mine" {
		t.Errorf("order %v, words %q", data.Order, data.Words)
	}
}

// What cannot be is said before the work.
func TestTriageRefuses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "d")
	clitest.SmallDatasetOf(t, "lerobot", path, "left", "right")
	for _, c := range []struct {
		command []string
		said    string
	}{
		{[]string{"weigh", path, "--page", "p.html"}, "--page goes with --known, or with one --score"},
		{[]string{"weigh", path, "--score", "jerk,length", "--page", "p.html"}, "with one --score"},
		{[]string{"weigh", path, "--known", "0,9", "--page", "p.html"}, "names demonstration 9, and there are 6"},
		{[]string{"advise", path, "--page", dir}, "--page names a file, and " + dir + " is a folder"},
		{[]string{"advise", path, "--page", filepath.Join(path, "p.html")}, "lies in the dataset"},
		{[]string{"weigh", path, "--known", "0,1", "--page", filepath.Join(path, "p.html")}, "lies in the dataset"},
	} {
		if code, _, stderr, _ := clitest.Invoke(c.command...); code != 2 || !strings.Contains(stderr, c.said) {
			t.Errorf("%s: exit code %d: %s", c.command, code, stderr)
		}
	}
}
