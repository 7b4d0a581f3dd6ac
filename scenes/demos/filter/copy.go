package filter

import (
	"slices"

	"counterpoise/scenes/demos"
)

// Copy writes some episodes of a dataset of the tabletop, with their pictures, and closes the writer or, on an error,
// aborts it. The dataset is read whole, so that it is checked against its card, unless an episode that is left out
// cannot be read. The success of an episode is what its labels in all say, by whatever name, and stays unsaid where
// they say nothing. The card of the copy has no recipe, because none makes it. progress may be nil.
func Copy(from demos.Reader, to demos.Writer, all []Episode, kept []int,
	progress func(done, total int)) error {
	defer to.Abort()
	labels := make([]map[string]string, len(all))
	for i := range all {
		labels[i] = all[i].Labels
	}
	err := demos.Told(from, OutcomeOf(all).Successes(labels), kept).Each(func(i int, e *demos.Episode) error {
		if progress != nil {
			defer progress(i+1, from.Episodes())
		}
		return to.Add(e)
	})
	if err != nil {
		return err
	}
	whole := from.Card()
	return to.Close(demos.Card{Version: whole.Version, Task: whole.Task})
}

// Lost returns the labels of episodes that datasets of the tabletop do not keep, in alphabetical order.
func Lost(all []Episode) (labels []string) {
	for i := range all {
		for name := range all[i].Labels {
			known := []string{"task", "behaviour", "style", "index", "success", demos.EpisodeLabel}
			if !slices.Contains(known, name) && !slices.Contains(labels, name) {
				labels = append(labels, name)
			}
		}
	}
	slices.Sort(labels)
	return labels
}
