package advise

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/golden"
	"counterpoise/internal/seed"
	"counterpoise/policies/weigh"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/scenes/demos"
)

// reader is a dataset that is made as it is read: of any widths, in groups by task, noisier from group to group.
type reader struct {
	episodes, groups, frames int
	states, actions          int
	spoil                    func(i int, r *demos.Raw)
}

func (r reader) Card() demos.Card { return demos.Card{} }
func (r reader) Episodes() int    { return r.episodes }
func (r reader) Close() error     { return nil }

func (r reader) Read(i int, _ bool) (*demos.Raw, error) {
	g := i % r.groups
	draw := seed.Of("episode", i).Rand()
	raw := &demos.Raw{
		Labels:  map[string]string{"task": fmt.Sprintf("task %d", g)},
		Actions: demos.Matrix{Width: r.actions}, State: demos.Matrix{Width: r.states},
	}
	for range r.frames + g {
		at := len(raw.State.Values)
		for range r.states {
			raw.State.Values = append(raw.State.Values, float32(draw.NormFloat64()))
		}
		for a := range r.actions {
			x := raw.State.Values[at+a%r.states]
			raw.Actions.Values = append(raw.Actions.Values, x*float32(1+a)+0.2*float32(g)*float32(draw.NormFloat64()))
		}
	}
	if r.spoil != nil {
		r.spoil(i, raw)
	}
	return raw, nil
}

// quickly returns flags of a run that takes a moment.
func quickly(t testing.TB, methods ...string) weighFlags {
	return weighFlags{methods: methods, policy: "ridge", seeds: 2, seed: 1, steps: 20, workers: 2, out: t.TempDir()}
}

// weighed weighs a dataset and returns what was printed on standard output and on standard error.
func weighed(ctx context.Context, r demos.Reader, o weighFlags) (stdout, stderr string, err error) {
	var out, errs bytes.Buffer
	d := datasets.Of("made", "made", r, o.by...)
	err = of(cli.Program{Out: &out, Err: &errs}).weighOpen(ctx, "made", d, o)
	return out.String(), errs.String(), err
}

// sampling reads the weights of demonstrations of a file, which must say what they mean and of which datasets they are.
func sampling(t *testing.T, path string) []float64 {
	t.Helper()
	var file struct {
		Meaning, Method string
		Datasets        []weigh.Source
		Weights         []float64
	}
	text, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(text, &file) != nil || file.Meaning == "" || file.Method == "" {
		t.Fatalf("%s: %v\n%s", path, err, text)
	}
	n := 0
	for _, s := range file.Datasets {
		n += s.Demonstrations
	}
	if n != len(file.Weights) {
		t.Errorf("%s: %d weights of %d demonstrations", path, len(file.Weights), n)
	}
	return file.Weights
}

// The same demonstrations get the same weights whatever format they are kept in, and what is printed is this.
func TestWeighReadsEveryFormat(t *testing.T) {
	dir := t.TempDir()
	for _, format := range demos.Formats.Names() {
		path, out := filepath.Join(dir, format), filepath.Join(dir, format+"-weights")
		if format == "robomimic" {
			path += ".hdf5"
		}
		clitest.SmallDataset(t, format, path)
		code, stdout, stderr, _ := clitest.Invoke("weigh", path, "--method", "natural,ours:EtaT=4,MetaSteps=10,drop",
			"--by", "behaviour,style", "--seeds", "2", "--steps", "60", "--out", out)
		if code != 0 || stderr != "" {
			t.Fatalf("%s: exit code %d: %s", format, code, stderr)
		}
		stdout = strings.ReplaceAll(stdout, out, "OUT")
		if format == "lerobot" { // which alone has a command with which its own program trains
			const command = "LeRobot   python OUT/lerobot_weights.py --weights=OUT/weights-METHOD.parquet " +
				"ARGUMENTS OF lerobot-train\n"
			without, found := strings.CutSuffix(stdout, command)
			if stdout = without; !found {
				t.Errorf("lerobot: no %q", command)
			}
		}
		golden.Check(t, "weigh.txt", stdout)
		for _, name := range []string{"sampling-natural.json", "sampling-ours-EtaT=4-MetaSteps=10.csv",
			"sampling-drop.json", "alpha.svg", "alpha.png"} {
			if info, err := os.Stat(filepath.Join(out, name)); err != nil || info.Size() == 0 {
				t.Errorf("%s: %s: %v", format, name, err)
			}
		}
		svg, err := os.ReadFile(filepath.Join(out, "alpha.svg"))
		if want := "<desc>Again: counterpoise weigh " + path + " --method "; err != nil ||
			!strings.Contains(string(svg), want) {
			t.Errorf("%s: alpha.svg without %q: %v", format, want, err)
		}
	}
}

