package demos

import (
	"reflect"
	"strings"
	"testing"

	"counterpoise/scenes"
)

// memoryReader is a dataset of another robot in memory.
type memoryReader []*Raw

func (f memoryReader) Card() Card                       { return Card{} }
func (f memoryReader) Episodes() int                    { return len(f) }
func (f memoryReader) Read(i int, _ bool) (*Raw, error) { return f[i], nil }
func (f memoryReader) Close() error                     { return nil }

func raw(labels map[string]string, frames int, x float32) *Raw {
	scene := make([]float32, 24*frames)
	scene[scenes.SceneBlocks] = x
	return &Raw{
		Labels:  labels,
		Actions: Matrix{2, make([]float32, 2*frames)},
		State:   Matrix{scenes.RobotSize, make([]float32, scenes.RobotSize*frames)},
		Scene:   Matrix{24, scene},
	}
}

func TestSummarize(t *testing.T) {
	r := memoryReader{
		raw(map[string]string{"task": "lift", "mask": "worse"}, 10,
			0.25), raw(map[string]string{"task": "lift", "mask": "better"}, 4, 0),
		raw(map[string]string{"task": "lift", "mask": "worse"}, 2,
			0.5), raw(map[string]string{"task": "lift", "mask": "worse"}, 4, 0.5),
	}
	s, err := Summarize(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Episodes != 4 || s.Frames != 20 || s.Action != 2 || s.State != scenes.RobotSize ||
		s.Length != (LengthRange{2, 4, 10}) || !reflect.DeepEqual(s.By, []string{"task", "mask"}) {
		t.Errorf("survey is %+v", s)
	}
	if g := s.Groups[0]; len(s.Groups) != 2 || g.Name() != "lift worse" || g.Share != 0.75 || g.FrameShare != 0.8 ||
		g.Length != (LengthRange{2, 4, 10}) ||
		g.Start.X != [2]float64{0.25, 0.5} {
		t.Errorf("groups are %+v", s.Groups)
	}
	if got := s.Start.Cells(4, s.Start.X); !reflect.DeepEqual(got, []int{1, 0, 1, 2}) {
		t.Errorf("cells are %v", got)
	}
	if s, err := Summarize(r, []string{"task"}); err != nil || len(s.Groups) != 1 {
		t.Errorf("by task: %+v, %v", s, err)
	}
	r[2].Actions = Matrix{3, make([]float32, 6)}
	if _, err := Summarize(r, nil); err == nil {
		t.Error("actions of two widths are surveyed")
	}
}

// A scene as wide as ours beside another robot's state has no red block, and a group without the label is no group of
// all.
func TestSummarizeOtherScenes(t *testing.T) {
	r := memoryReader{raw(map[string]string{"mask": "worse"}, 2, 0.25), raw(nil, 2, 0.5)}
	for i := range r {
		r[i].State = Matrix{3, make([]float32, 6)}
	}
	for _, c := range []struct {
		by   []string
		want string
	}{{nil, "worse, (none)"}, {[]string{"mask"}, "worse, (none)"}} {
		s, err := Summarize(r, c.by)
		if err != nil || len(s.Groups) != 2 || len(s.Start.At) != 0 ||
			s.Groups[0].Name()+", "+s.Groups[1].Name() != c.want {
			t.Errorf("by %v: %+v, %v", c.by, s, err)
		}
	}
	if s, err := Summarize(r[1:], nil); err != nil || s.Groups[0].Name() != "(all)" {
		t.Errorf("without labels: %+v, %v", s, err)
	}
}

func TestLengthRange(t *testing.T) {
	for want, l := range map[LengthRange][]int{
		{}: nil, {3, 3, 3}: {3}, {1, 2.5, 4}: {4, 1, 2, 3}, {1, 2, 9}: {9, 2, 1},
	} {
		if got := lengthRange(l); got != want {
			t.Errorf("lengthRange(%v) = %v, want %v", l, got, want)
		}
	}
}

// Actions of versions before 4 are refused with a sentence; those of later ones and of other programs' datasets are
// taken.
func TestOldActionsAreRefused(t *testing.T) {
	for _, version := range []string{"1", "2", "3"} {
		err := Card{Format: CardFormat, Version: version}.CheckActions()
		if err == nil || !strings.Contains(err.Error(), "version "+version+" of the simulator") {
			t.Errorf("version %s: error %v", version, err)
		}
	}
	for _, c := range []Card{{}, {Format: CardFormat, Version: Version}, {Format: CardFormat}} {
		if err := c.CheckActions(); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// A dataset with a card is summed up by the labels of its file too, such as the filter keys of robomimic, and by those
// of its episodes.
func TestSummarizeByLabelsOfTheFile(t *testing.T) {
	e := &Episode{Task: "picking", Behaviour: "left", Style: "optimal", Success: true,
		Observations: make([]scenes.Observation, 2), Actions: make([]scenes.Action, 2)}
	odd := e.Raw(false).With(map[string]string{Masks: "left+train"})
	odd.Odd = []Oddity{{"gaps", "a gap"}}
	odd.State.Values[0] = .1 // no copy of the other
	r := carded{rawReader{e.Raw(false).With(map[string]string{Masks: "left+valid"}), odd}}
	for by, groups := range map[string]int{"masks": 2, "behaviour": 1, "optimality": 1} {
		s, err := Summarize(r, []string{by})
		if err != nil || len(s.Groups) != groups || s.Card == nil || *s.Groups[0].Success != 2/groups {
			t.Errorf("by %s: %+v, %v", by, s, err)
		} else if len(s.Warnings) != 1 || !strings.HasSuffix(s.Warnings[0], "a gap") {
			t.Errorf("by %s: warnings are %q", by, s.Warnings)
		}
	}
}
