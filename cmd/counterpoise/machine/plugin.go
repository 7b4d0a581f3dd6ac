package machine

import (
	"fmt"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/policies/backend"
)

const pluginAbout = `
plugin brings XLA's plugin for the CPU, a shared library of 200 MB, into the user's cache. With it a training takes a
third of the time or less. pip or go-xla's installer downloads it once; nothing of Python runs afterwards. A plugin that
is installed already is left as it is. Where it cannot be had, a line says why, and the Go backend trains. Builds for
Linux on amd64 load it; doctor says whether this one does.`

func init() { register(program.plugin) }

// plugin is the command that installs XLA's plugin (backend.Install). The script's setup calls it from a build that
// loads no plugins yet.
func (p program) plugin() *cobra.Command {
	return &cobra.Command{
		Use:     "plugin",
		Short:   "Bring XLA's plugin for the CPU, on which training is faster",
		Long:    pluginAbout,
		Example: p.Named("  NAME plugin\n  NAME plugin && NAME doctor     and see whether it is on"),
		Args:    cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if !backend.LoadsPlugins && !p.Script {
				return fmt.Errorf("nothing is downloaded: %w", backend.ErrNotBuilt)
			}
			path, err := backend.Install(c.Context())
			if err != nil && c.Context().Err() != nil {
				fmt.Fprintln(p.Err, "stopped; nothing was installed")
				return cli.ErrStopped
			}
			if err != nil {
				return fmt.Errorf("no plugin of XLA: %w", err)
			}
			fmt.Fprintln(p.Out, path)
			return nil
		},
	}
}
