package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/artifact"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// hostileFixtures are paths of files and folders whose every label, name and note from outside is hostile. Their own
// names are hostile, too.
type hostileFixtures struct {
	dir     string // of new files
	table   string // of numbers, with the names of hostile
	pair    string // the first two columns
	long    string // rollouts in long form
	labels  string // labels of episodes
	data    string // a dataset
	records string // two folders of records
	other   string
	policy  string // a policy trained on a task of a hostile name
}

// fresh returns a path for a new file or folder, whose name is hostile.
func (f hostileFixtures) fresh(n int, extension string) string {
	return filepath.Join(f.dir, fmt.Sprintf("new%d <script>alert(1)%s", n, extension))
}

// hostileLines are command lines, for each command, with hostile labels in all that the command reads. Those with the
// flag --format are repeated in all of its formats. A command that reads nothing and prints no argument has a line too.
var hostileLines = map[string]func(f hostileFixtures) [][]string{
	"": func(hostileFixtures) [][]string { return [][]string{{}, {"no\x1b[2J"}} },
	"advise": func(f hostileFixtures) [][]string {
		return [][]string{{f.data, "--by", "style", "--method", "natural", "--seeds", "1", "--format", "html"},
			{f.data, "--by", "\x1b[2J", "--format", "text"}, {f.table, "--format", "text"}}
	},
	"audit":       func(f hostileFixtures) [][]string { return [][]string{{"\x1b[2J"}} },
	"cache":       func(hostileFixtures) [][]string { return [][]string{{}, {"--json"}} },
	"cache clean": func(hostileFixtures) [][]string { return [][]string{{"--all", "--dry-run"}, {"--all"}} },
	"dev cell": func(f hostileFixtures) [][]string {
		return [][]string{{"task=pick\x1b[2J"}, {"0123\x1b[2J", "--out", f.fresh(1, "")}}
	},
	"compare": func(f hostileFixtures) [][]string { return [][]string{{f.records, f.other}} },
	"dev":     func(hostileFixtures) [][]string { return [][]string{{}, {"\x1b[2J"}} },
	"arena":   func(hostileFixtures) [][]string { return [][]string{{}, {"\x1b[2J"}} },
	"arena pools": func(f hostileFixtures) [][]string {
		return [][]string{{f.fresh(40, ""), "--format", "\x1b[2J"}, {f.fresh(41, ""), "--season", "\x1b[2J"}}
	},
	"arena score": func(f hostileFixtures) [][]string {
		return [][]string{{f.fresh(42, ""), "\x1b[2J.csv"}, {"\x1b[2J"}}
	},
	"arena seed": func(hostileFixtures) [][]string {
		return [][]string{{"\x1b[2J"}, {"\x1b[2J", "--commit", strings.Repeat("a", 40)}, {"a", "--commit", "\x1b[2J"}}
	},
	"dev known": func(f hostileFixtures) [][]string {
		return [][]string{{f.fresh(43, ""), "--pools", "0"}, {f.fresh(43, ""), "--draws", "\x1b[2J"}}
	},
	"dev regret": func(f hostileFixtures) [][]string {
		return [][]string{{f.fresh(44, ""), "--recipes", "0"}, {f.fresh(44, ""), "--draws", "\x1b[2J"}}
	},
	"dev agreement": func(hostileFixtures) [][]string {
		return [][]string{{"--recipes", "0"}, {"--draws", "\x1b[2J"}, {"\x1b[2J"}}
	},
	"dev elsewhere": func(f hostileFixtures) [][]string {
		return [][]string{{f.fresh(45, "")}, {"\x1b[2J", "--from", "\x1b[2J"}}
	},
	"dev gallery": func(f hostileFixtures) [][]string {
		return [][]string{{f.fresh(46, "")}, {"\x1b[2J", "\x1b[2J"}}
	},
	"dev compress": func(f hostileFixtures) [][]string {
		return [][]string{{f.fresh(3, "")}, {"\x1b[2J"}}
	},
	"demos": func(hostileFixtures) [][]string { return [][]string{{}, {"\x1b[2J"}} },
	"demos collect": func(f hostileFixtures) [][]string {
		return [][]string{{f.fresh(9, ".hdf5"), "--env", "\x1b[2J:make", "--expert", "\x1b[2J:act", "--python",
			"no\x1b[2J"}}
	},
	"demos convert": func(f hostileFixtures) (lines [][]string) {
		for i, format := range demos.Formats.Names() {
			lines = append(lines, []string{f.data, f.fresh(10+i, ""), "--format", format})
		}
		return lines
	},
	"demos filter": func(f hostileFixtures) [][]string {
		return [][]string{{f.data, f.fresh(50, ""), "--episodes", "0"},
			{f.data, f.fresh(51, ""), "--where", "\x1b[2J=1"},
			{f.data, f.fresh(52, ""), "--drop", "style=\x1b[2J"}}
	},
	"try": func(f hostileFixtures) [][]string {
		return [][]string{{f.data, "--out", f.fresh(60, ""), "--known", "0", "--seeds", "1", "--steps", "1"},
			{f.data, "--out", f.fresh(61, ""), "--drop", "style=\x1b[2J"}, {f.data, "--methods", "\x1b[2J"},
			{f.table, "--out", f.fresh(62, "")}, {"--collect", "\x1b[2J"}}
	},
	"demos list": func(f hostileFixtures) [][]string {
		return [][]string{{f.data}, {f.data, "--where", "\x1b[2J=1", "--format", "text"}}
	},
	"demos generate": func(f hostileFixtures) [][]string {
		return [][]string{{"picking", "left=1", "--out", f.fresh(3, "")}, {"picking", "\x1b[2J=1"}}
	},
	"demos inspect": func(f hostileFixtures) [][]string {
		return [][]string{{f.data}, {f.data, "--by", "style"}, {f.data, "--json"}, {f.data, "--by", "\x1b[2J"}}
	},
	"demos play": func(f hostileFixtures) [][]string { return [][]string{{f.data}, {f.data, "--episode", "1"}} },
	"demos pools": func(f hostileFixtures) [][]string {
		return [][]string{{"quick", "--list", "--trials", "1", "--out", f.fresh(30, ""), "--format", "lerobot"},
			{"\x1b[2J", "--format", "lerobot"}}
	},
	"demos replay": func(f hostileFixtures) [][]string { return [][]string{{f.data}} },
	"doctor":       func(hostileFixtures) [][]string { return [][]string{{}} },
	"dev encoder":  func(hostileFixtures) [][]string { return [][]string{{"\x1b[2J"}} },
	"eval": func(f hostileFixtures) [][]string {
		return [][]string{{f.policy, "--task", "picking", "--rollouts", "1", "--records", f.records},
			{f.policy, "--task", "\x1b[2J"}, {f.table, "--task", "picking"}}
	},
	"export": func(f hostileFixtures) [][]string {
		return [][]string{{f.policy, "--out", f.fresh(40, ".onnx")}, {f.table, "--out", f.fresh(41, ".onnx")}}
	},
	"list": func(hostileFixtures) [][]string { return [][]string{{"tasks"}, {"\x1b[2J"}} },
	"docs": func(f hostileFixtures) [][]string {
		return [][]string{{"\x1b[2J"}, {"--out", filepath.Join(f.table, "\x1b[2J")}}
	},
	"play":   func(hostileFixtures) [][]string { return [][]string{{"--listen", "\x1b[2J"}, {"\x1b[2J"}} },
	"plugin": func(hostileFixtures) [][]string { return [][]string{{"\x1b[2J"}} },
	"render": func(f hostileFixtures) [][]string { return [][]string{{f.data, "--out", f.fresh(4, ".png")}} },
	"report": func(f hostileFixtures) [][]string { return [][]string{{f.other}} },
	"run": func(f hostileFixtures) [][]string {
		return [][]string{{"quick", "--cells", f.table}, {"\x1b[2J"}}
	},
	"dev sbom":     func(hostileFixtures) [][]string { return [][]string{{}, {"--licences"}} },
	"dev selftest": func(f hostileFixtures) [][]string { return [][]string{{"--dir", f.table}, {"--jobs", "\x1b[2J"}} },
	"serve": func(f hostileFixtures) [][]string {
		return [][]string{{f.table}, {f.policy, "--listen", "\x1b[2J"}, {f.policy, "--observe", "\x1b[2J=<b>"}}
	},
	"simulate": func(hostileFixtures) [][]string { return [][]string{{"\x1b[2J"}} },
	"slurm": func(f hostileFixtures) [][]string {
		return [][]string{{"quick", "--out", f.fresh(5, "")}, {"quick", "--out", f.dir + "/a\x1b[2Jb"}}
	},
	"stats":                 func(hostileFixtures) [][]string { return [][]string{{}, {"\x1b[2J"}} },
	"stats test":            func(hostileFixtures) [][]string { return [][]string{{}, {"\x1b[2J"}} },
	"stats test aggregates": func(f hostileFixtures) [][]string { return [][]string{{f.long}} },
	"stats test anova":      func(f hostileFixtures) [][]string { return [][]string{{f.table}} },
	"stats test bayes":      func(f hostileFixtures) [][]string { return [][]string{{f.pair}} },
	"stats test bootstrap":  func(f hostileFixtures) [][]string { return [][]string{{f.table, "--resamples", "100"}} },
	"stats check": func(f hostileFixtures) [][]string {
		return [][]string{{f.pair}, {f.long, "--format", "text"}, {"\x1b[2J"}}
	},
	"stats compare": func(f hostileFixtures) [][]string {
		return [][]string{{f.pair, "--resamples", "100"}, {f.table, "--resamples", "100", "--format", "html"},
			{f.long, "--no-model", "--format", "text"}, {"=a<b>\x1b[2J=" + f.pair, "--format", "text"}}
	},
	"stats test equivalence": func(f hostileFixtures) [][]string {
		return [][]string{{f.pair, "--margin", "1"}}
	},
	"stats test friedman":    func(f hostileFixtures) [][]string { return [][]string{{f.table}} },
	"stats test mannwhitney": func(f hostileFixtures) [][]string { return [][]string{{f.pair}} },
	"stats test mixed":       func(f hostileFixtures) [][]string { return [][]string{{f.long}} },
	"stats rate":             func(hostileFixtures) [][]string { return [][]string{{"9/10"}, {"\x1b[2J/10"}} },
	"stats claim": func(hostileFixtures) [][]string {
		return [][]string{{"66 % (n=300)", "29/50"}, {"\x1b[2J/10", "29/50"}}
	},
	"stats test pairwise": func(f hostileFixtures) [][]string { return [][]string{{f.table}} },
	"stats plan":          func(f hostileFixtures) [][]string { return [][]string{{f.pair, "--margin", "1"}} },
	"stats power":         func(hostileFixtures) [][]string { return [][]string{{"--dz", ".8", "--n", "10"}} },
	"stats test ttest": func(f hostileFixtures) [][]string {
		return [][]string{{f.pair}, {f.table, "--columns", "\x1b[2J"}, {"no\x1b[2Jfile"}}
	},
	"stats watch": func(f hostileFixtures) [][]string {
		return [][]string{{f.pair}, {f.long, "--independent"}, {"\x1b[2J"}}
	},
	"stats test wilcoxon": func(f hostileFixtures) [][]string { return [][]string{{f.pair}} },
	"submit-check": func(f hostileFixtures) [][]string {
		return [][]string{{f.records, "--remake", "0", "--format", "html"}}
	},
	"trace": func(f hostileFixtures) [][]string {
		return [][]string{{"picking", "left", "--policy", f.policy}, {"\x1b[2J", "left"}, {"picking", "\x1b[2J"}}
	},
	"train": func(f hostileFixtures) [][]string {
		return [][]string{{f.data, "--steps", "1", "--out", f.fresh(6, ""), "--device", "go"},
			{f.data, "--steps", "1", "--from", f.policy, "--out", f.fresh(7, ""), "--device", "go"}}
	},
	"version": func(hostileFixtures) [][]string { return [][]string{{}} },
	"view":    func(hostileFixtures) [][]string { return [][]string{{"\x1b[2J"}} },
	"weigh": func(f hostileFixtures) [][]string {
		return [][]string{{f.data, "--by", "style", "--method", "natural", "--seeds", "1", "--steps", "10", "--out",
			f.fresh(8, "")}, {f.data, "--labels", f.labels, "--by", "site", "--method", "natural", "--seeds", "1",
			"--steps", "10", "--out", f.fresh(9, "")}}
	},
}

