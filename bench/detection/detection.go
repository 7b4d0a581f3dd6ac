package detection

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"counterpoise/bench/record"
	"counterpoise/internal/seed"
	"counterpoise/policies/curate"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
)

// Plan is which pools are scored.
type Plan struct {
	Tasks  []string
	Styles []string  // of bad demonstrations; each pool has one
	Shares []float64 // of bad demonstrations in a pool, in [0, 1); with 0 a pool is of optimal ones alone, once a task
	Trials int       // pools of each task, style and share
	N      int       // demonstrations of a pool
	Seed   uint64    // that pools are drawn with
}

// Exploratory is the plan of the committed table: four styles, and others left for a confirmatory run.
var Exploratory = Plan{Tasks: []string{"opening", "picking"}, Styles: []string{"biased", "erratic", "noisy", "retry"},
	Shares: []float64{0, 0.1, 0.33, 0.5}, Trials: 1, N: 120, Seed: 6300}

// Rules are the rules whose drops are counted: those that need no share of bad demonstrations.
var Rules = [2]string{"outliers", "split"}

// knownOf is how many optimal demonstrations of each behaviour are known to be good, for the scores that need some.
const knownOf = 2

// Row is how well a score finds the bad demonstrations of a task, a style and a share. Numbers are means over pools in
// which they are defined, NaN where there is none.
type Row struct {
	Task, Style string // Style is empty where no demonstration is bad
	Share       float64
	Score       string
	Pools       int     // in which the score is defined
	Reason      string  // why it is not, of the first pool in which it is not
	AUROC, SD   float64 // SD over pools
	AtLength    float64 // AUROC among pairs of like length
	WithLength  float64 // rank correlation with length
	// Dropped are the shares of good and of bad demonstrations that each of the rules of Rules drops, within
	// behaviours.
	Dropped [2][2]float64
}

// pool names a pool.
type pool struct {
	task, style string
	share       float64
	trial       int
}

// pools lists the pools of a plan. Those of one task, style and share follow one another.
func (p Plan) pools() (all []pool) {
	for _, task := range p.Tasks {
		for _, share := range p.Shares {
			styles := p.Styles
			if share == 0 {
				styles = []string{""}
			}
			for _, style := range styles {
				for trial := range p.Trials {
					all = append(all, pool{task, style, share, trial})
				}
			}
		}
	}
	return all
}

// recipe returns the demonstrations of a pool: N in all, divided as evenly as possible among the behaviours.
func (p Plan) recipe(of pool) (demos.Recipe, error) {
	task, err := scenes.ParseTask(of.task)
	if err != nil {
		return demos.Recipe{}, err
	}
	bad := int(math.Round(of.share * float64(p.N)))
	r := demos.Recipe{Task: of.task}
	for _, part := range []struct {
		style string
		n     int
	}{{expert.Optimal, p.N - bad}, {of.style, bad}} {
		b := task.Behaviours()
		for i, name := range b {
			if n := (part.n + len(b) - 1 - i) / len(b); n > 0 {
				r.Counts = append(r.Counts, demos.Count{Behaviour: name, Style: part.style, N: n})
			}
		}
	}
	return r, nil
}

