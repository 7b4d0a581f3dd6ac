package advise

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/durable"
	"counterpoise/internal/printable"
	"counterpoise/internal/wording"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/results/triage"
	"counterpoise/scenes/demos"
)

// pageFlag adds --page to a command.
func pageFlag(c *cobra.Command, page *string) {
	c.Flags().StringVar(page, "page", "", "write an HTML `FILE` on which to sort demonstrations into good and bad ones")
}

// readyPage prepares the file of --page, as cli.ReadyFor does; it must not lie in a dataset. An empty name is no page.
func readyPage(page string, datasets []string) (unready func(), err error) {
	if page == "" {
		return func() {}, nil
	}
	for _, path := range datasets {
		if err := cli.CheckOutside(path, page); err != nil {
			return nil, err
		}
	}
	return cli.ReadyFor("page", page)
}

// writePage writes the page of triage of open datasets, and says where. An empty name is no page.
func (p program) writePage(ctx context.Context, page string, d *datasets.Set, o triage.Options) error {
	if page == "" {
		return nil
	}
	o.Name, o.Names, o.Title, o.Rate = p.Name, d.Names, d.Title, demos.RateOf(d.Opened()[0])
	o.Dataset = func(i int) (string, int) {
		k, n := d.Place(i)
		return d.Names[k], n
	}
	progress, end := cli.Counter(p.Err, "demonstrations read for the page, twice")
	o.Progress = progress
	made, err := triage.Of(ctx, d.Reader, o)
	end()
	if err != nil {
		return fmt.Errorf("--page: %w", err)
	}
	text, err := made.HTML()
	if err != nil {
		return fmt.Errorf("--page: %w", err)
	}
	if err := durable.WriteFile(page, text); err != nil {
		return fmt.Errorf("--page %s: %w", page, err)
	}
	if made.Without > 0 {
		fmt.Fprintf(p.Err, "warning: the page has no strips of %s: %s\n",
			wording.Plural(made.Without, "demonstration"), printable.Line(made.Missing))
	}
	fmt.Fprintf(p.Err, "page in %s: open it in a browser, judge a few, and download labels.csv\n", page)
	return nil
}
