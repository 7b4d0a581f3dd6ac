package claims

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"counterpoise/bench"
	"counterpoise/stats"
)

// columns are the columns of a file of claims. The first line of a file must be exactly these, so that a column
// that is added or moved is found at once.
var columns = []string{
	"id", "experiment", "task", "behaviour", "claim", "kind", "statistic", "df", "reported_p", "note",
	"tests", "otherwise", "pattern", "beside",
}

// kinds are what Claim.Kind may be. parseClaim says which columns each kind fills.
var kinds = []string{"t", "F", "p", "ns", "direction", "table", "exact"}

// Read reads claims from comma-separated values with the columns of claims.csv. Tests are written
//
//	EXPERIMENT TASK BEHAVIOUR: ARM < ARM; ...
//
// with <, >, = or <> between arms of that experiment's design on that task; behaviour "all" is the mean over the
// task's. An error names the line and what is wrong with it.
//
// Claims keep the order of the file. An id stands once: tables and tests refer to it.
func Read(r io.Reader) ([]Claim, error) {
	in := csv.NewReader(r)
	in.FieldsPerRecord = len(columns)
	// A head of the wrong length is reported by the comparison below, which shows both.
	head, err := in.Read()
	if err != nil && !errors.Is(err, csv.ErrFieldCount) {
		return nil, fmt.Errorf("can't read the claims' columns: %w", err)
	}
	if !slices.Equal(head, columns) {
		return nil, fmt.Errorf("line 1: the columns are %q, not %q", head, columns)
	}
	var cs []Claim
	for {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			return cs, nil
		}
		if err != nil {
			return nil, fmt.Errorf("can't read the claims: %w", err)
		}
		line, _ := in.FieldPos(0)
		c, err := parseClaim(row)
		if err == nil && slices.ContainsFunc(cs, func(o Claim) bool { return o.ID == c.ID }) {
			err = errors.New("its id stands there twice")
		}
		if err != nil {
			return nil, fmt.Errorf("line %d, claim %q: %w", line, row[0], err)
		}
		cs = append(cs, c)
	}
}

// parseClaim reads the columns of one row and checks that they fit together: a statistic and degrees of freedom for
// kinds t and F alone, a bound for kind p, parts for all kinds that are tested, and as many parts in both readings.
//
// The checks make the rules of rules.go total: every claim that passes has a rule, and every part has a design.
func parseClaim(row []string) (c Claim, err error) {
	c = Claim{
		ID: row[0], Experiment: row[1], Task: row[2], Behaviour: row[3], Words: row[4], Kind: row[5],
		Reported: row[8], Note: row[9],
	}
	if c.ID == "" || c.Words == "" {
		return c, errors.New("an id and a claim are needed")
	}
	if !slices.Contains(kinds, c.Kind) {
		return c, fmt.Errorf("unknown kind %q; known: %s", c.Kind, strings.Join(kinds, ", "))
	}
	if err := c.parseStatistic(row[6], row[7]); err != nil {
		return c, err
	}
	if c.Kind == "p" && !c.bound().Defined() {
		return c, fmt.Errorf("a claim of kind p reports a bound such as p<0.05, not %q", c.Reported)
	}
	if c.Parts, err = parseParts(row[10]); err != nil {
		return c, err
	}
	if c.Otherwise, err = parseParts(row[11]); err != nil {
		return c, err
	}
	if n := len(c.Otherwise); n > 0 && n != len(c.Parts) {
		return c, fmt.Errorf("%d tests, and %d of the other reading", len(c.Parts), n)
	}
	if c.Pattern, err = parseParts(row[12]); err != nil {
		return c, err
	}
	if c.Beside, err = parseParts(row[13]); err != nil {
		return c, err
	}
	directed := func(p Part) bool { return p.Relation == "<" || p.Relation == ">" }
	switch {
	case len(c.Pattern) > 0 && c.Kind != "F", slices.ContainsFunc(c.Pattern, func(p Part) bool { return !directed(p) }):
		return c, errors.New("a pattern is relations < and > of a claim of kind F")
	case len(c.Beside) > 0 && (len(c.Parts) != 1 || !directed(c.Parts[0])):
		return c, errors.New("tests stand beside a claim of one test with < or >")
	case slices.ContainsFunc(c.Beside, func(p Part) bool { return !directed(p) }):
		return c, errors.New("tests beside a claim have < or >")
	}
	// Kinds "table" and "exact" are evaluated by code, so they have no parts; all others have at least one.
	if computed := c.Kind == "table" || c.Kind == "exact"; computed == (len(c.Parts) > 0) {
		return c, fmt.Errorf("%d tests for a claim of kind %s", len(c.Parts), c.Kind)
	}
	return c, nil
}

