package table

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"counterpoise/internal/wording"
)

// spreads are last words in the names of columns that say how far others vary.
var spreads = []string{"std", "sd", "stdev", "stddev", "sem", "stderr", "variance"}

// clocks are names of columns that say when a row was written, in small letters.
var clocks = []string{"wall_time", "timestamp", "runtime", "relative_time"}

// aside says what a column holds by its name that stands beside scores and is none, empty where it may be a score:
// numbers of rollouts, seeds, steps, times, spreads; and the least and most of a step, which W&B writes.
func aside(name string) string {
	p := strings.TrimPrefix(plain(strings.TrimSpace(name)), "_")
	words := wording.NameWords(name)
	switch {
	case p == "total" || p == "trials" || p == "run" || p == "trial": // may be conditions
		return ""
	case slices.Contains(usual["rollouts"], p):
		return "numbers of rollouts"
	case slices.Contains(usual["trial"], p):
		return "seeds or subjects"
	case slices.Contains(checkpoints, p):
		return "steps of a training"
	case slices.Contains(clocks, p):
		return "times"
	case len(words) > 0 && slices.Contains(spreads, words[len(words)-1]):
		return "spreads"
	case strings.HasSuffix(name, "__MIN") || strings.HasSuffix(name, "__MAX"):
		return "the least and most of a step"
	}
	return ""
}

// chartLine is a column of a chart that Weights & Biases exports: a run, or a group of runs, and what was logged.
var chartLine = regexp.MustCompile(`^(?:(?i:method|group|name): )?(.+) - ([^ ]+)$`)

// seeded is the name of a run that ends with its seed.
var seeded = regexp.MustCompile(`^(.+?)[-_ ]+(?i:s|seed|run)[-_= ]?([0-9]{1,9})$`)

// runs returns the table in long form where its columns are the lines of one chart, as Weights & Biases exports them:
// those of a run have the run's method and seed where the names of all end with seeds, else the run is the method. What
// says so. Other tables stay as they are.
func (s Sheet) runs() (out Sheet, what string) {
	type line struct {
		at           int
		method, seed string
	}
	var lines []line
	var others []int
	metric, seeds := "", true
	for at, name := range s.Names {
		if aside(name) != "" && strings.Contains(name, "__M") {
			continue // least and most, which lines have beside them
		}
		m := chartLine.FindStringSubmatch(name)
		if m == nil {
			others = append(others, at)
			continue
		}
		if metric == "" {
			metric = m[2]
		}
		if m[2] != metric {
			return s, ""
		}
		l := line{at, m[1], ""}
		if parts := seeded.FindStringSubmatch(m[1]); parts != nil {
			l.method, l.seed = parts[1], parts[2]
		}
		seeds = seeds && l.seed != ""
		lines = append(lines, l)
	}
	logs := slices.ContainsFunc(others, func(at int) bool { return slices.Contains(checkpoints, plain(s.Names[at])) })
	if len(lines) < 2 || !logs {
		return s, ""
	}
	out = s
	out.Names, out.Rows, out.Lines = nil, nil, nil
	for _, at := range others {
		out.Names = append(out.Names, s.Names[at])
	}
	value := metric[strings.LastIndexAny(metric, "/.")+1:]
	out.Names = append(out.Names, "method", "seed", value)
	if !seeds {
		out.Names = slices.Delete(out.Names, len(others)+1, len(others)+2)
	}
	for i := range out.Names {
		if slices.Contains(out.Names[:i], out.Names[i]) {
			return s, ""
		}
	}
	for i, row := range s.Rows {
		for _, l := range lines {
			if isMissing(row[l.at]) {
				continue
			}
			var texts []string
			for _, at := range others {
				texts = append(texts, row[at])
			}
			if seeds {
				texts = append(texts, l.method, l.seed, row[l.at])
			} else {
				name := chartLine.FindStringSubmatch(s.Names[l.at])[1]
				texts = append(texts, name, row[l.at])
			}
			out.Rows, out.Lines = append(out.Rows, texts), append(out.Lines, s.Lines[i])
		}
	}
	what = fmt.Sprintf(" Columns are lines of a chart of %s: %q is of method %s", metric, s.Names[lines[0].at],
		out.Rows[0][len(others)])
	if seeds {
		what += ", seed " + out.Rows[0][len(others)+1]
	}
	return out, what + "."
}