// The lists are what WeightedRandomSampler takes: a number of at least 0 for every demonstration, of sum 1, and of
// sum α_g over a group; the frames of a group weigh the same.
func TestWeighSampling(t *testing.T) {
	r := reader{episodes: 20, groups: 3, frames: 30, states: 4, actions: 2}
	s := quickly(t, "fixed:.2,.3,.5")
	if _, _, err := weighed(t.Context(), r, s); err != nil {
		t.Fatal(err)
	}
	list := sampling(t, filepath.Join(s.out, "sampling-fixed-.2-.3-.5.json"))
	if len(list) != 20 {
		t.Fatalf("%d weights", len(list))
	}
	var sums, seen [3]float64
	for e, w := range list {
		sums[e%3] += w
	}
	table, err := os.Open(filepath.Join(s.out, "sampling-fixed-.2-.3-.5.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	rows, err := csv.NewReader(table).ReadAll()
	if err != nil || len(rows) != 21 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	for e, row := range rows[1:] {
		var index, frames int
		var weight, frame float64
		fmt.Sscan(row[0]+" "+row[2]+" "+row[3]+" "+row[4], &index, &frames, &weight, &frame)
		if index != e || row[1] != fmt.Sprintf("task %d", e%3) || weight != list[e] ||
			math.Abs(frame*float64(frames)-weight) > 1e-15 {
			t.Errorf("row %q beside %v", row, list[e])
		}
		seen[e%3] += frame * float64(frames)
	}
	for g, want := range []float64{.2, .3, .5} {
		if math.Abs(sums[g]-want) > 1e-12 || math.Abs(seen[g]-want) > 1e-12 {
			t.Errorf("group %d is drawn with %v, its frames weigh %v, want %v", g, sums[g], seen[g], want)
		}
	}
}

// Robots of any width are weighed, and the noisier group gets what a method that follows losses gives it.
func TestWeighForeignWidths(t *testing.T) {
	for _, width := range [][2]int{{1, 1}, {3, 14}, {57, 26}} {
		r := reader{episodes: 12, groups: 2, frames: 40, states: width[0], actions: width[1]}
		s := quickly(t, "groupdro:Eta=.5", "ours:MetaSteps=20")
		out, _, err := weighed(t.Context(), r, s)
		if err != nil {
			t.Fatal(err)
		}
		w := weightsIn(t, s.out)
		if a := w.Methods[0].Weights; !(a[1] > a[0]) {
			t.Errorf("widths %v: the noisy group weighs %v", width, a)
		}
		if !strings.Contains(out, "groupdro:Eta=.5  from 0 to 1, over 20 steps") {
			t.Errorf("no curve in\n%s", out)
		}
	}
}

func weightsIn(t testing.TB, dir string) (w weigh.Summary) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "weights.json"))
	if err == nil {
		err = json.Unmarshal(text, &w)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A method that cannot learn anything from a ridge says so; one that learns nothing from these data is told of, too.
func TestWeighTellsWhatDidNotMove(t *testing.T) {
	r := reader{episodes: 8, groups: 2, frames: 40, states: 3, actions: 2}
	text, _, err := weighed(t.Context(), r, quickly(t, "remix", "equal", "ours:EtaT=1e-9,MetaSteps=2"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, "\nremix stayed where it started\n  its proxy is a ridge") ||
		!strings.Contains(text, "\nours:EtaT=1e-9,MetaSteps=2 stayed where it started\n\n") ||
		strings.Contains(text, "equal stayed") {
		t.Errorf("printed\n%s", text)
	}
}

// A method that gives a group up while its loss still falls is warned of, and two stages weigh as one does.
func TestWeighWarnsOfCollapse(t *testing.T) {
	r := reader{episodes: 8, groups: 2, frames: 40, states: 3, actions: 2}
	s := quickly(t, "natural", "ours:EtaT=1e6,MetaSteps=2,Stages=2", "zero:Stages=2,Weights=mean")
	text, _, err := weighed(t.Context(), r, s)
	if err != nil {
		t.Fatal(err)
	}
	warning := "\nwarning: ours:EtaT=1e6,MetaSteps=2,Stages=2 took task "
	unsettled := "\nwarning: the weights of ours:EtaT=1e6,MetaSteps=2,Stages=2 did not settle (2 of 2 seeds)"
	if strings.Count(text, warning) != 1 || strings.Count(text, unsettled) != 1 ||
		strings.Count(text, "warning") != 2 ||
		!strings.Contains(text, "below 1 % while its excess loss was still falling (2 of 2 seeds)") {
		t.Errorf("printed\n%s", text)
	}
	for _, m := range weightsIn(t, s.out).Methods[1:] {
		if len(m.Weights) != 2 || math.Abs(m.Weights[0]+m.Weights[1]-1) > 1e-9 {
			t.Errorf("%s: weights %v", m.Method, m.Weights)
		}
	}
}

// A method whose steps are too large for the losses of a ridge, so that its weights jump from side to side until the
// end, is warned of; the same with small steps is not.
func TestWeighWarnsOfWeightsThatDoNotSettle(t *testing.T) {
	r := reader{episodes: 8, groups: 2, frames: 40, states: 3, actions: 2}
	s := quickly(t, "autolambda:Beta2=1e6", "autolambda:Beta2=1e-3")
	text, _, err := weighed(t.Context(), r, s)
	if err != nil {
		t.Fatal(err)
	}
	warning := "\nwarning: the weights of autolambda:Beta2=1e6 did not settle (2 of 2 seeds): at the end "
	if strings.Count(text, warning) != 1 || strings.Count(text, "did not settle") != 1 {
		t.Errorf("printed\n%s", text)
	}
}

// The network weighs, too; a single seed has no spread.
func TestWeighByNetwork(t *testing.T) {
	for _, policy := range []string{"mlp", "state", "vision"} {
		dir := t.TempDir()
		clitest.SmallDataset(t, "counterpoise", filepath.Join(dir, "set"))
		code, stdout, stderr, _ := clitest.Invoke("weigh", filepath.Join(dir, "set"), "--method", "natural,zero",
			"--policy", policy, "--seeds", "1", "--steps", "2", "--out", filepath.Join(dir, "out"))
		if code != 0 || stderr != "" || !strings.Contains(stdout, "weights by policy "+policy+", mean of 1 seed\n") {
			t.Errorf("%s: exit code %d: %s%s", policy, code, stderr, stdout)
		}
		if w := weightsIn(t, filepath.Join(dir, "out")); w.Methods[0].SD != nil ||
			math.Abs(w.Methods[0].Weights[0]-w.Groups[0].FrameShare) > 1e-12 {
			t.Errorf("%s: natural weighs %v of %v", policy, w.Methods[0].Weights, w.Groups)
		}
	}
}

// The same seed gives the same bytes for any number of workers; another seed others.
func TestWeighIsReproducible(t *testing.T) {
	r := reader{episodes: 12, groups: 3, frames: 20, states: 5, actions: 3}
	run := func(workers int, seed uint64) map[string]string {
		s := quickly(t, "natural", "ours:MetaSteps=10", "remix-paper", "cagrad", "random")
		s.workers, s.seed = workers, seed
		if _, _, err := weighed(t.Context(), r, s); err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		entries, _ := os.ReadDir(s.out)
		for _, e := range entries {
			b, _ := os.ReadFile(filepath.Join(s.out, e.Name()))
			files[e.Name()] = string(b)
		}
		return files
	}
	first := run(1, 1)
	for name, text := range run(4, 1) {
		if first[name] != text {
			t.Errorf("%s differs between 1 worker and 4", name)
		}
	}
	if len(first) != 14 || run(1, 2)["weights.json"] == first["weights.json"] {
		t.Errorf("%d files; another seed changed nothing?", len(first))
	}
}

// heap is a reader that looks at the heap as it is read.
type heap struct {
	reader
	most *uint64
}

func (h heap) Read(i int, pictures bool) (*demos.Raw, error) {
	if i%500 == 0 {
		*h.most = max(*h.most, heapNow())
	}
	return h.reader.Read(i, pictures)
}

func heapNow() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// 2,000 demonstrations in 24 groups have 223,000 frames of 40 numbers (36 MB). What is kept of them while reading
// is the corpus, 16,384 frames (2.6 MB, and as much again as its slices grow).
func TestWeighManyInBoundedMemory(t *testing.T) {
	var most uint64
	r := heap{reader{episodes: 2000, groups: 24, frames: 100, states: 33, actions: 7}, &most}
	s := quickly(t, "natural", "remix-paper", "groupdro")
	s.seeds, s.steps = 1, 5
	before := heapNow()
	_, progress, err := weighed(t.Context(), r, s)
	if err != nil {
		t.Fatal(err)
	}
	if most > before+8<<20 {
		t.Errorf("the heap grew by %d bytes while reading", most-before)
	}
	w := weightsIn(t, s.out)
	if len(w.Groups) != 24 || !strings.Contains(progress, "  1000 of 2000 demonstrations counted\n") ||
		!strings.Contains(progress, "  2000 of 2000 demonstrations read\n") {
		t.Errorf("%d groups; progress\n%s", len(w.Groups), progress)
	}
	for _, m := range w.Methods {
		sum := 0.0
		for _, a := range m.Weights {
			sum += a
		}
		if len(m.Weights) != 24 || math.Abs(sum-1) > 1e-9 {
			t.Errorf("%s: %d weights of sum %v", m.Method, len(m.Weights), sum)
		}
	}
}

// What cannot be weighed is one line, and nothing is written.
func TestWeighRefuses(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []struct {
		want   string
		r      reader
		change func(*weighFlags)
	}{
		{"all 4 demonstrations have the same task (task 0)", reader{groups: 1}, nil},
		{`demonstration 0 has no label "tsak"; did you mean "task"? it has task`, reader{},
			func(s *weighFlags) { s.by = []string{"tsak"} }},
		{`demonstration 2 has no label "task"`, reader{spoil: func(i int, r *demos.Raw) {
			if i == 2 {
				r.Labels = nil
			}
		}}, nil},
		{"episode 3, frame 0: component 1 of the action is NaN", reader{spoil: func(i int, r *demos.Raw) {
			if i == 3 {
				r.Actions.Values[1] = nan
			}
		}}, nil},
		{"has no state", reader{spoil: func(_ int, r *demos.Raw) { r.State = demos.Matrix{} }}, nil},
		{"episode 0: has no pictures; weigh by the state alone", reader{},
			func(s *weighFlags) { s.pictures = true }},
		{"the first has 3 and 2", reader{spoil: func(i int, r *demos.Raw) {
			if i == 1 {
				r.Actions.Width = 1
				r.Actions.Values = r.Actions.Values[:len(r.Actions.Values)/2]
			}
		}}, nil},
		{"has 2 weights, the dataset 3 groups", reader{groups: 3},
			func(s *weighFlags) { s.methods = []string{"fixed:.5,.5"} }},
		{"no group is called so", reader{}, func(s *weighFlags) { s.methods = []string{"drop"} }},
		{"autolambda has Primary=better, and no group, style or behaviour is called so: ", reader{},
			func(s *weighFlags) { s.methods = []string{"autolambda:Primary=better"} }},
		{"the policy state cannot learn demonstration 0", reader{}, func(s *weighFlags) { s.policy = "state" }},
		{"makes more than 256 groups", reader{episodes: 300, groups: 300}, nil},
	} {
		c.r.episodes, c.r.groups = max(4, c.r.episodes), max(1, c.r.groups)
		if !strings.Contains(c.want, "same task") {
			c.r.groups = max(2, c.r.groups)
		}
		c.r.frames, c.r.states, c.r.actions = 6, 3, 2
		s := quickly(t, "natural")
		if c.change != nil {
			c.change(&s)
		}
		out, _, err := weighed(t.Context(), c.r, s)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("want an error with %q, got %v", c.want, err)
		}
		if entries, _ := os.ReadDir(s.out); len(entries) > 0 || out != "" {
			t.Errorf("%q: %d files, printed %q", c.want, len(entries), out)
		}
	}
}

func TestWeighMistakes(t *testing.T) {
	for args, want := range map[string]string{
		"":                            "weigh needs the folder or file of one dataset",
		"d --seeds 0":                 "--seeds must be 1 or more, not 0",
		"d --steps=-1":                "--steps must be 1 or more, not -1",
		"d --workers 0":               "--workers must be 1 or more, not 0",
		"d --policy rigde":            `--policy does not take "rigde"; did you mean "ridge"? there is ridge, `,
		"d --policy state --pictures": "--pictures goes with the policies ridge and mlp; state learns",
		"d --method remx":             `--method does not take "remx"; did you mean "remix"? there is`,
		"d --method ours:Eta=2":       `method "ours": no setting "Eta"`,
		"d --method fixed:.2,.2":      "the weights sum to 0.4, not 1",
		"d --method equal,ours,ours":  "--method has ours twice",
		"d --method parekh,ours":      "--method has ours twice",
		"d --method minmacs":          `--method does not take "minmacs"; did you mean "minmax"?`,
		"d --method parekh:Eta=5":     `method "ours": no setting "Eta"`,
		"d --known 1,x": `--known "1,x": want numbers from 0 on and ranges, such as 0-9,12, not "x" (numbers of ` +
			`demonstrations, or LABEL=VALUE)`,
		"d --known 1 --seeds 3": "--known compares demonstrations with those that are known to be good",
		"d --method sweep":      "sweep tries weights out by rollouts",
		"d --method weights:mine@0123456789abcdef": "--method does not take weights of a file, " +
			"weights:mine@0123456789abcdef; train and run take one by --weights FILE",
	} {
		code, stdout, stderr, _ := clitest.Invoke(append([]string{"weigh"}, strings.Fields(args)...)...)
		if code != 2 || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, want) {
			t.Errorf("%q: exit code %d: %s%s want %s", args, code, stdout, stderr, want)
		}
	}
	code, stdout, _, _ := clitest.Invoke("help", "weigh")
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
	golden.Check(t, "help-weigh.txt", clitest.Machineless(stdout))
}