// parseStatistic reads the printed t or F with its degrees of freedom; the other kinds have none. Degrees of
// freedom stand with semicolons between them, "3;27", because commas separate columns. A statistic must be
// finite: stats.Some is undefined for NaN and infinities.
func (c *Claim) parseStatistic(text, df string) error {
	// The number of degrees of freedom by kind; 0 for kinds without a statistic.
	dfs := map[string]int{"t": 1, "F": 2}[c.Kind]
	if dfs == 0 {
		if text+df != "" {
			return fmt.Errorf("a statistic, %q with %q degrees of freedom, of a claim of kind %s", text, df, c.Kind)
		}
		return nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if c.Statistic = stats.Some(v); err != nil || !c.Statistic.Defined() {
		return fmt.Errorf("statistic %q is no number", text)
	}
	for part := range strings.SplitSeq(df, ";") {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || !(v >= 1 && v <= 1e6) || v != math.Trunc(v) {
			return fmt.Errorf("degrees of freedom %q: want whole numbers from 1 to 1000000", df)
		}
		c.DF = append(c.DF, v)
	}
	if len(c.DF) != dfs {
		return fmt.Errorf("degrees of freedom %q: %s has %d", df, c.Kind, dfs)
	}
	return nil
}

// bound is the number in a p value that is printed as a bound: .05 of "p<0.05". It is undefined for an exact p
// ("p=0.03"), for no p, and outside (0, 1).
func (c Claim) bound() stats.Maybe {
	text, ok := strings.CutPrefix(c.Reported, "p<")
	v, err := strconv.ParseFloat(text, 64)
	if !ok || err != nil || !(v > 0 && v < 1) {
		return stats.Maybe{}
	}
	return stats.Some(v)
}

// parseParts reads the parts of a claim, which semicolons separate. An empty text has no parts. Spaces around a
// part do not count. The error names the first part that is wrong.
func parseParts(text string) (ps []Part, err error) {
	if text == "" {
		return nil, nil
	}
	for t := range strings.SplitSeq(text, ";") {
		p, err := parsePart(strings.TrimSpace(t))
		if err != nil {
			return nil, fmt.Errorf("test %q: %w", strings.TrimSpace(t), err)
		}
		ps = append(ps, p)
	}
	return ps, nil
}

// parsePart reads one part and checks that the experiment has a design on the task with these arms, and
// demonstrations of the behaviour. So a claim that refers to an arm that was renamed is found when the program
// starts.
//
// Arms may contain spaces ("left starved"); a relation is found by the spaces around it. "<>" is tried before
// "<", which it contains.
func parsePart(text string) (p Part, err error) {
	where, what, ok := strings.Cut(text, ": ")
	words := strings.Fields(where)
	if !ok || len(words) != 3 {
		return p, errors.New("want EXPERIMENT TASK BEHAVIOUR: ARM < ARM")
	}
	p = Part{Experiment: words[0], Task: words[1], Behaviour: words[2]}
	if p.Behaviour == "all" {
		p.Behaviour = bench.AllBehaviours
	}
	for _, r := range []string{"<>", "<", ">", "="} {
		if p.Arms = strings.Split(what, " "+r+" "); len(p.Arms) > 1 {
			p.Relation = r
			break
		}
	}
	switch n := len(p.Arms); {
	case n < 2:
		return p, errors.New("no <, >, = or <> between arms")
	// Order relations are between two arms; "not all the same" of two arms would be a two-sided "not equal",
	// which the study never claims.
	case n > 2 && (p.Relation == "<" || p.Relation == ">"), n == 2 && p.Relation == "<>":
		return p, fmt.Errorf("%s between %d arms", p.Relation, n)
	}
	d, err := p.design()
	if err != nil {
		return p, err
	}
	for _, a := range p.Arms {
		if !slices.ContainsFunc(d.Arms, func(b bench.Arm) bool { return b.Name == a }) {
			return p, fmt.Errorf("%s has no arm %q on %s", p.Experiment, a, p.Task)
		}
	}
	// All arms of a design have the same behaviours, so the first arm's recipe ("left=9,right=27") is enough.
	if !strings.Contains(","+d.Arms[0].Recipe, ","+p.Behaviour+"=") && p.Behaviour != bench.AllBehaviours {
		return p, fmt.Errorf("no arm of %s on %s has demonstrations of %q", p.Experiment, p.Task, p.Behaviour)
	}
	return p, nil
}

// design is the design that answers a part. An experiment has at most one design per task. The error names the
// experiment or task that does not exist.
func (p Part) design() (bench.Design, error) {
	e, err := bench.Experiments.Get(p.Experiment)
	if err != nil {
		return bench.Design{}, err
	}
	for _, d := range e.Designs {
		if d.Task == p.Task {
			return d, nil
		}
	}
	return bench.Design{}, fmt.Errorf("%s has no task %q", p.Experiment, p.Task)
}
