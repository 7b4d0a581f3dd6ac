package advise

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
)

// Found skills are said to be found, stand in a file that --labels takes, and are shown on the page. They are never
// used unasked, and not beside skills that the user names.
func TestAdviseFindsSkills(t *testing.T) {
	data, dir := madeOf(t, "opening drawer=8+4 erratic,slider=8", 1), t.TempDir()
	file, page := filepath.Join(dir, "skills.csv"), filepath.Join(dir, "page.html")
	code, stdout, stderr, _ := clitest.Invoke("advise", data, "--seeds", "1", "--find-skills", file, "--page", page)
	if code != 0 || !strings.Contains(stdout, "\nskills    found, not labelled: 2 groups of 8 and 12 demonstrations, "+
		"by what was moved and where things end;") ||
		!strings.Contains(stdout, "Skills are balanced: 8 usable demonstrations") {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	text, err := os.ReadFile(file)
	rows := strings.Fields(strings.ReplaceAll(string(text), "found ", ""))
	if err != nil || len(rows) != 21 || rows[0] != "episode,found_skill" {
		t.Fatalf("%v: %s", err, text)
	}
	for e, row := range rows[1:] { // by behaviour: the drawer's erratic ones move nothing
		behaviour := labelsIn(t, data, "behaviour")
		if want := map[bool]string{true: ",1", false: ",2"}[e < behaviour["slider"]]; !strings.HasSuffix(row, want) {
			t.Errorf("%s, want %s", row, want)
		}
	}
	shown, err := os.ReadFile(page)
	if err != nil || !strings.Contains(string(shown), `<span class="skill">found 2</span>`) {
		t.Errorf("%v: the page shows no skills", err)
	}
	code, again, stderr, _ := clitest.Invoke("advise", data, "--seeds", "1", "--labels", file, "--by", foundSkill)
	if code != 0 || !strings.Contains(again, "Skills are balanced: 8 usable demonstrations") ||
		strings.Contains(again, "found,") {
		t.Errorf("exit code %d: %s%s", code, again, stderr)
	}
	one := madeOf(t, "opening drawer=8", 2)
	code, stdout, stderr, _ = clitest.Invoke("advise", one, "--seeds", "1", "--find-skills", file)
	if code != 0 || !strings.Contains(stdout, "\nskills    found, not labelled: one skill, as nothing shows ") ||
		!strings.Contains(stdout, "\nOne skill was found, so none is scarce.\n") ||
		strings.Contains(stdout, "look at") && !strings.Contains(stdout, "unlike the others") {
		t.Errorf("of one skill: exit code %d: %s%s", code, stdout, stderr)
	}
	for _, flag := range []string{"--by", "--labels"} {
		if code, _, stderr, _ := clitest.Invoke("advise", data, "--find-skills", file, flag, "task"); code != 2 ||
			!strings.Contains(stderr, "takes the place of --by and --labels") {
			t.Errorf("%s: exit code %d: %s", flag, code, stderr)
		}
	}
}
