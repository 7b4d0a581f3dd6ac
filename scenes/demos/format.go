package demos

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/internal/catalog"
)

// FileFormat reads and writes datasets in one file format. Readers treat files as untrusted: an error names the
// file, the key, what was expected and what was found, and memory stays proportional to the size of the file.
type FileFormat interface {
	// About returns one line for help texts: what the format is and who reads it.
	About() string
	// Recognises reports whether path holds a dataset of this format. It looks at file names and at most a few
	// bytes.
	Recognises(path string) bool
	// Open reads the index of a dataset and none of its episodes. All memory that opening and later reading take in
	// proportion to the content of files is spent from the budget, which the reader lets grow with each file.
	Open(path string, room *budget.Budget) (Reader, error)
	// Create starts a dataset at a path that does not exist, is empty, or holds the same dataset already.
	Create(path string) (Writer, error)
}

// Formats is the registry of file formats. Each format is a package that registers itself; a program has the
// formats that it imports.
var Formats = catalog.New[FileFormat]("format")

// Reader gives access to the episodes of a dataset in any order; ascending order is the fastest. It holds at
// most one episode in memory. One goroutine uses a reader at a time.
type Reader interface {
	// Card returns the dataset's card without its list of files. Card.Format is 0 if the dataset was not
	// written by this package's writers.
	Card() Card
	// Episodes returns the number of episodes.
	Episodes() int
	// Read reads episode i, for i in [0, Episodes()), with or without its pictures.
	Read(i int, pictures bool) (*Raw, error)
	Close() error
}

// Description is what a dataset says about how it was recorded.
type Description struct {
	Robot   string              // "" if unknown
	Rate    float64             // frames per second, 0 if unknown
	Cameras []CameraDescription // in the dataset's order
	Actions []string            // names of the features that are the actions, side by side
	// Decided says what a reader chose among what the dataset has: a word, a colon, the choice, and the flag that
	// chooses otherwise in brackets.
	Decided []string
	// LeftOut says what the dataset has and readers do not give: a sentence for each kind of thing.
	LeftOut []string
}

// CameraDescription describes the pictures of one camera.
type CameraDescription struct {
	Name   string `json:"name"`
	Height int    `json:"height"` // pixels
	Width  int    `json:"width"`
	Video  bool   `json:"video"` // stored as videos, see Film
}

// Describer is a Reader of a format whose index has a description.
type Describer interface{ Describe() Description }

// ComponentNamer is a Reader of a format whose index names the numbers of a state, those of the scene last, and of an
// action; nil where it does not.
type ComponentNamer interface {
	ComponentNames() (state, action []string)
}

// ComponentNames returns the names of the numbers of a state and an action of a dataset, nil where it has none.
func ComponentNames(r Reader) (state, action []string) {
	if n, ok := unchecked(r).(ComponentNamer); ok {
		return n.ComponentNames()
	}
	return nil, nil
}

// Named is a Reader of a format whose index names the dataset, as mixtures of datasets call it.
type Named interface{ Name() string }

// NameOf returns the name of a dataset: what its index says, or the last element of its path. A name that could not be
// one of a file is not taken.
func NameOf(r Reader, path string) string {
	if n, ok := unchecked(r).(Named); ok && isName.MatchString(n.Name()) {
		return n.Name()
	}
	return filepath.Base(path)
}

// Listing is a Reader of a format whose files have lists of episodes, each with a name. List returns the numbers of the
// episodes of one, ascending, each once; ok is false where there is none of that name.
type Listing interface {
	List(name string) (episodes []int, ok bool, err error)
}

// ListOf returns the episodes of a list of a dataset, see Listing; ok is false for a dataset without lists.
func ListOf(r Reader, name string) (episodes []int, ok bool, err error) {
	if l, has := unchecked(r).(Listing); has {
		return l.List(name)
	}
	return nil, false, nil
}

// PictureChecker is a Reader of a format whose pictures are in files of their own. CheckPictures returns an error where
// those of episode i cannot be read, as far as it shows without decoding them.
type PictureChecker interface{ CheckPictures(i int) error }

// checkPictures returns the error of PictureChecker; nil for other formats.
func checkPictures(r Reader, i int) error {
	of, i := opened(r, i)
	if c, ok := of.(PictureChecker); ok {
		return c.CheckPictures(i)
	}
	return nil
}

// unchecked returns the reader below one that checks its episodes, or the reader itself.
func unchecked(r Reader) Reader {
	if c, ok := r.(checkedReader); ok {
		return c.Reader
	}
	return r
}

