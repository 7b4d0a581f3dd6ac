package demos

import (
	"reflect"
	"testing"
)

// unread is a dataset with a description and a list whose episodes cannot be read.
type unread struct{ labelled }

func (unread) Read(int, bool) (*Raw, error) { panic("an episode was read") }
func (unread) Describe() Description        { return Description{Robot: "ur5", Rate: 50} }
func (unread) List(name string) ([]int, bool, error) {
	return []int{1}, name == "train", nil
}

// What the index says of a dataset is known of a reader that selects or relabels its episodes too, and no episode is
// read for it.
func TestIndexOfWrappedReaders(t *testing.T) {
	checked := checkedReader{Reader: unread{make(labelled, 3)}, ctx: t.Context(), path: "a/set"}
	relabelled := Relabelled{checked, func(int) map[string]string { return nil }}
	for name, r := range map[string]Reader{
		"checked": checked, "relabelled": relabelled, "relabelled twice": Relabelled{relabelled, relabelled.Labels},
		"numbered": Numbered{relabelled},
		"selected": &Selection{Reader: relabelled, Index: []int{1}},
	} {
		if d := stated(r); RateOf(r) != 50 || d.Robot != "ur5" {
			t.Errorf("%s: %v frames a second, %+v", name, RateOf(r), d)
		}
		if _, selected := r.(*Selection); selected {
			continue
		}
		if list, ok, err := ListOf(r, "train"); !ok || err != nil || !reflect.DeepEqual(list, []int{1}) {
			t.Errorf("%s: list %v, %v, %v", name, list, ok, err)
		}
		if _, ok, err := ListOf(r, "valid"); ok || err != nil {
			t.Errorf("%s: a list that there is not gives %v, %v", name, ok, err)
		}
	}
	without := &Selection{Reader: Relabelled{rawReader{twoFrames()}, nil}, Index: []int{0}}
	if rate := RateOf(without); rate != 0 {
		t.Errorf("a dataset without an index has %v frames a second", rate)
	}
}
