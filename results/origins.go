package results

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
)

// origins says what the numbers come from: sizes, seed, programs, backends; and how many cells are missing.
func (r reading) origins() []string {
	var programs, backends []string
	n, steps := 0, 0
	r.each(func(_ bench.Arm, rec bench.Record) {
		n, steps = n+1, rec.Cell.Steps
		programs = append(programs, program(rec.Provenance))
		backends = append(backends, rec.Training.Backend)
	})
	var notes []string
	if n > 0 {
		notes = append(notes,
			fmt.Sprintf("%s, %d gradient steps each, trained by %s; made by %s.", wording.Plural(n, "network"), steps, wording.Distinct(backends), wording.Distinct(programs)),
			"Again: "+command(r.plan))
	}
	if all := len(r.design.Arms) * r.plan.Size.Trials; n < all {
		notes = append(notes, fmt.Sprintf("%d of %d cells without a record: these numbers are not final.", all-n, all))
	}
	return notes
}

// command is what makes a plan's records again.
func command(p bench.Plan) string {
	s := p.Size
	line := fmt.Sprintf("counterpoise run %s --policy %s --trials %d --rollouts %d --seed %d", p.Name, s.Policy, s.Trials, s.Rollouts, s.Seed)
	if s.Steps > 0 {
		line += fmt.Sprintf(" --steps %d", s.Steps)
	}
	return line
}

// program names the program that made a record, and the machine.
func program(o bench.Provenance) string {
	name := "a program without a commit"
	if o.Commit != "" {
		name = "commit " + o.Commit[:min(12, len(o.Commit))]
	}
	if o.Modified {
		name += " with changes"
	}
	if o.System != "" {
		name += " on " + strings.TrimSpace(o.System+" "+o.CPU)
	}
	return name
}
