package forms

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"counterpoise/internal/printable"
	"counterpoise/policies/weigh"
	"counterpoise/policies/weightfile"
)

// Meanings of weights, which stand in the files.
const (
	groupFrame = "weight of one frame: a frame that is drawn in proportion to it comes from group g with the " +
		"probability that the method gives g; it sums to 1 over all frames of all datasets that were weighed together"
	groupSample = "weight of one demonstration, in the order of the datasets: one that is drawn in proportion to " +
		"it comes from group g with the probability that the method gives g, and a window that is then drawn from it " +
		"is as likely as any other of the group; it sums to 1"
	groupRow = "a draw in proportion to demonstration_weight or to frame_weight (of each frame) comes from a group " +
		"with the probability that the method gives it"
	// Of weights that are tried, whatever they come from.
	armFrame  = "weight of one frame, by which frames are drawn: 0 is left out; it sums to 1 over all frames"
	armSample = "weight of one demonstration, in the order of the dataset: its number of frames times that of one " +
		"frame, so that a window that is then drawn from it has the weight of its frames; it sums to 1"
	armRow = "demonstrations are drawn in proportion to demonstration_weight, or frames to frame_weight (of each frame)"
	// Of weights by resemblance.
	resemblanceFrame = "weight of one frame: the larger the more its demonstration is like those that are " +
		"known to be good; each group keeps the share of its frames; it sums to 1 over all frames of all datasets"
	resemblanceSample = "weight of one demonstration, in the order of the datasets: its number of frames, " +
		"times a factor that is larger the more it is like those that are known to be good; it sums to 1"
	resemblanceRow = "frame_weight (of each frame) is larger the more the demonstration is like those that are known " +
		"to be good; demonstration_weight is its sum over the frames"
	// Of both, before that of a frame.
	runMeaning       = "for each demonstration of a dataset, in order, the "
	robomimicMeaning = "weight of one group: with normalize_weights_by_ds_size a window is drawn from the group " +
		"with this probability, whatever its size; merge train into the configuration of robomimic 0.5"
	remixMeaning = "weight of one dataset: the share of the batches that come from it; it sums to 1, and is not to " +
		"be multiplied by the sizes of the datasets (balance_weights=False)"
)

// meanings are what weights of demonstrations and of frames mean, and what both do in a row of a table.
type meanings struct{ sample, frame, row string }

// The meanings of weights that follow from the group of a demonstration, and of those by resemblance.
var (
	groupMeanings       = meanings{groupSample, groupFrame, groupRow}
	resemblanceMeanings = meanings{resemblanceSample, resemblanceFrame, resemblanceRow}
	armMeanings         = meanings{armSample, armFrame, armRow}
)

// about returns the JSON of a file of weights: what stands in every such file, and the keys of its own.
func about(meaning, method string, sources []weigh.Source, own map[string]any) []byte {
	own["meaning"], own["method"], own["datasets"] = meaning, method, sources
	text, err := json.MarshalIndent(own, "", "  ")
	if err != nil {
		panic(err) // names and finite numbers, which Run has checked, cannot fail
	}
	return append(text, '\n')
}

// samplingJSON returns the weights of demonstrations, with every digit, and what they mean.
func samplingJSON(meaning, method string, sources []weigh.Source, samples []weigh.Sample) []byte {
	weights := make([]float64, len(samples))
	for i, s := range samples {
		weights[i] = s.Weight
	}
	return about(meaning, method, sources, map[string]any{"weights": weights})
}

// samplingCSV returns a line for each demonstration: its number in its dataset, group, frames, both weights, the name
// of the dataset, what tells it from others, and what the weights mean. Programs that read CSV expect a header and rows
// alone, so that the meaning, which has no comma, stands in each.
func samplingCSV(meaning string, sources []weigh.Source, samples []weigh.Sample) []byte {
	identity := map[string]string{}
	for _, s := range sources {
		identity[s.Name] = s.Identity()
	}
	var b bytes.Buffer
	b.WriteString("demonstration,group,frames,demonstration_weight,frame_weight,dataset,digest,meaning\n")
	for _, s := range samples {
		fmt.Fprintf(&b, "%d,%s,%d,%s,%s,%s,%s,%s\n", s.Episode, printable.QuotedField(s.Group), s.Frames,
			number(s.Weight), number(s.FrameWeight), printable.QuotedField(s.Dataset), identity[s.Dataset], meaning)
	}
	return b.Bytes()
}

// tableHeader is the header of the table of all methods.
const tableHeader = "episode,weight,method,dataset,digest\n"

// weightRows returns the rows of a method in the table of all methods: for each demonstration its number in its dataset
// and the weight of its frames as a share of the largest one, so that 1 is whole and 0 is left out.
func weightRows(method string, sources []weigh.Source, samples []weigh.Sample) []byte {
	identity := map[string]string{}
	for _, s := range sources {
		identity[s.Name] = s.Identity()
	}
	most := 0.0
	for _, s := range samples {
		most = max(most, s.FrameWeight)
	}
	var b bytes.Buffer
	for _, s := range samples {
		fmt.Fprintf(&b, "%d,%s,%s,%s,%s\n", s.Episode, number(s.FrameWeight/most), weightfile.NameOf(method),
			printable.QuotedField(s.Dataset), identity[s.Dataset])
	}
	return b.Bytes()
}

// number has as many digits as it takes to read the same float64 back.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// subset is the part of a robomimic file that a filter key lists; "" is the whole file.
type subset struct {
	Path   string  `json:"path"`
	Key    string  `json:"filter_key,omitempty"`
	Weight float64 `json:"weight"`
}

// robomimicJSON returns a part of the configuration of robomimic 0.5 (train.data, which its dataset_factory reads).
func robomimicJSON(method string, sources []weigh.Source, subsets []subset) []byte {
	return about(robomimicMeaning, method, sources, map[string]any{
		"train": map[string]any{"data": subsets, "normalize_weights_by_ds_size": true, "hdf5_cache_mode": "low_dim"},
	})
}

// remixJSON returns the list of pairs (dataset, weight) that configurations of Re-Mix and Octo take.
func remixJSON(method string, sources []weigh.Source, names []string, weights []float64) []byte {
	pairs := make([][2]any, len(names))
	for i, name := range names {
		pairs[i] = [2]any{name, weights[i]}
	}
	return about(remixMeaning, method, sources, map[string]any{"weights": pairs})
}
