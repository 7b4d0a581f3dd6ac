package hostile

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// Row is what became of one input.
type Row struct {
	Reader  string // package, and what it reads where it reads several things
	Input   string
	Bytes   int64 // on disk
	Peak    int64 // resident memory above that of an idle process, bytes
	Allowed int64 // bytes
	Time    time.Duration
	Result  string // "read", or the error
}

// tableFile is the environment variable that names a file to which Check appends its rows, as lines of JSON.
const tableFile = "COUNTERPOISE_TEST_TABLE"

// keep appends the row to the file of tableFile, if there is one. One write of less than a page is not torn by those of
// other processes.
func (r Row) keep() error {
	path := os.Getenv(tableFile)
	if path == "" {
		return nil
	}
	r.Result = r.Result[:min(len(r.Result), 200)]
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write(append(line, '\n'))
	return err
}

// table is a Markdown table with a line for each reader: its worst input, the one that takes the greatest share of what
// is allowed, and the longest time of any.
func table(rows []Row) string {
	worst, slowest, inputs := map[string]Row{}, map[string]time.Duration{}, map[string]int{}
	share := func(r Row) float64 { return float64(r.Peak) / float64(r.Allowed) }
	for _, r := range rows {
		inputs[r.Reader]++
		slowest[r.Reader] = max(slowest[r.Reader], r.Time)
		if old, ok := worst[r.Reader]; !ok || share(r) > share(old) {
			worst[r.Reader] = r
		}
	}
	var all []Row
	for _, r := range worst {
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b Row) int { return cmp.Compare(a.Reader, b.Reader) })
	var b strings.Builder
	b.WriteString("| reader | inputs | worst | on disk | peak | allowed | longest |\n|:--|--:|:--|--:|--:|--:|--:|\n")
	for _, r := range all {
		fmt.Fprintf(&b, "| %s | %d | %s | %d kB | %d MB | %d MB | %.1f s |\n", r.Reader, inputs[r.Reader], r.Input,
			r.Bytes>>10, r.Peak>>20, r.Allowed>>20, slowest[r.Reader].Seconds())
	}
	return b.String()
}
