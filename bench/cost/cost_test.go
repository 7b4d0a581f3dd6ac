package cost

import (
	"math"
	"slices"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	_ "counterpoise/bench/study" // its experiments
	"counterpoise/policies/balance"
)

var someCell = record.Cell{
	Experiment: "E1", Task: "picking", Recipe: "left=9,middle=27,right=27", Groups: "behaviour", Method: "natural",
	Policy: bench.StatePolicy, Trial: 3,
	Rollouts: 20, Steps: 2000, Seed: 1, Version: bench.Version,
}

// Costs of known cells, by hand from the constants.
func TestCost(t *testing.T) {
	picking := someCell
	picking.Steps, picking.Rollouts = 400, 100
	// 98,304 multiplications of the perceptron, and 3.33 times as many where it has 17 outputs for each component.
	const forward, bins = 256 * (64 + 256 + 64), (64 + 256 + 960.) / (64 + 256 + 64)
	rollouts := 0.4 * 3 * 100 * 360 * (controlSeconds + forward*actSeconds/4)
	for _, c := range []struct {
		method string
		steps  float64 // of plain cloning
	}{
		{"natural", 400},
		{"zero", 400},
		{"remix-paper", 400 + 400},                       // a reference run before its own
		{"ours", 400 + 3*500*gradientFactor},             // a search of 500 steps for each of three behaviours
		{"ours:MetaSteps=0", 400 + 3*400*gradientFactor}, // as many as the policy's
		{"ours:Stages=2", 400 + 3*500*gradientFactor + 400},
		{"remix", bins*(400+400) + 400}, // reference policy and proxy have discretised actions
		{"cagrad", 400 * gradientFactor},
	} {
		picking.Method = c.method
		got, err := Of(picking)
		want := 63*demoSeconds + c.steps*256*forward*trainSeconds + rollouts
		if err != nil || math.Abs(got.Seconds-want) > 1e-9 {
			t.Errorf("%s: %v s, %v; want %v", c.method, got.Seconds, err, want)
		}
	}
}

