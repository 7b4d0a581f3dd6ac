package calvin

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
)

// Annotations are read from lang_annotations, or from the folder of another language model in its place, or from the
// dataset's own; what is read and what is left out is told.
func TestFoldersOfAnnotations(t *testing.T) {
	const usual, clip, mini = "lang_annotations", "lang_clip_resnet50", "lang_paraphrase-MiniLM-L3-v2"
	for _, c := range []struct {
		folders []string
		read    string // empty: none, so that episodes are spans without labels
		told    string
	}{
		{[]string{usual}, usual, "windows: 2, annotated in lang_annotations/auto_lang_ann.npy"},
		{[]string{usual, clip}, usual, "lang_annotations/auto_lang_ann.npy; left out: " +
			"lang_clip_resnet50/auto_lang_ann.npy " +
			"(rename a folder lang_annotations, and it is read)"},
		{[]string{clip, mini}, clip, "annotated in lang_clip_resnet50/auto_lang_ann.npy; left out: " + mini},
		{[]string{mini}, mini, "annotated in " + mini + "/auto_lang_ann.npy (rename"},
		{[]string{"."}, ".", "annotated in auto_lang_ann.npy (rename"},
		{[]string{"language_" + usual}, "", ""},
		{nil, "", ""},
	} {
		dir := writeEpisodes(t)
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(languageName)))
		if err = errors.Join(err, os.Remove(filepath.Join(dir, sidecarName)),
			os.RemoveAll(filepath.Join(dir, usual))); err != nil {
			t.Fatal(err)
		}
		for _, folder := range c.folders {
			// The text says of which folder it is; it has the length of the one in its place.
			said := "grasp and lift the red " + string(rune('A'+slices.Index(c.folders, folder))) + "lock"
			os.Mkdir(filepath.Join(dir, folder), 0o755)
			os.WriteFile(filepath.Join(dir, folder, annotationsName),
				[]byte(strings.ReplaceAll(string(text), "grasp and lift the red block", said)), 0o644)
		}
		os.Mkdir(filepath.Join(dir, "lang_empty"), 0o755)
		os.WriteFile(filepath.Join(dir, "lang_file"), nil, 0o644)
		r, err := format{}.Open(dir, budget.New(0))
		if err != nil {
			t.Errorf("%v: %v", c.folders, err)
			continue
		}
		defer r.Close()
		raw, err := r.Read(1, false)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if c.read != "" {
			want = "grasp and lift the red " + string(rune('A'+slices.Index(c.folders, c.read))) + "lock"
		}
		if raw.Labels["annotation"] != want {
			t.Errorf("%v: labels %v, want the annotation %q", c.folders, raw.Labels, want)
		}
		told := strings.Join(demos.Describe(r).Decided, "\n")
		if !strings.Contains(told, c.told) || (c.told == "") == strings.Contains(told, "windows") {
			t.Errorf("%v: told %q, want %q", c.folders, told, c.told)
		}
	}
}

// Annotations that Git LFS has not fetched are an error, not a dataset without annotations.
func TestAnnotationsOfGitLFS(t *testing.T) {
	dir := writeEpisodes(t)
	os.Remove(filepath.Join(dir, sidecarName))
	os.WriteFile(filepath.Join(dir, languageName), []byte("version https://git-lfs.github.com/spec/v1\noid "+
		"sha256:4d\n"), 0o644)
	if _, err := (format{}).Open(dir, budget.New(0)); !errors.Is(err, bounded.ErrPointer) {
		t.Errorf("got %v", err)
	}
}

// A frame has its action in two forms: relative, which is read unless the user names the other.
func TestTakeActions(t *testing.T) {
	dir := writeEpisodes(t)
	os.Remove(filepath.Join(dir, sidecarName))
	for _, c := range []struct {
		names []string
		want  float32 // x of the first action of the second episode
		err   string
	}{
		{nil, 0, ""}, {[]string{"rel_actions"}, 0, ""}, {[]string{"actions"}, 3, ""},
		{[]string{"actions", "rel_actions"}, 0, "name one"}, {[]string{"action"}, 0, "there is rel_actions, actions"},
	} {
		r, err := demos.OpenAny(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if err := demos.TakeActions(r, c.names); c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%v: %v, want %q", c.names, err, c.err)
			}
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		raw, err := demos.MeantActions(r).Read(1, false) // the absolute pose is no relative action
		if err != nil || raw.Actions.Width != 7 || raw.Actions.Values[0] != c.want {
			t.Errorf("%v: %+v, %v", c.names, raw, err)
		}
		if told := len(demos.Describe(r).Decided); (told == 2) != (c.names == nil) {
			t.Errorf("%v: %d choices are told", c.names, told)
		}
	}
}
