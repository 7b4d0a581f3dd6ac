package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/results/study/fixedtheta"
	"counterpoise/stats"
)

// The answer has what the seventh freeze predicted beside what the committed records of its run say, and the pages that
// tell of it have its numbers.
func TestSeventhFreezeInTheAnswer(t *testing.T) {
	_, records := recordtest.Committed(t, "../fixed-theta")
	plan, err := bench.NewPlan(study.ConfirmFixedTheta.Name, func(s *record.Size) {
		s.Seed, s.SeedSource = frozenSeed(t, study.ConfirmFixedTheta.Freeze), record.SeedFreeze
	})
	if err != nil {
		t.Fatal(err)
	}
	f := frame.Of(plan, records)
	s, ok := fixedtheta.Section(f)
	if !ok {
		t.Fatal("no style has all of its trials")
	}
	for name, table := range map[string]document.Table{"predictions": s.Tables[0], "effects": s.Tables[1]} {
		rows := ""
		for line := range strings.Lines(inForm(t, "markdown",
			document.Document{Sections: []document.Section{{Tables: []document.Table{table}}}})) {
			if strings.HasPrefix(line, "|") {
				rows += line
			}
		}
		golden.CheckSection(t, "../answer.md", "seventh freeze, "+name, rows)
	}
	unconverged, searches := map[bool]int{}, map[bool]int{} // by whether the policy of the search is fixed
	for _, r := range records {
		fixed := strings.Contains(r.Cell.Method, "Theta=fixed")
		if !strings.HasPrefix(r.Cell.Method, "ours") {
			continue
		}
		for _, run := range r.Training.References {
			if searches[fixed]++; !run.Search.Converged {
				unconverged[fixed]++
			}
		}
	}
	golden.CheckWords(t, "../answer.md",
		fmt.Sprintf("that train their policy, %d of %d had not converged", unconverged[false], searches[false]),
		fmt.Sprintf("that leave it fixed %d of %d had not", unconverged[true], searches[true]))
	golden.CheckWords(t, "../authors.md",
		fmt.Sprintf("%d of %d searches had not converged", unconverged[false], searches[false]))
	for _, d := range f.Designs {
		fixed, printed := d.Arm(study.FixedThetaArm("hasty", "fixed")), d.Arm(study.FixedThetaArm("hasty", "printed"))
		if d.Task == "opening" && fixed.Name != "" {
			more, _ := stats.Summarise(d.Differences(fixed, printed, bench.AllBehaviours))
			golden.CheckWords(t, "../answer.md", fmt.Sprintf("The method gains %.1f [",
				more.Mean.Or(0)))
		}
	}
	of := map[string]fixedtheta.Style{}
	for _, style := range fixedtheta.Styles(f) {
		of[style.Task+" "+style.Name] = style
	}
	picking, opening := of["picking hasty"], of["opening hasty"]
	points := func(s fixedtheta.Style, method string) float64 {
		e, ok := s.Effect(method)
		if !ok {
			t.Fatal(s.Task, s.Name, method)
		}
		return e.Test.MeanDifference.Or(0)
	}
	weight := func(s fixedtheta.Style, form string) string {
		return strings.TrimPrefix(fmt.Sprintf(form, s.Fixed.Mean.Or(0)), "0")
	}
	both := fmt.Sprintf("by %.1f and %.1f points", points(picking, "fixed"), points(opening, "fixed"))
	golden.CheckWords(t, "../../README.md", both, fmt.Sprintf("gains %.1f to %.1f where", points(opening, "fixed"),
		points(picking, "fixed")))
	golden.CheckWords(t, "../../docs/findings.md", both)
	golden.CheckWords(t, "../authors.md", both+", at weights of "+weight(picking, "%.2f")+" and "+
		weight(opening, "%.2f"))
	golden.CheckWords(t, "../freeze.md", fmt.Sprintf("picking %+.1f points and opening %+.1f", points(picking, "fixed"),
		points(opening, "fixed")), "under fixed is "+weight(picking, "%.3f")+" in picking", weight(opening, "%.3f")+
		" in opening")
	golden.CheckWords(t, "../answer.md", fmt.Sprintf("by %.1f points in picking and %.1f in opening",
		points(picking, "fixed"), points(opening, "fixed")), "demonstrations "+weight(picking, "%.2f")+" and "+
		weight(opening, "%.2f")+" of the weight", fmt.Sprintf("lose %.1f points in picking", -points(picking, "adam")),
		fmt.Sprintf("gain %.1f points in picking, more", points(picking, "printed")),
		strings.TrimPrefix(fmt.Sprintf("%.2f", picking.Predicted-picking.Fixed.Mean.Or(0)), "0")+" lower")
	picking, opening = of["picking erratic"], of["opening erratic"]
	lost := fmt.Sprintf("%.1f", -points(picking, "fixed"))
	inPicking, inOpening := of["picking biased"], of["opening biased"]
	biased := fmt.Sprintf("%.1f", -points(inPicking, "fixed"))
	slow := fmt.Sprintf("%.1f", -points(of["picking slow"], "fixed"))
	golden.CheckWords(t, "../../README.md", "lost "+lost+" in picking",
		"lost "+biased+" in picking, with slow ones "+slow,
		"loses "+biased+" to "+slow+" in picking")
	golden.CheckWords(t, "../authors.md", "it loses "+biased+", at "+weight(inPicking, "%.2f")+"; with slow ones "+slow+
		", at "+weight(of["picking slow"], "%.2f"))
	golden.CheckWords(t, "../freeze.md", "fixed is "+weight(inPicking, "%.3f")+" in picking and "+
		weight(inOpening, "%.3f")+" in opening")
	golden.CheckWords(t, "../answer.md", "end with "+weight(inPicking, "%.2f")+" of the weight in picking and "+
		weight(inOpening, "%.2f")+" in opening", biased+" points against plain cloning, about what references "+
		fmt.Sprintf("of 0 cost (%.1f) and searches that train their policy (%.1f)", -points(inPicking, "zero"),
			-points(inPicking, "adam")), fmt.Sprintf("with `biased` and `slow` %.1f and %.1f in picking",
		points(inPicking, "printed"), points(of["picking slow"], "printed")))
	inPicking, inOpening = of["picking noisy"], of["opening noisy"]
	golden.CheckWords(t, "../freeze.md", "is "+weight(inPicking, "%.3f")+" in picking, where .34", weight(inOpening,
		"%.3f")+" in opening", fmt.Sprintf("below 0, is %.1f points", points(inPicking, "fixed")))
	golden.CheckWords(t, "../answer.md", "end with "+weight(inPicking, "%.2f")+" in picking (predicted .34, refuted)",
		weight(inOpening, "%.2f")+" in opening (predicted .42", fmt.Sprintf("%.1f points in picking, where a loss",
			points(inPicking, "fixed")), fmt.Sprintf("and %.1f in opening.", points(inOpening, "fixed")),
		fmt.Sprintf("(%.1f and %+.1f)", points(inPicking, "printed"), points(inOpening, "printed")))
	inPicking, inOpening = of["picking slow"], of["opening slow"]
	golden.CheckWords(t, "../freeze.md", weight(inPicking, "%.3f")+" in picking, where .17", weight(inOpening, "%.3f")+
		" in opening", "below 0, is -"+slow+" points")
	golden.CheckWords(t, "../answer.md", slow+" points in picking, as predicted, where the good ones end with "+
		weight(inPicking, "%.2f")+" of the weight (predicted .17, refuted)", "in opening, at "+
		weight(inOpening, "%.2f")+" (predicted .24, confirmed)", fmt.Sprintf("(%.1f points; no prediction)",
		points(inOpening, "fixed")), "to -"+slow+" points")
	inPicking, inOpening = of["picking early"], of["opening early"]
	golden.CheckWords(t, "../freeze.md", weight(inPicking, "%.3f")+" in picking, where .79", weight(inOpening, "%.3f")+
		" in opening, where .85")
	golden.CheckWords(t, "../answer.md", "end with "+weight(inPicking, "%.2f")+" in picking (predicted .79, open)",
		weight(inOpening, "%.2f")+" in opening (predicted .85, refuted)", fmt.Sprintf("(%.1f and %+.1f points; no",
			points(inPicking, "fixed"), points(inOpening, "fixed")))
	counts := map[fixedtheta.Verdict]int{}
	for _, j := range fixedtheta.Judge(fixedtheta.Styles(f)) {
		if j.Of != "weight under fixed" {
			continue
		}
		counts[j.Verdict]++
		predicted, found := of[j.Task+" "+j.Style].Predicted, j.Found.Mean.Or(0)
		if j.Verdict != fixedtheta.Confirmed && !(math.Abs(found-.5) < math.Abs(predicted-.5)) {
			t.Errorf("%s %s: %.3f is no nearer to 1/2 than %.2f", j.Task, j.Style, found, predicted)
		}
		if (found-.5)*(predicted-.5) <= 0 && j.Style != "biased" {
			t.Errorf("%s %s: %.3f is on the other side of 1/2 than %.2f", j.Task, j.Style, found, predicted)
		}
	}
	if counts[fixedtheta.Confirmed] != 6 || counts[fixedtheta.Refuted] != 5 || counts[fixedtheta.Open] != 1 {
		t.Errorf("%v of the weights; freeze.md and answer.md say six, five and one", counts)
	}
	golden.CheckWords(t, "../authors.md", "loses "+lost+" points in picking", "weight of "+weight(picking, "%.2f"))
	golden.CheckWords(t, "../freeze.md", fmt.Sprintf("%.1f points with p (Holm) < .001", points(picking, "fixed")),
		fmt.Sprintf("%.1f points with p = .622", points(opening, "fixed")), "fixed is "+weight(picking, "%.3f"),
		weight(opening, "%.3f")+" in opening")
	golden.CheckWords(t, "../answer.md", "loses "+lost+" points", fmt.Sprintf("(%.1f points): open",
		points(opening, "fixed")), weight(picking, "%.2f")+" in picking (predicted .17, refuted)",
		weight(opening, "%.2f")+" in opening (predicted .38, confirmed)",
		fmt.Sprintf("gain %.1f points in picking, and in opening %.1f", points(picking, "adam"),
			points(opening, "adam")),
		fmt.Sprintf("gain %.1f and %.1f points", points(picking, "printed"), points(opening, "printed")))
	golden.CheckWords(t, "../../README.md", fmt.Sprintf(" to %.1f points in picking", points(picking, "adam")))
	plain := map[string]string{} // weight of the optimal demonstrations under plain cloning, by task and style
	for _, d := range f.Designs {
		for _, style := range []string{"hasty", "biased", "slow", "noisy", "early", "erratic"} {
			w := d.FinalWeights(study.FixedThetaArm(style, "plain"))
			if i := slices.Index(w.Groups, "optimal"); i >= 0 && len(w.Alpha) > i {
				mean, _ := stats.Summarise(w.Alpha[i])
				plain[d.Task+" "+style] = strings.TrimPrefix(fmt.Sprintf("%.2f", mean.Mean.Or(0)), "0")
			}
		}
	}
	for style, words := range map[string]string{"hasty": " with hasty ones", "biased": " with biased",
		"slow": " with slow", "noisy": " with noisy", "early": " with early", "erratic": " with erratic"} {
		golden.CheckWords(t, "../answer.md", plain["picking "+style]+" and "+plain["opening "+style]+words)
	}
}

