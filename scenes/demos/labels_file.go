package demos

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/internal/printable"
	"counterpoise/internal/wording"
)

// LabelTable is labels of episodes that a dataset does not have itself.
type LabelTable struct {
	Names []string // of the labels, in the order of the columns
	path  string   // of the file
	rows  map[labelKey]labelRow
}

// labelRow has the values of a row.
type labelRow struct {
	line   int // of the file
	values []string
}

// labelKey is an episode; dataset is "" in a table without that column.
type labelKey struct {
	dataset string
	episode int
}

// separator returns the most frequent of comma, semicolon and tab in the first line of a text.
func separator(text []byte) rune {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	best := ","
	for _, s := range []string{";", "\t"} {
		if bytes.Count(line, []byte(s)) > bytes.Count(line, []byte(best)) {
			best = s
		}
	}
	return rune(best[0])
}

// ReadLabelTable reads a file of values separated by commas, semicolons or tabs, with a header: a column "episode", or
// one such as episode_index or Demo, with the number of an episode (see NumberOf) or its name, such as 7, 7.0 or
// demo_7, a column "dataset" where there are several, and a column for each label. Names of columns must differ.
func ReadLabelTable(path string) (*LabelTable, error) {
	room := budget.New(0)
	f, _, err := room.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s does not exist; give a CSV file with the columns episode, from 0, and one "+
			"for each label", path)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer f.Close()
	t := &LabelTable{path: path, rows: map[labelKey]labelRow{}}
	buffered := bufio.NewReader(f)
	first, _ := buffered.Peek(buffered.Size())
	lines := bounded.NewRows(buffered, maxRecord)
	in := csv.NewReader(lines)
	in.Comma = separator(first)
	if err := t.read(in, lines, room); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// maxRecord is the number of bytes, roughly, that a row of a file of labels may have: thousands of labels. A row of
// commas alone takes 60 times its size in memory, so that this is 4 MB.
const maxRecord = 64 << 10

// labelColumns are the columns of a file of labels that are no labels: the numbers of episodes, and the names of
// datasets, -1 where there is none.
type labelColumns struct{ episode, dataset int }

// hasLabels reports whether column i holds the values of a label.
func (c labelColumns) hasLabels(i int) bool { return i != c.episode && i != c.dataset }

// read reads header and rows.
func (t *LabelTable) read(in *csv.Reader, lines *bounded.Rows, room *budget.Budget) error {
	columns, err := t.readHeader(in)
	if err != nil {
		return err
	}
	for {
		lines.Begin()
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		line, _ := in.FieldPos(0)
		// A row is kept in a map; its texts share one string.
		if err := room.Spend("labels", 256+32*int64(len(row))+2*int64(len(strings.Join(row, "")))); err != nil {
			return err
		}
		if err := t.addRow(line, row, columns); err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
	}
}

// readHeader reads the names of the columns and keeps those of labels.
func (t *LabelTable) readHeader(in *csv.Reader) (columns labelColumns, err error) {
	header, err := in.Read()
	if errors.Is(err, io.EOF) {
		return columns, errors.New("is empty; its first line names the columns, as in episode,label")
	}
	if err != nil {
		return columns, err
	}
	for i := range header {
		header[i] = strings.TrimSpace(strings.TrimPrefix(header[i], "\ufeff"))
	}
	for i := range header { // Success and success are one label of a dataset
		if lower := strings.ToLower(header[i]); slices.Contains(plainLabels, lower) && !slices.Contains(header, lower) {
			header[i] = lower
		}
	}
	columns = labelColumns{slices.Index(header, "episode"), slices.Index(header, "dataset")}
	if columns.episode < 0 {
		columns.episode = slices.IndexFunc(header, numbersEpisodes)
	}
	if columns.episode < 0 {
		return columns, fmt.Errorf("has the columns %s and none called episode; its first line names the columns, as "+
			"in episode,label", printable.Names(header))
	}
	named := map[string]bool{}
	for i, name := range header {
		if name == "" {
			return columns, fmt.Errorf("column %d has no name", i+1)
		}
		if named[name] {
			return columns, fmt.Errorf("has two columns that are called %.60q", name)
		}
		named[name] = true
		if columns.hasLabels(i) {
			t.Names = append(t.Names, name)
		}
	}
	if len(t.Names) == 0 {
		return columns, errors.New("has no column with labels")
	}
	return columns, nil
}

