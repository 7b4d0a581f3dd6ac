package weightfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"counterpoise/policies/balance"
	"counterpoise/scenes/demos"
)

// Weights is the weights of one name, for any number of datasets.
type Weights struct {
	Name     string
	Datasets map[string][]Frames // by the digest of the dataset: of each demonstration, in order

	// numbered has the digests whose weights come from a table with numbers of frames: there a single weight is that of
	// frame 0, and not of all frames.
	numbered map[string]bool
}

// Frames is the weights of a demonstration: of each of its frames, or a single one for all.
type Frames []float64

// MarshalJSON returns a single weight as a number, and several as a list.
func (f Frames) MarshalJSON() ([]byte, error) {
	if len(f) == 1 {
		return json.Marshal(f[0])
	}
	return json.Marshal([]float64(f))
}

// UnmarshalJSON reads a number or a list of numbers. A null, which some programs write for a weight that is not a
// number, is an error.
func (f *Frames) UnmarshalJSON(text []byte) error {
	if bytes.Contains(text, []byte("null")) { // numbers and brackets have no letters but an e
		return errors.New("a weight is null; weights are finite and at least 0")
	}
	var err error
	if len(text) > 0 && text[0] == '[' {
		err = json.Unmarshal(text, (*[]float64)(f))
	} else {
		*f = make(Frames, 1)
		err = json.Unmarshal(text, &(*f)[0])
	}
	if err != nil {
		return fmt.Errorf("the weight of a demonstration is %.60q, expected a number or a list of numbers", text)
	}
	return nil
}

// membersOnce has the names of the members of a JSON object. It refuses one that stands there twice: readers of JSON
// differ in which of both counts.
type membersOnce map[string]bool

// UnmarshalJSON reads an object, member by member.
func (m *membersOnce) UnmarshalJSON(text []byte) error {
	in := json.NewDecoder(bytes.NewReader(text))
	if begin, err := in.Token(); err != nil || begin != json.Delim('{') {
		return errors.New("it is no object with the members method and datasets")
	}
	*m = membersOnce{}
	for in.More() {
		key, err := in.Token()
		if err != nil {
			return err
		}
		name := key.(string) // a member begins with its name
		if (*m)[name] {
			return fmt.Errorf("the member %.60q stands there twice", name)
		}
		(*m)[name] = true
		if err := in.Decode(&json.RawMessage{}); err != nil {
			return err
		}
	}
	return nil
}

// datasetsOnce are the weights of datasets as a JSON object has them. Unlike a map, it refuses a dataset that stands
// there twice.
type datasetsOnce map[string][]Frames

// UnmarshalJSON reads an object, member by member.
func (d *datasetsOnce) UnmarshalJSON(text []byte) error {
	in := json.NewDecoder(bytes.NewReader(text))
	if begin, err := in.Token(); err != nil || begin != json.Delim('{') {
		return errors.New("datasets is no object of digests and lists")
	}
	*d = datasetsOnce{}
	for in.More() {
		key, err := in.Token()
		if err != nil {
			return err
		}
		digest := key.(string) // a member begins with its name
		if (*d)[digest] != nil {
			return fmt.Errorf("dataset %.16q stands there twice", digest)
		}
		all := []Frames{}
		if err := in.Decode(&all); err != nil {
			return fmt.Errorf("dataset %.16q: %w", digest, err)
		}
		(*d)[digest] = all
	}
	return nil
}

// JSON returns the weights in the form that Read takes, datasets in the order of their digests, one a line. The same
// weights give the same bytes, whatever file they come from.
func (w Weights) JSON() []byte { return w.json("") }

// JSONSaying is JSON with a sentence that says what a weight means, which Read passes over.
func (w Weights) JSONSaying(meaning string) []byte {
	text, _ := json.Marshal(meaning)
	return w.json(fmt.Sprintf("\"meaning\":%s,\n", text))
}

