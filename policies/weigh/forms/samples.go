package forms

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"counterpoise/policies/weigh"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/policies/weightfile"
	"counterpoise/scenes/demos/lerobot"
)

// lerobotPlug is the Python file that trains LeRobot's policies with weights of frames.
//
//go:embed lerobot_weights.py
var lerobotPlug []byte

// addSamples adds the weights of single demonstrations by a method.
func (f *Folder) addSamples(d *datasets.Set, method string, mean meanings, samples []weigh.Sample) error {
	name, sources := inFileName(method), d.Sources()
	f.table = append(f.table, weightRows(method, sources, samples)...)
	f.Add("sampling-"+name+".json", samplingJSON(mean.sample, method, sources, samples))
	f.Add("sampling-"+name+".csv", samplingCSV(mean.row, sources, samples))
	if slices.Contains(d.Formats, "lerobot") {
		f.Add("lerobot_weights.py", lerobotPlug)
	}
	if w := runWeights(d, method, samples); w != nil {
		f.Add("run-"+name+".json", w.JSONSaying(runMeaning+mean.frame))
	}
	return f.writeFrames(d, method, mean.frame, samples)
}

// writeFrames writes weights-METHOD.parquet of LeRobot's dataset, one for each if there are several datasets.
func (f *Folder) writeFrames(d *datasets.Set, method, meaning string, samples []weigh.Sample) error {
	parts := inFileNames(d.Names)
	for k, source := range d.Sources() {
		if d.Formats[k] != "lerobot" {
			continue
		}
		table := "weights-" + inFileName(method) + ".parquet"
		if len(d.Names) > 1 {
			table = "weights-" + inFileName(method) + "-" + parts[k] + ".parquet"
		}
		var rows []lerobot.EpisodeWeight
		for _, s := range d.Part(samples, k) {
			rows = append(rows, lerobot.EpisodeWeight{Frames: s.Frames, Weight: s.FrameWeight})
		}
		about := map[string]any{"meaning": meaning, "method": method, "dataset": source.Name,
			"actions_sha256": source.Actions, "actions": d.ActionsOf(k)}
		if source.Digest != "" {
			about["digest"] = source.Digest
		}
		if err := lerobot.WriteFrameWeights(f.dir, table, rows, about); err != nil {
			return err
		}
		f.tables = append(f.tables, table)
	}
	return nil
}

// runWeights returns the weights of frames as run --weights takes them; nil unless every dataset has a digest and a
// weight above 0.
func runWeights(d *datasets.Set, method string, samples []weigh.Sample) *weightfile.Weights {
	w := weightfile.Weights{Name: weightfile.NameOf(method), Datasets: map[string][]weightfile.Frames{}}
	for k := range d.Names {
		digest, sum := d.Digest(k), 0.0
		var all []weightfile.Frames
		for _, s := range d.Part(samples, k) {
			all, sum = append(all, weightfile.Frames{s.FrameWeight}), sum+s.FrameWeight
		}
		if digest == "" || sum == 0 || w.Datasets[digest] != nil {
			return nil
		}
		w.Datasets[digest] = all
	}
	return &w
}

// inFileName returns a method or a dataset as a part of the name of a file.
func inFileName(name string) string {
	return strings.NewReplacer(":", "-", ",", "-", "/", "-", " ", "-").Replace(name)
}

// inFileNames returns datasets as parts of the names of files, with a number behind those that another one has too.
func inFileNames(names []string) []string {
	all := make([]string, len(names))
	for k, name := range names {
		all[k] = inFileName(name)
		for n := 2; slices.Contains(all[:k], all[k]); n++ {
			all[k] = fmt.Sprintf("%s-%d", inFileName(name), n)
		}
	}
	return all
}