// opened returns the reader of files, or of joined datasets, below those that check, select or label its episodes, and
// the place of episode i there.
func opened(r Reader, i int) (Reader, int) {
	for {
		switch of := r.(type) {
		case checkedReader:
			r = of.Reader
		case *Selection:
			r, i = of.Reader, of.Index[i]
		case Relabelled:
			r = of.Reader
		case Numbered:
			r = of.Reader
		default:
			return r, i
		}
	}
}

// Numbering is a Reader of a format whose files number their episodes, in ascending order with or without gaps.
type Numbering interface {
	// Number returns the number that the file gives episode i.
	Number(i int) int
}

// NumberOf returns the number by which the user knows episode i of a reader: that of its file, or i. Episodes of joined
// datasets are counted over all of them.
func NumberOf(r Reader, i int) int {
	of, i := opened(r, i)
	if n, ok := of.(Numbering); ok {
		return n.Number(i)
	}
	return i
}

// NamedEpisodes is a Reader of a format whose files name their episodes.
type NamedEpisodes interface {
	// EpisodeName returns the name of episode i in the file, such as demo_7.
	EpisodeName(i int) string
}

// EpisodeName returns the name of episode i of a reader in its file; empty where its format has none.
func EpisodeName(r Reader, i int) string {
	of, i := opened(r, i)
	if n, ok := of.(NamedEpisodes); ok {
		return n.EpisodeName(i)
	}
	return ""
}

// Numbers returns NumberOf of every episode of a reader.
func Numbers(r Reader) []int {
	numbers := make([]int, r.Episodes())
	for i := range numbers {
		numbers[i] = NumberOf(r, i)
	}
	return numbers
}

// ActionTaker is a Reader of a format whose datasets may have several features that could be the actions.
type ActionTaker interface {
	// TakeActions makes the features of these names the actions, side by side in this order. It is called before an
	// episode is read.
	TakeActions(names []string) error
}

// TakeActions makes features of a dataset of OpenAny its actions, in place of those that its reader chooses. No names
// leave the choice to the reader.
func TakeActions(r Reader, names []string) error {
	if len(names) == 0 {
		return nil
	}
	t, ok := unchecked(r).(ActionTaker)
	if !ok || r.Card().Format > 0 {
		return errors.New("--actions is for datasets of others: this one is of the tabletop and has one kind of action")
	}
	return t.TakeActions(names)
}

