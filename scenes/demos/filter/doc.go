// Package filter lists the episodes of a dataset with their labels, and chooses some of them: by labels, by numbers, by
// weights.
//
//	all, err := filter.Survey(ctx, reader, progress)
//	where, err := filter.Parse([]string{"success=true", "style=optimal,noisy"})
//	kept, err := filter.Rule{Where: where}.Choose(all)
//	err = filter.Copy(reader, writer, kept, progress)
//
// Copy writes the chosen episodes of a dataset of the tabletop in any format. Their numbers, statistics and digest are
// those of a dataset of its own.
package filter
