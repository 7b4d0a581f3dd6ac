package definition

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/hostile"
	"counterpoise/scenes/demos"
)

// mine is a whole file.
const mine = `name = "mine"
question = "Why?"
[size]
trials = 3
seed = "18446744073709551615"
policy = "state+mlp+gaussian:Execute=2"

[[design]]
task = "picking:Yaw=90.0" # spelled otherwise than cells do
compared = "One against the other"
sides = ["one", "the other"]
arm = [
  { name = "one", recipe = "right=3,left=9", method = "parekh:EtaT=5" },
  { name = "two", recipe = "right=27,middle=27,left=9", method = "fixed:.2,.3,.5", groups = "behaviour", level = 2 },
]
  [[design.comparison]]
  behaviour = "worst"
  arm = "one"
  against = "two"
`

// A file that begins with a byte-order mark is read.
func TestByteOrderMark(t *testing.T) {
	if _, err := Parse([]byte("\ufeff" + mine)); err != nil {
		t.Error(err)
	}
}

// Texts that say the same as cells do become their canonical form, and sizes that a file leaves out stay.
func TestParse(t *testing.T) {
	d, err := Parse([]byte(mine))
	if err != nil {
		t.Fatal(err)
	}
	size := record.Size{Trials: 7, Rollouts: 9, Steps: 11, Seed: 13}
	d.Adjust(&size)
	policy := record.Policy{Observer: "state", Network: "mlp", Head: "gaussian",
		Settings: record.PolicySettings{Execute: 2}}
	want := record.Size{Trials: 3, Rollouts: 9, Steps: 11, Seed: 1<<64 - 1, Policy: policy}
	if size != want {
		t.Errorf("the size is %+v, want %+v", size, want)
	}
	design := d.Experiment.Designs[0]
	if design.Task != "picking:Yaw=90" || design.Arms[0].Recipe != "left=9,right=3" ||
		design.Arms[1].Recipe != "left=9,middle=27,right=27" || design.Arms[0].Groups != demos.ByBehaviour ||
		design.Arms[1].Level != 2 || design.Arms[0].Method != "ours:EtaT=5" {
		t.Errorf("got %+v", design)
	}
	again, err := Parse(Encode(d.Experiment, want))
	if err != nil || !reflect.DeepEqual(again.Experiment, d.Experiment) || again.Size() != d.sized(want) {
		t.Errorf("reads back as %+v, %v", again, err)
	}
}

// sized returns a size as the definition changes it.
func (d Definition) sized(s record.Size) record.Size {
	d.Adjust(&s)
	return s
}

