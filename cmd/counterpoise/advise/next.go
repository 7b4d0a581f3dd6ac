package advise

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/results/decide"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// longestList is the longest list of numbers that a proposed command has, in bytes.
const longestList = 200

// next is the command that carries the advice out. What it keeps is what the advice keeps: a command with conditions is
// proposed only where they choose exactly these demonstrations.
func (a adviceGiven) next(p program, paths []string, o adviseFlags) string {
	data := shell.Quote(paths[0])
	again := fmt.Sprintf("next: %s advise %s%s", p.Name, strings.Join(quoted(paths), " "), o.again())
	kept := a.kept()
	switch {
	case a.report.NothingGood():
		return fmt.Sprintf("next: %s demos list %s", p.Name, data)
	case a.report.CannotTell() && len(paths) == 1 && a.tests(o):
		return fmt.Sprintf("next: %s try %s%s", p.Name, data, a.tryWords(o))
	case a.report.UserKnows() && !a.report.Changes && len(paths) == 1:
		labels := ""
		if o.labels != "" {
			labels = " --labels " + shell.Quote(o.labels)
		}
		return fmt.Sprintf("next: %s demos list %s%s --sort %s", p.Name, data, labels,
			shell.Quote(a.labels.Ratings[0].Label))
	case len(a.report.Unusual) > 0 && o.page == "":
		return again + " --page page.html"
	case len(paths) > 1 && o.out == "":
		return again + " --out advised"
	case len(paths) > 1: // the files are for the user's own trainer
		return "next: ls " + shell.Quote(o.out)
	case !a.report.Changes && a.ours:
		return fmt.Sprintf("next: %s train %s", p.Name, data)
	case !a.report.Changes: // its numbers, for weigh --known
		return fmt.Sprintf("next: %s demos list %s", p.Name, data)
	case !a.ours && a.format == "lerobot":
		return "next: " + shared.LerobotCommand(paths[0], besides(paths[0]), a.reader, a.all(), kept)
	case !a.ours && a.format == "robomimic" && o.out == "":
		return "next: " + shared.RobomimicCommand(paths[0], a.reader, kept)
	case !a.ours && o.out == "":
		return again + " --out advised"
	case !a.ours:
		return "next: ls " + shell.Quote(o.out)
	}
	choice := a.choice(o, kept)
	if choice == "" {
		return again + " --out advised"
	}
	return fmt.Sprintf("next: %s demos filter %s %s%s", p.Name, data, shell.Quote(besides(paths[0])), choice)
}

// again are the flags that change the advice, as a shell takes them.
func (o adviseFlags) again() (flags string) {
	for _, f := range [][2]string{{"--by", strings.Join(o.by, ",")}, {"--labels", o.labels},
		{"--quality", strings.Join(o.quality, ",")}, {"--suboptimal", strings.Join(o.suboptimal, ",")},
		{"--actions", strings.Join(o.actions, ",")}} {
		if f[1] != "" {
			flags += " " + f[0] + " " + shell.Quote(f[1])
		}
	}
	if o.pictures {
		flags += " --pictures"
	}
	usual := adviseDefaults()
	if o.seeds != usual.seeds {
		flags += fmt.Sprintf(" --seeds %d", o.seeds)
	}
	if o.seed != usual.seed {
		flags += fmt.Sprintf(" --seed %d", o.seed)
	}
	return flags
}

// besides is a place beside a dataset for the part of it that is kept.
func besides(path string) string {
	clean := filepath.Clean(path)
	suffix := filepath.Ext(clean)
	if info, err := os.Stat(clean); err == nil && info.IsDir() { // a dot in a folder's name begins no suffix
		suffix = ""
	}
	return strings.TrimSuffix(clean, suffix) + "-kept" + suffix
}

// quoted are paths as a shell reads them.
func quoted(paths []string) (all []string) {
	for _, path := range paths {
		all = append(all, shell.Quote(path))
	}
	return all
}

// all are the episodes of the whole dataset, of which the lengths of those that were not looked at are unknown.
func (a adviceGiven) all() []filter.Episode {
	if a.index == nil {
		return a.episodes
	}
	whole := make([]filter.Episode, a.reader.Episodes())
	for i := range whole {
		whole[i].Number = demos.NumberOf(a.reader, i)
	}
	for e, i := range a.index {
		whole[i] = a.episodes[e]
	}
	return whole
}

// kept are the places of the demonstrations of the dataset that have a weight, ascending.
func (a adviceGiven) kept() (numbers []int) {
	for e, group := range a.groups.Of {
		if a.report.Weights[group] == 0 {
			continue
		}
		if a.index != nil {
			e = a.index[e]
		}
		numbers = append(numbers, e)
	}
	return numbers
}

