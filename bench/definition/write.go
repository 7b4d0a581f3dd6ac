package definition

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
)

// Encode returns the file of an experiment at a size. Reading it gives the same experiment. Keys that are as they are
// by default are left out; the size is spelled out.
func Encode(e bench.Experiment, s record.Size) []byte {
	w := &writer{}
	w.text("name", e.Name)
	w.text("question", e.Question)
	w.text("source", e.Source)
	w.text("of", e.Of)
	w.text("reading", e.Reading)
	if e.GivenFit {
		w.line("given_fit = true")
	}
	w.line("\n[size]")
	w.line("trials = %d", s.Trials)
	w.line("rollouts = %d", s.Rollouts)
	w.line("steps = %d", s.Steps)
	seed := strconv.FormatUint(s.Seed, 10)
	if s.Seed > math.MaxInt64 {
		seed = quote(seed)
	}
	w.line("seed = %s", seed)
	w.text("policy", s.Policy.String())
	for _, d := range e.Designs {
		w.design(d)
	}
	return []byte(w.String())
}

// writer writes keys and values.
type writer struct{ strings.Builder }

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// text writes a text, unless it is empty.
func (w *writer) text(key, value string) {
	if value != "" {
		w.line("%s = %s", key, quote(value))
	}
}

// design writes a design, its arms and its comparisons.
func (w *writer) design(d bench.Design) {
	w.line("\n[[design]]")
	w.text("task", d.Task)
	w.text("compared", d.Compared)
	if d.Sides != [2]string{} {
		w.line("sides = [%s, %s]", quote(d.Sides[0]), quote(d.Sides[1]))
	}
	w.text("factor", d.Factor)
	for _, a := range d.Arms {
		w.line("\n[[design.arm]]")
		w.text("name", a.Name)
		w.text("recipe", a.Recipe)
		w.text("groups", string(a.Groups))
		w.text("method", a.Method)
		w.text("settings", a.Variation())
		w.text("knobs", a.Knobs)
		if a.Steps != 0 {
			w.line("steps = %d", a.Steps)
		}
		if a.Level != 0 {
			w.line("level = %s", number(a.Level))
		}
		w.text("line", a.Line)
		if a.Block != 0 {
			w.line("block = %d", a.Block)
		}
	}
	for _, c := range d.Comparisons {
		w.line("\n[[design.comparison]]")
		w.text("behaviour", c.Behaviour)
		w.text("arm", c.Arm)
		w.text("against", c.Against)
	}
}

// quote returns a text as a basic string of TOML.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, "\\u%04X", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// number returns a number with every digit, as TOML's floats have them.
func number(v float64) string {
	text := strconv.FormatFloat(v, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}
