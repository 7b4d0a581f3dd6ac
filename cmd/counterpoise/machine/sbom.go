package machine

import (
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/supply"
)

const sbomAbout = `
sbom prints a bill of materials (SBOM) of this program, as JSON in the form CycloneDX 1.6: every module that is linked
into it, with its version, its digest as in go.sum and its licence, and the settings of the build. Two equal builds
print the same bytes.

--licences prints a table instead, of all modules in go.mod: those that this build leaves out, too.`

func init() { registerBelow("dev", program.sbom) }

// sbom is the command that prints the bill of materials, or the licences alone.
func (p program) sbom() *cobra.Command {
	var licences bool
	c := &cobra.Command{
		Use:     "sbom",
		Short:   "Print what this program is made of, with licences, in CycloneDX",
		Long:    sbomAbout,
		Example: p.Named("  NAME dev sbom >sbom.json\n  NAME dev sbom --licences"),
		Args:    cli.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			if !licences {
				return supply.WriteSBOM(p.Out)
			}
			w := p.NewTable(0)
			for _, path := range slices.Sorted(maps.Keys(supply.Licences)) {
				fmt.Fprintf(w, "%s\t%s\n", path, supply.Licences[path])
			}
			return w.Flush()
		},
	}
	c.Flags().BoolVar(&licences, "licences", false, "print the licence of each module of go.mod instead")
	return c
}
