package advise

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
	"counterpoise/policies/backend"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/policies/weightfile"
	"counterpoise/results/decide"
	"counterpoise/results/document"
	"counterpoise/results/store"
	"counterpoise/scenes/demos"
)

// choicesFile has the decisions of a folder.
const choicesFile = "choices.csv"

// choiceFlags are the values of the flags.
type choiceFlags struct {
	recipes, draws, rollouts int
	seed                     uint64
	decide, page             bool
	workers                  int
	shared.DeviceFlags
}

// flags adds the flags that say how much is measured, and on what.
func (o *choiceFlags) flags(f *pflag.FlagSet) {
	f.IntVar(&o.draws, "draws", o.draws, "`N` datasets of each")
	f.IntVar(&o.rollouts, "rollouts", o.rollouts, "`N` rollouts of each behaviour and policy")
	f.Uint64Var(&o.seed, "seed", 1, "seed `N` of recipes, datasets, trainings and rollouts")
	f.IntVar(&o.workers, "workers", o.workers, "`N` trainings at a time; changes no result")
	f.BoolVar(&o.page, "page", false, "write the page of what is there, and train nothing")
	o.DeviceFlags.Flags(f)
}

// checkSizes checks them.
func (o choiceFlags) checkSizes() error {
	switch {
	case o.draws < 2 || o.draws > 1000: // one half is compared with the other
		return cli.Misused("--draws must be from 2 to 1000, not %d", o.draws)
	case o.rollouts < 1 || o.rollouts > record.MaxRollouts:
		return cli.Misused("--rollouts must be from 1 to %d, not %d", record.MaxRollouts, o.rollouts)
	}
	return nil
}

// readChoices reads the decisions of a folder; none where it has none.
func readChoices(dir string) ([]decide.Choice, error) {
	return readChoicesOf(filepath.Join(dir, choicesFile))
}

