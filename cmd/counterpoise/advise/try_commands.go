package advise

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/printable"
	"counterpoise/internal/shell"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/results/decide"
	"counterpoise/scenes/demos"
)

// othersData is a dataset of another robot, for the commands that train on it.
type othersData struct {
	path, name, format string
	reader             demos.Reader
	t                  trial
}

func sourceOf(d *datasets.Set, t trial) othersData {
	return othersData{d.Paths[0], demos.NameOf(d.Opened()[0], d.Paths[0]), d.Formats[0], d.Opened()[0], t}
}

// keptBy returns the numbers of the demonstrations of an arm that leaves others out; ok is false for arms that weigh.
func keptBy(a decide.Arm) (numbers []int, ok bool) {
	if a.Filter == "" {
		return nil, false
	}
	for e, w := range a.Weights {
		if w[0] > 0 {
			numbers = append(numbers, e)
		}
	}
	return numbers, true
}

// next says how an arm is carried out on the dataset.
func (o othersData) next(a decide.Arm, dir string) string {
	if numbers, ok := keptBy(a); ok && o.format == "lerobot" {
		return shared.LerobotCommand(o.path, besides(o.path), o.reader, o.t.data.Episodes, numbers)
	}
	if a.Weights == nil {
		return "train on the dataset as it is"
	}
	return fmt.Sprintf("train with the weights in %s, as %s does",
		filepath.Join(dir, weightsFolder, "sampling-"+a.Name+".csv"), filepath.Join(dir, commandsFile))
}

// scriptHead begins the shell script.
const scriptHead = `#!/bin/sh
# Trains and tests %d arms of a dataset with %d seeds. All arms of a seed must start from the same initial states.
# counterpoise try --collect reads what stands in results/ARM/seed-N: the results of lerobot-eval, robomimic's logs or,
# from a robot or a Gymnasium loop, a file success.csv with a column success (0 or 1) and a row a rollout.
set -eu
cd "$(dirname "$0")"
`

// script is the shell script that trains and tests all arms.
func (o othersData) script(t trial) string {
	var b strings.Builder
	t.arms = slices.Clone(t.arms)
	for i := range t.arms { // what they do stands in comments, and may be of the user's words
		t.arms[i].About = printable.Line(t.arms[i].About)
	}
	fmt.Fprintf(&b, scriptHead, len(t.arms), t.seeds)
	switch o.format {
	case "lerobot":
		o.lerobot(&b, t)
	case "robomimic":
		o.robomimic(&b, t)
	default:
		o.loop(&b, t)
	}
	return b.String()
}

// lerobot writes the commands of LeRobot: for each seed a training and an evaluation of each arm. What was evaluated is
// not made again.
func (o othersData) lerobot(b *strings.Builder, t trial) {
	fmt.Fprintf(b, "DATA=%s\nNAME=%s\n", shell.Quote(o.path), shell.Quote(o.name))
	b.WriteString("POLICY=\"--policy.type=act --policy.push_to_hub=false\"   # yours\n")
	fmt.Fprintf(b, "ENV=\"--env.type=aloha --eval.n_episodes=%d --seed=0\"   # yours\n", t.rollouts)
	fmt.Fprintf(b, "for seed in %s; do\n", numbersTo(t.seeds))
	for _, a := range t.arms {
		command, more := "lerobot-train", ""
		if numbers, ok := keptBy(a); ok {
			more = fmt.Sprintf(" --dataset.episodes=\"%s\"", listOfNumbers(numbers))
		} else if a.Weights != nil {
			command = "python weights/lerobot_weights.py --weights=weights/weights-" + a.Name + ".parquet"
		}
		fmt.Fprintf(b, "  # %s: %s\n  if [ ! -e results/%s/seed-$seed/eval_info.json ]; then\n", a.Name, a.About,
			a.Name)
		fmt.Fprintf(b, "    %s \\\n      --dataset.repo_id=\"$NAME\" --dataset.root=\"$DATA\" $POLICY "+
			"--seed=$seed \\\n      --output_dir=train/%s/seed-$seed%s\n", command, a.Name, more)
		fmt.Fprintf(b, "    lerobot-eval --policy.path=train/%s/seed-$seed/checkpoints/last/pretrained_model $ENV \\\n"+
			"      --output_dir=results/%s/seed-$seed\n  fi\n", a.Name, a.Name)
	}
	b.WriteString("done\n")
}

