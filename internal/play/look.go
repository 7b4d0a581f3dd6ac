package play

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/printable"
	"counterpoise/internal/seed"
	"counterpoise/policies/curate"
	"counterpoise/policies/weigh"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	_ "counterpoise/scenes/demos/calvin"    // a format that a page reads
	_ "counterpoise/scenes/demos/rlds"      // another
	_ "counterpoise/scenes/demos/robomimic" // another
)

// Look is a dataset that somebody looks at. It reads files and never writes.
type Look struct {
	Demos    []Demo
	Scores   []ScoreAbout // those that the demonstrations alone can have, and those that need some that are good
	Unscored string       // why there are no scores; empty where there are
	Signals  []string     // what scores take for the hand, the gripper and objects

	reader *trajectories
	format string
	pool   *curate.Pool
	labels []map[string]string // of each demonstration
}

// trajectories is a reader that keeps the numbers of all demonstrations and reads pictures when they are asked for. It
// has no card: nobody verifies its hash, for which all pictures would be read.
type trajectories struct {
	demos.Reader
	all []*demos.Raw
}

func (t *trajectories) Card() demos.Card            { return demos.Card{} }
func (t *trajectories) Describe() demos.Description { return demos.StatedBy(t.Reader) }
func (t *trajectories) Number(i int) int            { return demos.NumberOf(t.Reader, i) }

// Read implements demos.Reader.
func (t *trajectories) Read(i int, pictures bool) (*demos.Raw, error) {
	if pictures {
		return t.Reader.Read(i, true)
	}
	r := *t.all[i]
	return &r, nil
}

// Demo is a demonstration in the list of a Look.
type Demo struct {
	Number  int    `json:"number"` // as the dataset numbers it
	Frames  int    `json:"frames"`
	Success string `json:"success"` // yes, no, or empty where nothing says
}

// ScoreAbout describes a score of curate.Scores.
type ScoreAbout struct {
	Name  string `json:"name"`
	About string `json:"about"`
	Known bool   `json:"known"` // needs demonstrations that are said to be good
}

// LookAt opens and reads a dataset, a file or a folder, without its pictures. What is none is an error that says what
// can be looked at.
func LookAt(path string, progress func(done, total int)) (*Look, error) {
	ctx := context.Background()
	name := filepath.Base(path)
	if _, err := os.Stat(filepath.Join(path, lerobotIndex)); err == nil {
		return nil, fmt.Errorf("%s is a dataset of LeRobot, whose Parquet files this page does not read: counterpoise "+
			"demos inspect shows its groups and lengths, and counterpoise weigh --score scores it", name)
	}
	format, err := demos.Detect(path)
	if err != nil {
		return nil, unlike(path, err)
	}
	r, err := demos.OpenAny(ctx, path)
	if err != nil {
		return nil, err
	}
	l := &Look{reader: &trajectories{Reader: demos.MeantActions(r)}, format: format}
	if err := l.read(ctx, progress); err != nil {
		r.Close()
		return nil, err
	}
	return l, nil
}

// lerobotIndex is a file that every dataset of LeRobot has. The Parquet library that reads it would make the page's
// WebAssembly larger than it may be (docs/play.md).
const lerobotIndex = "meta/info.json"

// unlike is the error of what is no dataset that a page reads.
func unlike(path string, err error) error {
	name := filepath.Base(path)
	if info, missing := os.Stat(path); missing != nil || !info.IsDir() {
		return fmt.Errorf("%s is no dataset that this page reads: it reads a file of robomimic (.hdf5), and the "+
			"folder of a dataset of counterpoise, CALVIN or RLDS", name)
	}
	return err
}

