package dev

import (
	"fmt"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/results/store"
)

func init() { register(program.dev) }

// dev is the parent of commands that only maintainers of the repository type: each registers itself below it.
func (p program) dev() *cobra.Command {
	return &cobra.Command{
		Use:   "dev",
		Short: "Commands for those who maintain this repository",
		Args:  p.KnownCommand,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
}

// moved are the commands of dev that had their place beside run once; there they say where they are.
var moved = []string{"cell", "encoder", "freeze", "sbom", "selftest"}

func init() {
	for _, name := range moved {
		register(func(p program) *cobra.Command {
			return &cobra.Command{
				Use: name, Hidden: true, DisableFlagParsing: true,
				RunE: func(*cobra.Command, []string) error {
					return cli.Misused("%s is for maintainers now: %s dev %s", name, p.Name, name)
				},
			}
		})
	}
}

const compressAbout = `
compress replaces the records of folders by compressed ones, once their experiments are complete: records.jsonl becomes
records.jsonl.zst, which every command reads, and zstdcat and pandas, too. Records that a folder gains later stand in a
new records.jsonl until compress is run again. The plain file is removed after the compressed one has been read back.`

func init() { registerBelow("dev", program.compress) }

// compress is the command that compresses the records of folders.
func (p program) compress() *cobra.Command {
	return &cobra.Command{
		Use:     "compress DIR...",
		Short:   "Compress the records of complete experiments",
		Long:    compressAbout,
		Example: p.Named("  NAME dev compress results/quick"),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misused("compress needs a folder of records")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			for _, dir := range args {
				if _, err := store.Read(dir); err != nil { // before a folder is made
					return err
				}
				s, err := store.Open(dir)
				if err != nil {
					return err
				}
				before, after, err := s.Compress()
				if err != nil {
					return err
				}
				fmt.Fprintf(p.Out, "%s: %.1f MB of records in %.1f MB\n", dir, float64(before)/1e6, float64(after)/1e6)
			}
			return nil
		},
	}
}
