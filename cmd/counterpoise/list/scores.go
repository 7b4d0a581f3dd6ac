package list

import (
	"cmp"
	"fmt"
	"strings"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/policies/curate"
)

// listScores shows what each score of single demonstrations measures, needs and costs, and the paper it comes from;
// then the rules that make weights of scores.
func listScores(w cli.TextTable) {
	fmt.Fprintln(w, "score\thigher is better\tneeds, beside trajectories\tcosts\tsource")
	for _, name := range curate.Scores.Names() {
		s, _ := curate.Scores.Get(name)
		about := s.About()
		var needs []string
		for _, n := range about.Needs {
			needs = append(needs, string(n))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", name, about.Summary, cmp.Or(strings.Join(needs, ", "), "-"), about.Cost,
			about.Source)
	}
	fmt.Fprintln(w, "\nrule\twhat weighs\twhere nothing is wrong\tsource")
	for _, name := range curate.Rules.Names() {
		r, _ := curate.Rules.Get(name)
		about := r.About()
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", name, about.Summary, about.FalseAlarm, about.Source)
	}
	fmt.Fprintln(w, "\nrule\tsetting\tdefault\trange\tmeaning")
	for _, name := range curate.Rules.Names() {
		r, _ := curate.Rules.Get(name)
		for _, s := range curate.RuleSettings(r) {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", name, s.Key, s.Default, s.Range, s.Meaning)
		}
	}
	fmt.Fprintln(w, "\nweigh DATASET --score sal,deminf --rule keep:Share=.8 scores anybody's demonstrations")
}