// read reads every demonstration, for the list and for scores.
func (l *Look) read(ctx context.Context, progress func(done, total int)) error {
	var outcomes demos.Outcomes
	for i := range l.reader.Episodes() {
		raw, err := l.reader.Reader.Read(i, false)
		if err != nil {
			return err
		}
		l.reader.all = append(l.reader.all, raw)
		outcomes.Add(raw.Labels)
		l.labels = append(l.labels, raw.Labels)
		l.Demos = append(l.Demos, Demo{Number: demos.NumberOf(l.reader, i), Frames: raw.Frames()})
		if progress != nil {
			progress(i+1, l.reader.Episodes())
		}
	}
	for i, said := range outcomes.Outcome().Of {
		l.Demos[i].Success = [...]string{demos.Unsaid: "", demos.Succeeded: "yes", demos.Failed: "no"}[said]
	}
	s, err := weigh.ReadScored(ctx, l.reader, weigh.ScoreOptions{Rate: demos.RateOf(l.reader)})
	if err != nil {
		l.Unscored = plainly(err)
		return nil
	}
	l.pool, l.Signals = s.Pool, s.Pool.Signals()
	for _, name := range curate.Scores.Names() {
		scorer, err := curate.Scores.Get(name)
		if err != nil {
			return err
		}
		about := scorer.About()
		known := slices.Contains(about.Needs, curate.Known)
		if !slices.Contains(about.Needs, curate.Rolled) && (known || s.Pool.Meets(about.Needs) == nil) {
			l.Scores = append(l.Scores, ScoreAbout{name, about.Summary, known})
		}
	}
	return nil
}

// Close closes the files.
func (l *Look) Close() error { return l.reader.Close() }

// plainly is the text of an error without the names of packages, which begin it.
func plainly(err error) string {
	text := err.Error()
	for _, name := range append(demos.Formats.Names(), "demos", "curate", "weigh") {
		text = strings.TrimPrefix(text, name+": ")
	}
	return printable.Line(text)
}

// most is how many values a label may have to make groups in a page.
const most = 50

// Labels are the labels that can make groups, in alphabetical order: those of at most 50 values, fewer than there are
// demonstrations.
func (l *Look) Labels() []string {
	values := map[string]map[string]bool{}
	for _, of := range l.labels {
		for name, v := range of {
			if values[name] == nil {
				values[name] = map[string]bool{}
			}
			values[name][v] = true
		}
	}
	maps.DeleteFunc(values, func(_ string, of map[string]bool) bool {
		return len(of) > most || len(of) >= max(2, len(l.labels))
	})
	return slices.Sorted(maps.Keys(values))
}

// Groups counts the demonstrations by labels, as "counterpoise demos inspect --by" does; without any by those that it
// chooses. of is the group of each demonstration.
func (l *Look) Groups(by []string) (s *demos.Summary, of []int, err error) {
	if s, err = demos.Summarize(l.reader, by); err != nil {
		return nil, nil, err
	}
	s.Format = l.format
	for _, labels := range l.labels {
		raw := demos.Raw{Labels: labels}
		var values []string
		for _, name := range s.By {
			v, _ := raw.Label(name)
			values = append(values, v)
		}
		of = append(of, slices.IndexFunc(s.Groups, func(g demos.GroupSummary) bool {
			return slices.Equal(g.Labels, values)
		}))
	}
	return s, of, nil
}

// Score scores the demonstrations; higher is better. good are the places in the list of those that are known to be
// good. Random numbers are those of "counterpoise weigh --score" with seed 1.
func (l *Look) Score(name string, good []int) ([]float64, error) {
	if l.pool == nil {
		return nil, errors.New(l.Unscored)
	}
	scorer, err := curate.Scores.Get(name)
	if err != nil {
		return nil, err
	}
	l.pool.Known = make([]bool, l.pool.Len())
	for _, i := range good {
		if i < 0 || i >= l.pool.Len() {
			return nil, fmt.Errorf("there is no demonstration at place %d", i)
		}
		l.pool.Known[i] = true
	}
	values, err := curate.Score(scorer, l.pool, seed.Of("score", 1))
	if err != nil {
		return nil, fmt.Errorf("the score %s %w", name, err)
	}
	return values, nil
}

// Strip is pictures of a demonstration side by side, from its first frame to its last.
type Strip struct {
	Width  int    `json:"width"` // pixels, of one picture
	Height int    `json:"height"`
	Frames []int  `json:"frames"` // of each picture
	Camera string `json:"camera"` // of the dataset; empty where the pictures are drawn from the states
}

// stripHeight is the height of the pictures of a strip, and most and least widths of one, pixels.
const (
	stripHeight   = 96
	stripWidest   = 256
	stripNarrow   = 24
	maxInStrip    = 24
	tabletopWidth = stripHeight
)

