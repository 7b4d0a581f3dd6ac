package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
)

// onTerminal returns what work writes to a terminal that is so many columns wide.
func onTerminal(t *testing.T, columns int, work func(terminal *os.File)) string {
	t.Helper()
	ours, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer ours.Close()
	fd := int(ours.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: uint16(columns)}); err != nil {
		t.Fatal(err)
	}
	shown := make(chan string)
	go func() {
		text, _ := io.ReadAll(ours) // ends with an error when nobody has the other end any more
		shown <- string(text)
	}()
	work(theirs)
	theirs.Close()
	return <-shown
}

// escapes match what moves a terminal's cursor or colours its text.
var escapes = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]`)

// tooWide returns lines of a terminal's text that it would break wherever its edge falls, commands left out.
func tooWide(text string, columns int) (lines []string) {
	for line := range strings.FieldsFuncSeq(escapes.ReplaceAllString(text, ""), func(r rune) bool {
		return r == '\r' || r == '\n'
	}) {
		if utf8.RuneCountInString(line) > columns && !strings.HasPrefix(strings.TrimSpace(line), "counterpoise ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// A bar fits a narrow terminal; where no cursor can be moved, or a log is kept, there is none.
func TestProgressOnTerminals(t *testing.T) {
	t.Setenv("CI", "")
	for _, env := range []string{"TERM=xterm", "TERM=dumb", "CI=true"} {
		name, value, _ := strings.Cut(env, "=")
		t.Run(env, func(t *testing.T) {
			t.Setenv("TERM", "xterm")
			t.Setenv(name, value)
			got := onTerminal(t, 60, func(terminal *os.File) {
				run := cli.NewRunProgress(terminal, 200, 0)
				count, end := cli.Counter(terminal, "demonstrations")
				for i := range 200 {
					c := record.Cell{Task: "picking", Recipe: "left=1", Method: "natural"}
					run.Started(c)
					run.Finished(c)
					count(i+1, 200)
				}
				end()
				run.Close()
			})
			if bar := env == "TERM=xterm"; escapes.MatchString(got) != bar || got == "" {
				t.Errorf("cursor moved: %t, want %t:\n%q", !bar, bar, got)
			} else if wide := tooWide(got, 60); bar && len(wide) > 0 {
				t.Errorf("wider than the terminal: %q", wide)
			}
		})
	}
}

// What commands answer, and their errors, fit a narrow terminal: sentences are broken between words, tables between
// columns. No text is coloured.
func TestAnswersFitTerminals(t *testing.T) {
	file := t.TempDir() + "/r.csv"
	var rows strings.Builder
	rows.WriteString("method,seed,task,success\n")
	for i, method := range []string{"act", "dp", "bc"} {
		for seed := range 5 {
			for j, task := range []string{"lift", "can"} {
				fmt.Fprintf(&rows, "%s,%d,%s,%d/20\n", method, seed, task, 5+3*i+2*j+seed%3)
			}
		}
	}
	clitest.WriteScript(t, file, rows.String())
	for _, args := range []string{
		"stats compare " + file, "stats compare --full " + file, "stats rate 9/10 17/20", "list experiments",
		"list styles", "list methods", "list scores", "list policies", "list nothing", "stats anova " + file,
	} {
		got := onTerminal(t, 60, func(terminal *os.File) {
			p := cli.Program{Name: "counterpoise", Out: terminal, Err: terminal}
			p.Main(strings.Fields(args))
		})
		if escapes.MatchString(got) || got == "" {
			t.Errorf("%s: %q", args, got)
		}
		for _, line := range tooWide(strings.ReplaceAll(got, file, "r.csv"), 60) {
			t.Errorf("%s: %d columns: %s", args, utf8.RuneCountInString(line), line)
		}
	}
}