// Measure scores all pools of a plan by all scores that need no rollouts, as many at a time as there are workers.
// Progress is called after each pool.
func Measure(ctx context.Context, p Plan, workers int, progress func(done, total int)) ([]Row, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	all := p.pools()
	found := make([]outcome, len(all))
	next, done := make(chan int), make(chan error)
	for range max(1, workers) {
		go func() {
			for i := range next {
				var err error
				if found[i], err = p.score(ctx, all[i]); err != nil {
					cancel(err)
				}
				done <- err
			}
		}()
	}
	go func() {
		defer close(next)
		for i := range all {
			next <- i
		}
	}()
	for i := range all {
		if err := <-done; err == nil {
			progress(i+1, len(all))
		}
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	var rows []Row
	for i := 0; i < len(all); i += p.Trials {
		rows = append(rows, summarize(all[i], found[i:i+p.Trials])...)
	}
	return rows, nil
}

// Names are the scores that are measured, in alphabetical order.
func Names() (names []string) {
	for _, name := range curate.Scores.Names() {
		s, _ := curate.Scores.Get(name)
		if !slices.Contains(s.About().Needs, curate.Rolled) {
			names = append(names, name)
		}
	}
	return names
}

// outcome is what was found in a pool, by score.
type outcome map[string]Row

// score generates a pool and scores it.
func (p Plan) score(ctx context.Context, of pool) (outcome, error) {
	recipe, err := p.recipe(of)
	if err != nil {
		return nil, err
	}
	key := record.PoolSeed(of.task, of.trial, p.Seed)
	d, err := demos.Generate(ctx, recipe, key, 1, nil)
	if err != nil {
		return nil, err
	}
	s, good, err := poolOf(ctx, d)
	if err != nil {
		return nil, err
	}
	behaviours := d.Groups(demos.ByBehaviour)
	found := outcome{}
	for _, name := range Names() {
		scorer, _ := curate.Scores.Get(name)
		row := Row{Score: name}
		scores, err := curate.Score(scorer, s, seed.Of("detection", p.Seed, of.task, of.trial))
		if stopped := s.Stopped(); stopped != nil {
			return nil, stopped
		}
		if err != nil {
			row.Reason = err.Error()
		} else {
			row.Pools = 1
			row.AUROC, row.AtLength = curate.AUROC(scores, good), curate.AUROCAtLength(scores, good, s.Lengths())
			row.WithLength = curate.WithLength(scores, s.Lengths())
			for k, rule := range Rules {
				row.Dropped[k] = dropped(rule, scores, behaviours.Of, good)
			}
		}
		found[name] = row
	}
	return found, nil
}

// dropped returns the shares of good and of bad demonstrations that a rule drops; NaN of none.
func dropped(name string, scores []float64, group []int32, good []bool) (share [2]float64) {
	rule, err := curate.Rules.Get(name)
	if err != nil {
		panic(err) // the names are constants, and a test asks for each
	}
	var n [2]float64
	for e, v := range rule.Values(scores, group) {
		k := 0
		if !good[e] {
			k = 1
		}
		if n[k]++; v == 0 {
			share[k]++
		}
	}
	return [2]float64{share[0] / n[0], share[1] / n[1]}
}

// summarize averages what was found in the pools of one task, style and share.
func summarize(of pool, found []outcome) (rows []Row) {
	for _, name := range Names() {
		row := Row{Task: of.task, Style: of.style, Share: of.share, Score: name}
		var a []float64
		for _, f := range found {
			row.Pools += f[name].Pools
			if f[name].Pools == 1 {
				a = append(a, f[name].AUROC)
			} else if row.Reason == "" {
				row.Reason = f[name].Reason
			}
		}
		mean := func(of func(Row) float64) float64 {
			sum, n := 0.0, 0.0
			for _, f := range found {
				if v := of(f[name]); f[name].Pools == 1 && v == v {
					sum, n = sum+v, n+1
				}
			}
			return sum / n
		}
		row.AUROC = mean(func(r Row) float64 { return r.AUROC })
		row.AtLength = mean(func(r Row) float64 { return r.AtLength })
		row.WithLength = mean(func(r Row) float64 { return r.WithLength })
		for k := range Rules {
			for j := range 2 {
				row.Dropped[k][j] = mean(func(r Row) float64 { return r.Dropped[k][j] })
			}
		}
		row.SD = math.NaN()
		if len(a) > 1 {
			square := 0.0
			for _, v := range a {
				square += (v - row.AUROC) * (v - row.AUROC)
			}
			row.SD = math.Sqrt(square / float64(len(a)-1))
		}
		rows = append(rows, row)
	}
	return rows
}

// CSV returns rows as a table, an empty field for a number that is not defined.
func CSV(rows []Row) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"task", "style", "bad_share", "score", "pools", "auroc", "sd_over_pools", "auroc_at_equal_length",
		"rank_correlation_with_length", Rules[0] + "_drop_of_good", Rules[0] + "_drop_of_bad",
		Rules[1] + "_drop_of_good", Rules[1] + "_drop_of_bad", "undefined_because"})
	number := func(v float64) string {
		if v != v {
			return ""
		}
		return strconv.FormatFloat(v, 'f', 4, 64)
	}
	for _, r := range rows {
		w.Write([]string{r.Task, r.Style, strconv.FormatFloat(r.Share, 'g', -1, 64), r.Score, fmt.Sprint(r.Pools),
			number(r.AUROC), number(r.SD), number(r.AtLength), number(r.WithLength), number(r.Dropped[0][0]),
			number(r.Dropped[0][1]), number(r.Dropped[1][0]), number(r.Dropped[1][1]), r.Reason})
	}
	w.Flush() // to memory, which does not fail
	return b.Bytes()
}

// FileName is the name of the file that holds a table.
const FileName = "audit.csv"

// shown is the share of bad demonstrations of which Text tells.
const shown = 0.33

// Text returns the AUROC of each score in the pools of which a third is bad, with that at like length in brackets, as
// rows of a table with tabs: a score a row, a task and style a column.
func Text(rows []Row) string {
	var heads []string
	cells := map[string]map[string]string{}
	for _, r := range rows {
		if r.Share != shown {
			continue
		}
		head := r.Task + " " + r.Style
		if !slices.Contains(heads, head) {
			heads = append(heads, head)
		}
		if cells[r.Score] == nil {
			cells[r.Score] = map[string]string{}
		}
		cells[r.Score][head] = auroc(r)
	}
	text := "score\t" + strings.Join(heads, "\t") + "\n"
	for _, name := range Names() {
		text += name
		for _, head := range heads {
			text += "\t" + cells[name][head]
		}
		text += "\n"
	}
	return text
}

// auroc returns both AUROCs of a row; same where the score is the same for all demonstrations.
func auroc(r Row) string {
	if r.Pools == 0 {
		return "same"
	}
	text := fmt.Sprintf("%.2f", r.AUROC)
	if r.AtLength != r.AtLength {
		return text + " (-)"
	}
	return text + fmt.Sprintf(" (%.2f)", r.AtLength)
}
