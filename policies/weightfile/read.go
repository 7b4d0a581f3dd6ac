package weightfile

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/policies/balance"
)

// Read reads files of weights. Files with the same name of weights are parts of one, such as one file for each dataset;
// the order is that of the first file of each name. Errors name the file and the line, row or key: no weights, one that
// is negative or not finite, a demonstration or a frame that is missing or stands there twice, a dataset in two files.
func Read(paths ...string) (Library, error) {
	var l Library
	for _, path := range paths {
		w, err := readFile(path)
		if err != nil {
			return nil, fmt.Errorf("weights: %w", err)
		}
		if l, err = l.add(w, path); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// add adds the weights of a file, to those of the same name if there are any.
func (l Library) add(w Weights, path string) (Library, error) {
	for i := range l {
		if l[i].Name != w.Name {
			continue
		}
		for _, digest := range w.Digests() { // in order, so that the error is the same each time
			if l[i].Datasets[digest] != nil {
				return nil, fmt.Errorf("weights: %s and a file before it have weights %s of dataset %s; leave one out",
					path, w.Name, short(digest))
			}
			l[i].Datasets[digest] = w.Datasets[digest]
			if w.numbered[digest] {
				if l[i].numbered == nil {
					l[i].numbered = map[string]bool{}
				}
				l[i].numbered[digest] = true
			}
		}
		return l, nil
	}
	return append(l, w), nil
}

// readFile reads one file, in the format that its first bytes tell.
func readFile(path string) (Weights, error) {
	room := budget.New(0)
	stem := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	head, err := start(path)
	if err != nil {
		return Weights{}, err
	}
	t := table{room: room, datasets: map[string]*dataset{}}
	switch first := bytes.TrimLeft(head, " \t\r\n\ufeff"); {
	case bytes.HasPrefix(head, []byte("PAR1")):
		err = t.readParquet(path)
	case len(first) > 0 && first[0] == '{':
		return readJSON(room, path, stem)
	case len(first) > 0 && first[0] == '[':
		return Weights{}, fmt.Errorf("%s is a list without the digest of a dataset; write "+
			`{"method": "NAME", "datasets": {"DIGEST": LIST}}, where DIGEST is what demos pools says of the dataset`,
			path)
	default:
		err = t.readCSV(path)
	}
	if err != nil {
		return Weights{}, err // with the path
	}
	w, err := t.weights(stem)
	if err != nil {
		return Weights{}, fmt.Errorf("%s: %w", path, err)
	}
	return w, nil
}

// start returns the first bytes of a file. They do not count as read: the budget of what follows has the file once.
func start(path string) ([]byte, error) {
	f, size, err := bounded.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, min(64, size))
	_, err = f.ReadAt(head, 0)
	return head, err
}

// readJSON reads an object with the members method and datasets, and maybe meaning.
func readJSON(room *budget.Budget, path, stem string) (Weights, error) {
	w := Weights{Name: stem}
	var members membersOnce
	raw, err := room.ReadFile(path)
	if err != nil {
		return w, err
	}
	raw = bytes.TrimPrefix(raw, []byte("\ufeff")) // as tools on Windows begin a text
	if err := room.JSON(path, raw, &members); err != nil {
		return w, err
	}
	switch {
	case members["weights"] || members["train"]:
		return w, fmt.Errorf("%s is what weigh writes for other programs; take run-METHOD.json or weights.csv of the "+
			"same folder", path)
	case members["methods"] || members["measurement"]:
		return w, fmt.Errorf("%s is what was found about groups; take run-METHOD.json or weights.csv of the same "+
			"folder", path)
	}
	for _, key := range slices.Sorted(maps.Keys(members)) {
		if key != "method" && key != "datasets" && key != "meaning" {
			return w, fmt.Errorf("%s has the member %.60q; it has the members method and datasets, and may have "+
				"meaning", path, key)
		}
	}
	var file struct {
		Method   *string
		Meaning  string // for people
		Datasets datasetsOnce
	}
	if err := room.JSON(path, raw, &file); err != nil {
		return w, err
	}
	if file.Method != nil {
		w.Name = *file.Method
	}
	w.Datasets = file.Datasets
	if err := w.check(); err != nil {
		return w, fmt.Errorf("%s: %w", path, err)
	}
	return w, nil
}

// check returns an error for what no run can take, whatever its datasets are.
func (w Weights) check() error {
	if err := balance.CheckGivenName(w.Name); err != nil {
		return err
	}
	if len(w.Datasets) == 0 {
		return errors.New("has no weights")
	}
	for _, digest := range w.Digests() {
		if err := checkDigest(digest); err != nil {
			return err
		}
		positive := false
		for e, frames := range w.Datasets[digest] {
			if len(frames) == 0 {
				return fmt.Errorf("dataset %s, demonstration %d has no weight", short(digest), e)
			}
			for t, v := range frames {
				if err := checkWeight(v); err != nil {
					return fmt.Errorf("dataset %s, demonstration %d, frame %d: %w", short(digest), e, t, err)
				}
				positive = positive || v > 0
			}
		}
		if !positive {
			return fmt.Errorf("dataset %s: all weights are 0; give at least one frame a weight above 0", short(digest))
		}
	}
	return nil
}

// checkDigest returns an error unless a text has the form of a dataset's digest.
func checkDigest(text string) error {
	if len(text) != 64 || strings.Trim(text, "0123456789abcdef") != "" {
		return fmt.Errorf("%.80q is no digest of a dataset, which has 64 hexadecimal digits in lower case; demos "+
			"pools writes them into pools.csv", text)
	}
	return nil
}

// checkWeight returns an error for a weight that is negative or not finite.
func checkWeight(v float64) error {
	if !(v >= 0) || v-v != 0 {
		return fmt.Errorf("the weight is %v; weights are finite and at least 0", v)
	}
	return nil
}
