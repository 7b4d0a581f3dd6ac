package shared

import (
	"context"
	"fmt"

	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/policies/elsewhere"
	"counterpoise/policies/train"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// ForeignData reads a dataset of another environment than the tabletop, with its pictures if the policy reads them; nil
// for one of the tabletop.
func (p Program) ForeignData(ctx context.Context, path string, cfg train.Config,
	progress func(done, total int)) (*elsewhere.Data, error) {
	r, err := demos.OpenAny(ctx, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if r.Episodes() == 0 || r.Card().Format > 0 {
		return nil, nil
	}
	first, err := r.Read(0, false)
	if err != nil || !elsewhere.Is(first) {
		return nil, err
	}
	d, err := elsewhere.Read(ctx, r, elsewhere.Looks(cfg), progress)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	p.Warn(path, demos.Warnings(r))
	return d, nil
}

// SeveralTasks says that demonstrations of the tabletop are of several tasks, which a policy is not told apart; it is
// empty where they are of one.
func SeveralTasks(data *demos.Dataset, path string) string {
	var order []string
	n := map[string]int{}
	for i := range data.Episodes {
		name := scenes.TaskName(data.Episodes[i].Task)
		if n[name]++; n[name] == 1 {
			order = append(order, name)
		}
	}
	if len(order) < 2 {
		return ""
	}
	var parts []string
	for _, name := range order {
		parts = append(parts, fmt.Sprintf("%d of %q", n[name], name))
	}
	return fmt.Sprintf("demonstrations of several tasks, %s: the policy is not told which it is to do, and makes the "+
		"steps that are calibrated for %q; demos filter %s DST --where %s writes those of one", wording.List(parts),
		order[0], shell.Quote(path), shell.Quote("task="+data.Episodes[0].Task))
}