// choice returns the flags of demos filter that choose the demonstrations that are kept: conditions where these choose
// exactly them, else the file of weights where there is one, else their numbers. It is empty where these are many.
func (a adviceGiven) choice(o adviseFlags, kept []int) string {
	drop := a.labels.MarkedBad(a.episodes) // and kinds
	if len(a.labels.Quality) == 1 {
		for _, v := range a.report.Verdicts {
			if v.LeaveOut {
				drop = append(drop, a.labels.Quality[0]+"="+v.Name)
			}
		}
	}
	for _, flags := range []shared.ChosenDemos{
		{Where: []string{a.labels.Succeeded(true)}}, // where every success is known
		{Drop: drop},
		{Where: []string{a.labels.Succeeded(true)}, Drop: drop},
		{Drop: append([]string{a.labels.Succeeded(false)}, drop...)},
	} {
		flags.Labels = o.labels
		rule, err := flags.Rule(a.all())
		if err != nil {
			continue
		}
		if chosen, err := rule.Choose(a.all()); err == nil && slices.Equal(chosen, kept) {
			return flags.Words()
		}
	}
	if o.out != "" {
		return " --weights " + shell.Quote(filepath.Join(o.out, "weights.csv"))
	}
	for i, e := range kept {
		kept[i] = a.all()[e].Number
	}
	if list := wording.FormatNumbers(kept); len(list) <= longestList {
		return " --episodes " + list
	}
	return ""
}

// withoutCopies says which flag leaves copies out, where it is short.
func (a adviceGiven) withoutCopies() string {
	var first []int
	for _, e := range a.episodes {
		if e.CopyOf == nil {
			first = append(first, e.Number)
		}
	}
	list := wording.FormatNumbers(first)
	if len(list) > longestList/4 || a.reader == nil || a.index != nil {
		return ""
	}
	return " (demos filter --episodes " + list + " keeps one of each)"
}

// mostRated is the largest number of ratings that try is proposed for.
const mostRated = 3

// trial returns the flags of try for the same question: an arm without each kind of which the data do not tell.
func (a adviceGiven) trial(o adviseFlags) tryFlags {
	t := tryDefaults()
	t.labels = o.labels
	if o.out != "" {
		t.out = filepath.Join(o.out, "try")
	}
	if len(a.labels.Quality) == 1 && a.labels.Quality[0] != "style" { // try knows styles by itself
		for _, v := range a.report.Verdicts {
			if v.Open && v.Undirected { // those that it is compared with may be the worse ones
				for name := range strings.SplitSeq(v.Reference, ",") {
					if drop := a.labels.Quality[0] + "=" + name; !slices.Contains(t.drop, drop) {
						t.drop = append(t.drop, drop)
					}
				}
			}
			if drop := a.labels.Quality[0] + "=" + v.Name; (v.Open || v.LeaveOut) && !slices.Contains(t.drop, drop) {
				t.drop = append(t.drop, drop)
			}
		}
	}
	for i, rating := range a.labels.Ratings {
		cuts := rating.Cuts()
		if n := len(cuts); n > 0 && len(a.labels.Ratings) > 1 { // each arm takes its time
			cuts = cuts[n-1:]
		}
		if i < mostRated {
			for _, cut := range cuts {
				t.drop = append(t.drop, cut.String())
			}
		}
	}
	for _, drop := range t.drop {
		t.again = append(t.again, "--drop", shell.Quote(drop))
	}
	for _, f := range [][2]string{{"--labels", t.labels}, {"--out", t.out}} {
		if f[1] != "" {
			t.again = append(t.again, f[0], shell.Quote(f[1]))
		}
	}
	return t
}

// tests reports whether try has something to compare with plain cloning that answers what the data cannot tell: of
// ratings alone it has nothing where it is not known which values are better.
func (a adviceGiven) tests(o adviseFlags) bool {
	if a.report.UserKnows() {
		return false
	}
	data := decide.Data{Episodes: a.episodes, Labels: a.labels, Failures: a.failures, Ours: a.ours}
	arms, _, err := decide.Arms(data, decide.Asked{Drop: a.trial(o).drop})
	return err == nil && len(arms) > 1 && a.index == nil
}

// tryWords are the flags of try as a shell takes them. For another robot try needs a folder.
func (a adviceGiven) tryWords(o adviseFlags) string {
	t := a.trial(o)
	if t.out == "" && !a.ours {
		t.again = append(t.again, "--out", "tried")
	}
	if t.again == nil {
		return ""
	}
	return " " + strings.Join(t.again, " ")
}
