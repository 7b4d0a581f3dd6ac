package fixedtheta

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/policies/balance"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Row is what one reading of the methods gives with one kind of bad demonstrations in a task, beside a row of the
// study's Table 1: weights of the optimal demonstrations, the study's reference losses, and success in E5.
type Row struct {
	Reading, Style, Task string
	// Weights of the optimal demonstrations, mean over trials. Those of plain cloning are the shares of the frames.
	Plain, Zero, Remix, Ours frame.Estimate
	// References are the study's reference losses of the optimal and the bad demonstrations as the study sums them,
	// over the components of an action (balance.StudyComponents); undefined where losses are likelihoods.
	References [2]stats.Maybe
	// Effect is success under the study's method minus that of plain cloning, percentage points, mean over behaviours.
	Effect analysis.Effect
}

// The readings with a fixed policy: on the seed of the seventh freeze, by their form of Remix, and on that of the
// first, where the other readings were run.
const (
	fixedTheta         = "fixed theta"
	fixedThetaAdditive = "fixed theta, additive"
	fixedThetaMain     = "fixed theta, main seed"
)

// armNames are those of the arms of an experiment that has Table 1's methods.
type armNames struct{ plain, zero, remix, ours string }

// armsOfE5 are those of E5, in every reading.
var armsOfE5 = armNames{"imbalanced", "zero", "remix", "ours"}

// TableOne has a row for each task and each reading of study.Readings with records, with the bad demonstrations of E5
// (biased), and then a row for each style that has all of its trials: of the experiments fixed-theta, and of E5 with a
// fixed policy. main has E5 in every reading, fixed those experiments, fixedMain E5 with a fixed policy.
func TableOne(main, fixed, fixedMain frame.Frame) (all []Row) {
	seen := Styles(fixed)
	for _, t := range study.TableOnes {
		for _, r := range study.Readings {
			name := strings.TrimSuffix("E5-"+r.Name, "-")
			for _, d := range main.Designs {
				if d.Experiment.Name == name && d.Task == t.Task {
					row := rowOf(d, armsOfE5)
					row.Reading, row.Style = r.Name, "biased"
					if strings.Contains(r.Ours, "Loss=gaussian") {
						row.References = [2]stats.Maybe{}
					}
					all = append(all, row)
				}
			}
		}
		for _, s := range seen {
			for _, d := range fixed.Designs {
				arm := func(method string) string { return study.FixedThetaArm(s.Name, method) }
				if s.Task != t.Task || d.Task != t.Task || d.Arm(arm("fixed")).Name == "" {
					continue
				}
				row := rowOf(d, armNames{arm("plain"), arm("zero"), arm("remix"), arm("fixed")})
				row.Reading, row.Style = fixedTheta, s.Name
				all = append(all, row)
				if additive := arm("remix additive"); d.Arm(additive).Name != "" {
					row.Reading, row.Remix = fixedThetaAdditive, weightOf(d, additive)
					all = append(all, row)
				}
			}
		}
		for _, d := range fixedMain.Designs {
			bad := map[string]string{"E5-fixed-theta": "biased", "E5-hasty-fixed-theta": "hasty"}[d.Experiment.Name]
			if bad == "" || d.Task != t.Task {
				continue
			}
			if row := rowOf(d, armsOfE5); row.Effect.Test.N.Total() == Trials {
				row.Reading, row.Style = fixedThetaMain, bad
				all = append(all, row)
			}
		}
	}
	return all
}

// rowOf reads a row of a design.
func rowOf(d frame.Design, arms armNames) Row {
	r := Row{Task: d.Task, Plain: weightOf(d, arms.plain), Zero: weightOf(d, arms.zero),
		Remix: weightOf(d, arms.remix), Ours: weightOf(d, arms.ours)}
	w := d.FinalWeights(arms.ours)
	for i, g := range w.Groups {
		if w.References == nil {
			break
		}
		if mean, _ := stats.Summarise(w.References[i]); g == "optimal" {
			r.References[0] = summed(mean.Mean)
		} else {
			r.References[1] = summed(mean.Mean)
		}
	}
	v := d.Differences(d.Arm(arms.ours), d.Arm(arms.plain), bench.AllBehaviours)
	r.Effect = analysis.EffectOf("ours", v, frame.Alpha)
	r.Effect.Holm = r.Effect.Test.P // told without correction
	return r
}

// summed is a loss as the study sums it.
func summed(mean stats.Maybe) stats.Maybe {
	if !mean.Defined() {
		return mean
	}
	return stats.Some(mean.Or(0) * balance.StudyComponents)
}

// Reaches names the methods whose weight lies in the region of claim C42: zero and Remix near 1/2, the study's at .8 or
// more. Its whole interval has to.
func (r Row) Reaches() (methods []string) {
	for _, m := range []struct {
		name string
		of   frame.Estimate
		in   region
	}{{"zero", r.Zero, even}, {"Remix", r.Remix, even}, {"ours", r.Ours, reached}} {
		low, high := m.of.CI.Low, m.of.CI.High
		if low.Defined() && low.Or(0) >= m.in.low && high.Or(0) <= m.in.high {
			methods = append(methods, m.name)
		}
	}
	return methods
}

