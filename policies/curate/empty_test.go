package curate

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"counterpoise/scenes/demos"
)

// gripperPool is a pool of demonstrations of toys, in groups; change, which may be nil, changes each.
func gripperPool(t *testing.T, group []int32, names []string, change func(i int, d *Demo), toys ...toy) *Pool {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 1))
	var all []*Demo
	for i, k := range toys {
		d := k.demonstrate(r)
		if change != nil {
			change(i, d)
		}
		all = append(all, d)
	}
	read := func(i int) (*Demo, error) { return all[i], nil }
	p, err := NewPool(t.Context(), Options{N: len(all), Rate: 20, Read: read, State: names})
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
	wide, thin, idle := toy{noise: .001, width: .06}, toy{noise: .001, width: .003}, toy{noise: .001, idle: 200}
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
		{"wide ones", []int32{0, 0, 0, 0, 0}, []toy{wide, wide, empty, wide, wide},
			[]bool{false, false, true, false, false}},
		{"thin beside thick", []int32{0, 0, 0, 0, 0, 0}, []toy{thin, good, good, good, good, empty},
			[]bool{false, false, false, false, false, true}},
		{"an idle end", []int32{0, 0, 0, 0, 0, 0}, []toy{idle, idle, good, good, good, empty},
			[]bool{false, false, false, false, false, true}},
	} {
		got, err := gripperPool(t, c.group, nil, nil, c.toys...).EmptyHanded()
		if err != nil || !slices.Equal(got.Empty, c.want) {
			t.Errorf("%s: %v, %v; want %v", c.name, got, err, c.want)
		}
	}
}

// The narrowest of what is held is not taken for nothing: without a sign that fingers touch there, as an opening of 0
// is, nothing is said.
func TestEmptyHandedAmongWidths(t *testing.T) {
	var toys []toy
	for i := range 12 {
		toys = append(toys, toy{noise: .001, width: .03 + .0005*float64(i%6) + .01*float64(i/9)})
	}
	group := make([]int32, len(toys))
	if got, err := gripperPool(t, group, nil, nil, toys...).EmptyHanded(); !errors.Is(err, errNoGrasp) {
		t.Errorf("all hold something: %v, %v", got, err)
	}
	toys[4].miss, toys[7].miss = true, true
	want := make([]bool, len(toys))
	want[4], want[7] = true, true
	offset := func(_ int, d *Demo) { // fingers touch at 0.02
		for t := range d.Frames() {
			d.State.Row(t)[3] += .02
		}
	}
	got, err := gripperPool(t, group, nil, nil, toys...).EmptyHanded()
	if err != nil || !slices.Equal(got.Empty, want) {
		t.Errorf("two miss: %v, %v", got, err)
	}
	if got, err := gripperPool(t, group, nil, offset, toys...).EmptyHanded(); !errors.Is(err, errNoGrasp) {
		t.Errorf("nothing says where fingers touch: %v, %v", got, err)
	}
}

// Of two hands, each of which holds something (h), closes on nothing (e) or rests (r), one that is empty is excused
// where the other does the task alone, and not where both do it together.
func TestEmptyHandedOfTwo(t *testing.T) {
	for name, c := range map[string]struct {
		first, second string
		want          []bool
	}{
		"the other rests":  {"hhhhhhee", "rrrrrrrr", []bool{6: true, 7: true}},
		"either does it":   {"hhhhheee", "eeeeehhh", make([]bool, 8)},
		"both do it":       {"hhhhhhhe", "ehhhhhhh", []bool{0: true, 7: true}},
		"most are empty":   {"hhheeeee", "rrrrrrrr", make([]bool, 8)},
		"nobody can tell":  {"hhhhhhee", "hhhhhhhh", nil},
		"both miss in one": {"hhhhhhhe", "hhhhhhhe", []bool{7: true}},
	} {
		var toys []toy
		for _, does := range c.first {
			toys = append(toys, toy{noise: .001, miss: does == 'e'})
		}
		second := func(i int, d *Demo) {
			actions, state := demos.Matrix{Width: 5}, demos.Matrix{Width: 5}
			for t := range d.Frames() {
				grip, w := float32(1), float32(.08)
				if c.second[i] != 'r' {
					grip = d.Actions.Row(t)[3]
				}
				if grip < 0 && d.Actions.Row(t - 1)[3] < 0 { // it has closed a frame after the command
					if w = 0; c.second[i] == 'h' {
						w = .05
					}
				}
				actions.Values = append(append(actions.Values, d.Actions.Row(t)...), grip)
				state.Values = append(append(state.Values, d.State.Row(t)...), w+.0001*float32(t%5))
			}
			d.Actions, d.State = actions, state
		}
		got, err := gripperPool(t, make([]int32, len(toys)), nil, second, toys...).EmptyHanded()
		if !slices.Equal(got.Empty, c.want) || (err != nil) != (c.want == nil) {
			t.Errorf("%s: %+v, %v; want %v", name, got, err, c.want)
		}
		if most := map[bool]int{true: 5}[name == "most are empty"]; got.Most != most {
			t.Errorf("%s: %d that most do, want %d", name, got.Most, most)
		}
	}
}

