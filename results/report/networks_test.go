package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/internal/wording"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/bypolicy"
	"counterpoise/results/frame"
)

// networksPage tells of other networks and heads.
const networksPage = "../../docs/results/networks.md"

// The tables of docs/results/networks.md on other networks and heads are those of the records of results/networks.
//
//	go test ./results/report -run NetworksTables -update
//
// writes them anew.
func TestNetworksTables(t *testing.T) {
	all, records := recordtest.Committed(t, "../networks")
	plans, _ := frame.Plans(all)
	designs := bypolicy.Of(frame.Frames(plans, records))
	golden.CheckSection(t, networksPage, "networks, starved", networksTable(t, designs, "E1",
		func(bench.Comparison) bool { return true }))
	golden.CheckSection(t, networksPage, "networks, ours", networksTable(t, designs, "E5",
		isOurs))
	golden.CheckSection(t, networksPage, "networks, additive", networksTable(t, designs, "E5-additive",
		overAdditive))
	changes, losses, shown := changesOf(designs, "E5", isOurs)
	if shown != 1 {
		t.Errorf("%d changes are significant, not one", shown)
	}
	differences, below, differ := changesOf(designs, "E5-additive", overAdditive)
	if differ != 0 {
		t.Errorf("%d differences from the additive form are significant, not none", differ)
	}
	golden.CheckWords(t, networksPage, fmt.Sprintf("Of the %d changes %d are losses", changes, losses),
		fmt.Sprintf("under it in %d of %d, in none significantly after correction", below, differences))
}

// isOurs chooses what the study's method changes against plain cloning, overAdditive what against Remix in its additive
// form.
func isOurs(c bench.Comparison) bool       { return c.Arm == "ours" && c.Against == "imbalanced" }
func overAdditive(c bench.Comparison) bool { return c.Arm == "ours" && c.Against == "remix" }

// changesOf counts the differences of an experiment's comparisons that are chosen, over all policies: in all, below
// zero, and significant after correction.
func changesOf(all []bypolicy.Policies, experiment string, chosen func(bench.Comparison) bool) (n, below, shown int) {
	for _, p := range all {
		for _, c := range p.Comparisons {
			if p.Designs[0].Experiment.Name != experiment || !chosen(c.Comparison) {
				continue
			}
			for _, by := range c.By {
				n++
				if by.Test.MeanDifference.Or(0) < 0 {
					below++
				}
				if apa.Stars(by.Holm) != "" {
					shown++
				}
			}
		}
	}
	return n, below, shown
}

