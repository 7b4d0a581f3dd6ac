package policies

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"counterpoise/bench/record"
	"counterpoise/bench/remote"
	"counterpoise/bench/remote/wire"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/wording"
	"counterpoise/scenes/demos"
)

// mappingFlags say under which keys a policy behind the protocol finds what it observes. eval and serve have them.
type mappingFlags struct {
	preset  string
	observe []string
}

func (m *mappingFlags) flags(f *pflag.FlagSet) {
	f.StringVar(&m.preset, "preset", remote.PresetNames()[0],
		"`NAME` of the keys of a policy's observation: "+strings.Join(remote.PresetNames(), ", "))
	f.StringArrayVar(&m.observe, "observe", nil,
		"`KEY=SOURCE` that adds to the preset or replaces a key, as in image=static:224x224 or state=position+joints; "+
			"KEY= removes one; sources: "+strings.Join(remote.SourceNames(), ", "))
}

// mapping returns the mapping that the flags say.
func (m *mappingFlags) mapping() (remote.Mapping, error) {
	mapping, err := remote.Parse(m.preset, m.observe)
	if err != nil {
		return nil, cli.Misuse{Err: err}
	}
	return mapping, nil
}

// remoteFlags are the flags of eval about a policy behind a server.
type remoteFlags struct {
	address string
	called  string // the policy's name in files, in place of the address
	mappingFlags
	chosen                      bool // the mapping is not left to the server
	prompt                      string
	actions                     string
	execute, batch, connections int
	invert                      bool
	timeout, patience           time.Duration
}

// newRemoteFlags returns the defaults.
func newRemoteFlags() *remoteFlags {
	d := remote.DefaultConfig("")
	return &remoteFlags{actions: d.Actions, batch: d.MaxBatch, connections: d.Connections, timeout: d.Options.Idle,
		patience: d.Patience}
}

func (r *remoteFlags) flags(f *pflag.FlagSet) {
	f.StringVar(&r.address, "remote", "", "`ADDRESS` of a server of openpi's protocol, as ws://127.0.0.1:8000")
	f.StringVar(&r.called, "name", "",
		"`NAME` of a remote policy in the file of --out: with it an evaluation goes on after the server has moved")
	f.Lookup("name").DefValue = "its address"
	r.mappingFlags.flags(f)
	f.Lookup("preset").DefValue = "what the server says, else counterpoise"
	f.StringVar(&r.prompt, "prompt", "", "`TEXT` that instructs a remote policy")
	f.Lookup("prompt").DefValue = "the task's sentence"
	f.StringVar(&r.actions, "actions", r.actions, "`KEY` of a remote policy's answer that has the actions")
	f.IntVar(&r.execute, "execute", 0, "`N` actions of an answer to execute")
	f.Lookup("execute").DefValue = "what the server says, else all"
	f.IntVar(&r.batch, "batch", r.batch, "`N` observations of a question at most, where the server takes several")
	f.IntVar(&r.connections, "connections", r.connections, "`N` connections side by side")
	f.BoolVar(&r.invert, "invert-gripper", false, "change the sign of the gripper's command: +1 closes (robosuite)")
	f.DurationVar(&r.timeout, "timeout", r.timeout, "`TIME` to wait for a whole answer")
	f.DurationVar(&r.patience, "patience", r.patience, "`TIME` to wait for a server that has gone away")
}

