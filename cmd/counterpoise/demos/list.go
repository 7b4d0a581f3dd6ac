package demos

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/catalog"
	"counterpoise/internal/printable"
	"counterpoise/internal/shell"
	"counterpoise/results/document"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

const listDemosAbout = `
list shows each demonstration of a dataset, whoever made it: its number, labels, frames, whether it succeeded, and where
it is from (its place in what a recipe makes, or the dataset and its number there). --where, --drop and --episodes show
some of them; with the same flags, demos filter writes a dataset of these.`

// listDemos is the command that lists the demonstrations of a dataset (filter.Survey).
func (p program) listDemos() *cobra.Command {
	var o shared.ChosenDemos
	var sorted, format string
	c := &cobra.Command{
		Use:   "list DATASET",
		Short: "List demonstrations: labels, frames, success",
		Long:  listDemosAbout,
		Example: p.Named(`  NAME demos list out/demos
  NAME demos list out/demos --where success=false --sort -frames
  NAME demos list lift/mh/low_dim.hdf5 --format csv`),
		Args: shared.OneDataset,
	}
	o.Add(c)
	c.Flags().StringVar(&sorted, "sort", "", "sort by a `COLUMN`; with a minus in front, as in -frames, downwards")
	c.Flags().StringVar(&format, "format", "text", "`FORMAT` of the list: "+strings.Join(cli.Formats(), ", "))
	c.Flags().Lookup("sort").DefValue = "episode"
	cli.MemoryFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := cli.CheckChoice("format", format, cli.Formats()); err != nil {
			return err
		}
		r, all, err := o.Survey(c.Context(), p.Program, args[0])
		if err != nil {
			return err
		}
		defer r.Close()
		rule, err := o.Rule(all)
		if err != nil {
			return err
		}
		kept, err := rule.Choose(all)
		if err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		p.Warn(args[0], filter.OutcomeOf(all).Contradictions)
		if text := filter.Copied(all, func(i int) string { return strconv.Itoa(all[i].Number) }); text != "" {
			p.Warn(args[0], []string{text})
		}
		list := newEpisodeList(args[0], r, all, kept)
		if err := list.sort(sorted); err != nil {
			return err
		}
		d := document.Document{Sections: []document.Section{list.section(p, o)}}
		return p.Answer(format, false, list.Episodes, d)
	}
	return c
}

// episodeList is what demos list shows.
type episodeList struct {
	Episodes []listedEpisode
	path     string
	labels   []string // shown, in the order of the columns
	total    int      // demonstrations of the dataset
}

// listedEpisode is a row.
type listedEpisode struct {
	Episode int               `json:"episode"`
	Labels  map[string]string `json:"labels"`
	Frames  int               `json:"frames"`
	Success *bool             `json:"success"` // null where the dataset does not say
	From    string            `json:"from"`
}

// newEpisodeList lists the episodes at the given places.
func newEpisodeList(path string, r demos.Reader, all []filter.Episode, kept []int) *episodeList {
	l := &episodeList{path: path, total: len(all)}
	for _, e := range kept {
		of := all[e]
		l.Episodes = append(l.Episodes, listedEpisode{of.Number, of.Labels, of.Frames, of.Success,
			fromWhere(path, r, of)})
		for name := range of.Labels {
			if name != "success" && name != "index" && name != demos.EpisodeLabel && !slices.Contains(l.labels, name) {
				l.labels = append(l.labels, name)
			}
		}
	}
	slices.Sort(l.labels)
	return l
}

// fromWhere says where a demonstration is from: its place in what a recipe makes, or its number in the dataset.
func fromWhere(path string, r demos.Reader, e filter.Episode) string {
	if card := r.Card(); card.Recipe != "" && e.Labels["index"] != "" {
		return fmt.Sprintf("%s:%s %s of seed %d", e.Labels["behaviour"], e.Labels["style"], e.Labels["index"],
			card.Seed)
	}
	return fmt.Sprintf("%s %d", demos.NameOf(r, path), e.Number)
}

// columns are the names of the columns.
func (l *episodeList) columns() []string {
	return slices.Concat([]string{"episode"}, l.labels, []string{"frames", "success", "from"})
}

// text returns the cell of a column.
func (e *listedEpisode) text(column string) string {
	switch column {
	case "episode":
		return strconv.Itoa(e.Episode)
	case "frames":
		return strconv.Itoa(e.Frames)
	case "success":
		if e.Success == nil {
			return "unknown"
		}
		return strconv.FormatBool(*e.Success)
	case "from":
		return e.From
	}
	return e.Labels[column]
}

// sort sorts the rows by a column: by numbers where both cells are numbers, else by texts.
func (l *episodeList) sort(by string) error {
	column, down := strings.CutPrefix(by, "-")
	if column == "" {
		return nil
	}
	if !slices.Contains(l.columns(), column) {
		return cli.Misused("--sort takes the name of a column, not %q%sthere is %s", column,
			catalog.DidYouMean(column, l.columns()), printable.Names(l.columns()))
	}
	slices.SortStableFunc(l.Episodes, func(a, b listedEpisode) int {
		x, y := a.text(column), b.text(column)
		order := cmp.Compare(x, y)
		v, err1 := strconv.ParseFloat(x, 64)
		w, err2 := strconv.ParseFloat(y, 64)
		if err1 == nil && err2 == nil {
			order = cmp.Compare(v, w)
		}
		if down {
			return -order
		}
		return order
	})
	return nil
}

// section is the list as a table, with the next command that makes sense.
func (l *episodeList) section(p program, o shared.ChosenDemos) document.Section {
	t := document.Table{Name: "demonstrations", Title: "Demonstrations"}
	for _, name := range l.columns() {
		if name == "episode" || name == "frames" {
			t.Columns = append(t.Columns, document.NumberColumn(name, name))
		} else {
			t.Columns = append(t.Columns, document.WordColumn(name, name))
		}
	}
	for i := range l.Episodes {
		var row []document.Cell
		for _, name := range l.columns() {
			row = append(row, document.Word(printable.Line(l.Episodes[i].text(name))))
		}
		t.Rows = append(t.Rows, row)
	}
	line := fmt.Sprintf("%d of %d demonstrations.", len(l.Episodes), l.total)
	if len(l.Episodes) < l.total {
		line += fmt.Sprintf(" Next, to write them: %s demos filter %s DST%s", p.Name, shell.Quote(l.path), o.Words())
	}
	return document.Section{Title: "Demonstrations of " + l.path, Tables: []document.Table{t}, Notes: []string{line}}
}
