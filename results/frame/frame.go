package frame

import (
	"iter"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/scenes"
)

// Records is a source of records by cell, such as a store. Get reports false where the cell has no record yet.
// Implementations: results/store and records in memory.
type Records interface {
	Get(record.Cell) (record.Record, bool)
}

// Frame is a plan with what its records say. Each record is read once, when the frame is made: records that are added
// later are not in it.
type Frame struct {
	Plan    bench.Plan
	Designs []Design // in the plan's order
	// Oracle is the rule by which successes are counted: the plan's, or CALVIN's with an OracleWarning that says why
	// (record.CommonOracle). All designs have it.
	Oracle        scenes.Oracle
	OracleWarning string
	Records       Records // that the frame was made from, for those who ask about cells of another plan
}

// Design is a design of an experiment with a row for each arm and trial, of which some may be missing.
type Design struct {
	bench.Design
	Plan       bench.Plan // its size says how many trials and rollouts there are
	Experiment bench.Experiment
	// Oracle and OracleWarning are those of the frame.
	Oracle        scenes.Oracle
	OracleWarning string
	rows          map[string][]*Row                     // by the name of the arm, then by trial; nil: no record
	chance        map[bench.ChanceLevel][]record.Record // one for each initialisation
}

// Row is what one record says of an arm in a trial.
type Row struct {
	Arm bench.Arm
	record.Record
}

// Of returns the frame of a plan. A design of a confirmatory run has the trials of the look that it has reached.
func Of(plan bench.Plan, records Records) Frame {
	f := Under(plan, records)
	f.Oracle, f.OracleWarning = CommonOracle(f.Designs, plan.Oracle)
	for i, d := range f.Designs {
		d.Oracle, d.OracleWarning = f.Oracle, f.OracleWarning
		f.Designs[i] = d.atLook()
	}
	return f
}

// Frames returns the frames of several plans.
func Frames(plans []bench.Plan, records Records) []Frame {
	all := make([]Frame, len(plans))
	for i, p := range plans {
		all[i] = Of(p, records)
	}
	return all
}

// Under returns the frame of a plan with all its trials and with successes counted by the plan's oracle. Successes of a
// record that lacks its verdicts are missing (SuccessesOf): callers know that the records have them, or ask
// Design.Under.
func Under(plan bench.Plan, records Records) Frame {
	f := Frame{Plan: plan, Oracle: plan.Oracle, Records: records}
	for _, e := range plan.Experiments {
		for _, of := range e.Designs {
			d := Design{Design: of, Plan: plan, Experiment: e, Oracle: plan.Oracle,
				rows: map[string][]*Row{}, chance: map[bench.ChanceLevel][]record.Record{}}
			for _, a := range d.Arms {
				rows := make([]*Row, plan.Size.Trials)
				for t := range rows {
					if r, ok := records.Get(d.Cell(a, t)); ok {
						rows[t] = &Row{a, r}
					}
				}
				d.rows[a.Name] = rows
			}
			for _, l := range d.ChanceLevels() {
				d.chance[l] = chanceRecords(plan, l, records)
			}
			f.Designs = append(f.Designs, d)
		}
	}
	return f
}

// atLook returns the design with the trials of the last look that all its arms have reached, if its seed is that of a
// freeze and its experiment has looks, or the plan was run to looks (bench.Plan.AtLooks): experiments of a confirmatory
// run are extended one by one, and arms that they share may have more trials than the others. Before the first look it
// is the design itself.
func (d Design) atLook() Design {
	frozen := d.Plan.AtLooks
	for r := range d.Rows() {
		frozen = frozen || r.Cell.SeedSource == record.SeedFreeze && d.Experiment.HasLooks()
		break
	}
	if !frozen {
		return d
	}
	complete := d.CompleteTrials()
	for _, n := range bench.Looks {
		if n <= complete {
			d.Plan.Size.Trials = n
		}
	}
	return d
}

// CommonOracle returns the oracle under which designs are read together: the one that is wanted, or CALVIN's and a
// warning where some of their records lack its verdicts (record.CommonOracle).
func CommonOracle(designs []Design, wanted scenes.Oracle) (oracle scenes.Oracle, warning string) {
	return record.CommonOracle(recordsOf(designs), wanted)
}

// Together returns designs, of several plans, with their successes counted under one oracle: that of the first one's
// plan, or CALVIN's with a warning where some of the records lack its verdicts.
func Together(designs []Design) []Design {
	designs = slices.Clone(designs)
	if len(designs) > 0 {
		oracle, warning := CommonOracle(designs, designs[0].Plan.Oracle)
		for i := range designs {
			designs[i].Oracle, designs[i].OracleWarning = oracle, warning
		}
	}
	return designs
}

// Under returns the design with its successes counted by another oracle; ok is false where records lack its verdicts.
func (d Design) Under(oracle scenes.Oracle) (Design, bool) {
	common, _ := CommonOracle([]Design{d}, oracle)
	d.Oracle, d.OracleWarning = oracle, ""
	return d, common == oracle
}

// Row returns the row of an arm in a trial, from 0; nil where there is no record. Rows of arms that share a cell have
// the same record.
func (d Design) Row(a bench.Arm, trial int) *Row {
	if rows := d.rows[a.Name]; trial < len(rows) {
		return rows[trial]
	}
	return nil
}

// N is the number of rows of an arm.
func (d Design) N(a bench.Arm) (n int) {
	for range d.Of(a) {
		n++
	}
	return n
}

// Of iterates over the rows of an arm, trial by trial.
func (d Design) Of(a bench.Arm) iter.Seq[*Row] {
	return func(yield func(*Row) bool) {
		for t := range d.Plan.Size.Trials {
			if r := d.Row(a, t); r != nil && !yield(r) {
				return
			}
		}
	}
}

// Rows iterates over all rows, arm by arm and trial by trial.
func (d Design) Rows() iter.Seq[*Row] {
	return func(yield func(*Row) bool) {
		for _, a := range d.Arms {
			for r := range d.Of(a) {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// recordsOf iterates over the records of designs, each once, those of their chance levels included.
func recordsOf(designs []Design) iter.Seq[record.Record] {
	return func(yield func(record.Record) bool) {
		seen := map[record.Cell]bool{}
		visit := func(r record.Record) bool {
			if seen[r.Cell] {
				return true
			}
			seen[r.Cell] = true
			return yield(r)
		}
		for _, d := range designs {
			for r := range d.Rows() {
				if !visit(r.Record) {
					return
				}
			}
			for _, l := range d.ChanceLevels() {
				for _, r := range d.chance[l] {
					if !visit(r) {
						return
					}
				}
			}
		}
	}
}
