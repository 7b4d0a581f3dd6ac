package evals

import (
	"encoding/json"
	"fmt"
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
		VLAEval     struct{ Success, Episodes float64 } `json:"vla-eval"`
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
		{"vla-eval/libero_goal_aggregate.json", "vla-eval", "", want.VLAEval.Success, want.VLAEval.Episodes},
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
		read, err := f.Read(path, c.field, budget.New(0))
		sum, rollouts := sumOf(read.Outcomes)
		if err != nil || math.Abs(sum-c.sum) > 1e-7 || rollouts != int(c.rollouts) || read.What == "" {
			t.Errorf("%s %q: %v of %d rollouts, want %v of %v; %q, %v", path, c.field, sum, rollouts, c.sum, c.rollouts,
				read.What, err)
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
	if len(s.Rows) != 48 || len(sentences) != 2 || !strings.Contains(sentences[1], "act seeds 1, 2; dp seeds 1, 2") {
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

// Of a tree of seeds and checkpoints the last checkpoint of each seed is read, or the one that is asked for; a pattern
// reads paths otherwise, and seeds of folders are added to tables that name their methods.
func TestReadChoosesCheckpoints(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i, path := range expand("runs/{act,dp}/seed_{1,2}/step_{5000,10000}/eval_info.json") {
		write(path, `{"per_episode": [{"success": `+[]string{"false", "true"}[i%2]+"}]}"+strings.Repeat(" ", i))
	}
	for i, path := range expand("tables/seed_{1,2}/results.csv") {
		write(path, "method,success_rate\na,.5\nb,.6\n"+strings.Repeat("c,.7\n", i))
	}
	log := func(epoch int) string {
		return fmt.Sprintf("New Training Run with Config\nEpoch %d Rollouts took 1s (avg) with results:\nEnv: Lift\n"+
			"{\n  \"Success_Rate\": 0.5\n}\n", epoch)
	}
	write("logs/bc/seed1/20251201101011/logs/log.txt", log(100))
	write("logs/bc/seed2/20251201101011/logs/log.txt", log(50))
	write("logs/rnn/seed1/20251201101011/logs/log.txt", log(100)+"\n")
	write("logs/rnn/seed2/20251201101011/logs/log.txt", log(100)+"\n\n")
	for _, c := range []struct {
		folder  string
		o       Options
		rows    string // of the sheet, without line ends
		warning string
	}{
		{"runs", Options{}, "act,1,0,1,1 act,2,0,1,1 dp,1,0,1,1 dp,2,0,1,1", ""},
		{"runs", Options{Checkpoint: "5000"}, "act,1,0,0,1 act,2,0,0,1 dp,1,0,0,1 dp,2,0,0,1", ""},
		{"runs", Options{Path: "{method}/seed_1/step_{seed}"}, "", "act/seed_2/step_10000/eval_info " +
			"does not match --path"},
		{"runs", Options{Path: "{method}/{task}/step_{seed}"}, "act,10000,seed_1,0,1,1 act,5000,seed_1,0,0,1 " +
			"act,10000,seed_2,0,1,1 act,5000,seed_2,0,0,1 dp,10000,seed_1,0,1,1 dp,5000,seed_1,0,0,1 " +
			"dp,10000,seed_2,0,1,1 dp,5000,seed_2,0,0,1", ""},
		{"runs", Options{Path: "{robot}"}, "", "{robot} is none of {method}, {seed}, {task} and {checkpoint}"},
		{"runs", Options{Path: "act"}, "", "names nothing"},
		{"runs", Options{Checkpoint: "7000"}, "",
			`act seed 1 has no checkpoint "7000": --checkpoint takes 10000, 5000`},
		{"tables", Options{}, "a,.5,1 b,.6,1 a,.5,2 b,.6,2 c,.7,2", ""},
		{"logs", Options{}, "bc,1,Lift,0.5,1 bc,2,Lift,0.5,1 rnn,1,Lift,0.5,1 rnn,2,Lift,0.5,1",
			"trainings end at different points: epoch 50 of " + filepath.Join(dir,
				"logs/bc/seed2/20251201101011/logs/log.txt") +
				"; epoch 100 of 3 results"},
	} {
		s, _, err := Read([]string{filepath.Join(dir, c.folder)}, c.o)
		if err != nil {
			if c.rows != "" || !strings.Contains(err.Error(), c.warning) {
				t.Errorf("%s, %+v: %v, want %s", c.folder, c.o, err, c.warning)
			}
			continue
		}
		var rows []string
		for _, row := range s.Rows {
			rows = append(rows, strings.Join(row, ","))
		}
		taken, err := s.Detect(table.Choice{})
		if got := strings.Join(rows, " "); got != c.rows || err != nil ||
			!strings.Contains(strings.Join(taken.Warnings, " "), c.warning) {
			t.Errorf("%s, %+v: %s, want %s; %q, want %q; %v", c.folder, c.o, got, c.rows, taken.Warnings, c.warning,
				err)
		}
	}
}

// eval_log.json of diffusion_policy has a number for each rollout by its seed; the seeds pair methods.
func TestDiffusionPolicy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "eval_log.json")
	const log = `{"test/sim_max_reward_100000": 1.0, "test/sim_max_reward_100001": 0.25, "train/sim_max_reward_0": 0.5,
		"test/sim_video_100000": "media/a.mp4", "test/mean_score": 0.625, "train/mean_score": NaN}`
	if err := os.WriteFile(path, []byte(log), 0o644); err != nil {
		t.Fatal(err)
	}
	for field, want := range map[string]string{
		"":                     "[{   100000 1 1 } {   100001 1 0.25 }]",
		"test/sim_max_reward":  "[{   100000 1 1 } {   100001 1 0.25 }]",
		"train/sim_max_reward": "[{   0 1 0.5 }]",
		"test/mean_score":      "[{    1 0.625 }]",
	} {
		r, err := readDiffusionLog(path, field, budget.New(0))
		if got := fmt.Sprint(r.Outcomes); err != nil || got != want || recognised(path) != "diffusion_policy" {
			t.Errorf("%q: %s, %v, want %s", field, got, err, want)
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
		{"eval_log.json", `{"test/mean_score": 1`, "", "is damaged"},
		{"eval_log.json", `{"test/mean_score": 1, "test/p_1": 0.5, "test/sim_video_1": "x.mp4"}`, "reward",
			`has no outcome "reward"; --value takes test/mean_score, test/p`},
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
		_, err = f.Read(path, c.field, budget.New(0))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.name) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}
