package curate

import (
	"fmt"
	"math"
	"slices"

	"counterpoise/bench/study"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

func init() {
	analysis.All.Add("curate", analysis.Analysis{
		Place: 19, About: "what scores of demonstrations find, and what they are worth to the policy",
		Sections: analysis.Section(Section), Figures: planFigures, Instead: study.Curate,
	})
}

// Row is what an arm is worth.
type Row struct {
	Arm             string
	Fails, Succeeds Worth
	Nothing         Worth
	Seconds         float64 // that the score takes of a pool, median; NaN for plain labels
}

// Rows returns a row for each arm but plain cloning and leaving out, on some sets. The p values of scores are corrected
// together: all kinds of all scores.
func Rows(among []Set) (rows []Row) {
	for _, a := range slices.Concat(study.CurateYardsticks[2:], study.CurateScores) {
		rows = append(rows, Row{a.Name, WorthOf(a.Name, Fails, among), WorthOf(a.Name, Succeeds, among),
			WorthOf(a.Name, Nothing, among), seconds(a.Name, among)})
	}
	var family []*analysis.Effect
	for i := range rows[1:] { // the first is a label
		r := &rows[i+1]
		for _, w := range []*Worth{&r.Fails, &r.Succeeds, &r.Nothing} {
			if w.Sets > 0 {
				family = append(family, &w.Effect)
			}
		}
	}
	analysis.CorrectEffects(family)
	return rows
}

// seconds is the median of the time that a score takes.
func seconds(arm string, among []Set) float64 {
	var all []float64
	for _, s := range among {
		if a, ok := find(s.Design, s.CurateSet, arm); ok {
			for r := range s.Design.Of(a) {
				all = append(all, r.Duration.Selection)
			}
		}
	}
	if len(all) == 0 {
		return math.NaN()
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// fresh are the sets whose styles had not been looked at when scores and rules were chosen, and those of optimal
// demonstrations.
func fresh(all []Set) []Set {
	return slices.DeleteFunc(slices.Clone(all), func(s Set) bool { return s.Seen == "yes" || s.Seen == "partly" })
}

// Section is what the scores are worth, as a section of a document; false where no set is complete.
func Section(f frame.Frame) (document.Section, bool) {
	all := Sets(f)
	if len(all) == 0 {
		return document.Section{}, false
	}
	return document.Section{
		Title: "Scores of demonstrations, judged by the policy",
		Intro: "What each score finds, and what cloning what it keeps is worth, where a third of the demonstrations " +
			"is bad and where none is",
		Tables: []document.Table{
			worth("fresh", "On styles that had not been looked at when scores and rules were chosen", Rows(fresh(all))),
			worth("all", "On all styles", Rows(all)),
			gains(all), aurocs(all),
		},
		Notes: []string{
			"recovered: the gain in success over plain cloning, as a share of what leaving out the bad ones gains, " +
				"summed over sets and trials, in percent, with a 95 % interval by bootstrap over trials. Styles that " +
				"fail and that succeed are apart; each costs more than 5 points, by a measurement " +
				"beforehand, or, of styles that are new, in these records.",
			"AUROC: the chance that a good demonstration has a higher score than a bad one, mean over sets; in " +
				"brackets among demonstrations whose lengths differ by at most a tenth. inverted: sets in which it " +
				"is below one half.",
			"nothing wrong: points against plain cloning where all demonstrations are optimal. p: paired t-tests " +
				"against plain cloning, corrected by Holm over all scores and kinds of a table. The success label is " +
				"no score: it knows which demonstrations failed.",
			"Rules, within behaviours: worst, rabc, outcome and hold drop the lower of two clearly separate parts " +
				"(split), and are told no share. The others keep the best two thirds: they are told the share, which " +
				"is a third too much where nothing is wrong. resemblance is told two good demonstrations of each " +
				"behaviour, rabc and outcome see the states of objects. length and random are controls.",
		},
	}, true
}

// worth is the table to choose by.
func worth(name, title string, rows []Row) document.Table {
	columns := []document.Column[Row]{document.Words("arm", "arm", func(r Row) string { return r.Arm })}
	for _, k := range []struct {
		name, field string
		of          func(Row) Worth
	}{
		{"fail", "fail", func(r Row) Worth { return r.Fails }},
		{"succeed", "succeed", func(r Row) Worth { return r.Succeeds }},
	} {
		columns = append(columns,
			document.Texts("AUROC, "+k.name, k.field+"_auroc", func(r Row) string { return found(k.of(r)) }),
			document.Texts("inverted", k.field+"_inverted", func(r Row) string {
				return fmt.Sprintf("%d of %d", k.of(r).Inverted, k.of(r).Sets)
			}),
			apa.Number("%.0f", "recovered", k.field+"_recovered", func(r Row) stats.Maybe {
				return k.of(r).Recovered.Estimate
			}),
			apa.Intervals("%.0f", "95 % interval", k.field+"_low", k.field+"_high", func(r Row) stats.Interval {
				return k.of(r).Recovered.CI
			}),
			apa.StarredPs("p (Holm)", k.field+"_p_holm", func(r Row) stats.Maybe { return k.of(r).Effect.Holm }))
	}
	columns = append(columns,
		apa.Number("%+.1f", "nothing wrong", "nothing_wrong", func(r Row) stats.Maybe {
			return r.Nothing.Effect.Test.MeanDifference
		}),
		apa.Intervals("%+.1f", "95 % interval", "nothing_wrong_low", "nothing_wrong_high", func(r Row) stats.Interval {
			return r.Nothing.Effect.Test.CI
		}),
		apa.Number("%.2f", "seconds", "seconds", func(r Row) stats.Maybe { return stats.Some(r.Seconds) }))
	return document.TableOf(name, title, rows, columns...)
}

// found is the AUROC of a kind, with that at equal length.
func found(w Worth) string {
	switch {
	case w.AUROC != w.AUROC:
		return "-"
	case w.AtLength != w.AtLength:
		return fmt.Sprintf("%.2f (-)", w.AUROC)
	}
	return fmt.Sprintf("%.2f (%.2f)", w.AUROC, w.AtLength)
}

// gains has a row for each set: plain cloning's success, and what each arm adds.
func gains(all []Set) document.Table {
	columns := bySet()
	columns = append(columns, apa.Number("%.1f", "plain", "plain", func(s Set) stats.Maybe {
		a, _ := find(s.Design, s.CurateSet, study.CuratePlain)
		return s.Design.Success(a, "all behaviours").Mean
	}))
	for _, a := range slices.Concat(study.CurateYardsticks[1:], study.CurateScores) {
		columns = append(columns, apa.Number("%+.1f", a.Name, a.Name, func(s Set) stats.Maybe {
			return stats.Some(mean(s.Gain(a.Name)))
		}))
	}
	return document.TableOf("gains", "Success of plain cloning in percent, and what each arm adds in points", all,
		columns...)
}

// aurocs has a row for each set: the AUROC of each score, and the shares of good and bad ones that it drops.
func aurocs(all []Set) document.Table {
	columns := bySet()
	for _, a := range study.CurateScores {
		columns = append(columns, document.Texts(a.Name, a.Name, func(s Set) string {
			auroc, _ := s.AUROC(a.Name)
			good, bad := s.Dropped(a.Name)
			if s.Kind == Nothing {
				return fmt.Sprintf("%.0f", 100*good)
			}
			return fmt.Sprintf("%.2f, %.0f, %.0f", auroc, 100*good, 100*bad)
		}))
	}
	return document.TableOf("found", "AUROC, and the percent of good and of bad demonstrations that are dropped", all,
		columns...)
}

// bySet are the columns that name a set.
func bySet() []document.Column[Set] {
	return []document.Column[Set]{
		document.Words("task", "task", func(s Set) string { return s.Design.Task }),
		document.Words("set", "set", Set.String),
		document.Words("seen before", "seen", func(s Set) string { return s.Seen }),
		document.Words("kind", "kind", func(s Set) Kind { return s.Kind }),
	}
}

// planFigures draws found against recovered, on all styles.
func planFigures(f frame.Frame) []figures.Figure {
	rows := Rows(Sets(f))
	p := figures.Plane{
		Name: study.Curate, Lead: "Scores of demonstrations by what they find and by what they are worth.",
		XLabel: "AUROC", YLabel: "share of the gap recovered (%)", XSplit: 0.5,
		Caption: "Scores of demonstrations by how well they tell good from bad, and by the share of what leaving out " +
			"the bad ones gains that cloning what they keep recovers, with 95 % intervals by bootstrap over trials; " +
			"on styles that fail, and on styles that succeed but cost.",
	}
	for _, k := range []struct {
		kind Kind
		of   func(Row) Worth
	}{{Fails, func(r Row) Worth { return r.Fails }}, {Succeeds, func(r Row) Worth { return r.Succeeds }}} {
		panel := figures.PlanePanel{Title: "styles that " + string(k.kind)}
		for _, r := range rows {
			w := k.of(r)
			if !w.Recovered.CI.Defined() || w.AUROC != w.AUROC {
				continue
			}
			panel.Points = append(panel.Points, figures.PlanePoint{
				Name: r.Arm, X: w.AUROC, Y: w.Recovered.Estimate.Or(0), XInterval: figures.NoInterval,
				YInterval: figures.Interval{Low: w.Recovered.CI.Low.Or(0), High: w.Recovered.CI.High.Or(0)},
			})
		}
		if len(panel.Points) > 0 {
			p.Panels = append(p.Panels, panel)
		}
	}
	if len(p.Panels) == 0 {
		return nil
	}
	figure := p.Figure()
	figure.Title = p.Lead
	figure.Again = analysis.Again(f, study.Curate)
	return []figures.Figure{figure}
}
