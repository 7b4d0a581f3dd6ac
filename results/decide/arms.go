package decide

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"counterpoise/internal/catalog"
	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/policies/balance"
	"counterpoise/policies/weightfile"
	"counterpoise/results/advice"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// Arm is one way of training on a dataset.
type Arm struct {
	Name  string `json:"name"`  // in records, files and folders: one word
	About string `json:"about"` // what it does, in a few words
	// Method is the method of package balance that weighs the groups of Groups. Empty: Weights weigh.
	Method string         `json:"method,omitempty"`
	Groups demos.Grouping `json:"groups,omitempty"`
	// Weights are those of the frames of each demonstration. An arm of Named ones has none before these are compared
	// with the others (weigh.Resemble).
	Weights []weightfile.Frames `json:"-"`
	Named   []int               `json:"named,omitempty"`  // demonstrations that are named good, ascending
	Filter  string              `json:"filter,omitempty"` // flags of demos filter that do the same; empty: none do
}

// Plain is the name of the arm that all others are compared with: plain cloning.
const Plain = "bc"

// The other arms that need no method's name.
const (
	dropped  = "drop"     // bad demonstrations left out, an arm for each way of telling them
	named    = "known"    // a few are named good, and the others weighed by how like them they are
	upsample = "upsample" // rare skills drawn as often as others
)

// Data is what a dataset says about its demonstrations.
type Data struct {
	Episodes []filter.Episode
	Labels   advice.Labels
	Failures advice.Failures
	Ours     bool // it is of the tabletop, so that methods can weigh while a policy is trained
}

// Asked is what the user asks for.
type Asked struct {
	Methods []string       // names of arms, and of methods as records have them; nil: those that the labels allow
	Drop    []string       // conditions of demos filter, an arm each; nil: what failed, is marked bad, is not optimal
	Known   []int          // demonstrations that are named good, ascending; nil: a tenth of those that look good
	By      demos.Grouping // of methods; empty: styles where there are several, else behaviours
}

// rare is the share of the demonstrations of the most frequent skill below which a skill is rare, so that drawing it as
// often as the others is an arm.
const rare = 2. / 3

// knownShare is the share of the good demonstrations of each skill that are named good where the user names none.
const knownShare = .1

// Arms returns the ways of training on a dataset, plain cloning first. Notes say what was left out, and why: an arm
// that would leave a skill without a demonstration. It returns an error for a name that is neither an arm nor a method,
// and for arms that were asked for and are not possible.
func Arms(d Data, o Asked) (arms []Arm, notes []string, err error) {
	b := builder{Data: d, Asked: o}
	if err := b.bad(); err != nil {
		return nil, nil, err
	}
	methods := o.Methods
	switch {
	case methods == nil:
		methods = b.usual()
	case o.Drop != nil && !slices.Contains(methods, dropped):
		methods = slices.Concat([]string{dropped}, methods)
	}
	arms = []Arm{{Name: Plain, About: "plain cloning", Method: "natural", Groups: demos.ByBehaviour}}
	for _, name := range methods {
		more, err := b.arms(name)
		if err != nil {
			return nil, nil, err
		}
		for _, a := range more {
			if slices.ContainsFunc(arms, func(b Arm) bool { return b.Name == a.Name }) {
				if a.Name != Plain {
					return nil, nil, fmt.Errorf("--methods has %s twice", name)
				}
				continue
			}
			arms = append(arms, a)
		}
	}
	return arms, b.notes, nil
}

// ErrAlone says that a dataset has nothing to compare with plain cloning.
var ErrAlone = errors.New("nothing to compare with plain cloning: no label says which demonstrations are bad, and no " +
	"skill is rare. Name bad ones by --drop LABEL=VALUE, a few good ones by --known N,N, or methods by --methods")

// Alone is ErrAlone or, where notes say why what the labels call bad is no arm, an error that says that.
func Alone(notes []string) error {
	if notes == nil {
		return ErrAlone
	}
	return fmt.Errorf("nothing to compare with plain cloning: %s. Record good ones of it, or name methods by --methods",
		strings.Join(notes, "; "))
}

// builder makes the arms of a dataset.
type builder struct {
	Data
	Asked
	worse []worse
	seen  [][]bool // sets of demonstrations that were looked at
	notes []string
}

// worse are demonstrations that an arm leaves out.
type worse struct {
	name, about string
	out         []bool
	filter      string
}

// n is the number of demonstrations that are left out.
func (w worse) n() (n int) {
	for _, out := range w.out {
		if out {
			n++
		}
	}
	return n
}

