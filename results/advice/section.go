package advice

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"counterpoise/policies/balance"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// Report is an advice with what balancing methods would weigh, as programs read it.
type Report struct {
	Datasets []string `json:"datasets"` // paths
	// Found is the number of skills that were found (package skills); 0: labels say them.
	Found int `json:"found_skills,omitempty"`
	// Pictures says that the ridge learned from pictures too, in place of the state of the scene.
	Pictures  bool     `json:"pictures,omitempty"`
	Decided   []string `json:"decided,omitempty"` // what was decided for the user, see demos.Description
	Sentences []string `json:"sentences"`         // Answer
	Next      string   `json:"next"`              // the command that carries it out
	Outcome   Outcome  `json:"outcome"`           // what is known of the success of the demonstrations
	// Unusual are the names of the demonstrations whose trajectories are unlike the others (triage.Unusual), the most
	// suspicious first. They are looked for where nothing else speaks for other weights.
	Unusual []string `json:"unusual,omitempty"`
	NotUsed []string `json:"not_used,omitempty"` // labels, and why
	// Ratings say which demonstrations are worse, and of none that it is too bad to learn from.
	Ratings []Rating `json:"ratings,omitempty"`
	Advice
	Methods []balance.Summary `json:"methods"`
}

// Outcome says how it is known which demonstrations succeeded.
type Outcome struct {
	Source string `json:"source"`           // as in "label success"; empty: it is not known
	Known  int    `json:"known"`            // demonstrations of which it is known
	Marks  string `json:"marks,omitempty"`  // how it is known which demonstrations are bad; empty: nobody judged
	Judged bool   `json:"judged,omitempty"` // every demonstration is judged
	// Replayed says that a replay told it of some.
	Replayed bool `json:"replayed,omitempty"`
	// EmptyHanded says that nothing tells what failed, and that those count as failed whose gripper closes on nothing.
	EmptyHanded bool `json:"empty_handed,omitempty"`
	// Doubtful are labels that may tell it and are not read, with the reason, see demos.Outcome.
	Doubtful []string `json:"doubtful,omitempty"`
}

// Complete fills in the sentences.
func (r *Report) Complete() { r.Sentences = r.Answer() }

// Section is the report as a section of a document: sentences, then groups, kinds and methods as tables.
func (r Report) Section() document.Section {
	seen := "the state"
	if r.Pictures {
		seen = "pictures and the robot's state"
	}
	lines := slices.Concat(r.Lines(), r.details())
	s := document.Section{Title: "Advice", Lines: lines, Tables: []document.Table{r.groupTable()}, Notes: []string{
		"held-out loss: squared error of an action's prediction from " + seen + ", by ridge regression, a fit a " +
			"skill; 1 is the variance of all actions. Intervals are 95 % t intervals: over demonstrations, which the " +
			"rule goes by, and over repeated fits, with other random features to other parts of the demonstrations.",
	}}
	if len(r.Verdicts) > 0 {
		s.Tables = append(s.Tables, r.kindTable())
		s.Notes = append(s.Notes, fmt.Sprintf("difficulty: held-out loss over that of the reference; hard to fit: the "+
			"interval lies above %g. conflict: loss on the reference's held-out demonstrations with the kind over "+
			"that without it; below 1 it helps to predict them.", harder))
	}
	if len(r.Methods) > 0 {
		s.Tables = append(s.Tables, r.methodTable())
		s.Notes = append(s.Notes, "methods: weights at the end of their trainings of the ridge, mean over seeds. No "+
			"method that follows losses and is told nothing has been shown to raise success above plain cloning's "+
			"(natural) over several kinds of demonstrations here: the study's gained up to 6 points with some kinds "+
			"and lost up to 13 with others (results/answer.md).")
	}
	if r.showsEnergy() {
		s.Notes = append(s.Notes, "E|a|²: the mean square of an action, summed over its components. The study's "+
			"method compares losses with it where the policy of its searches stays untrained (ours:Theta=fixed): "+
			"groups that move much then lose weight, whatever they are worth.")
	}
	s.Notes = append(s.Notes, "What demonstrations cost in success cannot be seen in data: that axis takes rollouts "+
		"of policies trained with and without them, or your word (--suboptimal). How hard they are to fit can.")
	if len(r.Verdicts) > 0 {
		s.Notes = append(s.Notes, "Do you know of a few demonstrations of a group that they are good? A policy that "+
			"weighs all groups for it while it trains (autolambda:Primary=GROUP) gained success where the others were "+
			"costly (results/known-good). Weights that weigh finds beforehand by this method, with --policy mlp or "+
			"ridge, gained less and can harm (docs/results/weights.md): try them in rollouts.")
	} else {
		s.Notes = append(s.Notes, "Do you know of a few demonstrations that they are good, and has nobody grouped the "+
			"others? weigh --known ranks these by how well a policy of the few predicts them; such weights gained "+
			"success where bad ones were costly (results/resemblance).")
	}
	return s
}

