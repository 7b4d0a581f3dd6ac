package triage

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html/template"
	"maps"
	"math"
	"slices"
	"strings"

	"counterpoise/internal/printable"
	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/policies/curate"
	"counterpoise/scenes/demos"
)

// MaxBytes is the size that a page may have. 500 demonstrations fit, whatever their pictures show (stripBytes).
const MaxBytes = 25_000_000

// The judgements of a page, as labels.csv has them.
var judgements = []string{"good", "bad", "unsure"}

// Options say what a page is about.
type Options struct {
	Name    string                                // the program, as commands on the page call it
	Paths   []string                              // of the datasets, as commands on the page give them
	Names   []string                              // of the datasets
	By      []string                              // labels that make the skills; none: there is one skill
	Ask     string                                // how the first order came to be, a sentence
	Known   []bool                                // of each demonstration: it is known to be good; nil: nobody knows
	Rank    *Ranking                              // of the demonstrations; nil: scores of package curate rank
	Failed  []bool                                // of each demonstration, where a replay says it; nil: labels alone do
	Rate    float64                               // frames a second; 0: not known
	Dataset func(i int) (name string, number int) // the dataset of demonstration i, and its number there
	Title   func(i int) string                    // what the page calls demonstration i
	// Progress is called after each demonstration is read, which is done twice; it may be nil.
	Progress func(done, total int)

	limit int // bytes that the page may have; 0: MaxBytes
}

// Page is a page that is ready to be written.
type Page struct {
	data     pageData
	Without  int    // demonstrations without a strip
	Missing  string // why the first of them has none
	demos    int
	stripped int // bytes of all strips
	limit    int // bytes that the page may have
}

// pageData is the data of page.html, whose fields it names.
type pageData struct {
	Title, Policy, Strips, Missing, Ask string
	Style                               template.CSS
	Script                              template.JS
	Commands                            []string
	Demos                               []demonstration
	Skills                              bool // whether there are several
	Failed                              bool // whether failed ones stand first
	Unusual                             float64
	Data                                scriptData
}

// demonstration is one of the list. I is its place in the dataset.
type demonstration struct {
	I                             int
	Name, Skill, Outcome, Warning string
	Labels, Why                   string
	Frames                        int
	Seconds                       string
	Suspicion                     string
	Known                         bool
	Strip                         template.URL // empty: none
	Width                         int          // of the strip, pixels
}

// scriptData is what page.js reads. Rows of a demonstration stand in the dataset's order.
type scriptData struct {
	Key      string      `json:"key"`      // names the judgements that the browser keeps
	Column   string      `json:"column"`   // of labels.csv
	Datasets []string    `json:"datasets"` // of each demonstration; empty where there is one dataset
	Numbers  []int       `json:"numbers"`
	Order    []int       `json:"order"`     // before anybody judges
	First    []float64   `json:"suspicion"` // before anybody judges
	Measures [][]float64 `json:"measures"`  // of each demonstration
	Words    []string    `json:"words"`     // of each measure
	Marks    []string    `json:"marks"`     // "" or a judgement
}

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// Of reads the demonstrations of a dataset twice, their numbers and then their pictures, and returns their page. Fewer
// than two demonstrations, what package curate refuses, and a page that would have more than MaxBytes are errors that
// say what to do.
func Of(ctx context.Context, r demos.Reader, o Options) (*Page, error) {
	p := &Page{demos: r.Episodes(), limit: cmp.Or(o.limit, MaxBytes)}
	if p.demos*numbersBytes > p.limit {
		return nil, p.tooLarge(numbersBytes)
	}
	all, outcome, pool, err := read(ctx, r, o)
	if err != nil {
		return nil, err
	}
	skill, skills := skillsOf(all, o.By)
	apart := make([]bool, len(all))
	for i := range all {
		apart[i] = outcome.Of[i] == demos.Failed || o.Failed != nil && o.Failed[i] ||
			all[i].labels[columnOf(all)] == judgements[1]
	}
	ms, err := measures(len(measuredBy), pool, skill, o.Rank, apart)
	if err != nil {
		return nil, err
	}
	d := &p.data
	d.Skills, d.Ask = len(skills) > 1, o.Ask
	d.Data = scriptData{Column: columnOf(all)}
	suspicion := suspicions(ms)
	for _, m := range ms {
		d.Data.Words = append(d.Data.Words, m.words)
	}
	rate := o.Rate
	for i := range all {
		one := demonstration{I: i, Skill: skills[skill[i]], Frames: all[i].frames, Labels: listed(all[i].labels, o.By)}
		name, number := o.Dataset(i)
		if one.Name = o.Title(i); len(o.Names) > 1 {
			d.Data.Datasets = append(d.Data.Datasets, name)
		}
		if rate > 0 {
			one.Seconds = fmt.Sprintf("%.1f", float64(one.Frames)/rate)
		}
		switch said := outcome.Of[i]; {
		case said == demos.Failed || o.Failed != nil && o.Failed[i]:
			one.Outcome, d.Failed = "failed", true
		case said == demos.Succeeded:
			one.Outcome = "succeeded"
		}
		mark := all[i].labels[d.Data.Column]
		if one.Known = o.Known != nil && o.Known[i]; one.Known {
			mark = judgements[0]
		}
		if !slices.Contains(judgements, mark) {
			mark = ""
		}
		d.Data.Marks, d.Data.Numbers = append(d.Data.Marks, mark), append(d.Data.Numbers, number)
		var row []float64
		least, at := 0.0, -1
		for k, m := range ms {
			v := m.of[i]
			if v < least && m.suspects { // of what ranks, nothing else is a reason
				least, at = v, k
			}
			row = append(row, math.Round(100*max(-mostForRule, min(mostForRule, v)))/100)
		}
		if at >= 0 && least <= -1 {
			one.Why = ms[at].words
		}
		d.Data.Measures = append(d.Data.Measures, row)
		one.Suspicion = shown(suspicion[i])
		d.Data.First = append(d.Data.First, math.Round(100*min(mostForRule, suspicion[i]))/100)
		d.Demos = append(d.Demos, one)
	}
	d.Failed = d.Failed && o.Rank == nil // their order is that of the ranking alone
	d.Data.Order = d.order(suspicion)
	if err := p.addStrips(ctx, r, o); err != nil {
		return nil, err
	}
	p.finish(o)
	return p, nil
}