func TestMethodsIn(t *testing.T) {
	const list, want = "bc,parekh:EtaT=5,HeldOut=.2,minmax,remix-additive:EtaT=7,remix",
		"natural ours:EtaT=5,HeldOut=.2 zero remix-paper:EtaT=7 remix"
	if got := strings.Join(cli.MethodsIn(list), " "); got != want {
		t.Errorf("%q: %q, want %q", list, got, want)
	}
}

func TestSeparated(t *testing.T) {
	for list, want := range map[string][]string{
		"ours":                         {"ours"},
		"ours:EtaT=5,HeldOut=.2,remix": {"ours:EtaT=5,HeldOut=.2", "remix"},
		"fixed:.2,.8,equal":            {"fixed:.2,.8", "equal"},
		"equal,":                       {"equal,"},
	} {
		if got := cli.Separated(list); !slices.Equal(got, want) {
			t.Errorf("%q: %q", list, got)
		}
	}
}

// Whoever stops it finds nothing written.
func TestWeighStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	s := quickly(t, "ours")
	r := reader{episodes: 4, groups: 2, frames: 6, states: 3, actions: 2, spoil: func(i int, _ *demos.Raw) {
		if i == 3 {
			stop()
		}
	}}
	_, _, err := weighed(ctx, r, s)
	if entries, _ := os.ReadDir(s.out); err == nil || len(entries) > 0 {
		t.Errorf("%v, %d files", err, len(entries))
	}
}
