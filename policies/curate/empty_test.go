package curate

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// gripperPool is a pool of demonstrations of toys, in groups.
func gripperPool(t *testing.T, group []int32, toys ...toy) *Pool {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 1))
	var all []*Demo
	for _, k := range toys {
		all = append(all, k.demonstrate(r))
	}
	read := func(i int) (*Demo, error) { return all[i], nil }
	p, err := NewPool(t.Context(), Options{N: len(all), Rate: 20, Read: read})
	if err != nil {
		t.Fatal(err)
	}
	p.Group = group
	return p
}

// Those that close on nothing are found where more of their group, and at least three, hold something. Those that never
// close the gripper are not among them, and of a group that holds nothing none is.
func TestEmptyHanded(t *testing.T) {
	good, empty, open := toy{noise: .001}, toy{noise: .001, miss: true}, toy{noise: .001, open: true}
	for _, c := range []struct {
		name  string
		group []int32
		toys  []toy
		want  []bool
	}{
		{"some", []int32{0, 0, 0, 0, 0}, []toy{good, empty, good, empty, good},
			[]bool{false, true, false, true, false}},
		{"most", []int32{0, 0, 0, 0, 0, 0, 0, 0}, []toy{good, empty, empty, good, empty, empty, good, empty},
			make([]bool, 8)},
		{"two hold", []int32{0, 0, 0, 0}, []toy{good, empty, empty, good}, make([]bool, 4)},
		{"another group pushes", []int32{0, 1, 0, 1, 0, 1, 0}, []toy{good, empty, good, empty, good, empty, empty},
			[]bool{false, false, false, false, false, false, true}},
		{"some never close", []int32{0, 0, 0, 0, 0, 0}, []toy{good, open, good, open, good, empty},
			[]bool{false, false, false, false, false, true}},
	} {
		got, err := gripperPool(t, c.group, c.toys...).EmptyHanded()
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v; want %v", c.name, got, err, c.want)
		}
	}
}
