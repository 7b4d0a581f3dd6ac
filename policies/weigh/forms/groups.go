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
// neither. A filter key is one by its demonstrations, whatever label the group has it from.
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
		file, keys := 0, []string(nil)
		for i, label := range g.By {
			// A label called dataset may be another one of the one dataset.
			if at := slices.Index(d.Names, values[i]); label == "dataset" && at >= 0 {
				file = at
			} else {
				keys = append(keys, values[i])
			}
		}
		key, ok, err := listOf(d, file, keys, g, k)
		if !ok || err != nil {
			return nil, err
		}
		subsets = append(subsets, subset{d.Paths[file], key, alpha[k]})
	}
	return subsets, nil
}

// listOf returns the first of keys that lists exactly the demonstrations of group k in a file. Without keys the group
// is the whole file, whose key is empty.
func listOf(d *datasets.Set, file int, keys []string, g *weigh.Groups, k int) (key string, ok bool, err error) {
	if keys == nil {
		return "", true, nil
	}
	for _, key := range keys {
		if ok, err := d.Lists(file, key, g, k); ok || err != nil {
			return key, ok, err
		}
	}
	return "", false, nil
}