// isName matches names of datasets: letters, digits, and what else TFDS has in them.
var isName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$`)

// Robot and rate of the tabletop's demonstrations.
const (
	tabletopRobot = "panda"
	tabletopRate  = 30
)

// Describe returns the description of a dataset, the cameras in alphabetical order. Where the index has none, the
// cameras are those of the first episode, which it reads; one that cannot be read with pictures has none.
func Describe(r Reader) Description {
	d := describe(r)
	slices.SortFunc(d.Cameras, func(a, b CameraDescription) int { return strings.Compare(a.Name, b.Name) })
	return d
}

// RateOf returns the frames per second that the index of a dataset states, 0 if it states none. It reads no episode.
func RateOf(r Reader) float64 { return stated(r).Rate }

// StatedBy returns what the index of a dataset of OpenAny says, without the cameras of datasets whose index has none.
// It reads no episode.
func StatedBy(r Reader) Description { return stated(r) }

// stated returns what the index of a dataset says.
func stated(r Reader) (d Description) {
	if known, ok := unchecked(r).(Describer); ok {
		d = known.Describe()
	}
	if r.Card().Format > 0 {
		d.Robot, d.Rate = cmp.Or(d.Robot, tabletopRobot), cmp.Or(d.Rate, tabletopRate)
	}
	return d
}

func describe(r Reader) (d Description) {
	if d = stated(r); d.Cameras != nil {
		return d
	}
	if raw, err := r.Read(0, true); err == nil {
		for _, c := range raw.Cameras {
			d.Cameras = append(d.Cameras, CameraDescription{Name: c.Name, Height: c.Height, Width: c.Width})
		}
	}
	met := stated(r)
	d.Decided, d.LeftOut = met.Decided, met.LeftOut // with what the reader met in the episode
	return d
}

// Writer receives episodes and, at the end, the card. The final path does not hold a dataset until Close has
// returned without an error.
type Writer interface {
	Sink
	// Close completes the dataset. It fills in the fields of the card that are empty (task, groups, hash) and
	// returns an error if the card has the hash of other episodes.
	Close(Card) error
	// Abort removes everything that was written. After Close it has no effect.
	Abort()
}

// Detect returns the name of the format of the dataset at a path. Formats are tried in alphabetical order.
func Detect(path string) (string, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if at := lerobotFolder(path); at != "" {
			return "", fmt.Errorf("demos: %s does not exist here; LeRobot has a dataset of this name: give %s", path,
				at)
		}
		return "", fmt.Errorf("demos: %s does not exist; give the folder or the file of a dataset", path)
	} else if err != nil {
		return "", fmt.Errorf("demos: %w", err)
	}
	if name, ok := recognised(path); ok {
		return name, nil
	}
	if f, _, err := bounded.Open(path); errors.Is(err, bounded.ErrPointer) {
		return "", fmt.Errorf("demos: %w", err)
	} else if err == nil {
		f.Close()
	}
	err := fmt.Errorf("demos: %s holds no dataset of a format that is known here: %s", path,
		strings.Join(Formats.Names(), ", "))
	if first, others := inside(path); others > 0 {
		err = fmt.Errorf("%w; %s does, with %d more in there: weigh and advise take several at once", err, first,
			others)
	} else if first != "" {
		err = fmt.Errorf("%w; %s does", err, first)
	}
	return "", err
}

// lerobotFolder returns the folder in which LeRobot keeps a dataset that it knows by the name USER/DATASET, where it
// has it: $HF_LEROBOT_HOME/USER/DATASET (lerobot/utils/constants.py of LeRobot 0.4.4). It is empty otherwise.
func lerobotFolder(name string) string {
	if strings.Count(name, "/") != 1 || !filepath.IsLocal(name) {
		return ""
	}
	user, _ := os.UserHomeDir()
	hub := cmp.Or(os.Getenv("HF_HOME"), filepath.Join(user, ".cache", "huggingface"))
	at := filepath.Join(cmp.Or(os.Getenv("HF_LEROBOT_HOME"), filepath.Join(hub, "lerobot")), filepath.FromSlash(name))
	if _, err := os.Stat(filepath.Join(at, "meta", "info.json")); err != nil {
		return ""
	}
	return at
}

// recognised returns the name of the format that a path is of; ok is false where no format recognises it.
func recognised(path string) (name string, ok bool) {
	for _, name := range Formats.Names() {
		if f, _ := Formats.Get(name); f.Recognises(path) {
			return name, true
		}
	}
	return "", false
}

// maxInside is the number of entries of folders in which a dataset is looked for, to help with an error, and
// levelsInside the number of levels of folders: Hugging Face keeps datasets in folders of their owners.
const (
	maxInside    = 1024
	levelsInside = 2
)

// inside returns the path of the first dataset in a folder, and how many others there are beside it: TFDS keeps one in
// a folder of its version, or that in one of its configuration; CALVIN has two side by side, and LIBERO a file a task.
// It is empty where there is none.
func inside(path string) (first string, others int) {
	folders, left := []string{path}, maxInside
	for range levelsInside {
		var deeper []string
		for _, folder := range folders {
			if left == 0 {
				return "", 0
			}
			entries, err := bounded.ReadDir(folder, left)
			if err != nil {
				continue
			}
			left -= len(entries)
			slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
			for _, e := range entries {
				at := filepath.Join(folder, e.Name())
				switch _, ok := recognised(at); {
				case ok && first != "":
					others++
				case ok:
					first = at
				case e.IsDir():
					deeper = append(deeper, at)
				}
			}
		}
		if folders = deeper; first != "" {
			break
		}
	}
	return first, others
}

// OpenAny opens a dataset of any registered format. When the context ends, opening and reading end with its error.
// Episodes are checked as they are read: matrices with another number of frames than the actions, and numbers that are
// not finite, are errors that say where. Reading it takes at most budget.Base plus budget.Ratio times its
// size on disk of memory; a dataset that needs more is an error, which names the switch that raises the limit.
func OpenAny(ctx context.Context, path string) (Reader, error) {
	name, err := Detect(path)
	if err != nil {
		return nil, err
	}
	f, err := Formats.Get(name)
	if err != nil {
		return nil, err
	}
	room := budget.New(0)
	room.StopWhen(ctx.Err)
	r, err := f.Open(path, room)
	if err != nil {
		return nil, err
	}
	return checkedReader{Reader: r, ctx: ctx, path: path, seen: new(meaning)}, nil
}

// Strict returns the episodes of a reader, with pictures if there are any, as a Source. An episode that does
// not have the widths of the tabletop is an error. After the last episode the content hash is compared with the
// card's, if there is one.
func Strict(r Reader) Source { return strict{Reader: r} }

// Told returns Strict of a reader with the success of each episode that success says, nil where nothing says it. Where
// kept is not nil, it yields those episodes alone, in ascending order, and passes over others that cannot be read: the
// content hash is then not compared.
func Told(r Reader, success []*bool, kept []int) Source { return strict{r, success, kept} }

// strict implements Source.
type strict struct {
	Reader
	success []*bool // of each episode; nil: the label "success" says it
	kept    []int   // ascending; nil: all
}

// ErrNotOfCard says that a dataset has other episodes, or other labels of them, than those that its card counts.
var ErrNotOfCard = errors.New("not those of the card")

// stays reports whether episode i is yielded.
func (s strict) stays(i int) bool {
	_, stays := slices.BinarySearch(s.kept, i)
	return s.kept == nil || stays
}

// gaps reports whether the success of an episode that is yielded is unsaid.
func (s strict) gaps() bool {
	for i, success := range s.success {
		if success == nil && s.stays(i) {
			return true
		}
	}
	return false
}

// read reads episode i.
func (s strict) read(i int) (*Raw, *Episode, error) {
	raw, err := s.Read(i, true)
	if err != nil {
		return nil, nil, err
	}
	e, err := raw.Episode()
	if err != nil {
		return nil, nil, fmt.Errorf("demos: episode %d: %w", i, err)
	}
	return raw, e, nil
}

// tell sets the success of an episode; nil: nothing says it.
func (e *Episode) tell(success *bool) {
	e.Success, e.Unsaid = success != nil && *success, success == nil
}

// Each implements Source.
func (s strict) Each(yield func(i int, e *Episode) error) error {
	return s.each(func(i int, _ *Raw, e *Episode) error { return yield(i, e) })
}

// each yields the episodes of Each beside what was read.
func (s strict) each(yield func(i int, raw *Raw, e *Episode) error) error {
	hash := newDigest()
	// A success that another label says may stand for one that was on the card: told has it.
	told, whole, gaps := newDigest(), true, s.gaps()
	for i := range s.Episodes() {
		raw, e, err := s.read(i)
		if err != nil && !s.stays(i) && !errors.Is(err, context.Canceled) {
			whole = false
			continue
		}
		if err != nil {
			return err
		}
		hash.add(e)
		if s.success != nil {
			if e.Unsaid {
				e.tell(s.success[i])
			}
			told.add(e)
			e.tell(s.success[i])
			e.Gaps = gaps
		}
		if !s.stays(i) {
			continue
		}
		if err := yield(i, raw, e); err != nil {
			return err
		}
	}
	card := s.Card()
	if whole && card.Hash != "" && card.Hash != hash.sum() && card.Hash != told.sum() {
		return fmt.Errorf("demos: the episodes are %w (content hash %.12s, expected %.12s); if labels such as "+
			"success were corrected on purpose, delete the entry hash of the card", ErrNotOfCard, hash.sum(), card.Hash)
	}
	return nil
}

// CheckCard returns the error that copying the dataset ends with where its card says of its episodes what they are not:
// its actions had another meaning, or the content hash is another, as after an edit. It reads the dataset, with its
// pictures, where it has a hash.
func CheckCard(ctx context.Context, r Reader, progress func(done, total int)) error {
	card := r.Card()
	if card.Format == 0 {
		return nil
	}
	if err := card.CheckActions(); err != nil || card.Hash == "" {
		return err
	}
	success, err := successes(r)
	if err != nil {
		return err
	}
	return Told(r, success, nil).Each(func(i int, _ *Episode) error {
		report([]func(done, total int){progress}, i+1, r.Episodes())
		return context.Cause(ctx)
	})
}

// successes returns what a dataset says of the success of each episode, by whatever label or reward it says it.
func successes(r Reader) ([]*bool, error) {
	var outcomes Outcomes
	labels := make([]map[string]string, r.Episodes())
	for i := range labels {
		raw, err := r.Read(i, false)
		if err != nil {
			return nil, err
		}
		outcomes.Add(raw.Labels)
		labels[i] = raw.Labels
	}
	return outcomes.Outcome().Successes(labels), nil
}

// Convert copies a dataset from one format to another, one episode in memory at a time. It closes the writer,
// or aborts it on an error. progress may be nil; otherwise it is called after each episode.
func Convert(from Reader, to Writer, progress func(done, total int)) error {
	defer to.Abort()
	success, err := successes(from)
	if err != nil {
		return err
	}
	err = Told(from, success, nil).Each(func(i int, e *Episode) error {
		if err := to.Add(e); err != nil {
			return err
		}
		if progress != nil {
			progress(i+1, from.Episodes())
		}
		return nil
	})
	if err != nil {
		return err
	}
	return to.Close(from.Card())
}