// json returns JSON with members in front.
func (w Weights) json(members string) []byte {
	name, _ := json.Marshal(w.Name)
	var b strings.Builder
	fmt.Fprintf(&b, "{%s\"method\":%s,\"datasets\":{", members, name)
	for i, digest := range w.Digests() {
		text, _ := json.Marshal(w.Datasets[digest]) // weights are finite
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "\n%q:%s", digest, text)
	}
	b.WriteString("\n}}\n")
	return []byte(b.String())
}

// NameOf returns a method of package balance, such as "ours:EtaT=5", as a name of weights: other characters than
// letters, digits, dots, hyphens and underscores become hyphens, and the name has at most 40.
func NameOf(method string) string {
	allowed := func(r rune) bool {
		return r < 128 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("._-", r))
	}
	name := strings.Map(func(r rune) rune {
		if allowed(r) {
			return r
		}
		return '-'
	}, method)
	return name[:min(40, len(name))]
}

// Digests returns the digests of the datasets, sorted.
func (w Weights) Digests() []string {
	var all []string
	for digest := range w.Datasets {
		all = append(all, digest)
	}
	slices.Sort(all)
	return all
}

// Method returns the text form of the weights as a method (balance.Given). Its digest is that of JSON, SHA-256 cut to
// 16 hexadecimal digits, so that cells under other weights have other names.
func (w Weights) Method() string {
	sum := sha256.Sum256(w.JSON())
	return balance.Given{Name: w.Name, Digest: hex.EncodeToString(sum[:8])}.String()
}

// FileName returns the name of the file in which a folder of records keeps the weights.
func (w Weights) FileName() string { return strings.TrimPrefix(w.Method(), "weights:") + ".json" }

// Check returns an error unless the weights fit a dataset that they name: a weight above 0 somewhere, and none missing
// or beyond its demonstrations, which have the given numbers of frames.
func (w Weights) Check(digest string, frames []int) error {
	_, err := w.On(digest, frames)
	return err
}

// On returns the method with the weights of a dataset of any robot, whose demonstrations have the given numbers of
// frames.
func (w Weights) On(digest string, frames []int) (balance.Given, error) {
	of, ok := w.Datasets[digest]
	if !ok {
		return balance.Given{}, fmt.Errorf("weights %s have none for dataset %s", w.Name, short(digest))
	}
	u := make([][]float64, len(of))
	for e := range of {
		if u[e] = of[e]; w.numbered[digest] && len(of[e]) == 1 && e < len(frames) && frames[e] != 1 {
			return balance.Given{}, fmt.Errorf("weights %s, dataset %s: demonstration %d has a weight of frame 0 "+
				"alone, and %d frames; give a weight for each, or leave out the column of frames", w.Name,
				short(digest), e, frames[e])
		}
	}
	m, err := balance.Named(w.Method())
	if err != nil {
		return balance.Given{}, err
	}
	g, err := m.(balance.Given).With(u, frames)
	if err != nil {
		return g, fmt.Errorf("weights %s, dataset %s: %w", w.Name, short(digest), err)
	}
	return g, nil
}

// short returns the first digits of a digest, enough to find it in a list.
func short(digest string) string { return digest[:min(16, len(digest))] }

// Library is the weights that are at hand. Their methods differ.
type Library []Weights

// Of returns the weights whose method has a text form.
func (l Library) Of(method string) (Weights, bool) {
	i := slices.IndexFunc(l, func(w Weights) bool { return w.Method() == method })
	if i < 0 {
		return Weights{}, false
	}
	return l[i], true
}

// On returns a method as it weighs a dataset: one of given weights gets those of the library for the dataset, every
// other method is returned as it is. Weights that the library lacks, or that do not fit, are an error.
func (l Library) On(m balance.Method, d *demos.Dataset) (balance.Method, error) {
	g, ok := m.(balance.Given)
	if !ok {
		return m, nil
	}
	w, ok := l.Of(g.String())
	if !ok {
		return m, nil // training refuses it, and says so
	}
	frames := make([]int, len(d.Episodes))
	for i := range d.Episodes {
		frames[i] = d.Episodes[i].Frames()
	}
	return w.On(d.Card.Hash, frames)
}