// bad finds the demonstrations that are bad: by the conditions that the user names, else those that failed, those that
// are marked bad and those of another style than optimal, once if they are the same.
func (b *builder) bad() error {
	add := func(w worse) {
		same := slices.ContainsFunc(b.seen, func(out []bool) bool { return slices.Equal(out, w.out) })
		if w.n() == 0 || same {
			return
		}
		b.seen = append(b.seen, w.out)
		if lost := b.lost(w.out); lost != "" {
			b.notes = append(b.notes, fmt.Sprintf("no arm %s, which would leave no demonstration of %s", w.about, lost))
			return
		}
		b.worse = append(b.worse, w)
	}
	for _, text := range b.Drop {
		conditions, err := filter.Parse([]string{text})
		if err != nil {
			return fmt.Errorf("--drop: %w", err)
		}
		kept, err := filter.Rule{Drop: conditions}.Choose(b.Episodes)
		if err != nil && !errors.Is(err, filter.ErrNothing) {
			return fmt.Errorf("--drop: %w", err)
		}
		w := worse{name: dropped + "-" + weightfile.NameOf(text), filter: "--drop " + shell.Quote(text),
			out: make([]bool, len(b.Episodes))}
		for i := range w.out {
			_, stays := slices.BinarySearch(kept, i)
			w.out[i] = !stays
		}
		w.about = fmt.Sprintf("without the %d of %s", w.n(), text)
		add(w)
	}
	if b.Drop != nil {
		return nil
	}
	failed := worse{name: dropped + "-failed", out: b.Failures.Failed,
		about: fmt.Sprintf("without the %d that failed", b.Failures.N())}
	if b.Labels.Success != "" {
		failed.filter = "--drop " + shell.Quote(b.Labels.Succeeded(false))
	}
	add(failed)
	marks := b.Labels.MarksOf(b.Episodes)
	marked := worse{name: dropped + "-bad", out: marks.Bad, about: fmt.Sprintf("without the %d marked bad", marks.N())}
	for _, condition := range b.Labels.MarkedBad(b.Episodes) {
		marked.filter += " --drop " + shell.Quote(condition)
	}
	marked.filter = strings.TrimSpace(marked.filter)
	add(marked)
	style := worse{name: dropped + "-style", filter: "--where style=" + optimal, out: make([]bool, len(b.Episodes))}
	some := false
	for i := range b.Episodes {
		s, labelled := b.Episodes[i].Labels["style"]
		some = some || s == optimal
		style.out[i] = labelled && s != optimal
	}
	if style.about = fmt.Sprintf("without the %d not optimal", style.n()); some {
		add(style)
	}
	return nil
}

// optimal is the style of good demonstrations.
const optimal = "optimal"

// skill returns what a demonstration shows.
func (b *builder) skill(i int) string {
	if b.Labels.Skills == nil {
		return b.Episodes[i].Skill()
	}
	var values []string
	for _, label := range b.Labels.Skills {
		values = append(values, b.Episodes[i].Labels[label])
	}
	return strings.Join(values, ":")
}

// skills returns the skills in the order of their first demonstrations, and the demonstrations of each.
func (b *builder) skills() (names []string, of map[string][]int) {
	of = map[string][]int{}
	for i := range b.Episodes {
		s := b.skill(i)
		if of[s] == nil {
			names = append(names, s)
		}
		of[s] = append(of[s], i)
	}
	return names, of
}

// lost returns the first skill of which nothing is left without some demonstrations, or empty text.
func (b *builder) lost(out []bool) string {
	names, of := b.skills()
	for _, s := range names {
		if !slices.ContainsFunc(of[s], func(i int) bool { return !out[i] }) {
			return s
		}
	}
	return ""
}

// isBad reports whether a demonstration is bad in any way.
func (b *builder) isBad(i int) bool {
	return slices.ContainsFunc(b.worse, func(w worse) bool { return w.out[i] })
}

// failed reports whether a demonstration is known to have failed.
func (b *builder) failed(i int) bool { return i < len(b.Failures.Failed) && b.Failures.Failed[i] }

// usual are the arms that the labels allow. Methods that weigh while a policy is trained take several times as long and
// are made where they are asked for.
func (b *builder) usual() (names []string) {
	if b.worse != nil {
		names = append(names, dropped)
	}
	good := false // whether there is one that no arm leaves out
	for i := range b.Episodes {
		good = good || !b.isBad(i)
	}
	if b.Known != nil || b.worse != nil && good {
		names = append(names, named)
	}
	most, least := 0, len(b.Episodes)
	_, of := b.skills()
	for _, all := range of {
		most, least = max(most, len(all)), min(least, len(all))
	}
	if float64(least) < rare*float64(most) {
		names = append(names, upsample)
	}
	return names
}

