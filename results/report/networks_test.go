package report

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results/across"
	"counterpoise/results/apa"
	"counterpoise/results/findings"
)

// The tables of results/README.md on other networks and heads are those of the records of results/networks.
//
//	go test ./results/report -run NetworksTables -update
//
// writes them anew.
func TestNetworksTables(t *testing.T) {
	all, records := recordtest.Committed(t, "../networks")
	plans, _ := findings.Plans(all)
	designs := across.Of(plans, records)
	golden.CheckSection(t, "../README.md", "networks, starved", networksTable(t, designs, "E1",
		func(bench.Comparison) bool { return true }))
	golden.CheckSection(t, "../README.md", "networks, ours", networksTable(t, designs, "E5",
		func(c bench.Comparison) bool { return c.Arm == "ours" && c.Against == "imbalanced" }))
}

// networksTable has a row for each policy and a column for each behaviour: the difference of the comparison that is
// chosen, in points, with stars after Holm's correction over all comparisons of the task and all policies, and the
// number of trials, of both tasks where they differ.
func networksTable(t *testing.T, all []across.Policies, experiment string, chosen func(bench.Comparison) bool) string {
	var policies, behaviours []string
	cells, trials := map[[2]string]string{}, map[string][]string{}
	for _, p := range all {
		if p.Designs[0].Experiment.Name != experiment {
			continue
		}
		for _, c := range p.Comparisons {
			if !chosen(c.Comparison) {
				continue
			}
			behaviours = append(behaviours, c.Behaviour)
			for i, by := range c.By {
				name, n := p.Names[i], fmt.Sprint(by.Test.N.Total())
				if !slices.Contains(policies, name) {
					policies = append(policies, name)
				}
				if !slices.Contains(trials[name], n) {
					trials[name] = append(trials[name], n)
				}
				cells[[2]string{name, c.Behaviour}] = apa.Format("%+.1f", by.Test.MeanDifference) +
					strings.ReplaceAll(apa.Stars(by.Holm), "*", `\*`)
			}
		}
	}
	if len(cells) == 0 {
		t.Fatalf("no records of %s", experiment)
	}
	b := "| policy | " + strings.Join(behaviours, " | ") + " | n |\n|:--|" +
		strings.Repeat("--:|", len(behaviours)+1) + "\n"
	for _, name := range policies {
		b += "| `" + name + "`"
		for _, behaviour := range behaviours {
			b += " | " + cmp.Or(cells[[2]string{name, behaviour}], "-")
		}
		b += " | " + strings.Join(trials[name], ", ") + " |\n"
	}
	return b
}

// What the README says of the network that learns end to end are the differences of that table.
func TestReadmeOfEndToEnd(t *testing.T) {
	all, records := recordtest.Committed(t, "../networks")
	plans, _ := findings.Plans(all)
	by := map[string]string{}
	for _, p := range across.Of(plans, records) {
		i := slices.Index(p.Names, "vision+cnn:Batch=64")
		if p.Designs[0].Experiment.Name != "E1" || i < 0 {
			continue
		}
		for _, c := range p.Comparisons {
			by[c.Behaviour] = apa.Format("%+.1f", c.By[i].Test.MeanDifference)
		}
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(readme)), " ")
	for _, want := range []string{
		fmt.Sprintf("end to end loses %s (slider) and %s points (drawer)", by["slider"][1:], by["drawer"][1:]),
		fmt.Sprintf("changes by %s, %s and %s in picking", by["left"], by["middle"], by["right"]),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("README.md lacks %q", want)
		}
	}
}
