package run

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/durable"
	"counterpoise/policies/backend"
	"counterpoise/results/films"
	"counterpoise/results/frame"
	"counterpoise/results/report"
)

const reportAbout = `
report writes what a folder of records shows as one page that opens without a network: DIR/report.html. Beside it
go the figures (figures/, as SVG, PNG and PDF) and the tables (tables/, as CSV and LaTeX, with the counts that
counterpoise stats takes).

The page shows a success and a failure of each behaviour. Their policies are trained again for that, which takes some
seconds each the first time; films/ keeps the pictures.`

func init() { register(program.report) }

// report is the command that writes the page, the figures and the tables of a folder of records.
func (p program) report() *cobra.Command {
	var withFilms bool
	var oracleName, styles string
	c := &cobra.Command{
		Use:     "report DIR",
		GroupID: "study",
		Short:   "Write the report page of a folder of records",
		Long:    reportAbout,
		Example: p.Named("  NAME report out\n  NAME report results/quick --films=false"),
		Args:    cli.OneArgument("one folder of records, such as out"),
	}
	c.Flags().BoolVar(&withFilms, "films", true, "show rollouts; --films=false trains nothing again")
	c.Flags().StringVar(&styles, "two-by-two", "",
		"`DIR` whose records of two-by-two open the page, where the folder has none of its own")
	shared.OracleFlag(c.Flags(), &oracleName)
	c.RunE = func(c *cobra.Command, args []string) error {
		oracle, err := shared.ChosenOracle(oracleName)
		if err != nil {
			return err
		}
		with, err := p.WithKept(args[0])
		if err != nil {
			return err
		}
		p := program{with}
		defer p.Outside.Release()
		store, err := p.Read(args[0], bench.Quick.Name)
		if err != nil {
			return err
		}
		if err := checkReport(args[0]); err != nil {
			return err
		}
		for _, d := range store.Damage {
			fmt.Fprintf(p.Err, "counterpoise: %s\n", d)
		}
		defer backend.Use(backend.GoCPU)
		if withFilms {
			p.UseRecorded(store)
		}
		frames, notes := p.Frames(store, oracle)
		page := report.Page{Dir: args[0], Frames: frames, Notes: append(notes, store.Damage...), BesideDir: styles}
		if styles != "" {
			if page.Beside, err = p.styles(styles, oracle); err != nil {
				return err
			}
		}
		files, err := p.page(c.Context(), page, withFilms)
		if err != nil {
			return err
		}
		figures := report.Figures(frames, report.SVG, report.PNG, report.PDF)
		if err := writeReport(args[0], append(figures, files...)); err != nil {
			return err
		}
		fmt.Fprintf(p.Out, "report   %s\nfigures  %s\ntables   %s\n", filepath.Join(args[0], "report.html"),
			filepath.Join(args[0], "figures"), filepath.Join(args[0], "tables"))
		return nil
	}
	return c
}

// page returns the report page of a folder, with films if they are wanted, and the tables beside it.
func (p program) page(ctx context.Context, r report.Page, withFilms bool) ([]report.File, error) {
	if withFilms {
		var err error
		r.Films, err = p.films(ctx, r.Dir, r.Frames)
		switch {
		case err != nil && ctx.Err() != nil:
			fmt.Fprintln(p.Err, "stopped while playing rollouts for the report; all records are safe")
			return nil, cli.ErrStopped
		case err != nil: // a report without films is worth more than none
			fmt.Fprintf(p.Err, "counterpoise: %v\n", err)
			r.Notes = append(r.Notes, err.Error())
		}
	}
	text, err := r.HTML()
	if err != nil {
		return nil, err
	}
	files, err := report.Tables(r.Frames)
	return append(files, report.File{Path: "report.html", Data: text}), err
}

// films returns the rollouts that a report shows; none if the cell runner cannot play rollouts again.
func (p program) films(ctx context.Context, dir string, frames []frame.Frame) ([]report.Film, error) {
	replayer, ok := p.RecordMaker(1).(films.Replayer)
	if !ok {
		return nil, nil
	}
	source := films.Source{Dir: dir, Replayer: replayer, Training: func(c record.Cell) {
		fmt.Fprintf(p.Err, "  films: training a policy again (%v)\n", c)
	}}
	if n := source.Missing(frames); n > 0 {
		fmt.Fprintf(p.Err, "films: training %s again to film them; --films=false leaves the films out\n",
			shared.CountOf(n))
	}
	return source.Of(ctx, frames)
}

// checkReport returns the error of a report whose files cannot be written, because a folder of theirs is a link, before
// its films are made.
func checkReport(dir string) error {
	for _, name := range []string{"figures/", "tables/"} {
		if _, err := durable.Below(dir, name); err != nil {
			return unreported(err)
		}
	}
	return nil
}

// unreported is the error of writing a report; nil for nil.
func unreported(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("can't write the report: %w", err)
}

// writeReport writes the files of a report below a folder. The page is the last one, so that it never shows what is not
// there yet.
func writeReport(dir string, files []report.File) error {
	return unreported(writeFiles(dir, files))
}

// writeFiles writes files below a folder in their order, each whole or not at all.
func writeFiles(dir string, files []report.File) error {
	for _, f := range files {
		if err := durable.WriteBelow(dir, f.Path, f.Data); err != nil {
			return err
		}
	}
	return nil
}