// networksTable has a row for each policy and a column for each behaviour: the difference of the comparison that is
// chosen, in points, with stars after Holm's correction over all comparisons of the task and all policies, and the
// number of trials, of both tasks where they differ.
func networksTable(t *testing.T, all []bypolicy.Policies, experiment string,
	chosen func(bench.Comparison) bool) string {
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

// What the pages say in words of the network that learns end to end follows from the records of E1.
func TestWordsOfEndToEnd(t *testing.T) {
	all, records := recordtest.Committed(t, "../networks")
	plans, _ := frame.Plans(all)
	by, losses, depends := map[string]frame.Comparison{}, map[string][]float64{}, map[string]string{}
	for _, p := range bypolicy.Of(frame.Frames(plans, records)) {
		i := slices.Index(p.Names, "vision+cnn:Batch=64")
		if p.Designs[0].Experiment.Name != "E1" || i < 0 {
			continue
		}
		for _, c := range p.Comparisons {
			by[c.Behaviour], depends[c.Behaviour] = c.By[i], apa.Probability(c.Depends.PGG)
			for _, pair := range p.Designs[i].Pairs(c.Comparison) {
				losses[c.Behaviour] = append(losses[c.Behaviour], pair[0]-pair[1])
			}
			slices.Sort(losses[c.Behaviour])
		}
	}
	points := func(behaviour string) string { return apa.Format("%+.1f", by[behaviour].Test.MeanDifference) }
	interval := func(behaviour string) string { return apa.Interval("%+.1f", by[behaviour].Test.CI) }
	drawer := losses["drawer"]
	lost := func(behaviour string) string { // in how many pairs; losses are in order
		all := losses[behaviour]
		some := len(all) - slices.IndexFunc(all, func(loss float64) bool { return loss > 0 })
		return fmt.Sprintf("%s points %s, in %d of %d pairs", points(behaviour)[1:], interval(behaviour), some,
			len(all))
	}
	large := slices.IndexFunc(drawer, func(loss float64) bool { return loss > 15 })
	for page, words := range map[string][]string{
		"../answer.md": {
			fmt.Sprintf("end to end loses %s (slider) and %s points (drawer)", points("slider")[1:],
				points("drawer")[1:]),
			fmt.Sprintf("changes by %s, %s and %s in picking (left, middle, right)", points("left"), points("middle"),
				points("right")),
		},
		networksPage: {
			"the starved slider loses " + lost("slider"), "the starved left loses " + lost("left"),
			fmt.Sprintf("the starved drawer %s %s: %d of its trainings lose %.0f to %.0f, and the other %d lie "+
				"between %+.0f and %+.0f", points("drawer")[1:], interval("drawer"), len(drawer)-large, drawer[large],
				drawer[len(drawer)-1], large, -drawer[large-1], -drawer[0]),
			fmt.Sprintf("the drawer's is not (p = %s)", apa.Probability(by["drawer"].Holm)),
			fmt.Sprintf("(Greenhouse and Geisser's p = %s and %s,", depends["slider"], depends["drawer"]),
		},
	} {
		golden.CheckWords(t, page, words...)
	}
}

// What docs/results/networks.md says in words of the transformer, and of what depends on the policy, follows from the
// records.
func TestWordsOfTheTransformer(t *testing.T) {
	all, records := recordtest.Committed(t, "../networks")
	plans, _ := frame.Plans(all)
	tested, depends, words := 0, []string{}, []string{}
	for _, p := range bypolicy.Of(frame.Frames(plans, records)) {
		for _, c := range p.Comparisons {
			if p.Designs[0].Experiment.Reading != "" && c.Against != "remix" {
				continue // of the reading "additive" the others are those of E5
			}
			if c.Depends.PGG.Or(1)*float64(len(p.Comparisons)) < frame.Alpha {
				t.Errorf("%s of %s depends on the policy after a correction", c.Behaviour,
					p.Designs[0].Experiment.Name)
			}
			if tested++; c.Differs() {
				depends = append(depends, fmt.Sprintf("%s, %s against %s, in %s of %s (p = %s)", c.Behaviour,
					strings.TrimPrefix(c.Arm, c.Behaviour+" "), c.Against, p.Designs[0].Experiment.Name,
					p.Designs[0].Task, apa.Probability(c.Depends.PGG)))
			}
		}
	}
	plan, err := bench.NewPlan("plateau-long", plateauOf("state+transformer"))
	if err != nil {
		t.Fatal(err)
	}
	words = append(words, fmt.Sprintf("Of the %d differences %d depend on the policy", tested, len(depends)),
		wording.List(depends))
	for _, p := range analysis.Plateaus(frame.Of(plan, records).Designs[0])[0].Points { // of picking
		words = append(words, fmt.Sprintf("%s %% after %d,000", apa.Format("%.1f", p.Success.Mean), p.Steps/1000))
	}
	golden.CheckWords(t, networksPage, words...)
}

// docs/results/networks.md says how many records of the networks no commit could make again.
func TestWordsOfUncommittedPrograms(t *testing.T) {
	all, _ := recordtest.Committed(t, "../networks")
	modified := 0
	for _, r := range all {
		if r.Cell.Seed == 1 && r.Provenance.Modified {
			modified++
		}
	}
	golden.CheckWords(t, networksPage,
		fmt.Sprintf("%d of the records on seed 1 were made by a program with changes that no commit has", modified))
}
