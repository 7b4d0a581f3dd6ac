package evals

import (
	"archive/zip"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"counterpoise/internal/budget"
	"counterpoise/internal/pickle"
)

func init() {
	Formats.Add("libero", Format{
		About: "the .stats files of LIBERO's evaluate.py, and result.pt of its main.py",
		Recognises: func(path string) bool {
			return !isDir(path) && (liberoStats.MatchString(filepath.Base(path)) || filepath.Base(path) == "result.pt")
		},
		Read: readLIBERO,
	})
}

// liberoStats matches the names that libero/lifelong/evaluate.py gives: benchmark, algorithm, policy, seed, the epoch
// or the task that was trained last, and the task that is evaluated.
var liberoStats = regexp.MustCompile(
	`^(libero_[a-z0-9]+)_(base|er|ewc|packnet|multitask)_(\w+?_policy)_([0-9]+)_(ep|load)(\w+)_on([0-9]+)\.stats$`)

// liberoRollouts is the number of environments that evaluate.py runs; its file has the rate alone.
const liberoRollouts = 20

// maxLIBERO bounds the pickle of a file (bytes): one of 130 tasks takes 300 kB.
const maxLIBERO = 16 << 20

// readLIBERO reads a .stats file ({"loss", "success_rate"} of one task, 20 rollouts), whose name has method, seed and
// task; or a result.pt, whose S_conf_mat[i][j] is the success rate on task j after training on task i, of which the
// last row that was filled counts: what is known of each task in the end.
func readLIBERO(path, field string, room *budget.Budget) (Results, error) {
	value, err := readTorch(path, room)
	if err != nil {
		return Results{}, err
	}
	dict, ok := value.(*pickle.Dict)
	if !ok {
		return Results{}, fmt.Errorf("%s holds no dictionary: it is no result of LIBERO", path)
	}
	if field == "" {
		field = "success_rate"
	}
	name := liberoStats.FindStringSubmatch(filepath.Base(path))
	if name == nil {
		if field != "success_rate" {
			return Results{}, fieldError(path, field, []string{"success_rate"})
		}
		return liberoMatrix(path, dict, room)
	}
	found, _ := dict.Get(field)
	v, ok := numberOf(found, room)
	if !ok || math.IsNaN(v) || math.IsInf(v, 0) {
		return Results{}, fieldError(path, field, []string{"success_rate", "loss"})
	}
	o := Outcome{Method: name[2] + " " + name[3], Trial: name[4], Group: name[1] + "/" + name[7], Rollouts: 1, Sum: v}
	if k := v * liberoRollouts; field == "success_rate" && math.Abs(k-math.Round(k)) < 1e-9 && v >= 0 && v <= 1 {
		o.Rollouts, o.Sum = liberoRollouts, math.Round(k)
	}
	what := fmt.Sprintf("%s of %s, seed %s, on task %s: %d rollouts, as evaluate.py runs", field, o.Method, o.Trial,
		name[7], o.Rollouts)
	return Results{Outcomes: []Outcome{o}, What: what}, nil
}

// liberoMatrix reads the last filled row of S_conf_mat.
func liberoMatrix(path string, dict *pickle.Dict, room *budget.Budget) (Results, error) {
	found, ok := dict.Get("S_conf_mat")
	if !ok {
		return Results{}, fmt.Errorf("%s has no matrix S_conf_mat: it is no result.pt of LIBERO", path)
	}
	m, err := arrayOf(found, room)
	if err != nil {
		return Results{}, fmt.Errorf("%s: S_conf_mat %w", path, err)
	}
	if len(m.shape) != 2 {
		return Results{}, fmt.Errorf("%s: S_conf_mat has %d dimensions, expected 2", path, len(m.shape))
	}
	row, width := m.shape[0]-1, m.shape[1]
	for ; row > 0; row-- { // rows of tasks that were not trained yet are zero
		filled := false
		for _, v := range m.values[row*width : (row+1)*width] {
			filled = filled || v != 0
		}
		if filled {
			break
		}
	}
	var out []Outcome
	for task, v := range m.values[row*width : (row+1)*width] {
		if task > row && m.shape[0] == width && row < m.shape[0]-1 {
			break // not trained yet
		}
		if math.IsNaN(v) || v < 0 || v > 1 {
			return Results{}, fmt.Errorf("%s: the success rate of task %d is %v", path, task, v)
		}
		out = append(out, Outcome{Group: "task " + strconv.Itoa(task), Rollouts: 1, Sum: v})
	}
	what := fmt.Sprintf("success_rate of %d tasks after training on task %d", len(out), row)
	return Results{Outcomes: out, What: what}, nil
}

// readTorch reads a file of torch.save without executing anything: a zip archive with a pickle.
func readTorch(path string, room *budget.Budget) (any, error) {
	f, size, err := room.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := zip.NewReader(f, size)
	if err != nil {
		return nil, fmt.Errorf("%s is no file of torch.save (a zip archive): %w", path, err)
	}
	for _, part := range z.File {
		if !strings.HasSuffix(part.Name, "/data.pkl") {
			continue
		}
		if part.UncompressedSize64 > maxLIBERO {
			return nil, fmt.Errorf("%s: data.pkl has %d bytes, more than %d", path, part.UncompressedSize64, maxLIBERO)
		}
		r, err := part.Open()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		defer r.Close()
		raw, err := room.Bytes(path, int64(part.UncompressedSize64))
		if err != nil {
			return nil, err
		}
		if _, err := io.ReadFull(r, raw); err != nil {
			return nil, fmt.Errorf("%s: data.pkl: %w", path, err)
		}
		v, _, err := pickle.Read(raw, room)
		if err != nil {
			return nil, fmt.Errorf("%s: data.pkl: %w", path, err)
		}
		return v, nil
	}
	return nil, fmt.Errorf("%s has no data.pkl: it is no file of torch.save", path)
}