// misused reports flags that mean nothing without --remote, or have values beyond their bounds.
func (r *remoteFlags) misused(c *cobra.Command) error {
	if r.address == "" {
		for _, name := range []string{"name", "preset", "observe", "prompt", "actions", "execute", "batch",
			"connections", "invert-gripper", "timeout", "patience"} {
			if name == "timeout" && c.Flags().Changed("env") {
				continue
			}
			if c.Flags().Changed(name) {
				return cli.Misused("--%s is about a policy behind a server, and there is no --remote", name)
			}
		}
		return nil
	}
	r.chosen = c.Flags().Changed("preset") || c.Flags().Changed("observe")
	if c.Flags().Changed("device") {
		return cli.Misused("--device is about policies of this program; a server chooses its own")
	}
	if _, err := wire.ParseURL(r.address); err != nil {
		return cli.Misuse{Err: err}
	}
	switch {
	case c.Flags().Changed("execute") && r.execute < 1 || r.execute > 1000:
		return cli.Misused("--execute is 1 to 1000, not %d", r.execute)
	case r.batch < 1 || r.batch > runner.MaxBatch:
		return cli.Misused("--batch is 1 to %d, not %d", runner.MaxBatch, r.batch)
	case r.connections < 1 || r.connections > 64:
		return cli.Misused("--connections is 1 to 64, not %d", r.connections)
	case r.timeout <= 0 || r.patience < 0:
		return cli.Misused("--timeout is more than 0s and --patience 0s or more")
	}
	return nil
}

// name is the address as texts and files have it: without a password that it may have.
func (r *remoteFlags) name() string {
	if u, err := wire.ParseURL(r.address); err == nil && u.User != nil {
		return u.Redacted()
	}
	return r.address
}

// config returns how the server is asked about a task.
func (p program) config(r *remoteFlags, task string) (c remote.Config, err error) {
	c = remote.DefaultConfig(r.address)
	if r.chosen {
		if c.Mapping, err = r.mapping(); err != nil {
			return c, err
		}
	}
	if c.Prompt = r.prompt; c.Prompt == "" {
		c.Prompt = (&demos.Episode{Task: task}).Sentence()
	}
	c.Key = os.Getenv("COUNTERPOISE_API_KEY")
	c.Actions, c.Execute, c.MaxBatch, c.Connections = r.actions, r.execute, r.batch, r.connections
	c.InvertGripper, c.Options.Idle, c.Patience = r.invert, r.timeout, r.patience
	c.Notice = func(text string) { fmt.Fprintf(p.Err, "counterpoise: %s\n", text) }
	return c, nil
}

// evaluateRemote rolls out a policy behind a server.
func (p program) evaluateRemote(ctx context.Context, r *remoteFlags, e evaluation) error {
	config, err := p.config(r, e.Task)
	if err != nil {
		return err
	}
	client, err := remote.Open(ctx, config, e.FirstObservation)
	if ctx.Err() != nil {
		fmt.Fprintln(p.Err, "stopped before the first rollout")
		return cli.ErrStopped
	}
	if err != nil {
		return err
	}
	defer client.Close()
	if err := p.checkTask(r.name(), client, e.Task); err != nil {
		return err
	}
	e.Batch = max(16, client.Batch())
	of := record.Evaluated{
		Name: cmp.Or(r.called, r.name()), Metadata: client.Metadata().Raw, Observes: client.Mapping.Strings(),
		Prompt: config.Prompt, Inverted: r.invert, Chunk: client.Chunk(), Execute: client.Execute(),
	}
	if !e.json {
		fmt.Fprintf(p.Err, "%s answers with %s (%d executed); it says of itself %s\n", r.name(),
			wording.Plural(client.Chunk(), "action"), client.Execute(), of.Metadata)
	}
	level, err := p.chanceOfPolicy(untrained(client), e)
	if err != nil {
		return err
	}
	if err := p.evaluate(ctx, client, of, level, e); err != nil {
		return err
	}
	if u := client.Usage(); u.Questions > 0 && !e.json {
		fmt.Fprintln(p.Err, usageText(u))
	}
	return nil
}

// usageText says how many questions a server was asked and what one took, of that the server's part where it says so.
func usageText(u remote.Usage) string {
	ms := func(d time.Duration) float64 { return d.Seconds() * 1000 / float64(u.Questions) }
	text := fmt.Sprintf("%s about %s; %.1f ms each", wording.Plural(u.Questions, "question"),
		wording.Plural(u.Observations, "observation"), ms(u.Waited))
	if u.Server > 0 {
		text += fmt.Sprintf(", of which the server says %.1f", ms(u.Server))
	}
	if u.Lost > 0 {
		text += fmt.Sprintf("; the connection was lost %s", wording.Plural(u.Lost, "time"))
	}
	return text
}