// arms returns the arms of a name.
func (b *builder) arms(name string) ([]Arm, error) {
	switch name {
	case Plain, "natural":
		return []Arm{{Name: Plain}}, nil
	case dropped:
		return b.without()
	case named:
		return b.known()
	case upsample:
		if !b.Ours {
			return b.oftenAlike()
		}
		return []Arm{{Name: upsample, About: "skills drawn equally often", Method: upsample,
			Groups: demos.ByBehaviour}}, nil
	}
	plain, _, _ := strings.Cut(name, ":")
	_, err := balance.Named(name)
	known := []string{Plain, dropped, named} // and the methods, of which some have these names
	for _, m := range balance.Methods.Names() {
		if !slices.Contains(known, m) {
			known = append(known, m)
		}
	}
	spelled := slices.Concat(known, balance.Methods.Spellings())
	switch {
	case err != nil && !slices.Contains(spelled, plain) && plain != "fixed":
		return nil, fmt.Errorf("--methods does not take %q%sthere is %s", plain, catalog.DidYouMean(plain, spelled),
			strings.Join(known, ", "))
	case err != nil:
		return nil, fmt.Errorf("--methods: %s", strings.TrimPrefix(err.Error(), "balance: "))
	case plain == "sweep" || plain == "weights":
		return nil, fmt.Errorf("--methods does not take %s; --weights FILE takes weights of any tool", plain)
	case !b.Ours:
		return nil, fmt.Errorf("--methods: %s weighs while one of our policies is trained, and this dataset is of "+
			"another robot; weigh DATASET --method %s --out DIR writes what it finds, and --weights takes that", name,
			name)
	}
	return []Arm{{Name: weightfile.NameOf(name), About: name, Method: name, Groups: b.groups()}}, nil
}

// groups is what methods weigh unless the user says it.
func (b *builder) groups() demos.Grouping {
	if b.By != "" {
		return b.By
	}
	for i := range b.Episodes {
		if b.Episodes[i].Labels["style"] != b.Episodes[0].Labels["style"] {
			return demos.ByStyle
		}
	}
	return demos.ByBehaviour
}

// without are the arms that leave bad demonstrations out.
func (b *builder) without() (arms []Arm, err error) {
	if b.worse == nil {
		return nil, errors.New("--methods drop: there is nothing to leave out; --drop LABEL=VALUE says what is bad" +
			because(b.notes))
	}
	for _, w := range b.worse {
		a := Arm{Name: w.name, About: w.about, Filter: w.filter}
		for _, out := range w.out {
			if out {
				a.Weights = append(a.Weights, weightfile.Frames{0})
			} else {
				a.Weights = append(a.Weights, weightfile.Frames{1})
			}
		}
		arms = append(arms, a)
	}
	return arms, nil
}

// because returns notes in brackets, to end an error.
func because(notes []string) string {
	if notes == nil {
		return ""
	}
	return " (" + strings.Join(notes, "; ") + ")"
}

// known is the arm that names a few demonstrations good: those of the user, else a tenth of the good ones of each
// skill, spread evenly over the dataset.
func (b *builder) known() ([]Arm, error) {
	marks := b.Labels.MarksOf(b.Episodes)
	good := b.Known
	if good == nil {
		if b.worse == nil {
			return nil, errors.New("--methods known: no label tells good demonstrations from bad ones; name a few by " +
				"--known N,N")
		}
		names, of := b.skills()
		for _, s := range names {
			of[s] = slices.DeleteFunc(of[s], func(i int) bool { return b.isBad(i) || b.failed(i) || marks.Bad[i] })
			good = append(good, tenthOf(of[s])...)
		}
		if slices.Sort(good); good == nil {
			return nil, errors.New("--methods known: every demonstration is among those that some arm leaves out; " +
				"name a few good ones by --known N,N")
		}
	}
	if len(good) == len(b.Episodes) {
		return nil, fmt.Errorf("--known names all %d demonstrations: there is nothing to weigh", len(good))
	}
	for _, i := range good {
		if b.failed(i) {
			return nil, fmt.Errorf("--known names demonstration %d, which failed (%s): name good ones; demos list "+
				"shows which succeeded", b.Episodes[i].Number, b.Failures.Source)
		}
		if marks.Bad[i] {
			return nil, fmt.Errorf("--known names demonstration %d, which is marked bad (label %s): name good ones; "+
				"demos list shows which are", b.Episodes[i].Number, wording.List(b.Labels.Marks))
		}
	}
	return []Arm{{Name: named, About: wording.Plural(len(good), "demonstration") + " named good", Named: good}}, nil
}

// oftenAlike is upsampling by weights: each skill has the same part of the weight, whatever its number of frames.
func (b *builder) oftenAlike() ([]Arm, error) {
	names, of := b.skills()
	if len(names) < 2 {
		return nil, errors.New("--methods upsample: the dataset has one skill")
	}
	a := Arm{Name: upsample, About: "skills drawn equally often", Weights: make([]weightfile.Frames, len(b.Episodes))}
	most := 0
	frames := map[string]int{}
	for _, s := range names {
		for _, i := range of[s] {
			frames[s] += b.Episodes[i].Frames
		}
		most = max(most, frames[s])
	}
	for _, s := range names {
		for _, i := range of[s] {
			a.Weights[i] = weightfile.Frames{float64(most) / float64(frames[s])}
		}
	}
	return []Arm{a}, nil
}
