package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"counterpoise/internal/durable"
	"counterpoise/results"
	"counterpoise/results/store"
)

const reportAbout = `report writes what a folder of records shows as one page that opens without a network: DIR/report.html. Beside it
go the figures (figures/, as SVG, PNG and PDF) and the tables (tables/, as CSV and LaTeX, with the counts that
counterpoise stats takes).

The page shows a success and a failure of each behaviour. Their policies are trained again for that, which takes some
seconds each the first time; films/ keeps the pictures.`

func (p program) report() *cobra.Command {
	var films bool
	c := &cobra.Command{
		Use:     "report DIR",
		Short:   "Write the report page of a folder of records",
		Long:    reportAbout,
		Example: p.named("  NAME report out"),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return misused("report needs one folder of records, such as out")
			}
			return nil
		},
	}
	c.Flags().BoolVar(&films, "films", true, "show rollouts; --films=false trains nothing again")
	c.RunE = func(c *cobra.Command, args []string) error {
		store, err := store.Read(args[0])
		if err != nil {
			return err
		}
		for _, d := range store.Damage {
			fmt.Fprintf(p.err, "counterpoise: %s\n", d)
		}
		files, err := p.page(c.Context(), args[0], store, films)
		if err != nil {
			return err
		}
		plans, _ := results.Plans(store.Records())
		if err := keepFiles(args[0], append(files, results.Figures(plans, store)...)); err != nil {
			return err
		}
		fmt.Fprintf(p.out, "report   %s\nfigures  %s\ntables   %s\n", filepath.Join(args[0], "report.html"), filepath.Join(args[0], "figures"), filepath.Join(args[0], "tables"))
		return nil
	}
	return c
}

// page is the report page of a folder, and the tables beside it.
func (p program) page(ctx context.Context, dir string, store *store.Store, films bool) ([]results.File, error) {
	plans, notes := results.Plans(store.Records())
	r := results.Report{Dir: dir, Plans: plans, Records: store, Notes: append(notes, store.Damage...)}
	if films {
		var err error
		r.Films, err = p.films(ctx, dir, plans, store)
		switch {
		case errors.Is(err, errStopped):
			return nil, err
		case err != nil: // a report without films is worth more than none
			fmt.Fprintf(p.err, "counterpoise: %v\n", err)
			r.Notes = append(r.Notes, err.Error())
		}
	}
	text, err := r.HTML()
	if err != nil {
		return nil, err
	}
	files, err := results.Tables(plans, store)
	return append(files, results.File{Path: "report.html", Data: text}), err
}

// keepFiles writes files below a folder.
func keepFiles(dir string, files []results.File) error {
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("can't write the report: %w", err)
		}
		if err := durable.WriteFile(path, f.Data); err != nil {
			return fmt.Errorf("can't write the report: %w", err)
		}
	}
	return nil
}
