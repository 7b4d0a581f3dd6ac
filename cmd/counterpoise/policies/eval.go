package policies

import (
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/policies/backend"
	"counterpoise/scenes"
)

const evalAbout = `
eval rolls out a policy, and shows how often it succeeds at each behaviour of a task, with Wilson's 95 % intervals; how
often it showed the wrong behaviour, and neither; and the success of untrained policies (chance), with its upper 95 %
bound: from the folder of --records if it has it, or else from the program, which carries those of the committed
results. Without --records the folder out counts only if its level rests on as many initialisations.

The policy is a file that train has kept, which names the task that it was trained on: that is tried unless --task
names another. With --remote it is any policy behind openpi's websocket protocol. Such a policy gets what --preset and
--observe say, and answers with chunks of actions (dx, dy, dz, droll, dpitch, dyaw, gripper, as CALVIN's relative
actions), of which --execute are executed before the next question. Where the server's metadata have "batch", many
rollouts share a question; elsewhere --connections are side by side. A server that goes away is waited for. Its answers
must depend on the question alone; a policy that remembers needs --observe episode=episode --observe step=step. An API
key is read from COUNTERPOISE_API_KEY. What tells one server from another is its address, or --name in its place, and
its metadata.

A success is one that the gripper earned: at least 80 % of the way that the drawer, the door or the block has come was
made with a finger in contact. With --oracle calvin it is one by CALVIN's thresholds, whatever moved the
part. Both oracles judge the same rollouts.

Rollout n of a behaviour starts from the same state for every policy with the same seed: that of trial 0 of a run
with this seed, or of the trial that --trial names. So compare can pair two evaluations that --out has kept. The number
of workers changes no outcome. Policies that observe pictures get those of the renderer in pure Go. With --out, an
evaluation that was stopped goes on where it was; without it nothing is written.

With --env a policy that train has made from demonstrations of another environment is rolled out there: in any
Gymnasium environment whose actions are vectors of numbers (gymnasium:ID?key=value), in what a function of yours returns
(MODULE:FUNCTION), or in the environments of a server (ws://HOST:PORT). The first two are started in the Python that
--python names. A success is what info says, or the function of --success; --task is the sentence of one of the
policy's tasks. Rollout n starts from the same seed for every policy; whether a seed decides the start is tested.

Policies of this program act on the Go backend, as in experiments; --device chooses another, with the same outcomes but
where rounding decides one.`

const evalExamples = `  NAME eval out/policy
  NAME eval out/left --task picking --rollouts 100 --seed 7 --out left.json
  NAME eval out/left --task picking:Yaw=90
  NAME eval --remote ws://127.0.0.1:8000 --preset openpi-libero --task picking --out pi.json --films pi
  NAME eval out/reach --env gymnasium:metaworld:Meta-World/MT1?env_name=reach-v3 --python venv/bin/python
  NAME compare left.json pi.json`

func init() { register(program.eval) }

