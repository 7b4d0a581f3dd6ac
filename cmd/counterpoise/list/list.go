package list

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/bench/definition"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/catalog"
	"counterpoise/policies/backend"
	"counterpoise/policies/balance"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// lists are the catalogues that list shows, in the order of the help.
var lists = []struct {
	name string
	show func(cli.TextTable)
}{
	{"experiments", listExperiments},
	{"arms", listArms},
	{"methods", listMethods},
	{"scores", listScores},
	{"policies", listPolicies},
	{"tasks", listTasks},
	{"styles", listStyles},
	{"datasets", listDatasets},
}

// listable are the names of the lists.
func listable() (names []string) {
	for _, l := range lists {
		names = append(names, l.name)
	}
	return names
}

// shownBeside are the lists that show what has no list of its own.
var shownBeside = map[string]string{
	"behaviours": "tasks", "knobs": "tasks", "recipes": "datasets", "settings": "methods", "groups": "arms",
	"rules": "scores",
}

// knownList checks the arguments of list.
func (p program) knownList(c *cobra.Command, args []string) error {
	if len(args) == 1 && shownBeside[args[0]] != "" {
		return cli.Misused("list has no %q by themselves; %s %s shows them", args[0], p.Called(c), shownBeside[args[0]])
	}
	return p.OneOf("what", listable, p.InHelp)(c, args)
}

func init() { register(program.list) }

// list is the command that shows the catalogues. Each list ranges over what packages have registered, so a new
// method or task appears without a change here.
func (p program) list() *cobra.Command {
	var measure, full bool
	var asFile string
	device := shared.Auto
	c := &cobra.Command{
		Use:     "list WHAT",
		GroupID: "study",
		Short:   "Show what there is: " + strings.Join(listable(), ", "),
		Example: p.Named("  NAME list experiments\n  NAME list experiments --as-file " + cli.ExampleRun +
			" > mine.toml\n" +
			"  NAME list policies --measure"),
		Args:      p.knownList,
		ValidArgs: listable(),
		RunE: func(c *cobra.Command, args []string) error {
			if measure && args[0] != "policies" {
				return cli.Misused("--measure is for list policies")
			}
			if c.Flags().Changed("device") && !measure {
				return cli.Misused("--device goes with --measure: it trains the policies that are measured")
			}
			if asFile != "" {
				return p.printAsFile(args[0], asFile)
			}
			if full && args[0] != "experiments" {
				return cli.Misused("--full is for list experiments")
			}
			for _, l := range lists {
				if l.name == args[0] {
					w := p.NewTable(0)
					if full {
						listExperimentsFully(w)
					} else {
						l.show(w)
					}
					w.Flush()
				}
			}
			if !measure {
				if args[0] == "policies" {
					p.Say("--measure adds how many frames a second this machine trains, and how many " +
						"milliseconds an answer takes")
				}
				return nil
			}
			defer backend.Use(backend.GoCPU)
			if err := p.Use(device); err != nil {
				return err
			}
			return p.measurePolicies(c.Context())
		},
	}
	c.Flags().BoolVar(&measure, "measure", false,
		"measure how fast this machine trains policies and how long they take to act; takes a minute or two")
	c.Flags().BoolVar(&full, "full", false, "the question and the arms of every experiment")
	c.Flags().StringVar(&asFile, "as-file", "",
		"print experiment `NAME` as a file that run takes, to change it or to learn the form")
	shared.DeviceFlag(c.Flags(), &device, "trains where policies are measured")
	return c
}

// printAsFile prints an experiment as run FILE takes it, at the size at which it runs alone.
func (p program) printAsFile(list, name string) error {
	if list != "experiments" {
		return cli.Misused("--as-file is for list experiments")
	}
	e, err := bench.Experiments.Get(name)
	if err != nil {
		names := bench.Experiments.Names()
		return cli.Misused("there is no experiment %q%s%s list experiments shows what there is", name,
			catalog.DidYouMean(name, names), p.Name)
	}
	_, err = p.Out.Write(definition.Encode(e, bench.DefaultSize))
	return err
}

// listExperiments shows the questions of the experiments that the profiles quick and study have, and names the others
// by family: what their names begin with, up to the first hyphen.
func listExperiments(w cli.TextTable) {
	first := map[string]bool{}
	for _, name := range []string{"quick", "study"} {
		if profile, err := bench.Profiles.Get(name); err == nil {
			for _, experiment := range profile.Experiments {
				first[experiment] = true
			}
		}
	}
	var families, alone []string
	rest := map[string][]string{}
	for _, name := range bench.Experiments.Names() {
		if first[name] {
			e, _ := bench.Experiments.Get(name)
			fmt.Fprintf(w, "%s\t%s\n", name, e.Question)
			continue
		}
		family, member, _ := strings.Cut(name, "-")
		if rest[family] == nil {
			families = append(families, family)
		}
		rest[family] = append(rest[family], member)
	}
	if len(families) == 0 {
		return
	}
	fmt.Fprintln(w, "\nothers, by what their names begin with; --full has the question and the arms of each")
	for _, family := range families {
		members := rest[family]
		if len(members) == 1 {
			alone = append(alone, strings.TrimSuffix(family+"-"+members[0], "-"))
			continue
		}
		if members[0] == "" {
			alone, members = append(alone, family), members[1:]
		}
		fmt.Fprintf(w, "%s\t-%s\n", family, strings.Join(members, ", -"))
	}
	if len(alone) > 0 {
		fmt.Fprintf(w, "alone\t%s\n", strings.Join(alone, ", "))
	}
}

