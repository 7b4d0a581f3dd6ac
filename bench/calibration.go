package bench

import (
	"fmt"
	"strings"

	"counterpoise/bench/record"
	"counterpoise/policies/optimizer"
	"counterpoise/scenes"
)

// Calibration is the number of gradient steps that policies of one kind are trained for on one task, chosen on balanced
// data alone. It is a property of task, knobs, observer, network and head together, never of the task.
type Calibration struct {
	Task     string // with its knobs, in canonical form
	Observer string
	Network  string
	Head     string
	Steps    int                // gradient steps
	Schedule optimizer.Schedule // of the learning rate over these steps
	Date     string             // when it was frozen, YYYY-MM-DD, before any method was compared under it
	Source   string             // folder of the records that it was chosen on
}

// Calibrations is the calibration table. For each task (with its knobs) and policy it has the least number of gradient
// steps whose success lies within two points of the best on a doubling grid. Each number of steps is a training of its
// own, whose schedule runs to its end. The grid is that of the experiment plateau, or the part of it that was measured.
// Package results/analysis has the rule, and its test holds this table to the committed records, whose documents say
// how far each number of steps stays behind the best, with its interval. The best is the last of the grid in opening
// from pictures, where no number is shown to stay behind it, and in PickNarrow from the state. Beyond the grid, from
// pictures, 4,000 and 8,000 steps were trained on 2026-11-27, after all else had been seen, and succeed less: 47/74 and
// 49/72 in opening, 63/72/54 and 59/64/46 in picking (plateau-long).
//
// The knobs were chosen first, by plain cloning of balanced data alone on a seed that no other experiment has, so that
// most behaviours succeed in 60 to 85 % of the rollouts at the plateau from the state and from pictures. Each task has
// two settings: by default it is short of variety (the block's yaw, the spread of the starts), and with a narrow
// gripper, or a drawer that is reached from straight above, it is short of precision. Opening has two more, whose
// starts are near home: one with the drawer reached from above, one with inexact observations. Success in percent by
// the earned oracle, over 10 trials of 50 rollouts; * marks the calibrated number:
//
//	                              steps     250       500       1000      2000
//	picking, left/middle/right    state  60/61/65  71/75/68  78/83/70* 74/81/66
//	                              vision 67/74/69  72/81/68* 74/79/66  71/73/61
//	picking:Yaw=22.5,Opening=60   state  36/40/40  51/58/57  64/70/68* 67/72/66
//	                              vision 68/80/65  75/83/66* 75/82/56  73/76/50
//	opening, slider/drawer        state   82/76*    79/79      70/78     63/67
//	                              vision  51/78     50/81      52/79     55/80*
//	opening:Approach=0            state   76/63*    79/64      73/64     65/59
//	                              vision  53/69     54/72*     55/73     53/73
//	opening:Start=.02,Approach=0  state   92/68*    88/72      85/70     79/63
//	                              vision  65/72     66/80*     67/81     61/80
//	opening:Start=.02,Noise=10    state   85/80*    85/84      76/85     74/83
//	                              vision  67/76*    64/81      62/75     54/70
//
// From the state the numbers of steps were chosen over the first 6 trials. The other 4 were added on 2026-11-26, after
// all else had been seen, and change one choice: under OpenInexact 250 steps stay 2.2 points behind 500, where 6 trials
// had 1.3. The table keeps what was frozen.
//
// From pictures the slider is below the band under the first two settings of opening, by 5 points (95 % interval from
// 48 to 63 %) and 6 (50 to 58 %). These knobs were chosen with the encoder of version 2.4, under which it succeeded in
// 63 and 56 %; with today's, the numbers of steps alone were chosen again. The last two settings, under which both
// behaviours are inside the band from pictures, were chosen on the same balanced data and seed, after the confirmatory
// run under the first two had been seen, and the last one after that under the third. Looked at and not chosen, with 1
// to 8 trials: Yaw 45, 60, 70, 90; picking's Opening 50, 52, 56, 64, 66; Clutter 2; Start .02, .03, .06, .1, .2; Ajar
// 25, 50; opening's Opening 48, 54, 60, 62, 64; Start .02 with Noise 2 and 5, with Speed .7; Start .03 with Approach
// 18. Records of 4,000 steps are from the state alone: they lose 6.5 points in picking and 22.8 in opening to the
// plateau (experiment steps, results/explain), and with twice the demonstrations 3.7 and 5.8 (plateau-size).
//
// Other networks and heads, 10 trials of 50 rollouts on the same data (results/networks), mean over the behaviours; cnn
// sees pictures end to end, the others the state:
//
//	         steps        250  500  1000 2000
//	picking  gaussian     62   65*  44   31
//	         bins          2   10   22   31
//	         flow         13   22   36   48
//	         transformer  39   42   48   57*
//	         cnn          69   76   74   70
//	opening  gaussian     69   71   73*  67
//	         bins         35   39   43   47
//	         flow         17   35   53   63
//	         transformer  83   89*  89   90
//	         cnn          53   70   80   82
//
// The gaussian head's 1,000 steps in opening were chosen by CALVIN's oracle over the first 6 trials; by the earned one
// 500 lie within two points too. The records of results/networks are of 1,000.
//
// The last of the grid is the best for bins, for flow, for the transformer in picking and for cnn in opening, where the
// plateau may lie beyond: all but the transformer have no line. Flow and the transformer go on (plateau-long, flow with
// 6 trials, the transformer with 10):
//
//	             steps     2000 4000 8000 16000 32000
//	flow         picking   48   63   75   86    88
//	             opening   63   73   83   89    89
//	transformer  picking   57*  59   56
//
// By the rule flow's plateau is at 16,000 in opening and at 32,000 or more in picking, and lies above that of the
// squared error (82 and 79). A training takes a minute or two there, so it has no line: --steps asks for it. The
// transformer's is at 2,000 in picking. Its experiments were run at 500 steps there until this was known, and then
// again.
//
// The number of steps follows the size of the data in proportion: from the state, by the same rule (plateau-size, 10
// trials), it is 250 with half of the demonstrations and 1,000 with twice as many, on both tasks. With the study's
// number it is 1,000 in picking and 250 in opening, so that within a factor of two the rule says nothing. From pictures
// (10 trials, looked at when all else was known) it does not follow: in picking it is 250 with half, 500 with the
// study's number and 500 with twice as many, in opening 250, 2,000 and 2,000.
//
// Not measured, with the command that would, each with --trials 10 --rollouts 50 --seed 5000:
//
//   - the head diffusion, which has no record: run plateau --policy state+mlp+diffusion;
//   - the networks vit, and from pictures transformer and spatial: run plateau --policy vision+vit, and the others so;
//   - heads other than squared from pictures, and under another network than mlp: run plateau --policy vision+mlp+flow,
//     --policy state+transformer+flow, and the others so;
//   - the four other settings of the knobs, under policies other than state and vision: run plateau, as above;
//   - resnet18, but for two trials of 30 rollouts, which do not rise after 1,000 steps (results/residual-steps): run
//     plateau --policy vision+resnet18:Batch=64.
var Calibrations = []Calibration{
	{"picking", "state", mlp, squared, 1000, optimizer.Cosine, "2026-11-22", calibrationFolder},
	{"picking", "vision", mlp, squared, 500, optimizer.Cosine, "2026-11-22", calibrationFolder},
	{PickNarrow, "state", mlp, squared, 1000, optimizer.Cosine, "2026-11-22", calibrationFolder},
	{PickNarrow, "vision", mlp, squared, 500, optimizer.Cosine, "2026-11-22", calibrationFolder},
	{"opening", "state", mlp, squared, 250, optimizer.Cosine, "2026-11-22", calibrationFolder},
	{"opening", "vision", mlp, squared, 2000, optimizer.Cosine, "2026-11-22", calibrationFolder},
	{"picking", "state", mlp, "gaussian", 500, optimizer.Cosine, "2026-11-23", networksFolder},
	{"opening", "state", mlp, "gaussian", 1000, optimizer.Cosine, "2026-11-23", networksFolder},
	{"picking", "state", "transformer", squared, 2000, optimizer.Cosine, "2026-11-26", networksFolder},
	{"opening", "state", "transformer", squared, 500, optimizer.Cosine, "2026-11-26", networksFolder},
	{OpenSteep, "state", mlp, squared, 250, optimizer.Cosine, "2026-11-22", calibrationFolder},
	{OpenSteep, "vision", mlp, squared, 500, optimizer.Cosine, "2026-11-22", calibrationFolder},
	{OpenNear, "state", mlp, squared, 250, optimizer.Cosine, "2026-11-25", calibrationFolder},
	{OpenNear, "vision", mlp, squared, 500, optimizer.Cosine, "2026-11-25", calibrationFolder},
	{OpenInexact, "state", mlp, squared, 250, optimizer.Cosine, "2026-11-25", calibrationFolder},
	{OpenInexact, "vision", mlp, squared, 250, optimizer.Cosine, "2026-11-25", calibrationFolder},
}

