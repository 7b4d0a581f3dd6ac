//go:build !nostudy

package run

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/faults"
)

// claims reads records of folders, several together, and says the same in each format.
func TestClaims(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	clitest.Shelved(t, one, "E1", clitest.Brief(4))
	clitest.Shelved(t, two, "E3", clitest.Brief(3))
	code, stdout, stderr, made := clitest.Invoke("claims", one, two)
	if code != 0 || stderr != "" || made > 0 {
		t.Fatalf("exit code %d, %d policies made: %s", code, made, stderr)
	}
	for i := range 46 {
		id := fmt.Sprintf(`(?m)^(C\d\d, |C\d\d and )*C%02d(, C\d\d| and C\d\d)* [a-z]`, i+1)
		if n := len(regexp.MustCompile(id).FindAllString(stdout, -1)); n != 1 {
			t.Errorf("%d answers to claim %d", n, i+1)
		}
	}
	for _, want := range []string{
		"\nOf 46 claims, of which 4 repeat ", "\nC01 ", "\nC14, C15 and C16 not testable: too few records of E4 ",
		"\nC46 replicated: ",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}

	_, text, _, _ := clitest.Invoke("claims", one, two, "--format", "csv")
	table, _, _ := strings.Cut(text, "\n\n")
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil || len(rows) != 47 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	_, text, _, _ = clitest.Invoke("claims", one, two, "--format", "json")
	var all []struct {
		Claims []struct {
			ID, Verdict, Why string
			Tests            []struct{ N int }
		}
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil || len(all) != 1 || len(all[0].Claims) != 46 {
		t.Fatalf("%v: %d tables", err, len(all))
	}
	for i, c := range all[0].Claims {
		if row := rows[i+1]; row[0] != c.ID || !strings.Contains(strings.Join(row, "|"), "|"+c.Verdict+"|"+c.Why+"|") {
			t.Errorf("JSON has %+v, CSV %q", c, row)
		}
	}
	if n := all[0].Claims[0].Tests[0].N; n != 4 {
		t.Errorf("C01 rests on %d trials, want 4", n)
	}
	if _, text, _, _ = clitest.Invoke("claims", one, two, "--format", "json", "--trials", "2"); !strings.Contains(text,
		`"n": 2`) ||
		strings.Contains(text, `"n": 4`) {
		t.Error("--trials 2 counts others")
	}
}

// Each seed has a table of its own unless one is asked for, and a file holds what would be printed.
func TestClaimsApart(t *testing.T) {
	dir := t.TempDir()
	clitest.Shelved(t, dir, "E1", clitest.Brief(2))
	clitest.Shelved(t, dir, "E1", func(s *record.Size) { clitest.Brief(3)(s); s.Seed = 2 })
	_, both, _, _ := clitest.Invoke("claims", dir, "--format", "markdown")
	_, second, _, _ := clitest.Invoke("claims", dir, "--format", "markdown", "--seed", "2", "--policy", "state")
	if strings.Count(both, "## Claims") != 2 || strings.Count(second, "## Claims") != 1 ||
		!strings.Contains(second, "up to 3 trials") {
		t.Errorf("%d tables, then %d", strings.Count(both, "## Claims"), strings.Count(second, "## Claims"))
	}
	file := filepath.Join(dir, "claims.md")
	code, stdout, stderr, _ := clitest.Invoke("claims", dir, "--format", "markdown", "--out", file)
	if code != 0 || stdout != "claims   "+file+"\n" || clitest.Contents(t, file) != both {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

func TestClaimsMistakes(t *testing.T) {
	empty, full := t.TempDir(), t.TempDir()
	clitest.Shelved(t, full, "E1", clitest.Brief(1))
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"claims"}, 2, "results/confirm has the committed ones"},
		{[]string{"claims", empty}, 1, empty + " holds no records"},
		{[]string{"claims", full, "--format", "jsn"}, 2, `--format does not take "jsn"; did you mean "json"?`},
		{[]string{"claims", full, "--trials=-1"}, 2, "--trials must be 1 or more, not -1"},
		{[]string{"claims", full, "--trials=0"}, 2, "--trials must be 1 or more, not 0"},
		{[]string{"claims", full, "--policy", "vision"}, 1, "none of 47 records in " + full + " counts"},
		{[]string{"claims", full, "--out", filepath.Join(full, "no", "file")}, 1, "can't write the claims"},
		{[]string{"claims", full, "--out", full}, 2, "--out names a file, and " + full + " is a folder"},
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

// The document says which command makes it again: the folders and what selects records, not the form.
func TestClaimsCommand(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "two words")
	clitest.FiveTrials(t, dir)
	code, stdout, stderr, _ := clitest.Invoke("claims", dir, "--oracle", "calvin", "--format", "markdown")
	want := "Again: counterpoise claims '" + dir + "' --oracle calvin\n"
	if code != 0 || !strings.Contains(stdout, want) {
		t.Errorf("exit code %d: %s\nlacks %s", code, stderr, want)
	}
}

// Printed commands, to make missing records and to print the claims again, have the name that the program was called
// by; those of a file and of other formats are the same whatever it is.
func TestClaimsNameTheProgram(t *testing.T) {
	dir := t.TempDir()
	clitest.Shelved(t, dir, "E1", clitest.Brief(2))
	run := func(more ...string) string {
		var out, errs bytes.Buffer
		p := of(cli.Program{Name: "./counterpoise", Out: &out, Err: &errs})
		if code := p.Main(append([]string{"claims", dir}, more...)); code != 0 {
			t.Fatalf("exit code %d: %s", code, errs.String())
		}
		return out.String()
	}
	file := filepath.Join(dir, "claims.txt")
	run("--out", file)
	for name, text := range map[string]string{
		"./counterpoise": run(), "counterpoise": clitest.Contents(t, file) + run("--format", "markdown"),
	} {
		for _, words := range []string{"make them with ", "Again: "} {
			if n := strings.Count(text, words); n == 0 || strings.Count(text, words+name+" ") != n {
				t.Errorf("want %s%s in all of\n%s", words, name, text)
			}
		}
	}
}

// A file of claims is whole, old or new, whatever fails.
func TestClaimsUnderFaults(t *testing.T) {
	records := t.TempDir()
	clitest.Shelved(t, records, "quick", clitest.Brief(1))
	faults.Check(t, faults.Writer{Write: func(dir string) error {
		out := filepath.Join(dir, "claims.md")
		if code, _, stderr, _ := clitest.Invoke("claims", records, "--format", "markdown", "--out", out); code != 0 {
			return errors.New(stderr)
		}
		return nil
	}})
}

func TestClaimsOfAFile(t *testing.T) {
	file := clitest.Saved(t, t.TempDir(), "records.jsonl", "")
	code, stdout, stderr, _ := clitest.Invoke("claims", file)
	if code != 1 || stdout != "" || !strings.Contains(stderr, file+" is a file; give the folder of its records") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}
