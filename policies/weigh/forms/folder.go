package forms

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"counterpoise/internal/budget"
	"counterpoise/internal/durable"
)

// Folder is a folder that weights are written to. Files are added first, and written by Write; those with a row a
// frame, which may be large, are written when they are added.
type Folder struct {
	dir    string
	files  []file
	tables []string // names of files that are written already
	table  []byte   // rows of TableName, of all methods
	before []string // methods of which an earlier run may have left weights
}

// file is a file of a folder.
type file struct {
	name string
	data []byte
}

// In returns a folder, which exists. Weights of the methods before, of an earlier run, are removed by Write where no
// new ones take their place: they would be of another dataset, or by a method that was not run.
func In(dir string, before ...string) *Folder { return &Folder{dir: dir, before: before} }

// SummaryName is the file with everything that weighing found, and FigureName the figure beside it, without its suffix.
const (
	SummaryName = "weights.json"
	FigureName  = "alpha"
)

// TableName is the table of the weights of all methods.
const TableName = "weights.csv"

// Methods returns the methods of which a folder has weights from an earlier run, by its summary. It is nil where no
// summary can be read.
func Methods(dir string) (methods []string) {
	var s struct {
		Methods []struct {
			Method string `json:"method"`
		} `json:"methods"`
	}
	if budget.New(0).ReadJSON(filepath.Join(dir, SummaryName), &s) != nil {
		return nil
	}
	for _, m := range s.Methods {
		methods = append(methods, m.Method)
	}
	return methods
}

// Add adds a file.
func (f *Folder) Add(name string, data []byte) { f.files = append(f.files, file{name, data}) }

// Write writes the files that were added, each in one step. Then it removes the files of an earlier run, and last it
// writes the summary, a value as JSON, from which the next run knows which files are of this one. A run that is stopped
// before leaves the earlier summary, and the next run removes the same files.
func (f *Folder) Write(name string, summary any) error {
	text, err := json.MarshalIndent(summary, "", "  ")
	if err != nil {
		return err
	}
	if f.table != nil {
		f.Add(TableName, append([]byte(tableHeader), f.table...))
	}
	kept := map[string]bool{}
	for _, a := range f.files {
		if err := durable.WriteBelow(f.dir, a.name, a.data); err != nil {
			return err
		}
		kept[a.name] = true
	}
	for _, name := range f.tables {
		kept[name] = true
	}
	if err := f.clear(name, kept); err != nil {
		return err
	}
	return durable.WriteBelow(f.dir, name, append(text, '\n'))
}

// clear removes the weights of an earlier run, and its figure where its summary is replaced. Files in kept stay.
func (f *Folder) clear(summary string, kept map[string]bool) error {
	if len(f.before) == 0 {
		return nil
	}
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		figure := summary == SummaryName && (e.Name() == FigureName+".svg" || e.Name() == FigureName+".png")
		if !kept[e.Name()] && e.Type().IsRegular() && (figure || f.wrote(e.Name())) {
			if err := durable.Remove(filepath.Join(f.dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// wrote reports whether a file has a name that this package gives to weights of a method of an earlier run.
func (f *Folder) wrote(name string) bool {
	if name == TableName || name == ScoresName {
		return true
	}
	for _, m := range f.before {
		m = inFileName(m)
		switch name {
		case "sampling-" + m + ".json", "sampling-" + m + ".csv", "robomimic-" + m + ".json", "remix-" + m + ".json",
			"run-" + m + ".json", "weights-" + m + ".parquet":
			return true
		}
		if strings.HasPrefix(name, "weights-"+m+"-") && strings.HasSuffix(name, ".parquet") {
			return true
		}
	}
	return false
}