// The answer and the freeze have the numbers of the run on shares.
func TestSharesInTheAnswer(t *testing.T) {
	_, records := recordtest.Committed(t, "../shares")
	plan, err := bench.NewPlan(study.ConfirmShares.Name, func(s *record.Size) {
		s.Seed, s.SeedSource = frozenSeed(t, study.ConfirmShares.Freeze), record.SeedFreeze
	})
	if err != nil {
		t.Fatal(err)
	}
	equal := map[string]float64{} // equal weights minus plain cloning, by task and share
	var from1k, fromShares []float64
	for _, s := range fixedtheta.Shares(frame.Of(plan, records)) {
		d := s.Effect.Test.MeanDifference.Or(0)
		switch {
		case strings.HasPrefix(s.Line, "equal"):
			equal[fmt.Sprintf("%s %g", s.Task, s.Bad)] = d
		case strings.HasSuffix(s.Line, "from the shares"):
			fromShares = append(fromShares, d)
		}
		if s.Bad == 1 && strings.Contains(s.Line, "1/k") {
			from1k = append(from1k, d)
		}
	}
	golden.CheckWords(t, "../answer.md",
		fmt.Sprintf("lose %.1f points in picking and %.1f in opening where one", -equal["picking 1"],
			-equal["opening 1"]),
		fmt.Sprintf("%.1f and %.1f where two", -equal["picking 2"], -equal["opening 2"]),
		fmt.Sprintf("they gain %.1f and %.1f", equal["picking 4"], equal["opening 4"]),
		fmt.Sprintf("loses %.1f in opening where four are bad", -slices.Min(fromShares)))
	golden.CheckWords(t, "../freeze.md",
		fmt.Sprintf("lose %.1f to %.1f points to plain cloning", -slices.Max(from1k), -slices.Min(from1k)))
}
