package demos_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// written returns the success and the rewards that a dataset has as labels, of each episode.
func written(t *testing.T, path string) string {
	t.Helper()
	r, err := demos.OpenAny(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	all, err := filter.Survey(t.Context(), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, e := range all {
		success, has := e.Labels["success"]
		if !has {
			success = "none"
		}
		text += success + e.Labels[demos.MaxReward] + " "
	}
	return text
}

// create starts a dataset of a format in a new folder.
func create(t *testing.T, name string) (demos.Writer, string) {
	t.Helper()
	f, err := demos.Formats.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "set")
	w, err := f.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	return w, path
}

// threeEpisodes writes one episode that succeeded, one that failed and one that does not say.
func threeEpisodes(t *testing.T, format string, unsaid ...bool) string {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var all []*demos.Episode
	for i, u := range unsaid {
		e := randomEpisode(r, 4, false, false)
		e.Index, e.Success, e.Unsaid, e.Gaps = i, i == 0 && !u, u, true
		all = append(all, e)
	}
	path := filepath.Join(t.TempDir(), "set")
	writeDataset(t, format, path, demos.Card{}, all)
	return path
}

// A success that is true, false or unsaid is so in every format, and after convert and filter.
func TestUnsaidSuccessStaysUnsaid(t *testing.T) {
	forEachFormat(t, func(t *testing.T, name string) {
		src := threeEpisodes(t, name, false, false, true)
		if got := written(t, src); got != "true false none " {
			t.Fatalf("written as %s", got)
		}
		for _, to := range demos.Formats.Names() {
			r, err := demos.OpenAny(t.Context(), src)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			w, path := create(t, to)
			if err := demos.Convert(r, w, nil); err != nil {
				t.Fatal(err)
			}
			if got := written(t, path); got != "true false none " {
				t.Errorf("converted to %s: %s", to, got)
			}
			all, err := filter.Survey(t.Context(), r, nil)
			if err != nil {
				t.Fatal(err)
			}
			w, path = create(t, to)
			if err := filter.Copy(r, w, all, []int{0, 2}, nil); err != nil {
				t.Fatal(err)
			}
			if got := written(t, path); got != "true none " {
				t.Errorf("filtered to %s: %s", to, got)
			}
		}
	})
}

// unhashed is a dataset whose card has no content hash, as those of others.
type unhashed struct{ demos.Reader }

func (unhashed) Card() demos.Card { return demos.Card{} }

// An outcome under another name, or rewards of 0 and 1, are the success that is written.
func TestOutcomesOfOtherNamesAreWritten(t *testing.T) {
	forEachFormat(t, func(t *testing.T, name string) {
		for label, c := range map[string]struct {
			values [3]string
			want   string
		}{
			"outcome":       {[3]string{"success", "fail", ""}, "true false none "},
			"failure":       {[3]string{"0", "1", ""}, "true false none "},
			"is_good":       {[3]string{"true", "false", ""}, "true false none "},
			demos.MaxReward: {[3]string{"1", "0", "1"}, "true false true "},
			"operator":      {[3]string{"true", "false", ""}, "none none none "},
		} {
			open, err := demos.OpenAny(t.Context(), threeEpisodes(t, name, true, true, true))
			if err != nil {
				t.Fatal(err)
			}
			defer open.Close()
			r := demos.Relabelled{Reader: unhashed{open}, Labels: func(i int) map[string]string {
				return map[string]string{label: c.values[i]}
			}}
			all, err := filter.Survey(t.Context(), r, nil)
			if err != nil {
				t.Fatal(err)
			}
			w, path := create(t, name)
			if err := filter.Copy(open, w, all, []int{0, 1, 2}, nil); err != nil { // with its card
				t.Fatal(err)
			}
			if got := written(t, path); got != c.want {
				t.Errorf("%s filtered: %s, want %s", label, got, c.want)
			}
			w, path = create(t, name)
			if err := demos.Convert(r, w, nil); err != nil {
				t.Fatal(err)
			}
			if got := written(t, path); got != c.want {
				t.Errorf("%s converted: %s, want %s", label, got, c.want)
			}
		}
	})
}

// unreadable is a reader one of whose episodes cannot be read.
type unreadable struct {
	demos.Reader
	bad int
}

var errUnreadable = errors.New("a number is not finite")

func (u unreadable) Read(i int, pictures bool) (*demos.Raw, error) {
	if i == u.bad {
		return nil, errUnreadable
	}
	return u.Reader.Read(i, pictures)
}

// An episode that cannot be read can be left out by its number, and cannot be kept.
func TestFilterLeavesOutTheUnreadable(t *testing.T) {
	open, err := demos.OpenAny(t.Context(), threeEpisodes(t, "counterpoise", false, false, true))
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	for bad, want := range []string{"<nil>", errUnreadable.Error(), errUnreadable.Error()} {
		r, numbers := unreadable{open, bad}, []int{1, 2}
		all, err := filter.SurveyOf(t.Context(), r, numbers, nil)
		if fmt.Sprint(err) != want {
			t.Fatalf("episode %d: %v, want %s", bad, err, want)
		}
		if err != nil {
			continue
		}
		kept, err := filter.Rule{Episodes: numbers}.Choose(all)
		if err != nil {
			t.Fatal(err)
		}
		w, path := create(t, "counterpoise")
		if err := filter.Copy(r, w, all, kept, nil); err != nil {
			t.Fatal(err)
		}
		if got := written(t, path); got != "false none " {
			t.Errorf("kept %s", got)
		}
	}
}