// Every method has a cost, and a search for reference losses ends whatever they are.
func TestEveryMethodHasACost(t *testing.T) {
	for _, name := range balance.Methods.Names() {
		c := someCell
		c.Method = name
		if got, err := Of(c); err != nil || !(got.Seconds > 1 && got.Seconds < 1000) || got.Bytes < 1000 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// Packing loses nothing, keeps the order, and no task is longer than its share by more than a cell.
func TestPack(t *testing.T) {
	p, err := bench.NewPlan("study", func(s *record.Size) { s.Trials = 3 })
	if err != nil {
		t.Fatal(err)
	}
	cells := p.Cells()
	all, err := Total(cells)
	if err != nil {
		t.Fatal(err)
	}
	for _, tasks := range []int{1, 2, 7, 40, len(cells), 3 * len(cells)} {
		packed, err := Pack(cells, tasks)
		if err != nil || len(packed) > tasks || !slices.Equal(slices.Concat(packed...), cells) {
			t.Fatalf("%d tasks: %d made of %d cells, %v", tasks, len(packed), len(slices.Concat(packed...)), err)
		}
		for i, task := range packed {
			sum, _ := Total(task)
			longest := 0.0
			for _, c := range task {
				cost, _ := Of(c)
				longest = max(longest, cost.Seconds)
			}
			if sum.Seconds > all.Seconds/float64(tasks)+longest {
				t.Errorf("%d tasks: task %d takes %v s of %v", tasks, i, sum.Seconds, all.Seconds)
			}
		}
	}
}

// Workers share a task's cells: never faster than perfect, never worse than that and one cell more.
func TestWall(t *testing.T) {
	cells := make([]record.Cell, 10)
	for i := range cells {
		cells[i] = someCell
		cells[i].Trial = i
	}
	one, err := Wall(cells, 1)
	if err != nil {
		t.Fatal(err)
	}
	for workers, want := range map[int]float64{2: one / 2, 3: one * 4 / 10, 20: one / 10,
		math.MaxInt: one / 10} {
		if got, err := Wall(cells, workers); err != nil || math.Abs(got-want) > 1e-9 {
			t.Errorf("%d workers: %v s, %v; want %v", workers, got, err, want)
		}
	}
}

// A network that computes more a frame takes as much longer, and one that reads pictures itself takes their memory.
func TestCostOfNetworks(t *testing.T) {
	of := func(policy string) Cost {
		c := someCell
		var err error
		if c.Policy, err = record.ParsePolicy(policy); err != nil {
			t.Fatal(err)
		}
		c.Steps, c.Rollouts = 1000, 0
		got, err := Of(c)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	const pictures = 63 * demoFrames * pictureSeconds
	plain := of("vision").Seconds - pictures
	for _, c := range []struct {
		policy       string
		least, most  float64 // of the training of policy vision
		memory, over int64   // in MB, at least and at most
	}{
		{"vision:Batch=128", .4, .6, 512, 600},
		{"vision+mlp+bins", 2.9, 3.1, 512, 600},
		{"vision+transformer", 40, 60, 900, 1000},
		{"vision+vit", 180, 300, 2900, 3200},
		{"vision+cnn", 45, 60, 1700, 1900},
		{"vision+resnet18", 15000, 17000, 60000, 70000},
	} {
		got := of(c.policy)
		if ratio := (got.Seconds - pictures) / plain; ratio < c.least || ratio > c.most {
			t.Errorf("%s: %v times policy vision", c.policy, ratio)
		}
		if got.Memory < c.memory*1e6 || got.Memory > c.over*1e6 {
			t.Errorf("%s: %d bytes of memory", c.policy, got.Memory)
		}
	}
}

// The size of a record, from its parts: 1 kB, weights and losses of each run at up to 50 steps, and the rollouts. An
// untrained policy has no weights.
func TestBytes(t *testing.T) {
	c := someCell
	c.Rollouts = 100
	for method, want := range map[string]int64{
		"natural": 1000 + 2*50*1*(20+20*3) + 4*3*100, "remix-paper": 1000 + 2*50*2*(20+20*3) + 4*3*100,
		record.Untrained: 1000 + 4*3*100,
	} {
		c.Method, c.Steps = method, 400
		if method == record.Untrained {
			c.Steps = 0
		}
		if got, err := Of(c); err != nil || got.Bytes != want {
			t.Errorf("%s: %d bytes, %v; want %d", method, got.Bytes, err, want)
		}
	}
}

// A report needs the memory of a worker, also without films, and eight bytes for each byte of records; its time is that
// of the films.
func TestReport(t *testing.T) {
	p, err := bench.NewPlan("quick", func(s *record.Size) { s.Policy = bench.ResidualPolicy; s.Steps = 100 })
	if err != nil {
		t.Fatal(err)
	}
	cells, err := Total(p.Cells())
	if err != nil || cells.Memory <= WorkerMemory {
		t.Fatalf("%+v, %v", cells, err)
	}
	for _, c := range []struct {
		films  bool
		memory int64
	}{{true, cells.Memory}, {false, WorkerMemory}} {
		got, err := Report(p, c.films, 1000)
		if want := c.memory + 8*(1000+cells.Bytes); err != nil || got.Memory != want || got.Seconds > 0 != c.films ||
			got.Seconds >= cells.Seconds {
			t.Errorf("films %v: %+v, %v; want %d bytes of memory", c.films, got, err, want)
		}
	}
}

// What Cost leaves out of the cells that it remembers does not change their cost.
func TestCostOfEveryTrial(t *testing.T) {
	want, err := estimate(someCell)
	if err != nil {
		t.Fatal(err)
	}
	c := someCell
	c.Experiment, c.Reading, c.Trial, c.Seed, c.SeedSource, c.Version = "E6", "additive", 7, 77, record.SeedFlag, "1.0"
	if got, err := estimate(c); got != want || err != nil {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if got, err := Of(c); got != want || err != nil {
		t.Errorf("remembered: %+v, %v; want %+v", got, err, want)
	}
}

// BenchmarkTotal adds up the costs of a study of 100 trials, 3,240 cells, nearly all of which are another trial's. The
// limit is hashing a cell.
func BenchmarkTotal(b *testing.B) {
	p, err := bench.NewPlan("study", func(s *record.Size) { s.Trials = 100 })
	if err != nil {
		b.Fatal(err)
	}
	cells := p.Cells()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Total(cells); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(cells)), "ns/cell")
}