// Every command prints and writes nothing that acts, whatever the labels, names, notes and paths that it gets.
func TestEveryCommandOnHostileNames(t *testing.T) {
	t.Setenv("COUNTERPOISE_CACHE", filepath.Join(t.TempDir(), "cache <script>alert(1)\x1b[2J"))
	t.Setenv("DISPLAY", "")
	f := newHostileFixtures(t)
	t.Chdir(t.TempDir()) // some lines leave --out at its default, a folder here
	known := map[string]bool{}
	var visit func(c *cobra.Command, path []string)
	visit = func(c *cobra.Command, path []string) {
		name := strings.Join(path, " ")
		if c.Hidden { // it has moved, and says where
			return
		}
		known[name] = true
		lines := hostileLines[name]
		if lines == nil {
			t.Errorf("command %q has no line in hostileLines: add command lines that let it read and print hostile "+
				"labels", name)
		} else {
			for _, line := range lines(f) {
				args := slices.Concat(path, line)
				if c.Flags().Lookup("format") == nil || slices.Contains(line, "--format") {
					checkLine(t, f, args, "txt")
					continue
				}
				for _, format := range formatsOf(c) {
					checkLine(t, f, append(args[:len(args):len(args)], "--format", format), clitest.ExtensionOf(format))
				}
			}
		}
		for _, sub := range c.Commands() {
			visit(sub, append(path[:len(path):len(path)], sub.Name()))
		}
	}
	visit(cli.Program{Name: "counterpoise", Out: io.Discard, Err: io.Discard}.Root(), nil)
	for name := range hostileLines {
		if !known[name] {
			t.Errorf("there is no command %q: take its line away", name)
		}
	}
	clitest.CheckFiles(t, "all commands", f.dir)
	clitest.CheckFiles(t, "report", f.other)
}

