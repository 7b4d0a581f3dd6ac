package results

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/document"
)

// armTable is what was compared: how each arm's policies came to be.
func (r reading) armTable() document.Table {
	t := document.Table{
		Name: "arms", Title: "What was compared",
		Columns: []document.Column{document.WordColumn("data", "arm"), document.WordColumn("demonstrations", "recipe"), document.WordColumn("method", "method"), document.WordColumn("groups", "groups"), document.NumberColumn("policies", "policies")},
	}
	set := slices.ContainsFunc(r.design.Arms, func(a bench.Arm) bool { return a.Setting != "" })
	if set {
		t.Columns = append(t.Columns, document.WordColumn("setting", "setting"))
	}
	for _, a := range r.design.Arms {
		n := 0
		for trial := range r.plan.Size.Trials {
			if _, ok := r.of(a, trial); ok {
				n++
			}
		}
		t.Rows = append(t.Rows, []document.Cell{document.Word(a.Name), document.Entry(strings.ReplaceAll(a.Recipe, ",", ", "), a.Recipe), document.Word(a.Method), document.Word(string(a.Groups)), document.Count(n)})
		if set {
			t.Rows[len(t.Rows)-1] = append(t.Rows[len(t.Rows)-1], document.Word(a.Setting))
		}
	}
	return t
}

// settings are what the records were made with.
func (r reading) settings() (rows [][2]string) {
	var programs, machines, backends, renderers, versions, configs, hashes []string
	seconds, steps := 0.0, 0
	r.each(func(_ bench.Arm, rec bench.Record) {
		programs = append(programs, program(bench.Provenance{Commit: rec.Provenance.Commit, Modified: rec.Provenance.Modified})+", "+rec.Provenance.Go)
		machines = append(machines, fmt.Sprintf("%s %s, %s", rec.Provenance.System, rec.Provenance.CPU, wording.Plural(rec.Provenance.Cores, "core")))
		backends, renderers = append(backends, rec.Training.Backend), append(renderers, rec.Renderer)
		versions, hashes = append(versions, rec.Cell.Version), append(hashes, rec.Data.Hash)
		c := rec.Training.Config
		configs = append(configs, fmt.Sprintf("sees %s, two layers of %d, chunks of %d actions of which %d are carried out, batches of %d, rate %g (%v)", c.Network, c.Hidden, c.Chunk, c.Execute, c.Batch, c.Rate, c.Schedule))
		steps = rec.Cell.Steps
		seconds += rec.Duration.Data + rec.Duration.Training + rec.Duration.Rollouts
	})
	s := r.plan.Size
	return [][2]string{
		{"Trials", fmt.Sprint(s.Trials)}, {"Rollouts per behaviour and policy", fmt.Sprint(s.Rollouts)}, {"Gradient steps", fmt.Sprint(steps)},
		{"Seed", fmt.Sprint(s.Seed)}, {"Policy", wording.Distinct(configs)}, {"Training by", wording.Distinct(backends)}, {"Observations drawn by", wording.Distinct(renderers)},
		{"Results version", wording.Distinct(versions)}, {"Program", wording.Distinct(programs)}, {"Machine", wording.Distinct(machines)},
		{"Working time", fmt.Sprintf("%.1f minutes, all policies together", seconds/60)},
		{"Datasets (SHA-256)", fewHashes(hashes)},
	}
}

// fewHashes is the first digits of each dataset's hash.
func fewHashes(hashes []string) string {
	for i, h := range hashes {
		hashes[i] = h[:min(12, len(h))]
	}
	return strings.ReplaceAll(wording.Distinct(hashes), " and ", ", ")
}