// The network and the head that the text form of a policy leaves out.
const mlp, squared = record.DefaultNetwork, record.DefaultHead

// The settings of the tasks' knobs that make them short of precision, and those of opening from starts near home, once
// with the drawer reached from straight above and once with inexact observations, in canonical form.
const (
	PickNarrow  = "picking:Yaw=22.5,Opening=60"
	OpenSteep   = "opening:Approach=0"
	OpenNear    = "opening:Start=0.02,Approach=0"
	OpenInexact = "opening:Start=0.02,Noise=10"
)

// The folders that hold what was measured: for the policies of the confirmatory run, and for other networks and heads.
const (
	calibrationFolder = "results/calibration"
	networksFolder    = "results/networks"
)

// CalibrationSeed is the seed of calibration alone: nothing that is compared is trained on its demonstrations.
const CalibrationSeed = 5000

// Calibrated returns the line of the calibration table for a task with its knobs and a policy, whatever the policy's
// settings. A task whose instruction is unreliable has the line of the same task with a reliable one: success is then
// bounded by the instruction, and no number of steps lifts the bound.
func Calibrated(task string, p record.Policy) (Calibration, bool) {
	find := func(task string) (Calibration, bool) {
		for _, c := range Calibrations {
			if c.Task == task && c.Observer == p.Observer && c.Network == p.Network && c.Head == p.Head {
				return c, true
			}
		}
		return Calibration{}, false
	}
	if c, ok := find(task); ok { // most tasks: it saves reading the knobs, for every cell of a plan
		return c, true
	}
	reliable, err := scenes.ChangedTask(task, "Ambiguity=0")
	if err != nil {
		return Calibration{}, false
	}
	return find(reliable)
}

// CalibratedSteps returns the calibrated number of gradient steps of a task and a policy, whatever the policy's
// settings. For a pair that the table does not have, the error names the policies that it has for the task.
func CalibratedSteps(task string, p record.Policy) (int, error) {
	if c, ok := Calibrated(task, p); ok {
		return c.Steps, nil
	}
	var known []string
	for _, c := range Calibrations {
		if c.Task == task {
			known = append(known, record.Policy{Observer: c.Observer, Network: c.Network, Head: c.Head}.String())
		}
	}
	err := fmt.Errorf("--steps is needed: the calibration has no number of steps for policy %s and task %q", p, task)
	if len(known) > 0 {
		err = fmt.Errorf("%w; it has them for %s", err, strings.Join(known, ", "))
	}
	return 0, err
}