// listExperimentsFully shows the question of each experiment and the first arms of its designs.
func listExperimentsFully(w cli.TextTable) {
	for _, name := range bench.Experiments.Names() {
		e, _ := bench.Experiments.Get(name)
		fmt.Fprintf(w, "%s\t%s\n", e.Name, e.Question)
		for _, d := range e.Designs {
			var names []string
			if len(d.Arms) == 0 {
				names = []string{"untrained policies"}
			}
			for _, a := range d.Arms[:min(len(d.Arms), 4)] {
				names = append(names, a.Name)
			}
			if more := len(d.Arms) - 4; more > 0 {
				names = append(names, fmt.Sprintf("and %d more", more))
			}
			fmt.Fprintf(w, "\t%s: %s\n", d.Task, strings.Join(names, "; "))
		}
	}
}

// listArms shows every arm of every experiment: data, groups, method, setting. On a narrow screen experiment and task
// stand above their arms.
func listArms(w cli.TextTable) {
	const heads = "arm\tdemonstrations\tgroups\tmethod\tsetting"
	if !w.Narrow() {
		fmt.Fprintln(w, "experiment\ttask\t"+heads)
	}
	above := ""
	for _, name := range bench.Experiments.Names() {
		e, _ := bench.Experiments.Get(name)
		for _, d := range e.Designs {
			for _, a := range d.Arms {
				of := e.Name + "\t" + d.TaskOf(a)
				if w.Narrow() {
					if above != "" && of != above {
						fmt.Fprintln(w)
					}
					if of != above {
						fmt.Fprintf(w, "%s\n%s\n", strings.ReplaceAll(of, "\t", ", "), heads)
					}
					above, of = of, ""
				} else {
					of += "\t"
				}
				fmt.Fprintf(w, "%s%s\t%s\t%s\t%s\t%s\n", of, a.Name, a.Recipe, a.Groups, a.Method, a.Variation())
			}
		}
	}
	if cli.NamesOfTheStudy != "" {
		fmt.Fprintln(w, "\n"+cli.NamesOfTheStudy)
	}
}

// listMethods shows what each method does and the paper that it comes from, one family after the other, then the
// settings of all methods.
func listMethods(w cli.TextTable) {
	fmt.Fprintln(w, "family\tmethod\twhat it does\tsource")
	for _, family := range balance.Families {
		for _, name := range balance.Methods.Names() {
			if m, _ := balance.Methods.Get(name); balance.FamilyOf(m) == family {
				listMethod(w, family, MethodNames(name), m)
			}
		}
		if family == balance.FamilyOf(balance.Fixed{}) {
			listMethod(w, family, "fixed:W,W...", balance.Fixed{})
		}
	}
	fmt.Fprintln(w, "\na method with two names is known by both; records, tables and names of files have the second")
	fmt.Fprintln(w, "run alpha tests given weights on a grid by rollouts: what the best weights would reach")
	fmt.Fprintln(w, "\nmethod\tsetting\tdefault\trange\tmeaning")
	for _, name := range balance.Methods.Names() {
		m, _ := balance.Methods.Get(name)
		for _, s := range balance.Settings(m) {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", name, s.Key, s.Default, s.Range, s.Meaning)
		}
	}
	fmt.Fprintln(w, "\nNAME:KEY=VALUE,KEY=VALUE sets them: parekh:EtaT=5,HeldOut=.2")
	if cli.NamesOfTheStudy != "" {
		fmt.Fprintln(w, cli.NamesOfTheStudy)
	}
}

// MethodNames are the names of a method: the one for people, where it has one, then the one that records have.
func MethodNames(name string) string {
	if alias := balance.Methods.AliasOf(name); alias != "" {
		return alias + ", " + name
	}
	return name
}

// listMethod shows one method in a line.
func listMethod(w io.Writer, family balance.Family, name string, m balance.Method) {
	about := m.About()
	fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", family, name, about.Summary, about.Source)
}

// listTasks shows the behaviours of each task, how long a rollout may take, and its knobs.
func listTasks(w cli.TextTable) {
	for _, name := range scenes.Tasks.Names() {
		t, _ := scenes.Tasks.Get(name)
		fmt.Fprintf(w, "%s\t%s\t%d control steps at most\n", name, strings.Join(t.Behaviours(), ", "), t.Horizon())
	}
	fmt.Fprintln(w, "\ntask\tknob\tdefault\trange\tmeaning")
	for _, name := range scenes.Tasks.Names() {
		t, _ := scenes.Tasks.Get(name)
		for _, k := range scenes.Knobs(t) {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", name, k.Key, k.Default, k.Range, k.Meaning)
		}
	}
	fmt.Fprintln(w, "\nTASK:KNOB=VALUE,KNOB=VALUE sets them wherever a task is named: picking:Yaw=90,Opening=50")
}

// listDatasets shows the recipes that have names.
func listDatasets(w cli.TextTable) {
	for _, name := range demos.Recipes.Names() {
		recipe, _ := demos.Recipes.Get(name)
		fmt.Fprintf(w, "%s\t%s\n", name, recipe)
	}
}
