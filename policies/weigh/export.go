package weigh

import (
	"cmp"
	"encoding/json"
)

// Whole returns a sample of every demonstration of datasets of which only some are weighed: demonstration e of samples
// has the number index[e] among all, whose frames are lengths. All others have the weight 0. A nil index returns the
// samples as they are.
func Whole(samples []Sample, index, lengths []int) []Sample {
	if index == nil {
		return samples
	}
	all := make([]Sample, len(lengths))
	for i, n := range lengths {
		all[i] = Sample{Episode: i, Frames: n}
	}
	for e, i := range index {
		samples[e].Episode = i
		all[i] = samples[e]
	}
	return all
}

// Meanings of the weights in files of others, which stand in the files.
const (
	FrameMeaning = "weight of one frame: a frame that is drawn in proportion to it comes from group g with the " +
		"probability that the method gives g; it sums to 1 over all frames of all datasets that were weighed together"
	SampleMeaning = "weight of one demonstration, in the order of the datasets: one that is drawn in proportion to " +
		"it comes from group g with the probability that the method gives g, and a window that is then drawn from it " +
		"is as likely as any other of the group; it sums to 1"
	// Of weights by resemblance.
	ResemblanceFrameMeaning = "weight of one frame: the larger the more its demonstration is like those that are " +
		"known to be good; each group keeps the share of its frames; it sums to 1 over all frames of all datasets"
	ResemblanceSampleMeaning = "weight of one demonstration, in the order of the datasets: its number of frames, " +
		"times a factor that is larger the more it is like those that are known to be good; it sums to 1"
	robomimicMeaning = "weight of one group: with normalize_weights_by_ds_size a window is drawn from the group " +
		"with this probability, whatever its size; merge train into the configuration of robomimic 0.5"
	remixMeaning = "weight of one dataset: the share of the batches that come from it; it sums to 1, and is not to " +
		"be multiplied by the sizes of the datasets (balance_weights=False)"
)

// Source is a dataset that weights are of. Weights of one are not those of another, even of equal size: whoever takes
// them compares the digest.
type Source struct {
	Name           string `json:"name"`
	Demonstrations int    `json:"demonstrations"`
	Digest         string `json:"digest,omitempty"`         // of its content, where it has a card of ours
	Actions        string `json:"actions_sha256,omitempty"` // see demos.ActionsDigest
}

// Identity returns what tells the dataset from others: the digest of its content, or of its actions.
func (s Source) Identity() string { return cmp.Or(s.Digest, s.Actions) }

// about returns the JSON of a file of weights: what stands in every such file, and the keys of its own.
func about(meaning, method string, sources []Source, own map[string]any) []byte {
	own["meaning"], own["method"], own["datasets"] = meaning, method, sources
	text, err := json.MarshalIndent(own, "", "  ")
	if err != nil {
		panic(err) // names and finite numbers, which Run has checked, cannot fail
	}
	return append(text, '\n')
}

// SamplingJSON returns the weights of demonstrations, with every digit, and what they mean.
func SamplingJSON(meaning, method string, sources []Source, samples []Sample) []byte {
	weights := make([]float64, len(samples))
	for i, s := range samples {
		weights[i] = s.Weight
	}
	return about(meaning, method, sources, map[string]any{"weights": weights})
}

// Subset is the part of a robomimic file that a filter key lists; "" is the whole file.
type Subset struct {
	Path   string  `json:"path"`
	Key    string  `json:"filter_key,omitempty"`
	Weight float64 `json:"weight"`
}

// RobomimicJSON returns a part of the configuration of robomimic 0.5 (train.data, which its dataset_factory reads).
func RobomimicJSON(method string, sources []Source, subsets []Subset) []byte {
	return about(robomimicMeaning, method, sources, map[string]any{
		"train": map[string]any{"data": subsets, "normalize_weights_by_ds_size": true, "hdf5_cache_mode": "low_dim"},
	})
}

// RemixJSON returns the list of pairs (dataset, weight) that configurations of Re-Mix and Octo take.
func RemixJSON(method string, sources []Source, datasets []string, weights []float64) []byte {
	pairs := make([][2]any, len(datasets))
	for i, name := range datasets {
		pairs[i] = [2]any{name, weights[i]}
	}
	return about(remixMeaning, method, sources, map[string]any{"weights": pairs})
}
