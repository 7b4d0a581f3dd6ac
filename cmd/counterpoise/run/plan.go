package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/durable"
	"counterpoise/internal/wording"
	"counterpoise/policies/backend"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/results/report"
	"counterpoise/results/store"
)

// runPlan makes the missing records of a plan, then tables and report. With --cells it makes the named cells alone.
func (p program) runPlan(c *cobra.Command, name string, o runFlags) (err error) {
	p, plan, err := p.planWithOutside(c, name, o)
	if err != nil {
		return err
	}
	defer p.Outside.Release()
	cells, err := p.listed(plan, o.cells)
	if err != nil {
		return err
	}
	defer backend.Use(backend.GoCPU)
	if err := p.Refuse(o.out, o.Device, cells, o.workers); err != nil {
		return err
	}
	store, err := store.Open(o.out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := checkReport(o.out); err != nil {
		return err
	}
	if err := cli.Unwritable(o.out, p.Outside.Write(o.out)); err != nil {
		return err
	}
	for _, d := range store.Damage {
		fmt.Fprintf(p.Err, "counterpoise: %s\n", d)
	}
	if err := p.printUnfrozen(plan); err != nil {
		return err
	}
	if o.look {
		if cells, err = p.toNextLook(&plan, store); err != nil {
			return err
		}
	}
	if err := store.Plan(plan); err != nil {
		return err
	}
	if len(runner.Missing(cells, store)) > 0 || o.Device != shared.Auto {
		if err := p.UseFor(store, o.DeviceFlags); err != nil {
			return err
		}
	} else if o.films { // nothing is to be made, so that any device will do
		p.UseRecorded(store)
	}
	if err := p.Complete(c.Context(), plan.Name, cells, store, o.workers); err != nil || o.cells != "" {
		return err // a part of a plan has no tables: its other part may be made elsewhere, in jobs of an array
	}
	return p.finish(c.Context(), plan, store, o)
}

// finish prints the tables and writes them beside the records, with the report page and its files.
func (p program) finish(ctx context.Context, plan bench.Plan, store *store.Store, o runFlags) error {
	if err := p.tables(plan, store, o); err != nil {
		return err
	}
	frames, notes := p.Frames(store, plan.Oracle)
	page := report.Page{Dir: o.out, Frames: frames, Notes: append(notes, store.Damage...)}
	files, err := p.page(ctx, page, o.films)
	if err != nil {
		return err
	}
	if err := writeReport(o.out, files); err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "report   %s\n", filepath.Join(o.out, "report.html"))
	fmt.Fprintf(p.Out, "tables   %s\n", filepath.Join(o.out, "tables"))
	if dir := filepath.Join(o.out, "films"); cli.IsFolder(dir) {
		fmt.Fprintf(p.Out, "films    %s\n", dir)
	}
	return nil
}

// fewTrials is the number of trials below which run says that intervals over trials are wide. With n trials a 95 %
// interval has the half-width t(n-1) SD/√n: 9.0 SD for 2 trials, 1.6 SD for 4, 0.7 SD for the study's 10.
const fewTrials = 4

// tables prints the tables of a plan, and writes them as Markdown into the folder of the records. In the file the
// command that makes the records is the same wherever it is run; what is printed has the command as the user types it.
func (p program) tables(plan bench.Plan, store *store.Store, o runFlags) error {
	made := frame.Of(plan, store)
	doc := report.Document(made)
	var text bytes.Buffer
	if err := document.Markdown(&text, doc); err != nil {
		return err
	}
	name := plan.Name + ".md"
	path := filepath.Join(o.out, name)
	if err := durable.WriteBelow(o.out, name, text.Bytes()); err != nil {
		return fmt.Errorf("can't write the tables: %w; choose another folder with --out", err)
	}
	text.Reset()
	if doc = report.Answer(made); o.full {
		doc = report.Full(made)
	}
	if err := p.WriteDocument(&text, "text", doc); err != nil {
		return err
	}
	words := o.tableWords()
	if o.Device != shared.Auto {
		words = slices.Concat([]string{"--device", o.Device}, words)
	}
	fmt.Fprint(p.Out, p.commandsIn(p.RunCommandsIn(text.String(), o.out, words)))
	if n := plan.Size.Trials; n < fewTrials && !bench.MeasuresChance(plan.Name) {
		fmt.Fprintf(p.Err, "%s: too few for a conclusion, the intervals are wide; --trials %d keeps these records "+
			"and adds the others\n", wording.Plural(n, "trial"), bench.DefaultSize.Trials)
	}
	fmt.Fprintf(p.Out, "records  %s\npage     %s (--full prints every table)\n", store.Path(), path)
	return nil
}

// commandsIn returns claims in text with their commands, which make the records that are missing and print the claims
// again, as the user types them: by the name that the program was called by. Other formats are for files and programs,
// and have the same commands wherever they are made.
func (p program) commandsIn(text string) string {
	const missing, again = "make them with ", "Again: "
	return strings.NewReplacer(missing+"counterpoise ", missing+p.Name+" ",
		again+"counterpoise ", again+p.Name+" ").Replace(text)
}
