//go:build !nostudy

package main

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"counterpoise/bench"
	"counterpoise/bench/cost"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/cmd/counterpoise/list"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/policies/balance"
	"counterpoise/results/document"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
	"counterpoise/results/study/answer"
	"counterpoise/results/study/claims"
	"counterpoise/scenes"
	"counterpoise/scenes/expert"
)

// The tables of docs and of results/answer.md are those of the catalogues and of the committed records.
//
//	go test ./cmd/counterpoise -run README -update
//
// writes them anew.
func TestREADME(t *testing.T) {
	for name, generate := range map[string]func(*testing.T) document.Table{
		"experiments": experimentTable, "methods": methodTable, "tasks": taskTable, "styles": styleTable,
	} {
		t.Run(name, func(t *testing.T) {
			golden.CheckSection(t, studyPage, name, markdownOf(t, generate(t)))
		})
	}
	t.Run("cost of a run", func(t *testing.T) {
		golden.CheckSection(t, runsPage, "cost of a run", markdownOf(t, costOfRuns(t)))
	})
	t.Run("axes", func(t *testing.T) { golden.CheckSection(t, studyPage, "axes", aboutStyles(t)) })
	t.Run("answer", func(t *testing.T) { golden.CheckSection(t, findingsPage, "answer", answerText(t)) })
	t.Run("result", func(t *testing.T) {
		golden.CheckSection(t, findingsPage, "result table", markdownOf(t, studyOpening(t).Cost))
	})
	t.Run("decisions", decisionsOfREADME)
	t.Run("full", func(t *testing.T) { golden.CheckSection(t, answerPage, "answer in full", fullAnswer(t)) })
	t.Run("sure", func(t *testing.T) { golden.CheckSection(t, answerPage, "how sure", sureText(t)) })
	t.Run("tally", func(t *testing.T) {
		words := tally(studyOpening(t).Evaluation)
		golden.CheckWords(t, readme, words)
		golden.CheckWords(t, answerPage, words)
	})
	t.Run("claims", func(t *testing.T) {
		golden.CheckSection(t, answerPage, "claims", markdownOf(t, studyOpening(t).Claims))
	})
	t.Run("readings", func(t *testing.T) {
		golden.CheckSection(t, answerPage, "readings", markdownOf(t, studyOpening(t).Readings))
	})
}

// tally is how many claims have which verdict, of those that any have.
func tally(e claims.Evaluation) string {
	repeats, counts := 0, ""
	for _, v := range claims.Verdicts {
		n := 0
		for _, r := range e.Claims {
			if r.Verdict == v && len(r.Repeats) == 0 {
				n++
			}
		}
		if n > 0 {
			counts += fmt.Sprintf(" %d are %s,", n, v)
		}
	}
	for _, r := range e.Claims {
		repeats += min(1, len(r.Repeats))
	}
	return fmt.Sprintf("Of its %d claims, %d of which repeat others,", len(e.Claims), repeats) +
		strings.TrimSuffix(counts, ",")
}

// decisionsOfREADME holds the numbers in the README's table of decisions to the answer's sentences: what fewer
// demonstrations cost (2), what is left of it with upsampling (3), and what weighing changes where all are good (4).
func decisionsOfREADME(t *testing.T) {
	answer := studyOpening(t).Answer
	golden.CheckWords(t, readme,
		fmt.Sprintf("loses %.1f to %.1f points;", -answer[1].Most, -answer[1].Least),
		fmt.Sprintf("drawn more often, it still loses %.1f to %.1f", -answer[2].Most, -answer[2].Least),
		fmt.Sprintf("Weighing by loss: %+.1f to %+.1f points where all are good", answer[3].Least, answer[3].Most))
}

// The README has what to do; docs has the findings, what is compared and what runs cost; results/answer.md has the
// answer in full.
var (
	readme       = filepath.Join("..", "..", "README.md")
	findingsPage = filepath.Join("..", "..", "docs", "findings.md")
	studyPage    = filepath.Join("..", "..", "docs", "study.md")
	runsPage     = filepath.Join("..", "..", "docs", "runs.md")
	answerPage   = filepath.Join("..", "..", "results", "answer.md")
)

