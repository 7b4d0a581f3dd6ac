package main

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/golden"
)

// The help of every command fits 80 columns, apart from commands to be copied, and has the words that it has without a
// limit, in their order.
func TestHelpFitsColumns(t *testing.T) {
	help := func(columns int, args ...string) string {
		var out, errs strings.Builder
		p := cli.Program{Name: "counterpoise", Out: &out, Err: &errs, Columns: columns}
		if code := p.Main(append([]string{"help"}, args...)); code != 0 {
			t.Fatal(args, code, errs.String())
		}
		return out.String()
	}
	commands := [][]string{nil, {"demos", "generate"}, {"stats", "plan"}, {"dev", "cell"}}
	for _, c := range (cli.Program{Name: "counterpoise"}).Root().Commands() {
		if c.IsAvailableCommand() {
			commands = append(commands, []string{c.Name()})
		}
	}
	for _, args := range commands {
		narrow, free := help(80, args...), help(0, args...)
		if strings.Join(strings.Fields(narrow), " ") != strings.Join(strings.Fields(free), " ") {
			t.Errorf("%q: folded, the help has other words:\n%s", args, narrow)
		}
		_, flags, _ := strings.Cut(narrow, "\nFlags:")
		for line := range strings.Lines(narrow) {
			line = strings.TrimSuffix(line, "\n")
			indented := strings.HasPrefix(line, "  ") && !strings.Contains(flags, line)
			if utf8.RuneCountInString(line) > 80 && !indented {
				t.Errorf("%q: %d columns: %s", args, utf8.RuneCountInString(line), line)
			}
		}
	}
}

// --help fits a screen of 80 columns, with flags that there are; help COMMAND has everything.
func TestHelpFitsAScreen(t *testing.T) {
	const lines, columns = 45, 80
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		if c.HasParent() && !c.IsAvailableCommand() {
			return
		}
		names := strings.Fields(c.CommandPath())[1:]
		var out, errs strings.Builder
		code := cli.Program{Name: "counterpoise", Out: &out, Err: &errs, Columns: columns}.Main(append(names,
			"--help"))
		short := out.String()
		if n := strings.Count(short, "\n"); code != 0 || n > lines {
			t.Errorf("%q: exit code %d, %d lines of %d: %s", names, code, n, lines, errs.String())
		}
		for _, name := range strings.Split(c.Annotations[cli.FirstAnnotation], ",") {
			if name != "" && (c.Flags().Lookup(name) == nil || !strings.Contains(short, "--"+name+" ")) {
				t.Errorf("%q: --help does not show --%s", names, name)
			}
		}
		known := func(g *cobra.Group) bool { return g.ID == c.GroupID }
		if c.GroupID != "" && !slices.ContainsFunc(cli.CommandGroups, known) {
			t.Errorf("%q: no group %s", names, c.GroupID)
		}
		for _, sub := range c.Commands() {
			check(sub)
		}
	}
	check(cli.Program{Name: "counterpoise"}.Root())
}

// A flag of any type says in words what it takes.
func TestFlagsSayWhatTheyTake(t *testing.T) {
	var flagsOf func(c *cobra.Command)
	flagsOf = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			takesAll := slices.Contains([]string{"string", "stringArray"}, f.Value.Type())
			if !takesAll && strings.HasPrefix(cli.ValuesOf(f.Value.Type()), "a value of type") {
				t.Errorf("--%s of %s wants %s", f.Name, c.CommandPath(), cli.ValuesOf(f.Value.Type()))
			}
		})
		for _, sub := range c.Commands() {
			flagsOf(sub)
		}
	}
	flagsOf(cli.Program{Name: "counterpoise"}.Root())
	code, _, stderr, _ := clitest.Invoke("stats", "ttest", "numbers.csv", "--memory", "5")
	const want = `counterpoise: --memory does not take "5"; it wants a number with a unit, such as 500MB or 2GB` + "\n"
	if code != 2 || stderr != want {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

// Every command for users has two examples. Those for maintainers of the repository, and version, need none.
func TestCommandsHaveExamples(t *testing.T) {
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		path := cli.CommandPath(c)
		if c.HasParent() && (!c.IsAvailableCommand() || path == "dev" || path == "version" || path == "help") {
			return
		}
		examples := 0
		for line := range strings.Lines(c.Example) {
			if strings.HasPrefix(line, "  counterpoise ") {
				examples++
			}
		}
		if examples < 2 {
			t.Errorf("%q: %d examples, want 2", path, examples)
		}
		for _, sub := range c.Commands() {
			check(sub)
		}
	}
	check(cli.Program{Name: "counterpoise"}.Root())
}

// What the commands say of themselves, word for word.
func TestHelp(t *testing.T) {
	for name, args := range map[string]string{
		"help-stats": "stats --help", "help-ttest": "stats ttest --help", "help-anova": "stats anova --help",
		"help-pairwise": "stats pairwise --help",
		"help-power":    "stats power --help", "help-report": "report --help",
		"help-compare": "compare --help",
	} {
		code, stdout, stderr, _ := clitest.Invoke(strings.Fields(args)...)
		if code != 0 || stderr != "" {
			t.Errorf("%s: exit code %d: %s", args, code, stderr)
		}
		golden.Check(t, name+".txt", stdout)
	}
}
