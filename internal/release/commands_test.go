package main

import (
	"bufio"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table of commands into docs/install.md")

// binaryVariable names the program that TestCommandsWithoutAClone runs. Without it the test, which takes minutes, is
// skipped.
const binaryVariable = "COUNTERPOISE_BINARY"

// page has the table of commands.
var page = filepath.Join("..", "..", "docs", "install.md")

// trials are command lines, one for each command at least, in an order in which each finds what it reads. What a
// command reads is made by those before it, or by files below.
var trials = []string{
	"version", "help", "doctor", "dev sbom", "dev freeze", "list experiments", "list styles",
	"demos generate picking left=3,middle=3,right=3 --format lerobot --out data",
	"demos generate picking left=3,middle=3,right=3 --out ours",
	"demos inspect data", "demos list data", "demos filter data kept --where behaviour=left",
	"demos convert data set.hdf5 --format robomimic", "demos play data", "demos replay ours",
	"demos pools E1 --trials 1 --out pools",
	"advise data --out advised", "weigh data --method equal --seeds 1 --steps 10 --out weights",
	"train ours --steps 5 --device go --out policy",
	"try ours --known 0 --seeds 2 --rollouts 1 --steps 2 --device go --out try",
	"eval policy --task picking --rollouts 1 --out a.json",
	"eval --remote ADDRESS --task picking --rollouts 1 --out b.json", "compare a.json b.json",
	"export policy --out policy.onnx", "trace picking left", "render picking --behaviour left --out film.gif",
	"view picking",
	"dev cell task=picking recipe=left=1,middle=1,right=1 groups=behaviour method=natural policy=state trial=0 " +
		"rollouts=2 steps=4 seed=1 --device go --out cell",
	"run E1 --trials 2 --rollouts 1 --steps 2 --chance=false --films=false --device go --out run",
	"report run --films=false", "claims run",
	"submit-check run --remake 1 --device go", "dev compress run", "slurm E1 --dry",
	"arena pools season --season 5", "arena seed two.csv --commit 0123456789abcdef0123456789abcdef01234567",
	"dev agreement --recipes 1 --draws 2", "dev regret regret --recipes 1 --draws 2 --decide",
	"dev encoder --steps 1 --device go --out encoder.bin",
	"dev selftest --jobs stats", "cache", "cache clean", "simulate",
	"stats test ttest two.csv", "stats test wilcoxon two.csv", "stats test mannwhitney two.csv",
	"stats test bayes two.csv",
	"stats test equivalence two.csv --margin 0.3", "stats test anova three.csv", "stats test friedman three.csv",
	"stats test pairwise three.csv", "stats test bootstrap three.csv", "stats power --dz 0.5",
	"stats plan rollouts.csv --difference 0.2", "stats compare rollouts.csv", "stats check rollouts.csv",
	"stats test mixed rollouts.csv",
	"stats test aggregates rollouts.csv", "stats rate 9/10", "stats claim 198/300 29/50",
	"stats watch watch.csv", "play --out page", "docs",
}

// lacking are the trials that say what they lack.
var lacking = []string{"view picking", "docs"}

// untried are commands that the test does not run, with the reason.
var untried = map[string]string{"audit": "not tried: it takes minutes", "plugin": "downloads 200 MB with pip",
	"arena score": "not tried: it takes minutes", "dev known": "not tried: it takes minutes",
	"dev gallery":   "reads committed results, which stand in a clone",
	"dev elsewhere": "reads what bench/elsewhere.sh has made in hours",
	"demos collect": "needs a Python with an environment and the package of this program"}

// inputs are the files that the trials read and nobody makes.
func inputs() map[string]string {
	rollouts := "method,seed,task,episode,success\n"
	for i := range 48 {
		rollouts += fmt.Sprintf("%c,%d,lift,%d,%d\n", 'a'+i%2, i/2%4, i/8, i*i*7/5%2)
	}
	return map[string]string{
		"two.csv":   "a,b\n.5,.7\n.4,.6\n.45,.75\n.6,.62\n",
		"three.csv": "a,b,c\n.5,.7,.6\n.4,.6,.7\n.45,.75,.5\n.6,.62,.7\n", "rollouts.csv": rollouts,
		"watch.csv": "new,old\n1,0\n1,1\n0,0\n1,0\n",
	}
}

// Every command of a release does its work in a folder that is no clone, without Go and Python on the PATH, or says
// what it lacks; docs/install.md has what it did.
func TestCommandsWithoutAClone(t *testing.T) {
	program := os.Getenv(binaryVariable)
	if program == "" {
		t.Skipf("%s names no program; docs/install.md says how to run this", binaryVariable)
	}
	dir := t.TempDir()
	for name, text := range inputs() {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	command := func(line string) *exec.Cmd {
		cmd := exec.Command(program, strings.Fields(line)...)
		if rest, ok := strings.CutPrefix(line, "dev cell "); ok { // a cell's name is one argument
			name, flags, _ := strings.Cut(rest, " --")
			cmd.Args = append([]string{program, "dev", "cell", name}, strings.Fields("--"+flags)...)
		}
		cmd.Dir = dir
		cmd.Env = []string{"HOME=" + dir, "PATH=" + dir, "COUNTERPOISE_CACHE=" + filepath.Join(dir, "cache")}
		return cmd
	}
	var table strings.Builder
	table.WriteString("| command | tried | without a clone |\n|:--|:--|:--|\n")
	row := func(line, did string) {
		name := commandName(line)
		fmt.Fprintf(&table, "| `%s` | `%s` | %s |\n", name, line, did)
	}
	address := ""
	for _, line := range trials {
		if strings.Contains(line, "ADDRESS") {
			address = serveUntilTheEnd(t, command("serve policy --listen 127.0.0.1:0"))
			row("serve policy --listen 127.0.0.1:0", "works")
		}
		out, err := command(strings.ReplaceAll(line, "ADDRESS", address)).CombinedOutput()
		switch lines := strings.Split(strings.TrimSpace(string(out)), "\n"); {
		case err == nil:
			row(line, "works")
		case slices.Contains(lacking, line):
			row(line, "says that "+strings.TrimPrefix(lines[len(lines)-1], "counterpoise: "))
		default:
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
	tried := append(slices.Clone(trials), "serve")
	for _, name := range slices.Sorted(maps.Keys(untried)) {
		fmt.Fprintf(&table, "| `%s` | | %s |\n", name, untried[name])
		tried = append(tried, name)
	}
	for _, name := range leaves(t, program, "") {
		if !slices.ContainsFunc(tried, func(line string) bool { return commandName(line) == name }) {
			t.Errorf("%s has no line in trials", name)
		}
	}
	compareTable(t, table.String())
}

// commandName is the name of the command of a line, such as "stats ttest".
func commandName(line string) string {
	words := strings.Fields(line)
	if len(words) > 2 && words[0] == "stats" && words[1] == "test" {
		return strings.Join(words[:3], " ")
	}
	if n := map[string]int{"arena": 2, "demos": 2, "dev": 2, "stats": 2}[words[0]]; n > 0 && len(words) > 1 {
		return strings.Join(words[:n], " ")
	}
	if line == "cache clean" {
		return line
	}
	return words[0]
}

// serveUntilTheEnd starts a server, which the end of the test stops, and returns its address.
func serveUntilTheEnd(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	for s := bufio.NewScanner(out); s.Scan(); {
		if at := regexp.MustCompile(`ws://[0-9.:]+`).FindString(s.Text()); at != "" {
			return at
		}
	}
	t.Fatal("the server names no address")
	return ""
}

// leaves are the commands of a program that do something, by its help.
func leaves(t *testing.T, program, command string) (all []string) {
	t.Helper()
	out, err := exec.Command(program, append(strings.Fields(command), "--help")...).Output()
	if err != nil {
		t.Fatal(err)
	}
	_, list, found := strings.Cut(string(out), "Available Commands:\n")
	if !found || command == "cache" {
		all = append(all, command)
	}
	list, _, _ = strings.Cut(list, "\n\n")
	for line := range strings.Lines(list) {
		all = append(all, leaves(t, program, strings.TrimSpace(command+" "+strings.Fields(line)[0]))...)
	}
	return all
}

// compareTable compares the table of the page with one, or writes it.
func compareTable(t *testing.T, table string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile(`(?s)(<!-- generated: commands;[^\n]*-->\n).*(<!-- end of commands -->)`)
	if !block.MatchString(string(text)) {
		t.Fatalf("%s has no table of commands between its marks", page)
	}
	want := block.ReplaceAllString(string(text), "${1}"+strings.ReplaceAll(table, "$", "$$")+"${2}")
	if want == string(text) {
		return
	}
	if !*update {
		t.Errorf("%s has another table than\n%s", page, table)
	} else if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}