// markdownOf is a table alone, without titles.
func markdownOf(t *testing.T, table document.Table) string {
	t.Helper()
	var b strings.Builder
	d := document.Document{Sections: []document.Section{{Tables: []document.Table{table}}}}
	if err := document.Markdown(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()[strings.Index(b.String(), "|"):]
}

// committed returns the records of a folder below results.
func committed(t *testing.T, dir string) ([]record.Record, recordtest.Records) {
	t.Helper()
	return recordtest.Committed(t, filepath.Join("..", "..", "results", dir))
}

// answering is the folder below results whose records answer the study's question.
const answering = "confirm"

// ofStyles is the folder below results whose records of the experiment two-by-two, on a frozen seed, open the answer.
const ofStyles = "two-by-two-again"

// studyOpening is the opening of the confirmatory run and of the committed experiment two-by-two, with links from
// results/answer.md.
func studyOpening(t *testing.T) answer.Opening {
	t.Helper()
	studyOnce.Do(func() { theStudy = openingOfStudy(t) })
	if theStudy.Answer == nil {
		t.Fatal("the opening could not be made, see the first test that failed")
	}
	return theStudy
}

var (
	studyOnce sync.Once // it takes ten seconds, and seven tests read it
	theStudy  answer.Opening
)

func openingOfStudy(t *testing.T) answer.Opening {
	all, records := committed(t, answering)
	fixed, _ := committed(t, "fixed-theta") // the claims with theta fixed, beside the others
	fixedMain, _ := committed(t, "fixed-theta-main")
	evaluations, _ := claims.EvaluateAll(all, scenes.Earned, fixed, fixedMain)
	first := slices.IndexFunc(evaluations, func(e claims.Evaluation) bool { return e.Difficulty == study.Variety })
	if first < 0 {
		t.Fatalf("results/%s has no records of the claims", answering)
	}
	styles, recordsOfStyles := committed(t, ofStyles)
	plans, _ := frame.Plans(styles)
	twoByTwo := frame.Frames(plans, recordsOfStyles)
	// The second confirmatory run, which is under another difficulty, stands beside the first.
	return answer.New(evaluations[first], records, twoByTwo, answer.Links{
		Claims: answering + "/claims.md",
		Design: func(experiment, task string) string {
			return answering + "/" + study.Confirm.Name + ".md#" + strings.ToLower(experiment+"-"+task)
		},
	})
}

// answerText is the five sentences and the two figures, each with the command that draws it.
func answerText(t *testing.T) string {
	var b strings.Builder
	o := studyOpening(t)
	for i, sentence := range o.Answer {
		if sentence.Lacks != nil {
			t.Errorf("sentence %d of the answer: %v", i+1, sentence.Lacks)
		}
		b.WriteString(listItem(fmt.Sprintf("%d. ", i+1), sentence.Lead))
	}
	b.WriteString("\n" + listItem("", o.Words))
	figure := func(alt, file string, caption *figures.Figure, command string) {
		b.WriteString("\n![" + alt + "](../results/" + file + ")\n\n" +
			listItem("", fmt.Sprintf("%s Drawn by `%s`.", caption.Caption, command)))
	}
	figure("What imbalance costs: success by chance, starved and balanced", answering+"/figures/imbalance.svg",
		o.Imbalance, "./counterpoise report results/"+answering+" --two-by-two results/"+ofStyles)
	figure("What methods do with each style of bad demonstrations, by its cost and by how hard it is to fit",
		ofStyles+"/figures/two-by-two.svg", o.TwoByTwo, "./counterpoise report results/"+ofStyles)
	return strings.TrimSuffix(b.String(), "\n")
}

// fullAnswer is the five sentences with all their numbers.
func fullAnswer(t *testing.T) string {
	var b strings.Builder
	for i, sentence := range studyOpening(t).Answer {
		b.WriteString(listItem(fmt.Sprintf("%d. ", i+1), "**"+sentence.Lead+"** "+sentence.Text))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// listItem is an item of a list in Markdown after its marker, broken at blanks into lines of at most 120 characters.
func listItem(marker, text string) string {
	var b strings.Builder
	b.WriteString(marker)
	column, indent := len(marker), strings.Repeat(" ", len(marker))
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > 120:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String() + "\n"
}

// sureText is how sure the answer is.
func sureText(t *testing.T) string {
	var b strings.Builder
	o := studyOpening(t)
	for _, line := range o.Sure {
		b.WriteString(listItem("- ", line))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// methodTable lists the balancing methods, family by family.
func methodTable(*testing.T) document.Table {
	table := wordTable("family", "method", "what it does", "source")
	add := func(name string, m balance.Method) {
		about := m.About()
		table.Rows = append(table.Rows, words(string(balance.FamilyOf(m)), name, about.Summary, about.Source))
	}
	for _, family := range balance.Families {
		for _, name := range balance.Methods.Names() {
			if m, _ := balance.Methods.Get(name); balance.FamilyOf(m) == family {
				add(list.MethodNames(name), m)
			}
		}
		if family == balance.FamilyOf(balance.Fixed{}) {
			add("fixed:W,W...", balance.Fixed{})
		}
	}
	return table
}

// experimentTable lists the study's experiments: what each asks, and the arms that it sets side by side.
func experimentTable(t *testing.T) document.Table {
	table := wordTable("experiment", "asks", "arms in picking", "arms in opening")
	for _, name := range []string{"E1", "E2", "E3", "E4", "E5", "E6"} {
		x, err := bench.Experiments.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		arms := map[string]string{}
		for _, d := range x.Designs {
			var names []string
			for _, a := range d.Arms {
				names = append(names, a.Name)
			}
			arms[d.Task] = strings.Join(names, "; ")
		}
		table.Rows = append(table.Rows, words(x.Name, x.Question, arms["picking"], arms["opening"]))
	}
	return table
}

// taskTable lists the tasks.
func taskTable(*testing.T) document.Table {
	table := wordTable("task", "behaviours", "control steps at most")
	for _, name := range scenes.Tasks.Names() {
		task, _ := scenes.Tasks.Get(name)
		behaviours := strings.Join(task.Behaviours(), ", ")
		table.Rows = append(table.Rows, words(name, behaviours, fmt.Sprint(task.Horizon())))
	}
	return table
}

// styleTable lists the ways to demonstrate, with what was measured of them.
func styleTable(t *testing.T) document.Table {
	axes, err := bench.MeasuredStyles()
	if err != nil {
		t.Fatal(err)
	}
	heads := append([]string{"style", "the demonstration"}, list.AxesHeads()...)
	table := wordTable(append(heads, "description")...)
	for _, name := range expert.Styles.Names() {
		s, _ := expert.Styles.Get(name)
		row := append([]string{name, list.Ending(s)}, list.AxesCells(axes, name)...)
		table.Rows = append(table.Rows, words(append(row, s.About())...))
	}
	return table
}

// aboutStyles says what the numbers of styleTable are.
func aboutStyles(t *testing.T) string {
	axes, err := bench.MeasuredStyles()
	if err != nil {
		t.Fatal(err)
	}
	return list.AboutAxes(axes)
}

// costOfRuns estimates what runs take, as slurm --dry does.
func costOfRuns(t *testing.T) document.Table {
	table := wordTable("command", "policies", "rollouts", "one core", "records")
	for i := range table.Columns[1:] {
		table.Columns[1+i].Words = false
	}
	for _, r := range []struct {
		command, plan string
		adjust        func(*record.Size)
	}{
		{"run quick", "quick", func(*record.Size) {}},
		{"run study", "study", func(*record.Size) {}},
		{"run study --policy vision", "study", func(s *record.Size) { s.Policy = bench.VisionPolicy }},
		{"run confirm", study.Confirm.Name, func(*record.Size) {}},
		{"run explain", "explain", func(*record.Size) {}},
		{"run full --policy vision", "full", func(s *record.Size) { s.Policy = bench.VisionPolicy }},
		{"run study --policy vision --trials 100", "study", func(s *record.Size) {
			s.Policy,
				s.Trials = bench.VisionPolicy, 100
		}},
		{"run study --policy vision --trials 1000 --rollouts 1000", "study", func(s *record.Size) {
			s.Policy, s.Trials, s.Rollouts = bench.VisionPolicy, 1000, 1000
		}},
	} {
		plan, err := bench.NewPlan(r.plan, r.adjust)
		if err != nil {
			t.Fatal(err)
		}
		cells := plan.Cells()
		cost, err := cost.Total(cells)
		if err != nil {
			t.Fatal(err)
		}
		rollouts := 0
		for _, c := range cells {
			task, err := scenes.ParseTask(c.Task)
			if err != nil {
				t.Fatal(err)
			}
			rollouts += c.Rollouts * len(task.Behaviours())
		}
		table.Rows = append(table.Rows, words(r.command, thousands(len(cells)), thousands(rollouts),
			coreTime(cost.Seconds), fmt.Sprintf("%.1f MB", float64(cost.Bytes)/1e6)))
	}
	return table
}

// coreTime is a time of one core in the unit that suits it.
func coreTime(seconds float64) string {
	switch {
	case seconds < 2*3600:
		return fmt.Sprintf("%.0f minutes", math.Ceil(seconds/60))
	case seconds < 48*3600:
		return fmt.Sprintf("%.0f hours", seconds/3600)
	}
	return fmt.Sprintf("%.0f days", seconds/86400)
}

// thousands writes a number with commas.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}

// wordTable is a table without rows whose columns hold words.
func wordTable(titles ...string) (t document.Table) {
	for _, title := range titles {
		t.Columns = append(t.Columns, document.WordColumn(title, title))
	}
	return t
}

// words is a row of words.
func words(all ...string) (row []document.Cell) {
	for _, w := range all {
		row = append(row, document.Word(w))
	}
	return row
}
