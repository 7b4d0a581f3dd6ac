package list

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/play/page"
	"counterpoise/internal/repository"
	"counterpoise/internal/site"
)

const docsAbout = `
docs makes a website of the documentation of a clone: its README, docs and all that these lead to, with this help of
every command and all that list shows. The files need no server and no network: open index.html in a browser, or put
the folder on any static host. Pages fit a phone, and the search works without a server. llms.txt lists the pages for
language models, and every page is there as Markdown besides. The page of play is in play/; it alone takes a host.`

func init() { register(program.docs) }

// docs is the command that writes the website of the documentation.
func (p program) docs() *cobra.Command {
	out := filepath.Join("out", "docs")
	c := &cobra.Command{
		Use:   "docs",
		Short: "A website of the documentation, with a search, for any host or none",
		Long:  docsAbout,
		Example: p.Named("  NAME docs                     # then open out/docs/index.html\n" +
			"  NAME docs --out public        # for a static host"),
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return p.writeSite(c.Context(), out) },
	}
	c.Flags().StringVar(&out, "out", out, "`DIR` to write the files to")
	return c
}

// writeSite writes the website into a folder.
func (p program) writeSite(ctx context.Context, out string) error {
	root, err := repository.Root()
	if errors.Is(err, repository.ErrNone) {
		return fmt.Errorf("the pages are read from a clone, and %w: run ./counterpoise docs in one; %s help and %s "+
			"list work everywhere", err, p.Name, p.Name)
	}
	if err != nil {
		return err
	}
	if err := forSite(out); err != nil {
		return err
	}
	if err := cli.CheckFolder(out); err != nil {
		return err
	}
	play, err := page.All(ctx)
	if err != nil {
		return err
	}
	p.Name = "./counterpoise" // in pages, however this program is called
	files, err := site.Build(root, play, p.commandsPage(), p.listsPage())
	if err != nil {
		return err
	}
	if err := cli.FillFolder(out, files.Write); err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "wrote  %s\n", filepath.Join(out, "index.html"))
	return nil
}

// forSite returns an error if a folder has other files than those of an earlier site, which would be mixed with it or
// lost: the documents of a clone, say.
func forSite(dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil || len(files) == 0 { // to be made, or no folder, which is told when it is written
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, site.Index)); err != nil {
		return fmt.Errorf("%s has other files than a website of an earlier docs: give a new or empty folder", dir)
	}
	return nil
}

// commandsPage is a page with the help of every command.
func (p program) commandsPage() site.Page {
	var text strings.Builder
	text.WriteString("# Commands\n\nThe help of every command, as `help COMMAND` prints it.\n")
	p.Columns = 100
	var add func(c *cobra.Command)
	add = func(c *cobra.Command) {
		if c.Runnable() {
			name := strings.TrimPrefix(c.CommandPath(), "counterpoise ")
			help := p.prints(append([]string{"help"}, strings.Fields(name)...)...)
			fmt.Fprintf(&text, "\n## %s\n\n%s\n", name, fenced(help))
		}
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				add(sub)
			}
		}
	}
	for _, c := range p.Root().Commands() {
		if c.IsAvailableCommand() {
			add(c)
		}
	}
	return site.Page{Path: "docs/commands.md", Group: "Look up", Text: text.String()}
}

// listsPage is a page with all that list shows, but for the arms of experiments, which are hundreds.
func (p program) listsPage() site.Page {
	var text strings.Builder
	text.WriteString("# Lists\n\nWhat there is, as `list` prints it.\n")
	p.Columns = 100
	for _, name := range listable() {
		if name == "arms" {
			continue
		}
		fmt.Fprintf(&text, "\n## %s\n\n%s\n", strings.ToUpper(name[:1])+name[1:], fenced(p.prints("list", name)))
	}
	return site.Page{Path: "docs/lists.md", Group: "Look up", Text: text.String()}
}

// prints returns what a command line prints.
func (p program) prints(args ...string) string {
	var out strings.Builder
	p.Out, p.Err = &out, &out
	p.Main(args)
	return strings.TrimSpace(out.String())
}

// fenced is a text as a block of Markdown that shows it as it is.
func fenced(text string) string { return "```\n" + text + "\n```" }
