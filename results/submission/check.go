package submission

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/pools"
	"counterpoise/bench/record"
	"counterpoise/internal/wording"
	"counterpoise/policies/balance"
	"counterpoise/policies/weightfile"
	"counterpoise/results/frame"
	"counterpoise/scenes/demos"
)

// Submission is the records of a folder.
type Submission struct {
	Records []record.Record
	Damage  []string           // a sentence for each damaged line
	Weights weightfile.Library // weights from outside that the folder keeps
}

// Result is what a check has found. A submission passes if there are no problems.
type Result struct {
	Plans    []bench.Plan // experiments that the records answer, one for each size and seed
	Problems []string     // a sentence each: which records are wrong, and how
	Notes    []string     // what a reader should know besides
}

// maxNamed is the number of records that a sentence about several names.
const maxNamed = 3

// Check compares what the records say with what their cells mean. The datasets are generated again, workers at a time,
// and their digests compared; progress is called after each. config returns the configuration that a policy and a
// number
// of steps stand for.
func (s Submission) Check(ctx context.Context, config func(record.Policy, int) (record.Config, error), workers int,
	progress func(done, total int)) (Result, error) {
	r := Result{Problems: slices.Clone(s.Damage)}
	wrong := map[string][]string{} // what is wrong -> the cells that it is true of
	for _, rec := range s.Records {
		if why := s.problem(rec, config); why != "" {
			wrong[why] = append(wrong[why], rec.Cell.String())
		}
	}
	if err := s.compareData(ctx, workers, progress, wrong); err != nil {
		return r, err
	}
	for _, why := range slices.Sorted(maps.Keys(wrong)) {
		r.Problems = append(r.Problems, fmt.Sprintf("%s: %s", some(wrong[why]), why))
	}
	var notes []string
	r.Plans, notes = frame.Plans(s.Records)
	r.Notes = append(r.Notes, notes...)
	r.complete(s.Records, frozenSeeds())
	if len(r.Plans) == 0 {
		r.Problems = append(r.Problems, "the records answer no experiment of this program or of the folder experiments")
	}
	return r, nil
}

// frozenSeeds returns the seeds that this program knows as fixed before their runs. The seed source in a record is not
// trusted: a submitter could declare any seed frozen and then leave trials out.
func frozenSeeds() map[uint64]bool {
	seeds := map[uint64]bool{}
	for _, name := range bench.Seeds.Names() {
		seed, _ := bench.Seeds.Get(name)
		seeds[seed] = true
	}
	return seeds
}

// problem says what is wrong with a record taken by itself; it is empty if nothing is. Counts, lists and the seed of
// the data were checked when the record was read (bench.CheckRecord).
func (s Submission) problem(r record.Record, configOf func(record.Policy, int) (record.Config, error)) string {
	c := r.Cell
	if c.Version != bench.Version {
		return fmt.Sprintf("made by version %s; this program checks version %s", c.Version, bench.Version)
	}
	if _, err := bench.ParseCell(c.Name()); err != nil {
		return fmt.Sprintf("no cell of this program: %v", err)
	}
	if r.Data.Version != demos.Version || r.Data.Seed == 0 || r.Data.Hash == "" {
		return "does not say which demonstrations it was trained on"
	}
	if r.Schema != record.SchemaVersion {
		return fmt.Sprintf("has schema %d in place of %d", r.SchemaVersion(), record.SchemaVersion)
	}
	if _, ok := r.TrainedOn(); !ok {
		return "does not say on which device it was trained"
	}
	config, err := configOf(c.Policy, c.Steps)
	if err != nil {
		return fmt.Sprint(err)
	}
	if !c.Untrained() && !sameJSON(config, r.Training.Config) {
		return "trained with other settings than its cell names"
	}
	if !c.Untrained() && len(r.Training.Groups) == 0 {
		return "has no course of a training"
	}
	if m, err := balance.Named(c.Method); err == nil {
		if g, ok := m.(balance.Given); ok {
			if _, has := s.Weights.Of(g.String()); !has {
				return fmt.Sprintf("trained under weights %s@%s, which the folder weights does not have", g.Name,
					g.Digest)
			}
		}
	}
	return ""
}

// sameJSON reports whether two values are the same as JSON, in which records are kept.
func sameJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

// compareData generates the datasets of all records again and compares their digests.
func (s Submission) compareData(ctx context.Context, workers int, progress func(done, total int),
	wrong map[string][]string) error {
	var cells []record.Cell
	for _, r := range s.Records {
		if _, err := bench.ParseCell(r.Cell.Name()); err == nil {
			cells = append(cells, r.Cell)
		}
	}
	list, err := pools.List(ctx, pools.Keys(cells), nil, workers, progress)
	if err != nil {
		return err
	}
	digests := map[pools.Key]pools.Pool{}
	for _, p := range list {
		digests[p.Key] = p
	}
	const why = "trained on other demonstrations than its recipe and seed give"
	for _, r := range s.Records {
		p, known := digests[pools.KeyOf(r.Cell)]
		if known && !r.Cell.Untrained() && p.Digest != r.Data.Hash {
			wrong[why] = append(wrong[why], r.Cell.String())
		}
	}
	return nil
}

// complete adds a problem for each plan that lacks cells, and one for records of no plan. Leaving results out, or
// trying more than is submitted, would bias the rest.
func (r *Result) complete(records []record.Record, frozen map[uint64]bool) {
	has, planned := map[string]bool{}, map[string]bool{}
	for _, rec := range records {
		has[rec.Cell.Hash()] = true
	}
	chance := false
	for i, p := range r.Plans {
		for _, c := range p.Cells() {
			planned[c.Hash()] = true
			chance = chance || c.Untrained() && has[c.Hash()]
		}
		p = atLook(p, frozen, has)
		r.Plans[i] = p
		if lacks := missing(p, has); len(lacks) > 0 {
			r.Problems = append(r.Problems, fmt.Sprintf("%s at %d trials and seed %d lacks %s: a submission has every "+
				"cell of an experiment that it has any of", p.Name, p.Size.Trials, p.Size.Seed, some(lacks)))
		}
	}
	if !chance {
		r.Notes = append(r.Notes, "There are no records of untrained policies, so tables have no row chance.")
	}
	var stray []string
	for _, rec := range records {
		if !planned[rec.Cell.Hash()] && rec.Cell.Version == bench.Version && !rec.Cell.Untrained() {
			stray = append(stray, rec.Cell.String())
		}
	}
	if len(stray) > 0 {
		r.Problems = append(r.Problems, fmt.Sprintf("%s: in no experiment; add its file to the folder experiments, or "+
			"take the records out", some(stray)))
	}
	seeds := map[uint64]bool{}
	for _, rec := range records {
		seeds[rec.Cell.Seed] = true
	}
	if len(seeds) > 1 {
		r.Notes = append(r.Notes, fmt.Sprintf("The records have %d seeds; each is a run of its own.", len(seeds)))
	}
}

// some names the first of some records, and how many there are.
func some(cells []string) string {
	text := wording.Plural(len(cells), "record")
	for i, c := range cells[:min(maxNamed, len(cells))] {
		separator := "; "
		if i == 0 {
			separator = " ("
		}
		text += separator + c
	}
	if len(cells) > maxNamed {
		text += "; ..."
	}
	return text + ")"
}