// The opening is found by the direction in which grasps move it, and not by what most do; forces by their names are
// none; demonstrations in two units tell nothing.
func TestEmptyHandedOfOthers(t *testing.T) {
	good, empty := toy{noise: .001}, toy{noise: .001, miss: true}
	toys, group := []toy{good, good, good, good, empty, empty}, make([]int32, 6)
	last := []bool{false, false, false, false, true, true}
	opening := func(d *Demo, f func(w float32) float32) {
		for t := range d.Frames() {
			d.State.Row(t)[3] = f(d.State.Row(t)[3])
		}
	}
	got, err := gripperPool(t, group, nil, func(_ int, d *Demo) {
		opening(d, func(w float32) float32 { return 255 - 3180*w }) // 0 is open
	}, toys...).EmptyHanded()
	if err != nil || !slices.Equal(got.Empty, last) {
		t.Errorf("0 is open: %v, %v", got, err)
	}
	got, err = gripperPool(t, group, nil, func(i int, d *Demo) {
		if i%2 == 0 {
			opening(d, func(w float32) float32 { return 1000 * w })
		}
	}, toys...).EmptyHanded()
	if err == nil {
		t.Errorf("metres and millimetres: %v", got)
	}
	effort := func(i int, d *Demo) { // some 40 N of what is held, 12 N of nothing; the opening trembles
		wide := demos.Matrix{Width: 5}
		for t := range d.Frames() {
			row := d.State.Row(t)
			force := float32(0)
			row[3] += .0002 * float32(t%2)
			if d.Actions.Row(t)[3] < 0 && t > 0 && d.Actions.Row(t - 1)[3] < 0 {
				if force = 40 + float32(i); toys[i].miss {
					force = 12 + float32(i)
				}
			}
			wide.Values = append(append(wide.Values, row...), force)
		}
		d.State = wide
	}
	names := []string{"x", "y", "z", "gripper_position", "gripper_effort"}
	got, err = gripperPool(t, group, names, effort, toys...).EmptyHanded()
	if err != nil || !slices.Equal(got.Empty, last) {
		t.Errorf("with efforts: %v, %v", got, err)
	}
}

// On the tabletop what a gripper misses and what it holds lie as far from the thresholds as their comment says.
func TestGraspsOfTheTabletop(t *testing.T) {
	for _, text := range []string{"picking left=3,left:miss=3", "opening drawer=3,slider=3,slider:miss=3"} {
		recipe, err := demos.ParseRecipe(text)
		if err != nil {
			t.Fatal(err)
		}
		made, err := demos.Generate(t.Context(), recipe, 3, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := NewPool(t.Context(), Options{N: len(made.Episodes), Read: func(i int) (*Demo, error) {
			raw := made.Episodes[i].Raw(false)
			return &Demo{Actions: raw.Actions, State: raw.State, Scene: raw.Scene}, nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		grasps, err := p.grasps()
		if err != nil {
			t.Fatal(err)
		}
		for i, g := range grasps {
			if good := made.Episodes[i].Style == "optimal"; !g.closes || good && g.held < .2 || !good && g.held > .01 {
				t.Errorf("%s, %s: %+v", text, made.Episodes[i].Style, g)
			}
		}
	}
}
