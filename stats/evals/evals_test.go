package evals

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/stats/table"
)

// sumOf adds the outcomes and their rollouts.
func sumOf(outcomes []Outcome) (sum float64, rollouts int) {
	for _, o := range outcomes {
		sum, rollouts = sum+o.Sum, rollouts+o.Rollouts
	}
	return sum, rollouts
}

// The results that the programs' own code has written hold what was put in (testdata/make.py).
func TestFormatsReadWhatProgramsWrite(t *testing.T) {
	raw, err := os.ReadFile("testdata/expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		LeRobot struct {
			Success, Episodes float64
			SumReward         float64 `json:"sum_reward"`
		}
		Old       struct{ Success, Episodes float64 } `json:"lerobot-old"`
		Robomimic struct{ Success, Horizon float64 }
		Calvin    struct {
			Success, Rollouts float64
			Length            float64 `json:"avg_seq_len"`
			Chain             float64 `json:"chain_2"`
		}
		LIBERO      map[string]float64
		Lifelong    []float64 `json:"libero-lifelong"`
		TensorBoard map[string]float64
	}
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	lifelong := 0.0
	for _, v := range want.Lifelong {
		lifelong += v
	}
	const er, base = "libero_object_er_bc_transformer_policy_100_ep50_on3.stats",
		"libero_object_base_bc_transformer_policy_100_ep50_on3.stats"
	for _, c := range []struct {
		path, format, field string
		sum, rollouts       float64
	}{
		{"lerobot/eval_info.json", "lerobot", "", want.LeRobot.Success, want.LeRobot.Episodes},
		{"lerobot/eval_info.json", "lerobot", "sum_reward", want.LeRobot.SumReward, want.LeRobot.Episodes},
		{"lerobot-old/eval_info.json", "lerobot", "", want.Old.Success, want.Old.Episodes},
		{"robomimic/logs/log.txt", "robomimic", "", want.Robomimic.Success, 20},
		{"robomimic/logs/log.txt", "robomimic", "Horizon", want.Robomimic.Horizon, 1},
		{"calvin/results.json", "calvin", "", want.Calvin.Success, want.Calvin.Rollouts},
		{"calvin/results.json", "calvin", "avg_seq_len", want.Calvin.Length, 1},
		{"calvin/results.json", "calvin", "chain_2", want.Calvin.Chain, 1},
		{"libero/" + er, "libero", "", 20 * want.LIBERO[er], 20},
		{"libero/" + base, "libero", "", 20 * want.LIBERO[base], 20},
		{"libero/" + base, "libero", "loss", -.6, 1},
		{"libero-lifelong/result.pt", "libero", "", lifelong, float64(len(want.Lifelong))},
		{"tensorboard/pytorch", "tensorboard", "", want.TensorBoard["pytorch"], 1},
		{"tensorboard/tensorboardx", "tensorboard", "eval/success_rate", want.TensorBoard["tensorboardx"], 1},
		{"tensorboard/pytorch/events.out.tfevents.0", "tensorboard", "train/loss", 1.0 / 3, 1},
	} {
		path := filepath.Join("testdata", c.path)
		if got := recognised(path); got != c.format {
			t.Errorf("%s is taken for %q, want %s", path, got, c.format)
			continue
		}
		f, _ := Formats.Get(c.format)
		outcomes, clause, err := f.Read(path, c.field, budget.New(0))
		sum, rollouts := sumOf(outcomes)
		if err != nil || math.Abs(sum-c.sum) > 1e-7 || rollouts != int(c.rollouts) || clause == "" {
			t.Errorf("%s %q: %v of %d rollouts, want %v of %v; %q, %v", path, c.field, sum, rollouts, c.sum, c.rollouts,
				clause, err)
		}
	}
}