// inputs are what of Table 1 a reading was chosen by, which is therefore no evidence for it. Unlisted readings have the
// settings of the primary one.
var inputs = map[string]string{
	"":           "zero, ratios of L_ref",
	"weights":    "ours",
	"plateau":    "zero",
	"likelihood": "zero",

	fixedTheta: "ours, L_ref", fixedThetaAdditive: "ours, L_ref", fixedThetaMain: "ours, L_ref",
}

// chosen is what of Table 1 a row was chosen by.
func (r Row) chosen() string {
	text, ok := inputs[r.Reading]
	if !ok {
		text = inputs[""]
	}
	if r.Style == "hasty" {
		text += "; the style, too"
	}
	return text
}

// TableOneTables are a table for each task: the study's row, then TableOne's.
func TableOneTables(all []Row) (tables []document.Table) {
	for _, t := range study.TableOnes {
		table := document.Table{
			Name: "table-1-" + t.Task, Title: "Table 1 and E5 under each reading, " + t.Task,
			Columns: []document.Head{
				document.WordColumn("reading", "reading"), document.WordColumn("bad ones", "style"),
				document.NumberColumn("plain", "plain"), document.NumberColumn("zero", "zero"),
				document.NumberColumn("Remix", "remix"),
				document.NumberColumn("ours", "ours"),
				document.NumberColumn("L_ref, optimal", "reference_optimal"),
				document.NumberColumn("bad", "reference_bad"),
				document.WordColumn("in C42's regions", "reached"),
				document.NumberColumn("E5: ours - plain", "difference"),
				document.NumberColumn(apa.Percent(frame.Level)+" interval", "low", "high"),
				document.WordColumn("shows", "verdict"), document.NumberColumn("n", "n"),
				document.WordColumn("chosen by", "chosen_by"),
			},
		}
		dash := document.Entry(apa.None, "")
		table.Rows = append(table.Rows, []document.Cell{
			document.Word("as printed"), dash, dash, number(t.ZeroOptimal), number(t.RemixOptimal),
			number(t.OursOptimal), number(t.OursReference[0]), number(t.OursReference[1]),
			document.Word("zero, Remix, ours"), dash, dash, dash, document.Entry("10", "10"), dash,
		})
		for _, r := range all {
			if r.Task != t.Task {
				continue
			}
			name, in := r.Reading, apa.None
			if name == "" {
				name = "primary"
			}
			if m := r.Reaches(); len(m) > 0 {
				in = strings.Join(m, ", ")
			}
			table.Rows = append(table.Rows, []document.Cell{
				document.Word(name), document.Word(r.Style), apa.FractionCell(r.Plain.Mean),
				apa.FractionCell(r.Zero.Mean), apa.FractionCell(r.Remix.Mean), apa.FractionCell(r.Ours.Mean),
				apa.NumberCell("%.3f", r.References[0]), apa.NumberCell("%.3f", r.References[1]), document.Word(in),
				apa.NumberCell("%+.1f", r.Effect.Test.MeanDifference), apa.IntervalCell("%+.1f", r.Effect.Test.CI),
				document.Word(string(r.Effect.Verdict())), document.Count(r.Effect.Test.N.Total()),
				document.Word(r.chosen()),
			})
		}
		tables = append(tables, table)
	}
	return tables
}

// number is a printed number of Table 1.
func number(x float64) document.Cell {
	text := fmt.Sprintf("%.3f", x)
	if x < 1 {
		text = strings.TrimPrefix(text, "0")
	}
	return document.Entry(text, fmt.Sprint(x))
}

// TableOneDocument is the page of TableOne.
func TableOneDocument(all []Row) document.Document {
	return document.Document{Title: "Counterpoise: Table 1 of the study, and its E5, under each reading",
		Sections: []document.Section{{
			Title: "Which readings reach Table 1",
			Intro: "Which readings of the study's text reach the weights of its Table 1 (arXiv:2508.06319), with " +
				"which bad demonstrations, and what its method then does to success",
			Tables: TableOneTables(all),
			Notes: []string{
				"Weights are those of the optimal demonstrations at the end, mean over n trials; the bad ones have " +
					"the rest. Plain cloning gives each kind its share of the frames. L_ref are the reference " +
					"losses of the study's method, summed over the seven components of an action as the " +
					"study most likely has them; likelihoods have none. Rows differ in more than one " +
					"thing: reading, bad demonstrations, seed.",
				"C42's regions: zero and Remix at .4 to .6, the study's method at .8 or more. A method is named " +
					"where the whole 95 % interval of its mean lies there.",
				"E5: success under the study's method minus that of plain cloning of the same data, in points, mean " +
					"over behaviours, without correction. Helps or harms: p < .05. Equal: within 5 points. The study " +
					"reports its method above plain cloning in both tasks, and tests methods together: they differ " +
					"in picking, not significantly in opening.",
				"Chosen by: what of Table 1 the reading's settings were chosen by. Those numbers are inputs and no " +
					"evidence for it. All readings but fixed theta were run on the seed of the first freeze with " +
					"biased demonstrations; fixed theta on that of the seventh and, after all else was seen, on " +
					"that of the first (main seed).",
				"Remix is Re-Mix as its authors run it; in the readings additive, mean, one-stage, likelihood, " +
					"weights and fixed theta, additive it is the study's Eq. 13.",
			},
		}}}
}
