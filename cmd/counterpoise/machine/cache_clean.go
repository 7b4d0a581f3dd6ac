package machine

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/cachedir"
	"counterpoise/internal/printable"
	"counterpoise/internal/wording"
)

const cleanAbout = `
clean removes features of another version or another encoder, damaged features, and temporary files of processes that
have ended. It leaves the folders, which other processes may be writing to, and XLA's plugin. A run makes again what it
needs. --dry-run cannot tell which processes have ended, so it lists all temporary files.`

// cleanFlags are the options of cache clean.
type cleanFlags struct{ all, plugin, dryRun bool }

// cacheClean is the command that removes files from the user's cache.
func (p program) cacheClean() *cobra.Command {
	var o cleanFlags
	c := &cobra.Command{
		Use:     "clean",
		Short:   "Remove what no longer fits",
		Long:    cleanAbout,
		Example: p.Named("  NAME cache clean --dry-run\n  NAME cache clean --all --plugin"),
		Args:    cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.cleanCaches(c.Context(), o)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.all, "all", false, "remove the features that fit, too")
	f.BoolVar(&o.plugin, "plugin", false, "remove the plugin, too; NAME setup brings it again")
	f.BoolVar(&o.dryRun, "dry-run", false, "say what would be removed, and remove nothing")
	f.Lookup("plugin").Usage = p.Named(f.Lookup("plugin").Usage)
	return c
}

// takes reports whether the files of a line are to be removed.
func (o cleanFlags) takes(l cacheLine) bool {
	if l.What == cachedPlugin {
		return o.plugin
	}
	return o.all || l.Fits != cachedir.Fits
}

// cleanCaches removes files and says, a line for each kind, what is gone.
func (p program) cleanCaches(ctx context.Context, o cleanFlags) error {
	s, err := p.surveyCaches(ctx)
	if err != nil {
		return err
	}
	verb, found := "removed", false
	if o.dryRun {
		verb = "would remove"
	}
	for _, l := range s.Kept {
		if !o.takes(l) {
			continue
		}
		gone := l.files
		if !o.dryRun {
			gone, err = cachedir.Remove(ctx, l.files)
		}
		var bytes int64
		for _, f := range gone {
			bytes += f.Bytes
		}
		if len(gone) > 0 {
			found = true
			fmt.Fprintf(p.Out, "%s %s, %s: %s (fits: %s) in %s\n", verb, wording.Plural(len(gone), "file"),
				cli.Size(bytes), l.What, l.Fits, printable.Line(l.Folder))
		}
		if err != nil {
			return fmt.Errorf("can't remove from the cache: %w", err)
		}
	}
	if !found {
		fmt.Fprintf(p.Out, "nothing to remove in %s\n", printable.Line(s.Folder))
	}
	return nil
}