// What is wrong with a file is said in a line that names line and key, with what stands there and what could.
func TestDamagedFiles(t *testing.T) {
	good := string(Encode(bench.Experiment{Name: "x", Question: "?", Designs: []bench.Design{{
		Task: "picking", Compared: "c", Sides: [2]string{"a", "b"},
		Arms: []bench.Arm{
			{Name: "one", Recipe: "left=3,right=3", Groups: demos.ByBehaviour, Method: "natural"},
			{Name: "two", Recipe: "left=3,right=3", Groups: demos.ByBehaviour, Method: "equal"},
		},
		Comparisons: []bench.Comparison{{Behaviour: "left", Arm: "one", Against: "two"}},
	}}}, bench.DefaultSize))
	if _, err := Parse([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{
		{`method = "equal"`, `method = "equa"`,
			`line 26: design[0].arm[1].method: unknown method "equa"; did you mean "equal"?`},
		{`method = "equal"`, `method = "minmacs"`,
			`line 26: design[0].arm[1].method: unknown method "minmacs"; did you mean "minmax"?`},
		{`method = "equal"`, `metod = "equal"`,
			`line 26: design[0].arm[1].metod: unknown key; did you mean "method"?`},
		{`method = "equal"`, ``, `line 22: design[0].arm[1].method: is missing`},
		{`method = "equal"`, `method = 1979-05-27`,
			`line 26: design[0].arm[1].method: is a date or a time, expected a text in quotes`},
		{`method = "equal"`, `method = 3`, `line 26: design[0].arm[1].method: is 3, expected a text in quotes`},
		{`method = "equal"`, `method = "fixed:.2,.2,.6"`,
			`has 3 weights, and the demonstrations have 2 groups: left, right`},
		{`method = "equal"`, `method = "ours:Eta=3"`,
			`line 26: design[0].arm[1].method: balance: method "ours": no setting "Eta"`},
		{`groups = "behaviour"`, `groups = "behavior"`, `did you mean "behaviour"?`},
		{`task = "picking"`, `task = "piking"`, `line 12: design[0].task: `},
		{`recipe = "left=3,right=3"`, `recipe = "left=3,rigt=3"`, `line 18: design[0].arm[0].recipe: `},
		{`behaviour = "left"`, `behaviour = "lefft"`,
			`"lefft" is not in this design; did you mean "left"? there is left`},
		{`against = "two"`, `against = "three"`,
			`line 31: design[0].comparison[0].against: "three" is not in this design`},
		{`against = "two"`, `against = "one"`, `compares "one" with itself`},
		{`name = "two"`, `name = "one"`, `"one" is the name of two arms`},
		{`name = "x"`, `name = "a/b"`, `line 1: name: "a/b" is no name of an experiment`},
		{`name = "x"`, ``, `name: is missing`},
		{`name = "x"`, "name = \"x\"\nof = \"E3\"", `line 2: of: comes with reading, or neither`},
		{`name = "x"`, "name = \"x\"\nreading = \"mine\"", `of: comes with reading, or neither`},
		{`name = "x"`, "name = \"x\"\nof = \"x\"\nreading = \"mine\"", `line 2: of: is the experiment itself`},
		{`question = "?"`, "question = \"a\\nb\"", `line 2: question: has a line feed`},
		{`trials = 10`, `trials = 0`, `line 5: size.trials: is 0, expected a whole number from 1`},
		{`trials = 10`, `trials = 200000`,
			`line 5: size.trials: is 200000, expected a whole number from 1 to 100000`},
		{`method = "equal"`, "method = \"equal\"\nsteps = 100000001",
			`line 27: design[0].arm[1].steps: is 100000001, expected a whole number from 0 to 100000000`},
		{`trials = 10`, `trials = 10.0`, `line 5: size.trials: is 10.0, expected a whole number`},
		{"[[design]]", "[[design]]\ntask = \"picking\"\n[[design]]",
			`line 14: design[1].task: picking has a design already`},
		{"[[design.comparison]]", "[[design.comparison]]\nbehaviour = \"left\"\narm = \"one\"\nagainst = \"two\"\n" +
			"[[design.comparison]]", `the design has this comparison already`},
		{`trials = 10`, `trials = 1.5`, `line 5: size.trials: is 1.5, expected`},
		{`trials = 10`, `trails = 10`, `line 5: size.trails: unknown key; did you mean "trials"?`},
		{`trials = 10`, `trials = 10 20`, `line 5: `},
		{`seed = 1`, `seed = -1`, `size.seed: is -1, expected`},
		{`seed = 1`, `seed = "x"`, `size.seed: is "x", expected`},
		{`policy = "state"`, `policy = "state:Chunk=x"`, `line 9: size.policy: policy "state:Chunk=x": `},
		{`sides = ["a", "b"]`, `sides = ["a"]`, `sides: is a list of 1, expected a list of two texts`},
		{`sides = ["a", "b"]`, `sides = ["a", "b\nc"]`, `line 14: design[0].sides: has a line feed`},
		{`sides = ["a", "b"]`, ``, `design[0].sides: is missing`},
		{`compared = "c"`, ``, `design[0].compared: is missing`},
		{`[[design]]`, `[design]`, `line `},
		{`[size]`, `[size`, `line 4: `},
	} {
		text := strings.Replace(good, c[0], c[1], 1)
		if text == good {
			t.Fatalf("%q is not in\n%s", c[0], good)
		}
		_, err := Parse([]byte(text))
		if err == nil || !strings.Contains(err.Error(), c[2]) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s for %s:\ngot  %v\nwant %s", c[1], c[0], err, c[2])
		}
	}
	if _, err := Parse([]byte("name = \"x\"\nquestion = \"?\"\n")); err == nil ||
		!strings.Contains(err.Error(), "design: is missing") {
		t.Errorf("without a design: %v", err)
	}
}

// Files that are small and would be large in memory, or deep.
func TestHostileFiles(t *testing.T) {
	repeated := func(text string, n int) func() []byte {
		return func() []byte { return []byte(strings.Repeat(text, n)) }
	}
	hostile.Check(t, func(path string) error { _, err := Read(path); return err },
		hostile.Input{Name: "tables", Data: repeated("[[a]]\n", MaxBytes/6)},
		hostile.Input{Name: "many tables", Data: repeated("[[design]]\n", maxHeaders)},
		hostile.Input{Name: "deep lists", Data: repeated("a=[[[[[[[[[[[[[[[[", MaxBytes/20)},
		hostile.Input{Name: "deep tables", Data: repeated("a={a={a={a=", MaxBytes/20)},
		hostile.Input{Name: "dots", Data: repeated("a.", MaxBytes/2)},
		hostile.Input{Name: "lists of lists", Data: func() []byte {
			return []byte("a=[" + strings.Repeat("[],", MaxBytes/4) + "]")
		}},
		hostile.Input{Name: "a large file", Data: repeated("# nothing\n", 10<<20)})
}

// No file makes the reader panic, and an experiment that is read is one that is written and read again.
func FuzzParse(f *testing.F) {
	f.Add(mine)
	f.Add("[[design]]\n[[design.arm]]\nname='''\na'''")
	f.Add("a.b.c = { d = [1, \"\\u0000\"] }")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse([]byte(text))
		if err != nil {
			return
		}
		again, err := Parse(Encode(d.Experiment, d.Size()))
		if err != nil || !reflect.DeepEqual(again.Experiment, d.Experiment) {
			t.Errorf("%q reads back as %+v, %v", text, again.Experiment, err)
		}
	})
}

// A file with more headers than are read in a moment is refused before it is parsed.
func TestManyHeaders(t *testing.T) {
	_, err := Parse([]byte(strings.Repeat("[[design]]\n", maxHeaders+1)))
	if err == nil || !strings.Contains(err.Error(), "has 2001 headers of tables, more than 2000") {
		t.Error(err)
	}
}

// Comments are passed over in place: a file of nothing else takes no memory for each.
func TestCommentsTakeNoMemory(t *testing.T) {
	text := bytes.Repeat([]byte("#\n"), 1000)
	if n := testing.AllocsPerRun(1, func() { tooDeep(text) }); n != 0 {
		t.Errorf("%v allocations for 1000 comments", n)
	}
	deep := append(text, strings.Repeat("[", maxDepth+1)...)
	if line := tooDeep(append(deep, " # the last line"...)); line != 1001 {
		t.Errorf("too deep in line %d, want 1001", line)
	}
}