// shown is a suspicion as the page has it: one decimal, or whole from 100 on.
func shown(suspicion float64) string {
	if suspicion >= 100 {
		return fmt.Sprintf("%.0f", suspicion)
	}
	return fmt.Sprintf("%.1f", max(0, suspicion))
}

// labelled is what is kept of a demonstration's labels.
type labelled struct {
	labels map[string]string
	skill  []string // values of Options.By
	frames int
}

// read reads numbers and labels.
func read(ctx context.Context, r demos.Reader, o Options) (all []labelled, outcome demos.Outcome, p *curate.Pool,
	err error) {
	var outcomes demos.Outcomes
	p, err = curate.NewPool(ctx, curate.Options{N: r.Episodes(), Rate: o.Rate, Progress: o.Progress,
		Place: func(i int) string { return demos.Place(r, i) },
		Read: func(i int) (*curate.Demo, error) {
			raw, err := r.Read(i, false)
			if err != nil {
				return nil, err
			}
			if i == len(all) { // for the first time
				one := labelled{labels: raw.Labels, frames: raw.Frames()}
				for _, label := range o.By {
					v, _ := raw.Label(label)
					one.skill = append(one.skill, v)
				}
				outcomes.Add(raw.Labels)
				all = append(all, one)
			}
			return &curate.Demo{Actions: raw.Actions, State: raw.State, Scene: raw.Scene}, nil
		}})
	return all, outcomes.Outcome(), p, err
}

// skillsOf numbers the skills of demonstrations.
func skillsOf(all []labelled, by []string) (of []int32, names []string) {
	for i := range all {
		name := strings.Join(all[i].skill, ":")
		k := slices.Index(names, name)
		if k < 0 {
			k, names = len(names), append(names, name)
		}
		of = append(of, int32(k))
	}
	return of, names
}

// columnOf returns the name of the column of judgements: quality, which advise takes for kinds, or marked_quality where
// the dataset has a label quality of another scale.
func columnOf(all []labelled) string {
	const plain = "quality"
	for i := range all {
		if v := all[i].labels[plain]; v != "" && !slices.Contains(judgements, v) {
			return "marked_" + plain
		}
	}
	return plain
}

// Bounds of the labels that are listed on the page: as many, and as long in characters.
const (
	mostLabels   = 6
	longestLabel = 60
)

// listed returns the labels of a demonstration besides those of skills, of success and of its number.
func listed(labels map[string]string, by []string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		hidden := slices.Contains(by, name) || slices.Contains([]string{"index", "task_index", "success", "dataset",
			demos.EpisodeLabel, demos.MaxReward}, name)
		if text := name + " " + labels[name]; !hidden && labels[name] != "" {
			if all = append(all, fmt.Sprintf("%.*s", longestLabel, text)); len(all) == mostLabels {
				break
			}
		}
	}
	return strings.Join(all, ", ")
}