// robomimic writes the commands of robomimic: filter keys for what arms keep, and a configuration for each training,
// which rolls out as it trains. robomimic draws all demonstrations alike, so weights are for a sampler of the user.
func (o othersData) robomimic(b *strings.Builder, t trial) {
	keys := map[string][]int{}
	for _, a := range t.arms {
		if numbers, ok := keptBy(a); ok {
			keys[a.Name] = numbers
		} else if a.Weights != nil {
			fmt.Fprintf(b, "# %s (%s): robomimic has no weights of demonstrations; weights/sampling-%s.csv is for a "+
				"sampler of yours\n", a.Name, a.About, a.Name)
		}
	}
	text, _ := json.Marshal(keys) // lists of numbers
	fmt.Fprintf(b, "DATA=%s   # gets the filter keys try-ARM\n", shell.Quote(o.path))
	fmt.Fprintf(b, "python - \"$DATA\" <<'END'\n"+`import h5py, json, sys
kept = json.loads('%s')
with h5py.File(sys.argv[1], "a") as f:
    demos = sorted(f["data"], key=lambda name: int(name.split("_")[-1]))
    for arm, numbers in kept.items():
        if f"mask/try-{arm}" in f:
            del f[f"mask/try-{arm}"]
        f[f"mask/try-{arm}"] = [demos[i].encode() for i in numbers]
END
`, text)
	fmt.Fprintf(b, "mkdir -p configs\nfor seed in %s; do\n", numbersTo(t.seeds))
	for _, a := range t.arms {
		_, keeps := keptBy(a)
		if a.Weights != nil && !keeps {
			continue
		}
		key := "null"
		if keeps {
			key = fmt.Sprintf("%q", "try-"+a.Name)
		}
		fmt.Fprintf(b, "  # %s: %s\n  cat > configs/%s-$seed.json <<END\n", a.Name, a.About, a.Name)
		fmt.Fprintf(b, `{"algo_name": "bc", "experiment": {"name": "seed-$seed", "rollout": {"enabled": true, "n": %d}},
 "train": {"data": "$DATA", "output_dir": "$PWD/results/%s", "seed": $seed, "hdf5_filter_key": %s}}
END
`, t.rollouts, a.Name, key)
		fmt.Fprintf(b, "  [ -e results/%s/seed-$seed ] ||\n    python -m robomimic.scripts.train --config "+
			"configs/%s-$seed.json\n", a.Name, a.Name)
	}
	b.WriteString("done\n")
}

// loop writes the commands around a training loop of the user's.
func (o othersData) loop(b *strings.Builder, t trial) {
	b.WriteString("TRAIN=\"python train.py\"   # yours: --weights FILE (of demonstrations), --seed N, --out FILE\n" +
		"TEST=\"python test.py\"     # yours: --policy FILE, --out FILE: a column success, a row a rollout\n")
	fmt.Fprintf(b, "for seed in %s; do\n", numbersTo(t.seeds))
	for _, a := range t.arms {
		more := ""
		if a.Weights != nil {
			more = " --weights weights/sampling-" + a.Name + ".csv"
		}
		fmt.Fprintf(b, "  # %s: %s\n  mkdir -p train results/%s/seed-$seed\n", a.Name, a.About, a.Name)
		fmt.Fprintf(b, "  $TRAIN%s --seed $seed --out train/%s-$seed\n", more, a.Name)
		fmt.Fprintf(b, "  $TEST --policy train/%s-$seed --out results/%s/seed-$seed/success.csv\n", a.Name, a.Name)
	}
	b.WriteString("done\n")
}

// numbersTo are the seeds 1 to n as a shell takes them.
func numbersTo(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprint(i+1))
	}
	return strings.Join(all, " ")
}

// listOfNumbers is a list of numbers as LeRobot takes it.
func listOfNumbers(numbers []int) string {
	return strings.ReplaceAll(fmt.Sprint(numbers), " ", ",")
}
