package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
	"counterpoise/policies/given"
	"counterpoise/policies/weigh"
	"counterpoise/results/figures"
	"counterpoise/results/report"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/lerobot"
)

// lerobotPlug is the Python file that trains LeRobot's policies with weights of frames.
//
//go:embed lerobot_weights.py
var lerobotPlug []byte

// writeWeights writes the summary, the weights of each method in the forms of those who train with them, and the figure
// into a folder.
func writeWeights(dir string, d *datasets, g *weigh.Groups, summary weigh.Summary, all []weigh.Result) error {
	text, err := json.MarshalIndent(summary, "", "  ")
	if err != nil {
		return err
	}
	files := []report.File{{Path: summaryName, Data: append(text, '\n')}}
	before := methodsIn(dir)
	var tables []string
	var curves []figures.WeightRuns
	for i := range all {
		r := &all[i]
		own, written, err := d.weightFiles(dir, r.Method, g, r.Mean())
		if err != nil {
			return err
		}
		files, tables = append(files, own...), append(tables, written...)
		curves = append(curves, figures.WeightRuns{Method: r.Method, Groups: r.Groups, Steps: r.Steps, Alpha: r.Alpha})
	}
	f := figures.WeightFigure("alpha", curves)
	files = append(files, report.File{Path: "alpha.svg", Data: f.SVG()}, report.File{Path: "alpha.png", Data: f.PNG()})
	return writeOver(dir, files, tables, before)
}

// summaryName is the file with everything that weigh found.
const summaryName = "weights.json"

// methodsIn returns the methods of which a folder has weights from an earlier run, by its summary. It is nil where
// there is none that can be read.
func methodsIn(dir string) (methods []string) {
	text, err := bounded.ReadRegular(filepath.Join(dir, summaryName))
	var s struct {
		Methods []struct {
			Method string `json:"method"`
		} `json:"methods"`
	}
	if err != nil || json.Unmarshal(text, &s) != nil {
		return nil
	}
	for _, m := range s.Methods {
		methods = append(methods, m.Method)
	}
	return methods
}

