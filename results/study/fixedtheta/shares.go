package fixedtheta

import (
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

func init() {
	analysis.All.Add("shares-and-start", analysis.Analysis{
		Place: 18, About: "what equal weights at the start cost, by the share of bad demonstrations",
		Sections: analysis.Section(sharesSection), Figures: sharesFigures,
	})
}

// shareTrials is the number of trials at which the shares are looked at.
const shareTrials = 20

// Share is what weights do with a share of bad demonstrations in a task, beside plain cloning of the same data.
type Share struct {
	Task    string
	Bad     float64 // bad demonstrations of six
	Line    string  // the weights: where they start and how they move
	Weight  frame.Estimate
	Success frame.Estimate  // percent, mean over behaviours and trials
	Effect  analysis.Effect // success minus that of plain cloning; undefined for plain cloning itself
}

// Shares returns the shares of a plan by task, share and weights, in the order of the experiment; none before all of
// their trials are there.
func Shares(f frame.Frame) (all []Share) {
	for _, d := range f.Designs {
		if d.Experiment.Name != study.SharesAndStart {
			continue
		}
		d.Plan.Size.Trials = min(d.Plan.Size.Trials, shareTrials)
		if d.CompleteTrials() < shareTrials {
			return nil
		}
		var plain bench.Arm // of the same share: the first of its arms
		for _, a := range d.Arms {
			s := Share{Task: d.Task, Bad: a.Level, Line: a.Line, Weight: weightOf(d, a.Name)}
			s.Success = frame.Estimate{Mean: d.Success(a, bench.AllBehaviours).Mean,
				CI: d.Interval(a, bench.AllBehaviours), N: shareTrials}
			if plain.Level != a.Level {
				plain = a
			} else {
				s.Effect = analysis.EffectOf(a.Line, d.Differences(a, plain, bench.AllBehaviours), frame.Alpha)
			}
			all = append(all, s)
		}
	}
	return all
}

// sharesSection is the shares as a section of a document; false before all of their trials are there.
func sharesSection(f frame.Frame) (document.Section, bool) {
	all := Shares(f)
	if len(all) == 0 {
		return document.Section{}, false
	}
	const title = "Success by the share of bad demonstrations and the start of the weights"
	t := document.TableOf("shares-and-start", title, all,
		document.Words("task", "task", func(s Share) string { return s.Task }),
		document.Counts("bad of six", "bad_of_six", func(s Share) int { return int(s.Bad) }),
		document.Words("weights", "weights", func(s Share) string { return s.Line }),
		apa.Number("%.3f", "of optimal ones", "weight_optimal", func(s Share) stats.Maybe { return s.Weight.Mean }),
		apa.Number("%.1f", "success (%)", "success", func(s Share) stats.Maybe { return s.Success.Mean }),
		apa.Number("%+.1f", "minus plain cloning", "difference",
			func(s Share) stats.Maybe { return s.Effect.Test.MeanDifference }),
		apa.Intervals("%+.1f", "95 % interval", "low", "high",
			func(s Share) stats.Interval { return s.Effect.Test.CI }),
	)
	return document.Section{
		Title:  "What equal weights at the start cost",
		Intro:  "Success by the share of bad (biased) demonstrations, under weights that start at 1/k or at the shares",
		Tables: []document.Table{t},
		Notes: []string{
			"Success is a mean over behaviours and trials; differences are to plain cloning of the " +
				"same data, in points, mean over behaviours, paired by trial and without correction. Nothing was " +
				"predicted of them.",
			"At 3 of six the shares of the frames are close to 1/k, so that weights from either start nearly agree.",
		},
	}, true
}

// drawnShares are the lines of the figure by the beginning of their name: where weights stay, and the study's method,
// which starts at 1/k. All six stand in the table; drawn, they hide each other.
var drawnShares = [...]string{"plain cloning", "equal weights", "fixed theta from 1/k"}

// sharesFigures is the figure of the shares: success over the share, for weights that start at the shares and at 1/k.
func sharesFigures(f frame.Frame) []figures.Figure {
	shares := Shares(f)
	if len(shares) == 0 {
		return nil
	}
	l := figures.Levels{
		Name: "shares", XLabel: "bad demonstrations of six", YLabel: "success (%)",
		Lead: "Success over the share of bad demonstrations, where weights stay at the shares and start at 1/k.",
		Caption: "Success over the share of bad demonstrations, under weights that stay at the shares (plain " +
			"cloning) and that start at 1/k; mean over behaviours and 20 trials with 95 % intervals.",
	}
	for _, s := range shares {
		if !slices.Contains(l.Levels, s.Bad) {
			l.Levels = append(l.Levels, s.Bad)
		}
		if n := len(l.Panels); n == 0 || l.Panels[n-1].Title != s.Task {
			panel := figures.LevelPanel{Title: s.Task}
			for _, name := range drawnShares {
				panel.Lines = append(panel.Lines, figures.Line{Name: name})
			}
			l.Panels = append(l.Panels, panel)
		}
		for i, name := range drawnShares {
			if strings.HasPrefix(s.Line, name) {
				line := &l.Panels[len(l.Panels)-1].Lines[i]
				line.Points = append(line.Points, figures.Point{X: s.Bad, Mean: s.Success.Mean.Or(0),
					Interval: drawn(s.Success)})
			}
		}
	}
	figure := l.Figure()
	figure.Title = l.Lead
	figure.Again = analysis.Again(f, study.SharesAndStart)
	return []figures.Figure{figure}
}