// Strip returns n pictures of a demonstration as RGBA pixels, rows from the top: those that the dataset has, or those
// that the renderer draws from the states of a tabletop. A dataset without either is an error.
func (l *Look) Strip(p *Painter, demo, n int) (Strip, []uint8, error) {
	if demo < 0 || demo >= len(l.Demos) || n < 1 || n > maxInStrip {
		return Strip{}, nil, fmt.Errorf("a strip has 1 to %d pictures of demonstration 0 to %d, not %d of %d",
			maxInStrip, len(l.Demos)-1, n, demo)
	}
	raw, err := l.reader.Read(demo, true)
	if err != nil {
		return Strip{}, nil, err
	}
	s := Strip{Height: stripHeight}
	for k := range min(n, raw.Frames()) {
		at := float64(k*(raw.Frames()-1)) / float64(max(1, min(n, raw.Frames())-1))
		s.Frames = append(s.Frames, int(math.Round(at)))
	}
	var picture func(frame int) ([]uint8, error) // RGBA
	if c := overview(raw.Cameras); c != nil {
		s.Camera, s.Width = c.Name, min(stripWidest, max(stripNarrow, stripHeight*c.Width/c.Height))
		picture = func(frame int) ([]uint8, error) {
			return withAlpha(demos.Scaled(c.Frame(frame), c.Height, c.Width, s.Height, s.Width)), nil
		}
	} else if raw.Scene.Width == scenes.SceneSize && raw.State.Width == scenes.RobotSize {
		s.Width = tabletopWidth
		view := View{Camera: "static", Width: s.Width, Height: s.Height, Smooth: true}
		o := scenes.Observation{LookAlike: scenes.LookAlikeOf(raw.Labels["task"])}
		picture = func(frame int) ([]uint8, error) {
			copy(o.Robot[:], raw.State.Row(frame))
			copy(o.Scene[:], raw.Scene.Row(frame))
			now := scenes.SnapshotOf(&o)
			return p.Paint(nil, &now, view)
		}
	} else {
		return Strip{}, nil, errors.New("the dataset has no pictures that this page reads")
	}
	out := make([]uint8, 4*s.Width*s.Height*len(s.Frames))
	for k, frame := range s.Frames {
		rgba, err := picture(frame)
		if err != nil {
			return Strip{}, nil, err
		}
		for y := range s.Height {
			copy(out[4*s.Width*(y*len(s.Frames)+k):], rgba[4*s.Width*y:4*s.Width*(y+1)])
		}
	}
	return s, out, nil
}

// overview is the first camera that is none of the gripper's by its name, else the first; nil without any.
func overview(all []demos.Camera) *demos.Camera {
	if len(all) == 0 {
		return nil
	}
	return &all[max(0, slices.IndexFunc(all, func(c demos.Camera) bool {
		return !slices.ContainsFunc([]string{"ego", "wrist", "hand", "gripper"}, func(part string) bool {
			return strings.Contains(strings.ToLower(c.Name), part)
		})
	}))]
}

// withAlpha turns RGB into RGBA.
func withAlpha(rgb []byte) []uint8 {
	out := make([]uint8, 0, len(rgb)/3*4)
	for i := 0; i+2 < len(rgb); i += 3 {
		out = append(out, rgb[i], rgb[i+1], rgb[i+2], 255)
	}
	return out
}

// Said is what somebody says of a demonstration.
type Said struct {
	Number  int    `json:"number"` // as the dataset numbers it
	Quality string `json:"quality"`
}

// LabelFile returns a file of labels for --labels of train, weigh, advise and try, and the name of its label: quality,
// or one that the dataset does not have.
func (l *Look) LabelFile(all []Said) (file []byte, label string, err error) {
	label = "quality"
	for slices.ContainsFunc(l.labels, func(of map[string]string) bool { _, has := of[label]; return has }) {
		label = "my_" + label
	}
	sorted := slices.SortedFunc(slices.Values(all), func(a, b Said) int { return cmp.Compare(a.Number, b.Number) })
	rows := [][]string{{"episode", label}}
	for i, s := range sorted {
		if !slices.ContainsFunc(l.Demos, func(d Demo) bool { return d.Number == s.Number }) ||
			i > 0 && sorted[i-1].Number == s.Number || s.Quality != "good" && s.Quality != "bad" {
			return nil, "", fmt.Errorf("demonstration %d is said to be %.40q; each is good or bad, once", s.Number,
				s.Quality)
		}
		rows = append(rows, []string{strconv.Itoa(s.Number), s.Quality})
	}
	if len(all) == 0 {
		return nil, "", errors.New("no demonstration is said to be good or bad yet")
	}
	var b bytes.Buffer
	err = csv.NewWriter(&b).WriteAll(rows)
	return b.Bytes(), label, err
}
