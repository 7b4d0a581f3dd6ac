// Package datasets opens one or several datasets, of any formats, to be weighed together: their demonstrations in one
// order, with the labels that the formats give them and those of a file of the user's, and of these the ones that names
// of labels ask for.
//
//	s, err := datasets.Open(ctx, []string{"bridge", "droid"}, datasets.Options{By: []string{"dataset", "task"}})
//	defer s.Close()
//	groups, err := s.Groups(ctx, progress)
//
// A Set is a demos.Reader, which package weigh learns from. Package forms writes what was found, for each of the
// datasets in the form that those take who train with it.
package datasets
