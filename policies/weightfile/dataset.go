package weightfile

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"counterpoise/internal/budget"
	"counterpoise/policies/balance"
	"counterpoise/scenes/demos"
)

// For reads the file of weights of one dataset, and returns the method with them. It takes what Read takes, and
// sampling-METHOD.json of weigh and advise, whose weights are those of whole demonstrations: a frame has the weight of
// its demonstration divided by the number of its frames.
//
// The dataset is found by the digest of its content or, without a card, by that of its actions (demos.ActionsDigest).
// Weights of other data are an error.
func For(path string, d *demos.Dataset) (balance.Given, error) {
	frames := make([]int, len(d.Episodes))
	for i := range d.Episodes {
		frames[i] = d.Episodes[i].Frames()
	}
	return ForFrames(path, frames, Digests(d)...)
}

// ForFrames is For for a dataset of any robot, whose demonstrations have the given numbers of frames.
func ForFrames(path string, frames []int, digests ...string) (balance.Given, error) {
	w, digest, err := ReadOne(path, frames, digests...)
	if err != nil {
		return balance.Given{}, err
	}
	return w.On(digest, frames)
}

// ReadOne reads the file of weights of one dataset, see For. The dataset has the given numbers of frames, and is known
// by any of the digests; that by which the file has it is returned beside the weights, which fit the dataset.
func ReadOne(path string, frames []int, digests ...string) (w Weights, digest string, err error) {
	if w, err = readOne(path, frames); err != nil {
		return w, "", fmt.Errorf("weights: %w", err)
	}
	for _, digest := range digests {
		if w.Datasets[digest] != nil {
			_, err := w.On(digest, frames)
			return w, digest, err
		}
	}
	have := w.Digests()
	return w, "", fmt.Errorf("weights: %s %w: of dataset %s, and this one is %s; make them "+
		"anew for this dataset, by weigh or advise", path, ErrOther, short(have[0]), short(strings.Join(digests, " ")))
}

// ErrOther is the error of a file that has no weights of a dataset.
var ErrOther = errors.New("has weights of other data")

// Digests returns the digests by which files of weights name a dataset: that of its card, if it has one, and that of
// its actions (demos.ActionsDigest).
func Digests(d *demos.Dataset) []string {
	h := sha256.New()
	var b [4]byte
	for i := range d.Episodes {
		for _, a := range d.Episodes[i].Actions {
			for _, x := range a {
				binary.LittleEndian.PutUint32(b[:], math.Float32bits(x))
				h.Write(b[:])
			}
		}
	}
	actions := hex.EncodeToString(h.Sum(nil))
	if d.Card.Hash == "" {
		return []string{actions}
	}
	return []string{d.Card.Hash, actions}
}

// errNoSampling says that a file is not of the form sampling-METHOD.json.
var errNoSampling = errors.New("no sampling file")

// readOne reads one file of any form that For takes.
func readOne(path string, frames []int) (Weights, error) {
	w, err := readSampling(path, frames)
	if errors.Is(err, errNoSampling) {
		return readFile(path)
	}
	return w, err
}

// readSampling reads sampling-METHOD.json: weights of demonstrations of one or several datasets, one after the other.
func readSampling(path string, frames []int) (Weights, error) {
	head, err := start(path)
	if err != nil {
		return Weights{}, err
	}
	if first := strings.TrimLeft(string(head), " \t\r\n\ufeff"); !strings.HasPrefix(first, "{") {
		return Weights{}, errNoSampling
	}
	room := budget.New(0)
	raw, err := room.ReadFile(path)
	if err != nil {
		return Weights{}, err
	}
	var members membersOnce
	if err := room.JSON(path, raw, &members); err != nil || !members["weights"] || !members["datasets"] {
		return Weights{}, errNoSampling
	}
	var file struct {
		Method   string
		Datasets []struct {
			Name           string
			Demonstrations int
			Digest         string
			Actions        string `json:"actions_sha256"`
		}
		Weights []float64
	}
	if err := room.JSON(path, raw, &file); err != nil {
		return Weights{}, errNoSampling // remix-METHOD.json has pairs in place of numbers
	}
	w := Weights{Name: NameOf(file.Method), Datasets: map[string][]Frames{}}
	if w.Name == "" {
		w.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	rest := file.Weights
	for _, of := range file.Datasets {
		digest := of.Digest
		if digest == "" {
			digest = of.Actions
		}
		if of.Demonstrations < 1 || of.Demonstrations > len(rest) {
			return w, fmt.Errorf("%s says that dataset %.60q has %d demonstrations, and has weights of %d; make it "+
				"anew, by weigh or advise", path, of.Name, of.Demonstrations, len(rest))
		}
		var all []Frames
		for e, v := range rest[:of.Demonstrations] {
			if e < len(frames) {
				v /= float64(max(1, frames[e]))
			}
			all = append(all, Frames{v})
		}
		w.Datasets[digest], rest = all, rest[of.Demonstrations:]
	}
	if len(rest) > 0 {
		return w, fmt.Errorf("%s has %d weights more than its datasets have demonstrations; make it anew, by weigh or "+
			"advise", path, len(rest))
	}
	if err := w.check(); err != nil {
		return w, fmt.Errorf("%s: %w", path, err)
	}
	return w, nil
}

// Shares returns the weight of each demonstration of a dataset as a share of the largest: of a weight a frame, the mean
// over its frames.
func (w Weights) Shares(digest string) []float64 {
	of := w.Datasets[digest]
	all := make([]float64, len(of))
	most := 0.0
	for e, frames := range of {
		for _, v := range frames {
			all[e] += v / float64(len(frames))
		}
		most = max(most, all[e])
	}
	for e := range all {
		all[e] /= most
	}
	return all
}