// details are sentences beyond the answer: one on each group of failed demonstrations and on each kind, and the groups
// about which nothing can be said.
func (r Report) details() (lines []string) {
	for _, v := range r.Failures {
		lines = append(lines, fmt.Sprintf("%s: %s, %s.", v.Name,
			map[bool]string{true: "left out", false: "kept"}[v.LeaveOut], v.Why))
	}
	for _, v := range r.Verdicts {
		lines = append(lines, v.line())
	}
	lines = append(lines, r.otherRatings()...)
	if len(r.Verdicts) == 0 {
		lines = append(lines, r.hardestLine())
	}
	lines = append(lines, r.unknown()...)
	if len(r.NotUsed) > 0 {
		lines = append(lines, "Labels that are not used: "+strings.Join(r.NotUsed, ", ")+".")
	}
	return lines
}

// hardestLine says which skill is harder to fit than another, for datasets whose groups are all skills.
func (r Report) hardestLine() string {
	first := max(0, slices.IndexFunc(r.Groups, func(g Group) bool { return !g.apart() }))
	hard, easy := r.Groups[first], r.Groups[first]
	for _, g := range r.Groups {
		if g.apart() {
			continue
		}
		if g.Loss.Value.Or(0) > hard.Loss.Value.Or(0) {
			hard = g
		}
		if g.Loss.Value.Or(math.Inf(1)) < easy.Loss.Value.Or(math.Inf(1)) {
			easy = g
		}
	}
	if hard.Loss.Low.Or(0) <= easy.Loss.High.Or(math.Inf(1)) {
		return "No group is shown to be harder to fit than another."
	}
	return fmt.Sprintf("%s is the hardest to fit, %s the easiest. Methods that follow losses weigh the hard one more, "+
		"and over several kinds of them none has been shown to raise success by that.", hard.Name, easy.Name)
}

// meanings say what the place of a kind on the two-by-two means for the choice. Their numbers are costs of the styles
// of bench/style_axes.json that BenchmarkEvidence finds in the place, to which a test holds them.
var meanings = map[[2]Axis]string{
	{Hard, Costly}: "Methods that follow losses alone (zero, groupdro) weigh it more; leaving it out is safe.",
	{Easy, Costly}: "No method can tell it from the others by losses; your word can.",
	{Hard, LikelyCost}: "Methods that follow losses alone weigh it more. Demonstrations like it (erratic ones) cost " +
		"34 and 48 points of success where that was measured.",
	{Hard, NotObserved}: "Styles in this place changed success by -4 to +3 points where that was measured, so they " +
		"stay. Methods that follow losses weigh it more, which serves only if it is good.",
	{Easy, NotObserved}: "If it is worse, it is so in a consistent way, which no loss shows: such styles cost 22 and " +
		"33 points where that was measured. Rollouts or your word must tell.",
}

// line is the verdict on a kind in one sentence or two.
func (v Verdict) line() string {
	name := v.Name
	if v.Reference != "" {
		name += " (beside " + v.Reference + ")"
	}
	text := fmt.Sprintf("%s: %s, %s; %s.", name, v.Fit, v.Cost, v.Why)
	if meaning, ok := meanings[[2]Axis{v.Fit, v.Cost}]; ok {
		text += " " + meaning
	}
	if low, ok := v.DifficultyFits.Low.Get(); ok && v.Fit == Hard && low <= harder {
		text += fmt.Sprintf(" Fits differ: over repeated ones the interval of its difficulty begins at %.2f.", low)
	}
	return text
}

// unknown lists the groups and kinds about which nothing can be said, with the number of demonstrations that would do.
func (r Report) unknown() (lines []string) {
	say := func(name string, n, needed int) {
		text := fmt.Sprintf("No advice on %s is worth having: %s too few to tell how hard it is to fit.", name,
			map[bool]string{true: "1 demonstration is", false: fmt.Sprintf("%d demonstrations are", n)}[n == 1])
		switch {
		case n == 0:
			text = fmt.Sprintf("No advice on %s is worth having: no fit predicts it with an error, as it has one "+
				"demonstration or its actions are the same in every frame.", name)
		case needed >= mostNeeded:
			text += fmt.Sprintf(" At what they show, not even %d would do.", mostNeeded)
		case needed > 0:
			text += fmt.Sprintf(" At what they show, about %d would do.", needed)
		default:
			text += " How many would do takes at least 2 to compute."
		}
		lines = append(lines, text)
	}
	covered := map[int]bool{}
	for _, v := range r.Verdicts {
		if v.Reference == "" {
			continue
		}
		for _, i := range v.Groups {
			covered[i] = true
		}
		if v.Fit == TooFew || v.Fit == Unknown {
			say(v.Name, v.Difficulty.N, v.Needed)
		}
	}
	for i, g := range r.Groups {
		if ok, needed := enough(g.Loss); !ok && !covered[i] {
			say(g.Name, min(g.Loss.N, 1)*g.Demonstrations, needed)
		}
	}
	return lines
}