// plainLabels are names of columns that mean the same with capitals.
var plainLabels = []string{"episode", "dataset", "task", "behaviour", "style", "success"}

// numbersEpisodes reports whether a column numbers episodes by its name, as episode_index and demo do.
func numbersEpisodes(name string) bool {
	words := wording.NameWords(name)
	return len(words) > 0 && slices.Contains([]string{"episode", "episodes", "demo", "demonstration"}, words[0]) &&
		(len(words) == 1 || len(words) == 2 &&
			slices.Contains([]string{"index", "idx", "id", "number", "no", "nr", "name"}, words[1]))
}

// episodeName matches the number of an episode, also as programs write it that know floats alone, and its name in files
// of robomimic and LeRobot.
var episodeName = regexp.MustCompile(`^(?:demo_|episode_)?([0-9]{1,18})(?:\.0+)?$`)

// addRow keeps the labels of an episode. A number that is none, and an episode that has labels already, are errors.
func (t *LabelTable) addRow(line int, row []string, columns labelColumns) error {
	found := episodeName.FindStringSubmatch(strings.TrimSpace(row[columns.episode]))
	if found == nil {
		return fmt.Errorf("episode is %.40q, expected its number, as demos list shows it", row[columns.episode])
	}
	n, err := strconv.Atoi(found[1])
	if err != nil {
		return err
	}
	key := labelKey{episode: n}
	if columns.dataset >= 0 {
		key.dataset = row[columns.dataset]
	}
	if _, twice := t.rows[key]; twice {
		return fmt.Errorf("episode %d has labels already", n)
	}
	var labels []string
	for i, v := range row {
		if columns.hasLabels(i) {
			labels = append(labels, v)
		}
	}
	t.rows[key] = labelRow{line, labels}
	return nil
}

// Of returns the labels of an episode of a dataset. Rows without a dataset are of the only one.
func (t *LabelTable) Of(dataset string, episode int) map[string]string {
	row, ok := t.rows[labelKey{dataset, episode}]
	if !ok {
		row = t.rows[labelKey{"", episode}]
	}
	labels := map[string]string{}
	for i, v := range row.values {
		labels[t.Names[i]] = v
	}
	return labels
}

// Check returns an error if a row is of no dataset of a name, or of an episode that it does not have. numbers are those
// of the episodes of each dataset, ascending.
func (t *LabelTable) Check(names []string, numbers [][]int) error {
	keys := slices.SortedFunc(maps.Keys(t.rows), func(a, b labelKey) int {
		return cmp.Compare(t.rows[a].line, t.rows[b].line)
	})
	for _, key := range keys {
		if key.dataset == "" && len(names) > 1 {
			return fmt.Errorf("%s: line %d names no dataset, and there are several: give a column dataset "+
				"with %s", t.path, t.rows[key].line, printable.Names(names))
		}
		of, known := []int(nil), false
		for i, name := range names {
			if key.dataset == name || key.dataset == "" {
				_, has := slices.BinarySearch(numbers[i], key.episode)
				of, known = numbers[i], known || has
			}
		}
		if of == nil {
			return fmt.Errorf("%s: line %d: there is no dataset %.60q; there is %s", t.path, t.rows[key].line,
				key.dataset, printable.Names(names))
		}
		if !known {
			return fmt.Errorf("%s: line %d: there is no episode %d; they are numbered from %d to %d%s", t.path,
				t.rows[key].line, key.episode, of[0], of[len(of)-1], gaps(of))
		}
	}
	return nil
}

// gaps says that ascending numbers have gaps; it is empty where they have none.
func gaps(numbers []int) string {
	if numbers[len(numbers)-1]-numbers[0] == len(numbers)-1 {
		return ""
	}
	return ", with gaps: demos list shows them"
}
