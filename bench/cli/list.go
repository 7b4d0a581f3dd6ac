package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/policies/balance"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
)

// lists are what can be listed, in the order of the help.
var lists = []struct {
	name string
	show func(io.Writer)
}{
	{"experiments", listExperiments},
	{"arms", listArms},
	{"methods", listMethods},
	{"tasks", listTasks},
	{"styles", listStyles},
	{"datasets", listDatasets},
}

func listable() (names []string) {
	for _, l := range lists {
		names = append(names, l.name)
	}
	return names
}

func (p program) list() *cobra.Command {
	return &cobra.Command{
		Use:       "list WHAT",
		Short:     "Show what there is: " + strings.Join(listable(), ", "),
		Example:   p.named("  NAME list experiments"),
		Args:      oneOf("list", "what", listable),
		ValidArgs: listable(),
		Run: func(_ *cobra.Command, args []string) {
			for _, l := range lists {
				if l.name == args[0] {
					w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
					l.show(w)
					w.Flush()
				}
			}
		},
	}
}

func listExperiments(w io.Writer) {
	for _, name := range bench.Experiments.Names() {
		e, _ := bench.Experiments.Get(name)
		fmt.Fprintf(w, "%s\t%s\n", e.Name, e.Question)
		for _, d := range e.Designs {
			var names []string
			for _, a := range d.Arms[:min(len(d.Arms), 4)] {
				names = append(names, a.Name)
			}
			if more := len(d.Arms) - len(names); more > 0 {
				names = append(names, fmt.Sprintf("and %d more", more))
			}
			fmt.Fprintf(w, "\t%s: %s\n", d.Task, strings.Join(names, ", "))
		}
	}
}

// listArms shows what every experiment trains.
func listArms(w io.Writer) {
	fmt.Fprintln(w, "experiment\ttask\tarm\tdemonstrations\tgroups\tmethod\tsetting")
	for _, name := range bench.Experiments.Names() {
		e, _ := bench.Experiments.Get(name)
		for _, d := range e.Designs {
			for _, a := range d.Arms {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", e.Name, d.Task, a.Name, a.Recipe, a.Groups, a.Method, a.Setting)
			}
		}
	}
}

// listMethods shows what each method does and the paper that it comes from, one family after the other.
func listMethods(w io.Writer) {
	fmt.Fprintln(w, "family\tmethod\twhat it does\tpaper")
	for _, family := range balance.Families {
		for _, name := range balance.Methods.Names() {
			if m, _ := balance.Methods.Get(name); balance.FamilyOf(m) == family {
				listMethod(w, family, name, m)
			}
		}
		if family == balance.FamilyOf(balance.Fixed{}) {
			listMethod(w, family, "fixed:W,W...", balance.Fixed{})
			fmt.Fprintf(w, "%s\trun alpha\tgiven weights on a grid, judged by rollouts: the oracle\t\n", family)
		}
	}
}

func listMethod(w io.Writer, family balance.Family, name string, m balance.Method) {
	what, paper := m.About(), ""
	if at := strings.LastIndex(what, " ("); at > 0 && strings.HasSuffix(what, ")") {
		what, paper = what[:at], strings.TrimSuffix(what[at+2:], ")")
	}
	fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", family, name, what, paper)
}

func listTasks(w io.Writer) {
	for _, name := range scenes.Tasks.Names() {
		t, _ := scenes.Tasks.Get(name)
		fmt.Fprintf(w, "%s\t%s\t%d control steps at most\n", name, strings.Join(t.Behaviours(), ", "), t.Horizon())
	}
}

func listStyles(w io.Writer) {
	for _, name := range expert.Styles.Names() {
		s, _ := expert.Styles.Get(name)
		ends := "fails"
		if s.Ends() {
			ends = "succeeds"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", name, ends, s.About())
	}
}

func listDatasets(w io.Writer) {
	for _, name := range demos.StudyRecipes.Names() {
		recipe, _ := demos.StudyRecipes.Get(name)
		fmt.Fprintf(w, "%s\t%s\n", name, recipe)
	}
}
