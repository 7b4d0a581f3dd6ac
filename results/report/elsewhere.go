package report

import (
	"fmt"
	"slices"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/policies/balance"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Elsewhere is what an experiment found in an environment of others: the comparisons in the columns of Answer, and the
// success of every arm in every task. How says what was run, and again which command runs it.
func Elsewhere(e frame.Elsewhere, how, again string) document.Document {
	over := fmt.Sprintf("%s of %s per task", wording.Plural(e.Trials(), "trial"), wording.Plural(e.Rollouts, "rollout"))
	s := document.Section{Title: e.Experiment.Name, Intro: e.Experiment.Question}
	if e.Experiment.Source != "" {
		s.Intro += " (" + e.Experiment.Source + ")"
	}
	arms := e.Design().Arms
	columns := []document.Column[bench.Arm]{
		document.Words("arm", "arm", func(a bench.Arm) string { return a.Name }),
		document.Words("method", "method", func(a bench.Arm) string { return balance.Called(a.Method) }),
	}
	if slices.ContainsFunc(arms, func(a bench.Arm) bool { return a.Recipe != arms[0].Recipe }) {
		columns = append(columns,
			document.Words("demonstrations", "recipe", func(a bench.Arm) string { return a.Recipe }))
	} else {
		how = "Every arm has the demonstrations " + arms[0].Recipe + ". " + how
	}
	tasks := e.Tasks
	if len(tasks) > 1 {
		tasks = append(tasks[:len(tasks):len(tasks)], bench.AllBehaviours, bench.Worst)
	}
	for _, task := range tasks {
		head := task
		if task == bench.AllBehaviours {
			head = "all"
		}
		columns = append(columns, apa.MeansSDs(head, task+"_mean", task+"_sd",
			func(a bench.Arm) stats.Summary { return e.Success(a.Name, task) }))
	}
	family := e.Family()
	s.Lines = []string{summary(family)}
	level := e.Success(arms[0].Name, bench.AllBehaviours).Mean.Or(0)
	if (level == 0 || level == 100) && !slices.ContainsFunc(arms, func(a bench.Arm) bool {
		return e.Success(a.Name, bench.AllBehaviours).Mean.Or(0) != level
	}) {
		s.Lines = append(s.Lines, fmt.Sprintf("Every arm is at %g %%, so that nothing can differ: look at the tasks, "+
			"the horizon, and what counts as success.", level))
	}
	if len(family) > 0 {
		s.Tables = append(s.Tables, answerOf(family, "percent, "+over))
		s.Notes = answerNotes(family)
	}
	s.Tables = append(s.Tables, document.TableOf("success", "Success in percent, mean ± SD over "+over,
		arms, columns...))
	s.Notes = append(s.Notes, how, "Again: "+again)
	return document.Document{Title: "Counterpoise: " + e.Experiment.Name, Sections: []document.Section{s}}
}
