package forms

import (
	"slices"

	"counterpoise/policies/weigh"
	"counterpoise/policies/weigh/datasets"
)

// AddGroups adds the weights that a method gives to groups of demonstrations: alpha, one a group.
func (f *Folder) AddGroups(d *datasets.Set, method string, g *weigh.Groups, alpha []float64) error {
	err := f.addSamples(d, method, groupMeanings, d.Samples(g.Sampling(alpha)))
	if err != nil {
		return err
	}
	subsets, err := filterKeys(d, g, alpha)
	if err != nil {
		return err
	}
	if subsets != nil {
		f.Add("robomimic-"+inFileName(method)+".json", robomimicJSON(method, d.Sources(), subsets))
	}
	if slices.Equal(g.By, []string{"dataset"}) {
		f.Add("remix-"+inFileName(method)+".json", remixJSON(method, d.Sources(), g.Names, alpha))
	}
	return nil
}

// filterKeys returns the weights of groups that are filter keys of robomimic's files, or whole files; nil if some are
// neither. Labels of a file of labels are no filter keys, even where they are called mask or behaviour.
func filterKeys(d *datasets.Set, g *weigh.Groups, alpha []float64) ([]subset, error) {
	for _, format := range d.Formats {
		if format != "robomimic" {
			return nil, nil
		}
	}
	if len(d.Paths) > 1 && !slices.Contains(g.By, "dataset") {
		return nil, nil // a group has parts in several files
	}
	var subsets []subset
	for k, values := range g.Values {
		file, key, ok := filterKey(d, g.By, values)
		if ok && key != "" {
			var err error
			if ok, err = d.Lists(file, key, g, k); err != nil {
				return nil, err
			}
		}
		if !ok {
			return nil, nil
		}
		subsets = append(subsets, subset{d.Paths[file], key, alpha[k]})
	}
	return subsets, nil
}

// filterKey returns the file and the filter key that a group's labels by and their values name; an empty key is the
// whole file. It is false where a label is of neither.
func filterKey(d *datasets.Set, by, values []string) (file int, key string, ok bool) {
	for i, label := range by {
		at := slices.Index(d.Names, values[i])
		switch {
		case d.Added(label):
			return 0, "", false
		case label == "dataset" && at >= 0: // it may be another label of the one dataset
			file = at
		case (label == "mask" || label == "behaviour") && key == "":
			key = values[i]
		default:
			return 0, "", false
		}
	}
	return file, key, true
}