// writeOver writes files into a folder that has the tables already, and then removes what an earlier run left there of
// the given methods: weights of another dataset, or by a method that was not run, beside these.
func writeOver(dir string, files []report.File, tables, before []string) error {
	kept := map[string]bool{}
	for _, f := range files {
		if err := durable.WriteFile(filepath.Join(dir, f.Path), f.Data); err != nil {
			return err
		}
		kept[f.Path] = true
	}
	for _, name := range tables {
		kept[name] = true
	}
	if before == nil {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !kept[e.Name()] && e.Type().IsRegular() && isWeights(e.Name(), before) {
			if err := durable.Remove(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// isWeights reports whether a file has a name that weightFiles gives to the weights of one of the methods.
func isWeights(name string, methods []string) bool {
	for _, m := range methods {
		m = inFileName(m)
		switch name {
		case "sampling-" + m + ".json", "sampling-" + m + ".csv", "robomimic-" + m + ".json", "remix-" + m + ".json",
			"run-" + m + ".json", "weights-" + m + ".parquet":
			return true
		}
		if strings.HasPrefix(name, "weights-"+m+"-") && strings.HasSuffix(name, ".parquet") {
			return true
		}
	}
	return false
}

// weightFiles returns the files with the weights of a method in the forms of those who train with them, and writes
// those of frames, which may be large, whose names it returns.
func (d *datasets) weightFiles(dir, name string, g *weigh.Groups, alpha []float64) (files []report.File,
	written []string, err error) {
	method := inFileName(name)
	files, written, err = d.sampleFiles(dir, name, groupMeanings, d.samples(g.Sampling(alpha)))
	if err != nil {
		return nil, nil, err
	}
	data, err := d.robomimicWeights(name, g, alpha)
	if err != nil {
		return nil, nil, err
	}
	if data != nil {
		files = append(files, report.File{Path: "robomimic-" + method + ".json", Data: data})
	}
	if slices.Equal(g.By, []string{"dataset"}) {
		pairs := weigh.RemixJSON(name, d.sources(), g.Names, alpha)
		files = append(files, report.File{Path: "remix-" + method + ".json", Data: pairs})
	}
	return files, written, nil
}

// meanings are what weights of demonstrations and of frames mean, for the files.
type meanings struct{ sample, frame string }

// The meanings of weights that follow from the group of a demonstration, and of those by resemblance.
var (
	groupMeanings       = meanings{weigh.SampleMeaning, weigh.FrameMeaning}
	resemblanceMeanings = meanings{weigh.ResemblanceSampleMeaning, weigh.ResemblanceFrameMeaning}
)

// sampleFiles returns the files with the weights of single demonstrations by a method, and writes those of frames,
// which may be large, whose names it returns.
func (d *datasets) sampleFiles(dir, name string, mean meanings, samples []weigh.Sample) (files []report.File,
	written []string, err error) {
	method, sources := inFileName(name), d.sources()
	files = []report.File{
		{Path: "sampling-" + method + ".json", Data: weigh.SamplingJSON(mean.sample, name, sources, samples)},
		{Path: "sampling-" + method + ".csv", Data: weigh.SamplingCSV(sources, samples)},
	}
	if slices.Contains(d.formats, "lerobot") {
		files = append(files, report.File{Path: "lerobot_weights.py", Data: lerobotPlug})
	}
	if w := d.runWeights(name, samples); w != nil {
		files = append(files, report.File{Path: "run-" + method + ".json", Data: w.JSON()})
	}
	written, err = d.writeFrameWeights(dir, name, mean.frame, samples)
	return files, written, err
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

// writeFrameWeights writes weights-METHOD.parquet of LeRobot's dataset, one for each if there are several datasets, and
// returns their names.
func (d *datasets) writeFrameWeights(dir, method, meaning string, samples []weigh.Sample) (written []string,
	err error) {
	parts, file := inFileNames(d.names), inFileName(method)
	for k, source := range d.sources() {
		if d.formats[k] != "lerobot" {
			continue
		}
		table := "weights-" + file + ".parquet"
		if len(d.names) > 1 {
			table = "weights-" + file + "-" + parts[k] + ".parquet"
		}
		var rows []lerobot.EpisodeWeight
		for _, s := range samples[d.first[k]:d.first[k+1]] {
			rows = append(rows, lerobot.EpisodeWeight{Frames: s.Frames, Weight: s.FrameWeight})
		}
		about := map[string]any{"meaning": meaning, "method": method, "dataset": source.Name,
			"actions_sha256": source.Actions}
		if source.Digest != "" {
			about["digest"] = source.Digest
		}
		if err := lerobot.WriteFrameWeights(filepath.Join(dir, table), rows, about); err != nil {
			return nil, err
		}
		written = append(written, table)
	}
	return written, nil
}

// robomimicWeights returns the weights of groups that are filter keys of robomimic's files, or whole files; nil if some
// are neither. Labels of --labels are no filter keys, even where they are called mask or behaviour.
func (d *datasets) robomimicWeights(method string, g *weigh.Groups, alpha []float64) ([]byte, error) {
	for _, format := range d.formats {
		if format != "robomimic" {
			return nil, nil
		}
	}
	var subsets []weigh.Subset
	for k, values := range g.Values {
		s, file := weigh.Subset{Path: d.paths[0], Weight: alpha[k]}, 0
		for i, label := range g.By {
			at := slices.Index(d.names, values[i])
			switch {
			case slices.Contains(d.added, label):
				return nil, nil
			case label == "dataset" && at >= 0: // it may be another label of the one dataset
				s.Path, file = d.paths[at], at
			case (label == "mask" || label == "behaviour") && s.Key == "":
				s.Key = values[i]
			default:
				return nil, nil
			}
		}
		if len(d.paths) > 1 && !slices.Contains(g.By, "dataset") {
			return nil, nil // a group has parts in several files
		}
		if s.Key != "" {
			if lists, err := d.listsGroup(file, s.Key, g, k); err != nil || !lists {
				return nil, err
			}
		}
		subsets = append(subsets, s)
	}
	return weigh.RobomimicJSON(method, d.sources(), subsets), nil
}

// listsGroup reports whether a filter key of a dataset lists the demonstrations of a group and no others. A label may
// be no filter key of its file: it is empty, or HDF5 has no such name, or other demonstrations are in the list.
func (d *datasets) listsGroup(dataset int, key string, g *weigh.Groups, group int) (bool, error) {
	var members []int
	for i, of := range g.Of {
		if int(of) != group {
			continue
		}
		if d.index != nil {
			i = d.index[i]
		}
		at, e := d.first.Locate(i)
		if at != dataset {
			return false, nil
		}
		members = append(members, e)
	}
	listed, ok, err := demos.ListOf(d.opened[dataset], key)
	return ok && slices.Equal(listed, members), err
}

// digest returns the digest of the content of dataset k; empty for one that other programs recorded.
func (d *datasets) digest(k int) string {
	if k >= len(d.opened) || d.opened[k].Card().Format == 0 {
		return ""
	}
	return d.opened[k].Card().Hash
}

// sources returns what tells the datasets from others.
func (d *datasets) sources() []weigh.Source {
	var all []weigh.Source
	for k, name := range d.names {
		s := weigh.Source{Name: name, Demonstrations: d.first[k+1] - d.first[k], Digest: d.digest(k)}
		if k < len(d.opened) {
			s.Actions = demos.ActionsDigest(d.opened[k])
		}
		all = append(all, s)
	}
	return all
}

// runWeights returns the weights of frames as run --weights takes them; nil unless every dataset has a digest and a
// weight above 0.
func (d *datasets) runWeights(method string, samples []weigh.Sample) *given.Weights {
	w := given.Weights{Name: given.NameOf(method), Datasets: map[string][]given.Frames{}}
	for k := range d.names {
		digest, sum := d.digest(k), 0.0
		var all []given.Frames
		for _, s := range samples[d.first[k]:d.first[k+1]] {
			all, sum = append(all, given.Frames{s.FrameWeight}), sum+s.FrameWeight
		}
		if digest == "" || sum == 0 || w.Datasets[digest] != nil {
			return nil
		}
		w.Datasets[digest] = all
	}
	return &w
}