// Outcomes of other programs are sums over their rollouts, whatever the field is called: robomimic's Success_Rate is
// read as successes.
func TestFieldsAreSums(t *testing.T) {
	other := t.TempDir()
	if err := os.CopyFS(other, os.DirFS("testdata/robomimic")); err != nil {
		t.Fatal(err)
	}
	s, _, err := Read([]string{"a=testdata/robomimic", "b=" + other}, Options{Value: "Success_Rate"})
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.Detect(table.Choice{LongColumns: table.LongColumns{Value: "Success_Rate"}})
	if err != nil || d.Long.Entries[0].Rollouts != 20 || d.Long.Entries[0].Sum != 12 {
		t.Errorf("%+v, %v; want 12 successes of 20", d.Long.Entries, err)
	}
}

// A method and a seed come from what differs between the paths.
func TestNames(t *testing.T) {
	for _, c := range []struct{ paths, want string }{
		{"runs/act/seed1.csv runs/act/seed2.csv runs/bc/seed1.csv runs/bc/seed2.csv", "act:1 act:2 bc:1 bc:2"},
		{"out/act_seed3/eval_info.json out/bc_seed3/eval_info.json", "act:3 bc:3"},
		{"act-1.csv act-2.csv bc-1.csv", "act:1 act:2 bc:1"},
		{"resnet18.csv resnet50.csv vit.csv", "resnet18: resnet50: vit:"},
		{"resnet18.csv mlp.csv", "resnet18: mlp:"},
		{"a/x.csv b/x.csv", "a: b:"},
		{"alone.csv", "alone:"},
		{"seed1/a.csv seed2/a.csv", "seed1: seed2:"},
	} {
		var found []source
		for _, p := range strings.Fields(c.paths) {
			s := source{path: p}
			if strings.HasSuffix(p, ".json") {
				s.format = "lerobot"
			}
			found = append(found, s)
		}
		var got []string
		for _, l := range names(found) {
			got = append(got, l.method+":"+l.trial)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.paths, got, c.want)
		}
	}
	named := names([]source{{"bc", "x/seed_7.csv", ""}, {"bc", "x/seed_8.csv", ""}, {"act", "y.csv", ""}})
	if named[0] != (label{"bc", "7"}) || named[1] != (label{"bc", "8"}) || named[2].method != "act" {
		t.Errorf("named sources: %v", named)
	}
}

