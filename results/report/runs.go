package report

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench/record"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// CompareRuns sets the records of two folders side by side: for every arm and behaviour that both have, how the
// success changed from a to b, and whether by more than noise. Where both used the same seed, trial t of one is
// paired with trial t of the other; otherwise trials are independent samples, and the test is Welch's. All tests are
// one family. The versions may differ: most comparisons are about that. It is an error where it is not clear which
// runs to compare.
//
// The document has a section for each pair of runs of one size. Differences are b minus a.
//
// Success is counted by the given oracle; where some of the records lack its verdicts, by CALVIN's in both runs.
func CompareRuns(a, b []record.Record, nameA, nameB string, oracle scenes.Oracle) (document.Document, error) {
	pairs, err := frame.PairRuns(a, b, nameA, nameB, oracle)
	if err != nil {
		return document.Document{}, err
	}
	d := document.Document{Title: fmt.Sprintf("Counterpoise: %s against %s", nameB, nameA)}
	for _, r := range pairs {
		d.Sections = append(d.Sections, runsSection(r))
	}
	return d, nil
}

// runsSection is the comparison of two runs as a section: what both were run with, what changed, every success rate
// of both, and notes on the test, on arms that only one run has and on the programs and machines. The table has
// all arms; the lines have the significant ones alone.
func runsSection(r frame.Runs) document.Section {
	cs := r.Changes()
	return document.Section{
		Title:  fmt.Sprintf("%s against %s", r.Names[1], r.Names[0]),
		Intro:  fmt.Sprintf("%s: %v. %s: %v.", r.Names[0], r.Settings[0], r.Names[1], r.Settings[1]),
		Lines:  changeLines(r, cs),
		Tables: []document.Table{changeTable(r, cs)},
		Notes:  slices.Concat(changeNotes(r, cs), runsChanceNotes(r), runsProvenance(r)),
	}
}

// changeLines says how the mean over all arms and behaviours changed, how many success rates changed significantly,
// and then each of these. A small change of everything is found by the first sentence although no single test may
// find it. The first sentence is one uncorrected test of the mean, the others are corrected by Holm over the
// table.
func changeLines(r frame.Runs, cs []frame.Change) []string {
	if len(cs) == 0 {
		return []string{"The two have no arm in common."}
	}
	var changed []string
	for _, c := range cs {
		if c.Significant() {
			changed = append(changed, fmt.Sprintf("%v, %s: %s points; %s, %s%s, %s, %s", c.Arm, c.Behaviour,
				apa.Format("%+.1f", c.Test.MeanDifference), apa.T(c.Test), apa.P("p (Holm)", c.Holm), apa.Stars(c.Holm),
				apa.CI("%+.1f", c.Test.CI), apa.Observations(c.Test.N)))
		}
	}
	// One test needs no correction.
	o := r.Overall()
	return append([]string{
		fmt.Sprintf("All arms and behaviours together: %s points (%s, then %s); %s, %s, %s",
			apa.Format("%+.1f", o.Test.MeanDifference), apa.MeanSD(o.Success[0]), apa.MeanSD(o.Success[1]),
			apa.T(o.Test), apa.CI("%+.1f", o.Test.CI), apa.Observations(o.Test.N)),
		fmt.Sprintf("%d of %s moved by more than noise (p < .05 after the correction of Holm).",
			len(changed), wording.Plural(len(cs), "success rate")),
	}, changed...)
}