// order returns the places of the demonstrations as they stand before anybody judges: those that failed first, where
// the page says so, then by suspicion.
func (d *pageData) order(suspicion []float64) []int {
	order := make([]int, len(d.Demos))
	for i := range order {
		order[i] = i
	}
	key := func(i int) float64 {
		if d.Failed && d.Demos[i].Outcome == "failed" {
			return -1e6 - suspicion[i]
		}
		return -suspicion[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(key(a), key(b)) })
	return order
}

// addStrips reads the demonstrations with their pictures. It stops where the page would be too large.
func (p *Page) addStrips(ctx context.Context, r demos.Reader, o Options) error {
	var s stripper
	for i := range p.data.Demos {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		raw, err := r.Read(i, true)
		if err != nil {
			return err
		}
		strip, err := s.strip(ctx, raw)
		if err != nil {
			return err
		}
		if strip != nil {
			text := base64.StdEncoding.EncodeToString(strip)
			p.data.Demos[i].Strip = template.URL("data:image/jpeg;base64," + text)
			p.stripped += len(text)
		}
		if perDemo := 1 + (p.stripped+numbersBytes*(i+1))/(i+1); p.stripped+numbersBytes*p.demos > p.limit {
			return p.tooLarge(perDemo)
		}
		if o.Progress != nil {
			o.Progress(i+1, p.demos)
		}
	}
	p.data.Strips, p.Without, p.Missing = s.source, s.without, s.missing
	return nil
}

// numbersBytes is about what numbers and words of a demonstration take.
const numbersBytes = 1500

// tooLarge is the error of a page that is larger than it may be, of which each demonstration takes perDemo.
func (p *Page) tooLarge(perDemo int) error {
	return fmt.Errorf("the page of %d demonstrations would have about %d MB, more than the %d MB that a browser opens "+
		"at ease; make pages of parts of at most about %d demonstrations: --by LABEL=VALUE,VALUE keeps those with one "+
		"of these values", p.demos, p.demos*perDemo/1_000_000, p.limit/1_000_000,
		p.limit/perDemo)
}

// finish fills in what depends on everything else.
func (p *Page) finish(o Options) {
	d := &p.data
	d.Title = "Good or bad? " + strings.Join(o.Names, ", ")
	if p.Without == p.demos {
		d.Missing = "There are no strips: " + p.Missing + "."
	} else if p.Without > 0 {
		has := "have"
		if p.Without == 1 {
			has = "has"
		}
		d.Missing = fmt.Sprintf("%s %s no strip: %s.", wording.Plural(p.Without, "demonstration"), has, p.Missing)
	}
	d.Unusual = Unusual
	d.Style, d.Script = template.CSS(pageStyle), template.JS(pageScript)
	d.Policy = fmt.Sprintf("default-src 'none'; img-src data:; style-src '%s'; script-src '%s'; base-uri 'none'; "+
		"form-action 'none'", source(pageStyle), source(pageScript))
	var paths []string
	for _, path := range o.Paths {
		paths = append(paths, shell.Quote(path))
	}
	data := strings.Join(paths, " ")
	d.Commands = []string{
		fmt.Sprintf("%s weigh %s --labels labels.csv --known %s=good", o.Name, data, d.Data.Column),
		fmt.Sprintf("%s advise %s --labels labels.csv", o.Name, data),
	}
	if len(paths) == 1 {
		d.Commands = append(d.Commands, fmt.Sprintf("%s demos filter %s kept --labels labels.csv --drop %s=bad", o.Name,
			data, d.Data.Column))
	}
	h := sha256.New()
	fmt.Fprintln(h, o.Names, d.Data.Datasets, d.Data.Numbers, d.Data.Measures, d.Data.Marks)
	d.Data.Key = "counterpoise triage " + hex.EncodeToString(h.Sum(nil)[:8])
}

// source is the hash by which a policy of contents allows a text of the page.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// HTML returns the page. All words are escaped by html/template; marks that act without markup, such as those that
// reverse the order of letters, are shown as escapes.
func (p *Page) HTML() ([]byte, error) {
	var out bytes.Buffer
	d := p.data
	d.Demos = nil
	for _, i := range d.Data.Order {
		d.Demos = append(d.Demos, p.data.Demos[i])
	}
	if err := pageTemplate.Execute(printable.NewWriter(&out), d); err != nil {
		return nil, err
	}
	if out.Len() > p.limit {
		return nil, p.tooLarge(out.Len() / p.demos)
	}
	return out.Bytes(), nil
}