// A folder stands for the results in it, files for methods, and results of one kind are compared at a time.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	info, err := os.ReadFile("testdata/lerobot/eval_info.json")
	if err != nil {
		t.Fatal(err)
	}
	for i, run := range []string{"act/seed1", "act/seed2", "dp/seed1", "dp/seed2"} {
		write("runs/"+run+"/eval_info.json", string(info)+strings.Repeat("\n", i))
	}
	s, sentences, err := Read([]string{filepath.Join(dir, "runs")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Rows) != 48 || len(sentences) != 4 || !strings.Contains(sentences[3], "taken for method dp, seed 2") {
		t.Errorf("%d rows, %q", len(s.Rows), sentences)
	}
	taken, err := s.Detect(table.Choice{})
	if err != nil || !taken.Paired || taken.Unit != "seed" || len(taken.Long.Methods) != 2 ||
		len(taken.Long.Groups) != 3 {
		t.Errorf("%+v, %v", taken, err)
	}
	// One evaluation a method: each is of one policy, and all its tasks belong together.
	results, err := os.ReadFile("testdata/calvin/results.json")
	if err != nil {
		t.Fatal(err)
	}
	write("calvin/act/results.json", string(results))
	write("calvin/dp/results.json", string(results))
	s, _, err = Read([]string{filepath.Join(dir, "calvin")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	taken, err = s.Detect(table.Choice{})
	if err != nil || len(taken.Long.Trials) != 2 || len(taken.Long.Groups) != 5 {
		t.Errorf("%+v, %v", taken, err)
	}
	a := write("t/a.csv", "seed,score\n1,2\n2,3\n")
	b := write("t/b.csv", "score,seed\n4,1\n5,2\n")
	s, _, err = Read([]string{a, b}, Options{})
	if err != nil || strings.Join(s.Rows[2], " ") != "1 4 b" || s.Names[2] != "method" {
		t.Errorf("%v, %v", s, err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{a, filepath.Join(dir, "runs")}, "compare one kind at a time"},
		{[]string{a, write("t/c.csv", "seed,reward\n1,2\n")}, "has no column \"score\""},
		{[]string{filepath.Join(dir, "none")}, "can't read the results"},
		{[]string{"x=" + write("t/d.csv", "method,score\na,1\n")}, "has a column of methods"},
		{[]string{filepath.Dir(write("empty/readme.md", ""))}, "holds no results of"},
	} {
		if _, _, err := Read(c.args, Options{}); err == nil || !strings.Contains(err.Error(), c.want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: %v, want %s", c.args, err, c.want)
		}
	}
}

// A path that is given twice, and a copy of a file whose rows name their methods, are errors; of files that are a
// method each, a copy is said.
func TestReadFindsCopies(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.csv": "method,seed,success\nx,1,0\ny,1,1\n", "b.csv": "method,seed,success\nx,1,0\ny,1,1\n",
		"x.csv": "seed,success\n1,1\n2,1\n", "y.csv": "seed,success\n1,1\n2,1\n",
		"z.csv": "seed,success\n1,1\n2,0\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("a.csv", filepath.Join(dir, "link.csv")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, c := range []struct{ args, wrong, sentence string }{
		{"a.csv a.csv", "a.csv is given twice, and its rollouts would count twice", ""},
		{"a.csv ./a.csv", "./a.csv is given twice", ""},
		{"m=x.csv n=x.csv", "x.csv is given twice", ""},
		{"- -", "standard input is given twice", ""},
		{"a.csv link.csv", "a.csv and link.csv are one file, whose rollouts would count twice", ""},
		{"a.csv b.csv", "a.csv and b.csv have the same bytes, and their rows would count twice: leave one out", ""},
		{"x.csv y.csv z.csv", "", "y.csv is a copy of x.csv, byte for byte: is it meant?"},
		{"m=x.csv n=z.csv", "", ""},
	} {
		_, sentences, err := Read(strings.Fields(c.args), Options{Room: budget.New(0)})
		if got := strings.Join(sentences, " "); err == nil && (got != c.sentence || c.wrong != "") {
			t.Errorf("%s: %q, want %q", c.args, got, c.sentence)
		} else if err != nil && (c.wrong == "" || !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%s: %v, want %q", c.args, err, c.wrong)
		}
	}
}

// A damaged file, and an outcome that a file does not have, are one sentence.
func TestFormatsRefuse(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ name, text, field, want string }{
		{"eval_info.json", `{"per_task": 1}`, "", "is damaged"},
		{"eval_info.json", `{}`, "", "it is no eval_info.json"},
		{"eval_info.json", `{}`, "speed", `has no outcome "speed"; --value takes max_reward, success, sum_reward`},
		{"results.json", `{"0": {"task_info": {"a": {"success": 3, "total": 2}}}}`, "", "3 successes of 2"},
		{"results.json", `{}`, "", "no epoch with task_info"},
		{"results.json", `{"0": {"task_info": {}, "chain_sr": {"1": 1}}}`, "chain_9",
			"takes success, avg_seq_len, chain_1"},
		{"log.txt", "New Training Run with Config\n", "", "was it trained with rollouts"},
		{"events.out.tfevents.1", "0123456789abcdef", "", "another CRC-32C than it states"},
		{"result.pt", "x", "", "no file of torch.save"},
		{"result.pt", string(torchFile([]byte("cos\nsystem\nX\x02\x00\x00\x00hi\x85R."))), "", "holds no dictionary"},
		{"result.pt", string(torchFile([]byte("}."))), "", "has no matrix S_conf_mat"},
		{"result.pt", string(torchFile([]byte("}X\x0a\x00\x00\x00S_conf_matK\x01s."))), "", "S_conf_mat is no array"},
	} {
		path := filepath.Join(dir, c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		name := recognised(path)
		f, err := Formats.Get(name)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		_, _, err = f.Read(path, c.field, budget.New(0))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.name) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}