// readChoicesOf reads the decisions of a file; none where there is none.
func readChoicesOf(path string) ([]decide.Choice, error) {
	text, err := bounded.ReadRegular(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all, err := decide.ReadChoices(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return all, nil
}

// writeChoices writes the decisions of a folder.
func writeChoices(dir string, all []decide.Choice) error {
	return durable.Write(filepath.Join(dir, choicesFile), func(f *durable.File) error {
		return decide.WriteChoices(f, all)
	})
}

// drawnFrom makes dataset draw of recipe i.
func (o choiceFlags) drawnFrom(ctx context.Context, r demos.Recipe, i, draw int) (*demos.Dataset, error) {
	return demos.Generate(ctx, r, o.seed<<20+uint64(i*1000+draw), o.workers, nil)
}

// drawnArms is a drawn dataset with its arms.
type drawnArms struct {
	made    *demos.Dataset
	arms    map[string]decide.Arm
	plan    bench.Plan
	digests []string
}

// alike weighs the demonstrations of a drawn dataset by how like some of them they are, by rank or by the gap.
func (p program) alike(ctx context.Context, made *demos.Dataset, named []int, gap bool) ([]weightfile.Frames, error) {
	p.Err = io.Discard
	return p.resembling(ctx, datasets.Of("drawn", "counterpoise", inMemory{made}), []string{"behaviour"}, named,
		make([]bool, len(made.Episodes)), gap)
}

// armsOf are arms of a drawn dataset. Those of one name are the same.
func (o choiceFlags) armsOf(made *demos.Dataset, arms map[string]decide.Arm, draw int) drawnArms {
	made.Card = demos.Card{Version: made.Card.Version, Task: made.Episodes[0].Task, Hash: made.Digest(),
		Groups: made.Count()}
	a := drawnArms{made: made, arms: arms, digests: weightfile.Digests(made)}
	var distinct []decide.Arm
	for _, arm := range arms {
		if !slices.ContainsFunc(distinct, func(b decide.Arm) bool { return b.Name == arm.Name }) {
			distinct = append(distinct, arm)
		}
	}
	slices.SortFunc(distinct, func(x, y decide.Arm) int { return strings.Compare(x.Name, y.Name) })
	size := record.Size{Trials: 1, Rollouts: o.rollouts, Seed: o.seed + uint64(draw), Policy: bench.StatePolicy}
	a.plan = decide.Plan(made.Card.Task, a.digests[0], distinct, size, a.digests...)
	return a
}

// choices are the arms with their cells, by name.
func (a drawnArms) choices(i, draw int) (all []decide.Choice) {
	for _, name := range slices.Sorted(maps.Keys(a.arms)) {
		all = append(all, decide.Choice{Recipe: i, Draw: draw, Arm: name, Cell: a.cell(name).Hash()})
	}
	return all
}

// cell is the cell of an arm.
func (a drawnArms) cell(name string) record.Cell {
	e := a.plan.Experiments[0]
	d := e.Designs[0]
	i := slices.IndexFunc(d.Arms, func(b bench.Arm) bool { return b.Name == a.arms[name].Name })
	return a.plan.Cell(e, d, d.Arms[i], 0)
}

// inMemory is a dataset in memory, with all that it says.
type inMemory struct{ *demos.Dataset }

func (r inMemory) Card() demos.Card { return demos.Card{} }
func (r inMemory) Episodes() int    { return len(r.Dataset.Episodes) }
func (r inMemory) Close() error     { return nil }
func (r inMemory) Read(i int, _ bool) (*demos.Raw, error) {
	raw := r.Dataset.Episodes[i].Raw(false)
	raw.Labels[demos.EpisodeLabel] = strconv.Itoa(i)
	return raw, nil
}

// trainChoices makes the records that a folder lacks, recipe after recipe. drawn makes dataset draw of recipe i, with
// its arms.
func (p program) trainChoices(ctx context.Context, dir string, recipes int, choices []decide.Choice, o choiceFlags,
	drawn func(i, draw int, choices []decide.Choice) (drawnArms, error)) (err error) {
	defer backend.Use(backend.GoCPU)
	records, err := store.Open(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, records.Close()) }()
	if err := p.UseFor(records, o.DeviceFlags); err != nil {
		return err
	}
	has := recordsOf(records)
	for i := range recipes {
		if !slices.ContainsFunc(choices, func(c decide.Choice) bool {
			_, ok := has[c.Cell]
			return c.Recipe == i && !ok
		}) {
			continue
		}
		if p.Program, err = p.WithKept(dir); err != nil {
			return err
		}
		var cells []record.Cell
		p.Datasets = runner.Datasets{}
		for draw := range o.draws {
			mine := slices.DeleteFunc(slices.Clone(choices), func(c decide.Choice) bool {
				return c.Recipe != i || c.Draw != draw
			})
			a, err := drawn(i, draw, mine)
			if err != nil {
				return err
			}
			for _, c := range mine {
				if a.arms[c.Arm].Name == "" || a.cell(c.Arm).Hash() != c.Cell {
					return fmt.Errorf("%s has another cell for recipe %d, draw %d, %s: it is of another seed or size",
						choicesFile, i, draw, c.Arm)
				}
				if w, ok := a.arms[c.Arm].Given(a.digests...); ok {
					p.Outside.Add(w)
				}
			}
			p.Datasets[record.DataRecipe(a.digests[0])] = a.made
			cells = append(cells, a.plan.Cells()...)
		}
		err := p.Complete(ctx, fmt.Sprintf("recipe %d of %d", i+1, recipes), cells, records, o.workers)
		p.Outside.Release()
		if err != nil {
			return err
		}
	}
	return nil
}

// ended is the error of a command that measures, in words where it was stopped.
func ended(c *cobra.Command, err error) error {
	if err != nil && c.Context().Err() != nil {
		return cli.ErrStopped
	}
	return err
}

// recordsOf are the records of a folder by the hashes of their cells.
func recordsOf(records *store.Store) map[string]record.Record {
	of := map[string]record.Record{}
	for _, r := range records.Records() {
		of[r.Cell.Hash()] = r
	}
	return of
}

// recordsIn are the records of a folder by the hashes of their cells, which are of the seed and size.
func (o choiceFlags) recordsIn(dir string, choices []decide.Choice) (map[string]record.Record, error) {
	records, err := store.Read(dir)
	if err != nil {
		return nil, err
	}
	of := recordsOf(records)
	for _, c := range choices {
		r, ok := of[c.Cell]
		if ok && (r.Cell.Rollouts != o.rollouts || r.Cell.Seed != o.seed+uint64(c.Draw)) {
			return nil, fmt.Errorf("%s has recipe %d, draw %d, %s of another seed or size", dir, c.Recipe, c.Draw,
				c.Arm)
		}
	}
	return of, nil
}

// writePageOf writes a page into a folder and prints its answers.
func (p program) writePageOf(dir, name string, page document.Section) error {
	var text bytes.Buffer
	if err := document.Markdown(&text, document.Document{Title: "Counterpoise: " + page.Title,
		Sections: []document.Section{page}}); err != nil {
		return err
	}
	path := filepath.Join(dir, name)
	if err := durable.WriteFile(path, text.Bytes()); err != nil {
		return err
	}
	for _, line := range page.Lines {
		p.Say(line)
	}
	fmt.Fprintf(p.Out, "written   %s\n", path)
	return nil
}