// formatsOf are the values of a command's flag --format, from its help text: FORMAT of ...: a, b, c.
func formatsOf(c *cobra.Command) []string {
	_, list, _ := strings.Cut(c.Flags().Lookup("format").Usage, ": ")
	return strings.Split(list, ", ")
}

// checkLine runs a command line and checks what it prints.
func checkLine(t *testing.T, f hostileFixtures, args []string, extension string) {
	t.Helper()
	_, stdout, stderr, _ := clitest.Invoke(args...)
	what := fmt.Sprintf("%.200q", strings.ReplaceAll(strings.Join(args, " "), f.dir, "DIR"))
	if strings.Contains(stdout+stderr, "goroutine ") {
		t.Errorf("%s: panics\n%s", what, stderr)
	}
	clitest.CheckHarmless(t, what, extension, stdout)
	clitest.CheckHarmless(t, what+": messages", "txt", stderr)
}

// newHostileFixtures writes all fixtures.
func newHostileFixtures(t *testing.T) hostileFixtures {
	t.Helper()
	top := filepath.Join(t.TempDir(), "=1+1 $x$ `id`")
	f := hostileFixtures{dir: filepath.Join(top, "out"), data: filepath.Join(top, "data"),
		records: filepath.Join(top, "a"), other: filepath.Join(top, "b"), policy: filepath.Join(top, "policy"),
		table: filepath.Join(top, "table.csv"), pair: filepath.Join(top, "pair.csv"),
		long: filepath.Join(top, "long.csv"), labels: filepath.Join(top, "labels.csv")}
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(path string, rows [][]string) {
		var b strings.Builder
		w := csv.NewWriter(&b)
		w.WriteAll(rows)
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	rows, long := [][]string{clitest.Hostile}, [][]string{{"method", "trial", "start", "success"}}
	for r := range 12 {
		var row []string
		for i := range clitest.Hostile {
			row = append(row, fmt.Sprint((r*7+i*3)%11+r%2))
		}
		rows = append(rows, row)
		for i, name := range clitest.WithControls[:4] {
			for start := range 5 {
				long = append(long, []string{name, fmt.Sprint(r), fmt.Sprint(start), fmt.Sprint((r + i*start) % 2)})
			}
		}
	}
	write(f.table, rows)
	var two [][]string
	for _, row := range rows {
		two = append(two, row[:2])
	}
	write(f.pair, two)
	write(f.long, long)
	labels := [][]string{{"episode", "site"}}
	for i := range clitest.WithControls {
		labels = append(labels, []string{fmt.Sprint(i), clitest.WithControls[i/2*2]})
	}
	write(f.labels, labels)
	hostileDataset(t, f.data)
	hostileRecords(t, f.records)
	hostileRecords(t, f.other)
	hostilePolicy(t, f.policy)
	return f
}

// hostileDataset writes a dataset whose behaviours and styles are hostile, two episodes each, in the format that keeps
// any label as it is.
func hostileDataset(t *testing.T, path string) {
	t.Helper()
	format, err := demos.Formats.Get("counterpoise")
	if err != nil {
		t.Fatal(err)
	}
	w, err := format.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for i := range clitest.WithControls {
		e := &demos.Episode{Task: "picking", Behaviour: clitest.WithControls[i/2*2], Style: clitest.WithControls[i],
			Index: i}
		for k := range 12 {
			var o scenes.Observation
			var a scenes.Action
			o.Robot[0], a[0] = float32(i)/20, float32(k)/20
			e.Observations, e.Actions = append(e.Observations, o), append(e.Actions, a)
		}
		if err := w.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(demos.Card{}); err != nil {
		t.Fatal(err)
	}
}

// hostilePolicy trains a policy for a step and gives its file the name of a task that is hostile, with a digest that
// fits.
func hostilePolicy(t *testing.T, path string) {
	t.Helper()
	data := filepath.Join(t.TempDir(), "data")
	for _, args := range [][]string{
		{"demos", "generate", "picking", "left=1", "--out", data},
		{"train", data, "--steps", "1", "--device", "go", "--out", path},
	} {
		if code, _, stderr, _ := clitest.Invoke(args...); code != 0 {
			t.Fatalf("%q: %s", args, stderr)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const magic = "counterpoise policy\n"
	head, payload, err := artifact.Decode(magic, text)
	if err != nil {
		t.Fatal(err)
	}
	var header map[string]any
	if err := json.Unmarshal(head, &header); err != nil {
		t.Fatal(err)
	}
	header["task"] = clitest.WithControls[0]
	if text, err = artifact.Encode(magic, header, payload); err == nil {
		err = os.WriteFile(path, text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