// changeTable has a row for each arm and behaviour that both runs have. The effect size is d_z where trials are
// paired and d where they are not. Where the runs played rollouts from the same states, the last column counts those
// that ended otherwise: it finds differences that leave the success rate as it is.
//
// Columns for programs name the runs a and b, whatever the folders are called, so that scripts can read any
// comparison.
func changeTable(r frame.Runs, cs []frame.Change) document.Table {
	type row = frame.Change
	effect := "d"
	if r.Paired() {
		effect = "d_z"
	}
	return document.TableOf("compare", fmt.Sprintf("Success in percent by %s, mean ± SD; differences are %s minus %s",
		frame.OracleText(r.Oracle), r.Names[1], r.Names[0]), cs,
		document.Words("task", "task", func(c row) string { return c.Arm.Task }),
		document.Column[row]{Head: document.WordColumn("demonstrations", "recipe"), Cell: func(c row) document.Cell {
			return document.Entry(frame.AmountsText(c.Arm.Recipe), c.Arm.Recipe)
		}},
		document.Words("method", "method", func(c row) string { return c.Arm.Method }),
		document.Words("groups", "groups", func(c row) string { return c.Arm.Groups }),
		document.Words("setting", "setting", func(c row) string { return c.Arm.Variation }),
		document.Words("behaviour", "behaviour", func(c row) string { return c.Behaviour }),
		apa.MeansSDs(r.Names[0], "mean_a", "sd_a", func(c row) stats.Summary { return c.Success[0] }),
		apa.MeansSDs(r.Names[1], "mean_b", "sd_b", func(c row) stats.Summary { return c.Success[1] }),
		apa.Number("%+.1f", "difference", "mean_difference", func(c row) stats.Maybe { return c.Test.MeanDifference }),
		apa.Intervals("%+.1f", apa.Percent(frame.Level)+" interval", "ci_low", "ci_high",
			func(c row) stats.Interval { return c.Test.CI }),
		apa.Number("%.2f", "t", "t", func(c row) stats.Maybe { return c.Test.T }),
		// Welch's degrees of freedom are fractional, those of pairs whole.
		document.Numbers("df", func(c row) document.Cell { return apa.FreedomCell(apa.DF(c.Test)) }, "df"),
		apa.Ps("p", "p", func(c row) stats.Maybe { return c.Test.P }),
		apa.StarredPs("p (Holm)", "p_holm", func(c row) stats.Maybe { return c.Holm }),
		apa.Number("%.2f", effect, effect, func(c row) stats.Maybe { return c.Test.D }),
		document.Counts("n", "n", func(c row) int { return c.Test.N.Total() }),
		document.Numbers("other outcome", func(c row) document.Cell {
			if c.Rollouts == 0 { // nothing was paired, which differs from 0 rollouts that flipped
				return document.Entry(apa.None, "", "")
			}
			return document.Entry(fmt.Sprintf("%d of %d", c.Flipped, c.Rollouts), fmt.Sprint(c.Flipped),
				fmt.Sprint(c.Rollouts))
		}, "flips", "rollouts"),
	)
}

// changeNotes says how the test was made, repeats the warnings of tests (each once), and names the arms that only one
// run has, which are compared with nothing. The order is: the test, the stars, the warnings, the arms of one
// run alone.
func changeNotes(r frame.Runs, cs []frame.Change) []string {
	var notes []string
	if r.OracleWarning != "" {
		notes = append(notes, r.OracleWarning)
	}
	test := "Seeds differ, so trials are independent samples: Welch's t-test, two-sided."
	if r.Paired() {
		test = "The seed is the same, so trials are paired: t-test, two-sided. " +
			"Other outcome: rollouts from the same state of which one run's succeeded and the other's failed."
	}
	notes = append(notes, test, apa.StarsNote("Holm"))
	for _, c := range cs {
		// Many arms share a warning; it stands once, after the first of them.
		repeated := func(n string) bool { return strings.HasSuffix(n, c.Note) }
		if c.Note != "" && !slices.ContainsFunc(notes, repeated) {
			notes = append(notes, fmt.Sprintf("%v, %s: %s", c.Arm, c.Behaviour, c.Note))
		}
	}
	for i := range 2 {
		var alone []string
		for _, a := range r.Arms(i) {
			if !slices.Contains(r.Arms(1-i), a) {
				alone = append(alone, a.String())
			}
		}
		if len(alone) > 0 {
			notes = append(notes, fmt.Sprintf("Only in %s: %s.", r.Names[i], strings.Join(alone, "; ")))
		}
	}
	return notes
}

// runsProvenance says what made the two runs, and how many of their datasets are the same. Equal datasets mean
// that a change of success does not come from the demonstrations.
func runsProvenance(r frame.Runs) (notes []string) {
	// SHA-256 of the datasets of each run.
	hashes := [2]map[string]bool{{}, {}}
	for i, records := range r.Records {
		var made []string
		for _, rec := range records {
			made = append(made, fmt.Sprintf("%s, trained by %s",
				frame.ProgramText(rec.Provenance), rec.Training.Backend))
			hashes[i][rec.Data.Hash] = true
		}
		notes = append(notes, fmt.Sprintf("%s: %s; made by %s.",
			r.Names[i], wording.Plural(len(records), "network"), wording.Distinct(made)))
	}
	// Datasets are compared by their digest over all episodes.
	same := 0
	for h := range hashes[0] {
		if hashes[1][h] {
			same++
		}
	}
	return append(notes, fmt.Sprintf("Datasets: %d and %d different ones, %d in both.",
		len(hashes[0]), len(hashes[1]), same))
}