// eval is the command that rolls out a policy: of a file, or behind a server (runner.Evaluate).
func (p program) eval() *cobra.Command {
	e := evaluation{Evaluation: runner.Evaluation{
		Rollouts: 50, Seed: bench.DefaultSize.Seed, Workers: runtime.NumCPU(), NewRenderer: shared.NewPictures,
	}}
	r := newRemoteFlags()
	var there shared.EnvFlags
	chanceToo := false
	c := &cobra.Command{
		Use:         "eval POLICY | POLICY --env ENV | --remote ADDRESS",
		GroupID:     "policies",
		Annotations: cli.FirstFlags("task", "rollouts", "seed", "films", "out", "env", "remote"),
		Short:       "Roll a policy out and show how often it succeeds",
		Long:        evalAbout,
		Example:     p.Named(evalExamples),
		Args: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 && r.address == "":
				return cli.Misused("eval needs the file of one policy, as train keeps it, or --remote and its address")
			case len(args) > 0 && r.address != "":
				return cli.Misused("eval takes the file of a policy or --remote, not both: "+
					"leave out %s; --task names a task", strings.Join(args, " "))
			case len(args) > 1:
				return cli.Misused("eval takes the file of one policy, not %d: leave out %s; --task names a task",
					len(args), strings.Join(args[1:], " "))
			}
			if err := r.misused(c); err != nil {
				return err
			}
			return checkThere(&there, c, r, chanceToo)
		},
	}
	f := c.Flags()
	f.StringVar(&e.Task, "task", "",
		"`TASK` to try: "+strings.Join(scenes.Tasks.Names(), ", ")+"; with knobs, picking:Yaw=90")
	f.Lookup("task").DefValue = "that of the policy's file"
	f.IntVar(&e.Rollouts, "rollouts", e.Rollouts, "`N` rollouts of each behaviour")
	f.Uint64Var(&e.Seed, "seed", e.Seed, "seed `N` of the states that rollouts start from")
	f.IntVar(&e.Trial, "trial", 0, "trial `N` whose states they are")
	f.IntVar(&e.Workers, "workers", e.Workers, "`N` portions of rollouts at a time; changes no result")
	device := string(backend.GoCPU) // on which policies act in experiments
	shared.DeviceFlag(f, &device, "computes the policy's actions")
	f.StringVar(&e.records, "records", shared.OutFolder, "`DIR` whose records may have the chance level")
	f.StringVar(&e.out, "out", "",
		"`FILE` to keep the evaluation in; what it has is not played again (with --env a new one)")
	f.StringVar(&e.films, "films", "", "`DIR` for films of a success and a failure of each behaviour")
	f.BoolVar(&e.json, "json", false, "print the evaluation as JSON")
	shared.OracleFlag(f, &e.oracle)
	r.flags(f)
	there.Flags(f)
	f.BoolVar(&chanceToo, "chance", false, "with --env, roll out untrained policies too, for the chance level")
	c.RunE = func(c *cobra.Command, args []string) error {
		task := e.Task
		if there.Env != "" {
			e.Task = ""
		}
		if err := e.check(); err != nil {
			return err
		}
		if e.Task == "" && r.address != "" {
			return cli.Misused("eval needs the task of a policy behind a server: --task %s", taskFlags())
		}
		e.named = c.Flags().Changed("records")
		if err := cli.CheckChoice("device", device, shared.Devices()); err != nil {
			return err
		}
		defer backend.UseForActing(backend.GoCPU)
		if err := p.Explain(device, backend.UseForActing(backend.Device(device))); err != nil {
			return err
		}
		if there.Env != "" {
			e.Task, there.Timeout = task, r.timeout
			return p.evaluateThere(c.Context(), args[0], there, e, chanceToo)
		}
		if r.address == "" {
			return p.evaluateFile(c.Context(), args[0], e)
		}
		return p.evaluateRemote(c.Context(), r, e)
	}
	return c
}

// evaluation is an evaluation as the command line says it.
type evaluation struct {
	runner.Evaluation
	records    string // folder that may have the chance level
	named      bool   // by the user, so it must have records; the default one need not exist
	oracle     string // by which successes are counted
	out, films string // empty: nothing is written
	json       bool
}

// taskFlags are the tasks that --task takes, for an error that continues "--task".
func taskFlags() string { return strings.Join(scenes.Tasks.Names(), " or --task ") }

// check reports what is wrong with the flags, and makes the name of the task canonical, as records have it. Without
// --task it is empty.
func (e *evaluation) check() error {
	switch {
	case e.Rollouts < 1:
		return cli.Misused("--rollouts must be 1 or more, not %d", e.Rollouts)
	case e.Rollouts > record.MaxRollouts:
		return cli.Misused("--rollouts must be %d or fewer, not %d", record.MaxRollouts, e.Rollouts)
	case e.Trial < 0:
		return cli.Misused("--trial must be 0 or more, not %d", e.Trial)
	case e.Trial > record.MaxTrial:
		return cli.Misused("--trial must be %d or less, not %d", record.MaxTrial, e.Trial)
	case e.Workers < 1:
		return cli.Misused("--workers must be 1 or more, not %d", e.Workers)
	}
	if e.Task != "" {
		if err := cli.CheckChoice("task", scenes.TaskName(e.Task), scenes.Tasks.Names()); err != nil {
			return err
		}
		var err error
		if e.Task, err = scenes.CanonicalTask(e.Task); err != nil {
			return cli.Misuse{Err: err}
		}
	}
	return cli.CheckChoice("oracle", e.oracle, scenes.Oracles())
}
