package check

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/stats/table"
)

// settingWords are words in the names of columns that say how a policy was run.
var settingWords = []string{
	"temperature", "temp", "guidance", "cfg", "top_p", "top_k", "beam", "beams", "deterministic", "greedy", "noise",
	"inference", "denoising", "denoise", "diffusion", "ddim", "ddpm", "sampler", "sampling", "solver", "scheduler",
	"chunk", "chunks", "chunking", "chunk_size", "horizon", "replan", "replanning", "ensemble", "ensembling",
	"action_steps", "num_steps", "n_steps", "max_steps", "max_episode_steps", "max_episode_length", "step_limit",
	"time_limit", "timeout", "control", "controller", "frequency", "freq", "fps", "hz", "delay", "latency",
	"checkpoint", "ckpt", "ema", "precision", "dtype", "quantization", "quantized", "quant", "bits", "compile",
	"camera", "cameras", "resolution", "crop", "prompt", "instruction", "simulator", "sim", "backend", "version",
	"commit", "revision", "device", "gpu", "host", "machine", "robot", "operator", "setting", "settings", "config",
}

// isSetting reports whether a name has one of the words.
func isSetting(name string) bool {
	words := "_" + strings.Join(wording.NameWords(name), "_") + "_"
	return slices.ContainsFunc(settingWords, func(w string) bool { return strings.Contains(words, "_"+w+"_") })
}

// isMeasure reports whether a column may measure a policy by its name.
func isMeasure(name string) bool {
	return slices.ContainsFunc(wording.NameWords(name), func(w string) bool {
		return slices.Contains(wording.LessIsBetter, w) || slices.Contains([]string{"fps", "hz", "frequency", "freq",
			"delay", "timeout", "precision"}, w)
	})
}

// digits is the number of digits of a number from its first that is not 0.
func digits(text string) (n int) {
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	for _, c := range mantissa {
		if c >= '1' && c <= '9' || c == '0' && n > 0 {
			n++
		}
	}
	return n
}

// maxSettings is the number of values that a setting may have; a column of more measures something.
const maxSettings = 20

// mixedCheckpoints is the kind of trainings that end at different checkpoints, of which Detect warns.
const mixedCheckpoints = "mixed checkpoints"

// settings finds settings of inference that differ between methods or within one. A setting that each group has one
// value of belongs to the group.
func settings(d *data) (found []Finding, looked string) {
	var names []string
	for at, name := range d.Rows.Names {
		role := d.role(at)
		if role != "checkpoint" && (role != "" || !isSetting(name)) {
			continue
		}
		f, is := d.setting(at)
		if !is {
			continue
		}
		names = append(names, fmt.Sprintf("%q", name))
		if f != nil && role == "checkpoint" {
			f.Kind, f.Do = mixedCheckpoints, "compare one checkpoint of all (--checkpoint)"
		}
		if f != nil {
			found = append(found, *f)
		}
	}
	if len(names) == 0 {
		return nil, "no columns of settings (temperature, chunk_size, num_steps and the like)"
	}
	return found, "settings (" + few(names) + ")"
}

// role is the role of a column, empty where it has none.
func (d *data) role(at int) string {
	for role, other := range d.Rows.Roles {
		if other == at {
			return role
		}
	}
	return ""
}

// tally counts the rows of each value of a setting, in the order of the rows, with the line of the first.
type tally struct {
	values []string
	rows   map[string]int
	lines  map[string]int
}

func (t *tally) add(value string, line int) {
	if t.rows == nil {
		t.rows, t.lines = map[string]int{}, map[string]int{}
	}
	if t.rows[value]++; t.rows[value] == 1 {
		t.values, t.lines[value] = append(t.values, value), line
	}
}

// same reports whether two tallies have the same rows of each value.
func (t *tally) same(other *tally) bool {
	if len(t.values) != len(other.values) {
		return false
	}
	return !slices.ContainsFunc(t.values, func(v string) bool { return t.rows[v] != other.rows[v] })
}

// setting looks at one column; is is false where it has too many values for a setting.
func (d *data) setting(at int) (f *Finding, is bool) {
	name := d.Rows.Names[at]
	all := map[string]bool{}
	methods := make([]tally, len(d.Long.Methods))
	groups := make([]tally, len(d.Long.Groups))
	cells := map[[2]int32]*tally{}
	for i, e := range d.Long.Entries {
		v := strings.TrimSpace(d.text(i, at))
		if table.Missing(v) {
			v = "none"
		}
		if all[v] = true; len(all) > maxSettings || d.column("method") < 0 {
			return nil, false
		}
		methods[e.Method].add(v, d.line(i))
		groups[e.Group].add(v, d.line(i))
		k := [2]int32{e.Method, e.Group}
		if cells[k] == nil {
			cells[k] = &tally{}
		}
		cells[k].add(v, d.line(i))
	}
	// A value a method is one too where rows count rollouts, unless it may be measured: fractions of three digits or
	// more, and of times.
	ofMethods := len(all) <= len(methods) && !slices.ContainsFunc(slices.Collect(maps.Keys(all)), func(v string) bool {
		x, err := strconv.ParseFloat(v, 64)
		return err == nil && x != math.Trunc(x) && (isMeasure(name) || digits(v) > 2)
	})
	if len(all) > 1 && 2*len(all) > len(d.Long.Entries) && !ofMethods {
		return nil, false
	}
	ofGroup := !slices.ContainsFunc(groups, func(t tally) bool { return len(t.values) > 1 })
	if len(all) == 1 || ofGroup {
		return nil, true
	}
	within, between, crossed := -1, false, true // within is a method with several values in one group
	for g := range int32(len(groups)) {
		var one *tally
		for m := range int32(len(methods)) {
			t := cells[[2]int32{m, g}]
			if t == nil {
				continue
			}
			if len(t.values) > 1 && within < 0 {
				within = int(m)
			}
			if one == nil {
				one = t
			}
			crossed = crossed && t.same(one)
			between = between || !slices.Equal(sorted(t.rows), sorted(one.rows))
		}
	}
	var parts []string
	var lines []int
	switch {
	case within >= 0:
		t := methods[within]
		for _, v := range t.values {
			parts = append(parts, fmt.Sprintf("%s in %s", v, wording.Plural(t.rows[v], "row")))
			lines = append(lines, t.lines[v])
		}
		f = &Finding{"mixed settings", fmt.Sprintf("%s differs within %s: %s", name, d.Long.Methods[within],
			few(parts)), lines, "compare rows of one value"}
		if crossed {
			f.What += ", and all methods alike"
			f.Do = "if it is meant, name it with --group; else " + f.Do
		}
	case between:
		for m, t := range methods {
			if len(t.values) > 0 {
				parts = append(parts, fmt.Sprintf("%s %s", d.Long.Methods[m], few(t.values)))
				lines = append(lines, t.lines[t.values[0]])
			}
		}
		f = &Finding{"mixed settings", fmt.Sprintf("%s differs between methods: %s", name, few(parts)), lines,
			"if it is no part of the methods, run all with one value"}
	default:
		return nil, true
	}
	f.Lines = f.Lines[:min(len(f.Lines), maxNames)]
	return f, true
}
