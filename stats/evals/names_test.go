package evals

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/stats/table"
)

// named is what paths are taken for, "method:seed@checkpoint" each, and what is said and warned of.
func named(o Options, root string, paths ...string) (labels, said string, err error) {
	var found []source
	for _, p := range paths {
		s := source{path: p, root: root}
		if name, rest, ok := strings.Cut(p, ":"); ok {
			s.method, s.path = name, rest
		}
		if !strings.HasSuffix(p, ".csv") {
			s.format = "lerobot"
		}
		found = append(found, s)
	}
	all, err := o.labels(found)
	if err != nil {
		return "", "", err
	}
	_, all, lines, warnings, err := o.chosen(found, all)
	var texts []string
	for _, l := range all {
		text := joined(l.method, l.task) + ":" + joined(l.trial, l.start)
		if l.checkpoint != "" {
			text += "@" + l.checkpoint
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " "), strings.Join(append(lines, warnings...), "\n"), err
}

// expand writes out alternatives in braces: a{b,c} is ab and ac.
func expand(text string) (all []string) {
	head, rest, ok := strings.Cut(text, "{")
	if !ok {
		return []string{text}
	}
	inner, tail, _ := strings.Cut(rest, "}")
	for _, one := range strings.Split(inner, ",") {
		for _, end := range expand(tail) {
			all = append(all, head+one+end)
		}
	}
	return all
}

// The methods, seeds and checkpoints of paths below a folder that is given, or named one by one (root empty). Numbers
// of checkpoints are no seeds, however they are called; times tell nothing; ordinary parts of paths are no seeds.
func TestNames(t *testing.T) {
	const info = "/eval_info.json"
	for _, c := range []struct{ root, paths, want, said string }{
		{"", "runs/{act,bc}/seed{1,2}.csv", "act:1 act:2 bc:1 bc:2", "{method}/seed{seed} ("},
		{"", "out/{act,bc}_seed3" + info, "act:3 bc:3", "{method}_seed{seed} ("},
		{"", "act-1.csv act-2.csv bc-1.csv bc-2.csv", "act:1 act:2 bc:1 bc:2", "{method}-{seed} ("},
		{"", "resnet18.csv resnet50.csv vit.csv", "resnet18: resnet50: vit:", ""},
		{"", "resnet18.csv mlp.csv", "resnet18: mlp:", ""},
		{"", "{a,b}/x.csv", "a: b:", ""},
		{"", "alone.csv", "alone:", ""},
		{"", "seed1/a.csv seed2/a.csv", "a:1 a:2", "seed{seed}/{method} ("},
		{"", "bc:x/seed_7.csv bc:x/seed_8.csv act:y.csv", "bc:7 bc:8 act:", ""},

		// checkpoints
		{"r", "r/{act,dp}/step_{5000,10000,15000}" + info, "act:@15000 dp:@15000", "the last of each training " +
			"counts, 15000"},
		{"r", "r/{act,dp}/{5000,10000}_steps" + info, "act:@10000 dp:@10000", ""},
		{"r", "r/{act,dp}/checkpoint-{500,1000}" + info, "act:@1000 dp:@1000", ""},
		{"r", "r/{act,dp}/ckpt_{5,10}" + info, "act:@10 dp:@10", ""},
		{"r", "r/{act,dp}/iter{5,10}" + info, "act:@10 dp:@10", ""},
		{"r", "r/{act,dp}/epoch={9,10}" + info, "act:@10 dp:@10", ""},
		{"r", "r/{act,dp}/{5k,10k}" + info, "act:@10k dp:@10k", ""},
		{"r", "r/{act,dp}/checkpoints/{1,2,3}" + info, "act:@3 dp:@3", "{method}/checkpoints/{checkpoint} ("},
		{"r", "r/{act,dp}/checkpoints/{005000,010000,last}/pretrained_model" + info, "act:@last dp:@last", ""},
		{"r", "r/{act,dp}/{005000,010000}" + info, "act:@010000 dp:@010000", ""},
		{"r", "r/{act,dp}/{5000,10000,best}" + info, "act:@10000 dp:@10000", ""},
		{"r", "r/{act,dp}/best" + info, "act:@best dp:@best", "the best checkpoint counts of act, dp"},
		{"r", "r/{act,dp}_step{5000,10000}" + info, "act:@10000 dp:@10000", ""},
		{"r", "r/act/model_epoch_50_success_0.5" + info + " r/act/model_epoch_100_success_0.6" + info +
			" r/dp/model_epoch_100" + info,
			"act:@100 dp:@100", ""},
		{"r", "r/act/step_{5,10}" + info + " r/dp/step_5" + info, "act:@10 dp:@5", "different checkpoints: 5 " +
			"of dp; 10 of act"},

		// seeds and checkpoints, wherever they stand
		{"r", "r/{act,dp}/seed_{1,2}/step_{5000,10000}" + info, "act:1@10000 act:2@10000 dp:1@10000 dp:2@10000",
			"{method}/seed_{seed}/step_{checkpoint} ("},
		{"r", "r/seed_{1,2}/{act,dp}/step_{5000,10000}" + info, "act:1@10000 dp:1@10000 act:2@10000 dp:2@10000", ""},
		{"r", "r/step_{5000,10000}/{act,dp}/seed_{1,2}" + info, "act:1@10000 act:2@10000 dp:1@10000 dp:2@10000", ""},
		{"r", "r/{act,dp}_seed{1,2}_step{5,10}" + info, "act:1@10 act:2@10 dp:1@10 dp:2@10",
			"{method}_seed{seed}_step{checkpoint} ("},
		{"r", "r/{act,dp}/seed_{1,2}/{500,1000}" + info, "act:1@1000 act:2@1000 dp:1@1000 dp:2@1000", ""},
		{"", "act:r/act/seed_{1,2}/step_{5,10}" + info + " dp:r/dp/seed_{1,2}/step_{5,10}" + info,
			"act:1@10 act:2@10 dp:1@10 dp:2@10", ""},
		{"r", "r/{act,dp}/seed=1,lr=3" + info, "act:1 dp:1", ""},

		// times
		{"r", "r/{bc,bc_rnn}/seed{1,2}/20251201101011/logs/log.txt", "bc:1 bc:2 bc_rnn:1 bc_rnn:2",
			"{method}/seed{seed} ("},
		{"r", "r/bc/seed1/20251201101011/logs/log.txt r/bc/seed2/20251202101112/logs/log.txt " +
			"r/dp/seed1/20251203101112/logs/log.txt",
			"bc:1 bc:2 dp:1", ""},
		{"r", "r/{bc,dp}/2025-12-01/10-10-{11,12}" + info, "bc:bc #1 bc:bc #2 dp:dp #1 dp:dp #2", ""},
		{"r", "r/{bc,dp}/seed_1/2025120{1,2}_101011" + info, "bc:1 dp:1", "the newest counts; left out: 2 results"},
		{"r", "r/2025-12-0{1,2}/10-10-11_{act,dp}" + info, "act:act #1 dp:dp #1 act:act #2 dp:dp #2", ""},
		{"r", "r/bc/20251201101011/step_{5,10}" + info + " r/bc/20251202101011/step_5" + info +
			" r/dp/20251201101011/step_9" + info,
			"bc:bc #1@10 bc:bc #2@5 dp:@9", "different checkpoints"},
		{"r", "r/{bc,dp}/step_5/20251204" + info + " r/{bc,dp}/step_10/20251203" + info, "bc:@10 dp:@10", ""},

		// seeds of evaluations
		{"r", "r/{act,dp}/seed_1/eval_seed_{7,8}" + info, "act:1/7 act:1/8 dp:1/7 dp:1/8", "are put together"},

		// with care: numbers and short names
		{"r", "r/{act,dp}/s{1,2}" + info, "act:1 act:2 dp:1 dp:2", "{method}/s{seed} ("},
		{"r", "r/{act,dp}/run_{1,2}" + info, "act:1 act:2 dp:1 dp:2", ""},
		{"r", "r/{act,dp}/{1,2,3}" + info, "act:1 act:2 act:3 dp:1 dp:2 dp:3", "{method}/{seed} ("},
		{"r", "r/{act,dp}/{0,42,1337}" + info, "act:0 act:42 act:1337 dp:0 dp:42 dp:1337", ""},
		{"r", "r/{libero_10,libero_90}/{act,dp}" + info, "libero_10/act: libero_10/dp: libero_90/act: libero_90/dp:",
			""},
		{"r", "r/{act,dp}/libero_{10,90}/seed_1" + info,
			"act/libero_10:1 act/libero_90:1 dp/libero_10:1 dp/libero_90:1", ""},
		{"r", "r/{act,dp}_libero_{10,90}" + info, "act_libero_10: act_libero_90: dp_libero_10: dp_libero_90:", ""},
		{"/mnt/s3", "/mnt/s3/{act,dp}" + info, "act: dp:", ""},
		{"", "/mnt/s3/act" + info + " /mnt/s4/dp" + info, "s3/act: s4/dp:", ""},
		{"/home/run2/seed_5", "/home/run2/seed_5/{act,dp}" + info, "act: dp:", ""},
		{"r", "r/{act,dp}_{50,100}_demos" + info, "act_50_demos: act_100_demos: dp_50_demos: dp_100_demos:", ""},
		{"r", "r/resnet-{18,50}" + info, "resnet-18: resnet-50:", ""},
		{"r", "r/{act,dp}/v{1,2}" + info, "act/v1: act/v2: dp/v1: dp/v2:", ""},

		// factors and tasks are no seeds
		{"r", "r/lr_1e-{1,2,3}" + info, "lr_1e-1: lr_1e-2: lr_1e-3:", ""},
		{"r", "r/{act,dp}_lr_1e-{3,4}" + info, "act_lr_1e-3: act_lr_1e-4: dp_lr_1e-3: dp_lr_1e-4:", ""},
		{"r", "r/demos_{1,2}/{act,dp}" + info, "demos_1/act: demos_1/dp: demos_2/act: demos_2/dp:",
			"The number in demos_1 is no seed (--path 'demos_{seed}/{method}' takes it for one)."},
		{"r", "r/{act,dp}/exp-{1,2}.csv", "act/exp-1: act/exp-2: dp/exp-1: dp/exp-2:", "--path '{method}/exp-{seed}'"},
		{"r", "r/{act,dp}_fold-{1,2}" + info, "act_fold-1: act_fold-2: dp_fold-1: dp_fold-2:", ""},
		{"r", "r/layers-{1,2}" + info, "layers-1: layers-2:", ""},
		{"r", "r/task_{1,2}/{act,dp}" + info, "act/task_1: dp/task_1: act/task_2: dp/task_2:", "{task}/{method} ("},
		{"r", "r/{act,dp}/scene-{1,2}/seed{1,2}" + info, "act/scene-1:1 act/scene-1:2 act/scene-2:1 act/scene-2:2 " +
			"dp/scene-1:1 dp/scene-1:2 dp/scene-2:1 dp/scene-2:2", "{method}/{task}/seed{seed} ("},
		{"r", "r/act-{1,2}" + info + " r/bc-{1,2}" + info, "act:1 act:2 bc:1 bc:2", "{method}-{seed} ("},
		// seeds that are written in several ways
		{"r", "r/act/seed{1,2}" + info + " r/bc/{01,02}" + info, "act:1 act:2 bc:01 bc:02", ""},
		{"r", "r/act_seed{1,2}" + info + " r/bc_s{1,2}" + info, "act:1 act:2 bc:1 bc:2", ""},

		// ambiguous
		{"r", "r/{act,dp}/{5000,10000,15000}" + info, "", "the numbers 5000, 10000, 15000 in the paths, as in " +
			"act/5000, could be " +
			"training seeds, checkpoints or tasks: say which with --path '{method}/{seed}' " +
			"or --path '{method}/{checkpoint}'"},
		{"r", "r/{act,dp}/seed_1/{0,1,2}" + info, "", "--path '{method}/seed_{seed}/{checkpoint}' " +
			"or --path '{method}/seed_{seed}/{task}'"},
		{"", "bc:r/{lift,can}/seed_1" + info, "", "are both bc seed 1: say what tells them apart with --path, " +
			"as in --path " +
			"'{task}/seed_{seed}"},
		{"r", "r/{act,dp}/seed_1/seed_{7,8}" + info, "", "both 1 and 7 could be its seed"},
	} {
		var paths []string
		for _, p := range strings.Fields(c.paths) {
			paths = append(paths, expand(p)...)
		}
		got, said, err := named(Options{}, c.root, paths...)
		if err != nil {
			got, said = "", err.Error()
		}
		if got != c.want || !strings.Contains(said, c.said) || strings.Contains(c.said, "(") && said == "" {
			t.Errorf("%s\n got %s\nwant %s\nsaid %s\nwant %s", filepath.Join(c.root, c.paths), got, c.want, said,
				c.said)
		}
	}
}

// Files of one table each, whose paths tell tasks and seeds: both become columns, seeds pair however they are written,
// and what one path tells and another does not is an error that says what to do.
func TestPathsOfTables(t *testing.T) {
	for _, c := range []struct{ paths, want string }{
		{"task_{1,2}/{act,bc}.csv", "success method task"},
		{"act/seed{1,2}.csv bc/{01,02}.csv", "success method seed"},
		{"act/exp-{1,2}.csv bc/exp-{1,2}.csv", "success method"},
		{"act/seed{1,2}.csv bc/x.csv", "one tells a seed or task in its path or columns and the other does not"},
	} {
		dir := t.TempDir()
		for k, pattern := range strings.Fields(c.paths) {
			for i, path := range expand(pattern) {
				path = filepath.Join(dir, path)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				rows := strings.Repeat("1\n", 1+k) + strings.Repeat("0\n", 1+i)
				if err := os.WriteFile(path, []byte("success\n"+rows), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
		s, said, err := Read([]string{dir}, Options{})
		got := strings.Join(s.Names, " ")
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) || err == nil && !strings.Contains(strings.Join(said, " "), "--path") {
			t.Errorf("%s: %s, %q, want %s", c.paths, got, said, c.want)
		}
		if strings.Contains(c.paths, "exp") {
			// Two trainings of one method and one of another share no seed.
			s, _, err := Read([]string{"a=" + dir + "/act/exp-1.csv", "a=" + dir + "/act/exp-2.csv", "b=" + dir +
				"/bc/exp-1.csv"}, Options{})
			if err != nil || strings.Join(s.Names, " ") != "success method seed" {
				t.Errorf("%v, %v", s.Names, err)
			}
			s, _, err = Read([]string{dir}, Options{Path: "{method}/exp-{seed}"})
			if err != nil || s.Rows[0][1] != "act" || s.Rows[0][2] != "1" {
				t.Errorf("%v, %v", s.Rows, err)
			}
		}
		if strings.Contains(c.paths, "01") {
			d, err := s.Detect(table.Choice{})
			if err != nil || len(d.Long.Trials) != 2 || !strings.Contains(d.Sentence, "one number in several ways") {
				t.Errorf("%s: %v, %v, %s", c.paths, err, d.Long.Trials, d.Sentence)
			}
		}
	}
}