// groupTable has a row for each group.
func (r Report) groupTable() document.Table {
	type row struct {
		Group
		weight float64
	}
	var rows []row
	for i, g := range r.Groups {
		rows = append(rows, row{g, r.Weights[i]})
	}
	return document.TableOf("groups", "Groups", rows,
		document.Words("group", "group", func(g row) string { return g.Name }),
		document.Counts("demonstrations", "demonstrations", func(g row) int { return g.Demonstrations }),
		document.Counts("frames", "frames", func(g row) int { return g.Frames }),
		apa.Number("%.3f", "share", "frame_share", func(g row) stats.Maybe { return stats.Some(g.FrameShare) }),
		apa.Number("%.3f", "held-out loss", "loss", func(g row) stats.Maybe { return g.Loss.Value }),
		apa.Intervals("%.3f", "95 % interval", "loss_low", "loss_high",
			func(g row) stats.Interval { return g.Loss.interval() }),
		apa.Intervals("%.3f", "over fits", "loss_fits_low", "loss_fits_high",
			func(g row) stats.Interval { return g.LossFits.interval() }),
		apa.Number("%.3f", "advised weight", "weight", func(g row) stats.Maybe { return stats.Some(g.weight) }),
	)
}

// kindTable has a row for each kind beside the references of its skills.
func (r Report) kindTable() document.Table {
	type row = Verdict
	return document.TableOf("kinds", "Kinds of demonstrations of the same skill", r.Verdicts,
		document.Words("kind", "kind", func(v row) string { return v.Name }),
		document.Words("beside", "reference", func(v row) string { return v.Reference }),
		document.Counts("n", "n", func(v row) int { return v.Difficulty.N }),
		apa.Number("%.2f", "difficulty", "difficulty", func(v row) stats.Maybe { return v.Difficulty.Value }),
		apa.Intervals("%.2f", "95 % interval", "difficulty_low", "difficulty_high",
			func(v row) stats.Interval { return v.Difficulty.interval() }),
		apa.Intervals("%.2f", "over fits", "difficulty_fits_low", "difficulty_fits_high",
			func(v row) stats.Interval { return v.DifficultyFits.interval() }),
		apa.Number("%.2f", "conflict", "conflict", func(v row) stats.Maybe { return v.Conflict.Value }),
		apa.Intervals("%.2f", "95 % interval", "conflict_low", "conflict_high",
			func(v row) stats.Interval { return v.Conflict.interval() }),
		apa.Intervals("%.2f", "over fits", "conflict_fits_low", "conflict_fits_high",
			func(v row) stats.Interval { return v.ConflictFits.interval() }),
		document.Words("fit", "fit", func(v row) Axis { return v.Fit }),
		document.Words("cost", "cost", func(v row) Axis { return v.Cost }),
		document.Words("advice", "advice", func(v row) string {
			return map[bool]string{true: "leave out", false: "keep"}[v.LeaveOut]
		}),
	)
}

// showsEnergy reports whether E|a|² stands beside the weights of methods.
func (r Report) showsEnergy() bool {
	return len(r.Methods) > 0 && slices.ContainsFunc(r.Groups, func(g Group) bool { return g.Energy > 0 })
}

// methodTable has the weights that methods give the groups.
func (r Report) methodTable() document.Table {
	t := document.Table{Name: "methods", Title: "What methods would weigh",
		Columns: []document.Head{document.WordColumn("group", "group")}}
	if r.showsEnergy() {
		t.Columns = append(t.Columns, document.NumberColumn("E|a|²", "action_energy"))
	}
	for _, m := range r.Methods {
		t.Columns = append(t.Columns, document.NumberColumn(m.Method, m.Method, m.Method+"_sd"))
	}
	for i, g := range r.Groups {
		row := []document.Cell{document.Word(g.Name)}
		if r.showsEnergy() {
			row = append(row, apa.NumberCell("%.3f", stats.Some(g.Energy)))
		}
		for _, m := range r.Methods {
			text, sd := fmt.Sprintf("%.3f", m.Weights[i]), ""
			if m.SD != nil {
				text, sd = text+fmt.Sprintf(" ± %.3f", m.SD[i]), apa.Exact(stats.Some(m.SD[i]))
			}
			row = append(row, document.Entry(text, apa.Exact(stats.Some(m.Weights[i])), sd))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// interval is that of an estimate.
func (e Estimate) interval() stats.Interval {
	return stats.Interval{Low: e.Low, High: e.High, Level: level}
}
