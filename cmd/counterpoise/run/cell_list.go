package run

import (
	"fmt"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/slurm"
)

// listed returns the cells of a plan that a file names, in the file's order; all cells where there is no file. A
// name that is not the plan's is an error: it is of another size or version, and its record would be in no table. A
// list of no cells is one too, as of a search that found nothing.
func (p program) listed(plan bench.Plan, file string) ([]record.Cell, error) {
	cells := plan.Cells()
	if file == "" {
		return cells, nil
	}
	names, err := slurm.ReadCellList(file)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s names no cell; %s slurm %s with the same flags writes lists of cells", file, p.Name,
			argument(plan))
	}
	named := map[string]record.Cell{}
	for _, c := range cells {
		named[c.Name()] = c
	}
	var some []record.Cell
	for _, n := range names {
		c, ok := named[n]
		if !ok {
			return nil, fmt.Errorf("%s names a cell that %s has not at these sizes and in this version: %.300s; "+
				"%s slurm %s with the same flags writes lists of its cells", file, plan.Name, n, p.Name, argument(plan))
		}
		some = append(some, c)
	}
	return some, nil
}
