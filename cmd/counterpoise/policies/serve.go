package policies

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/spf13/cobra"

	"counterpoise/bench/remote"
	"counterpoise/bench/remote/wire"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/policies"
	"counterpoise/scenes"
)

const serveAbout = `
serve has a policy that train has kept answer by openpi's websocket protocol, for others' simulators and robots, with
openpi_client or eval --remote as the client. GET /healthz says OK while it runs; Ctrl-C ends it.

A question is a map with the arrays that the policy observes: observation.state (15 numbers, CALVIN's robot_obs) and
scene_state (24, CALVIN's scene_obs), or the pictures observation.images.static (200x200x3) and observation.images.ego
(84x84x3); --observe KEY=SOURCE names other keys. The answer has "actions" [chunk, 7]: dx, dy, dz, droll, dpitch, dyaw
in [-1, 1] and the gripper, -1 close, +1 open, at 30 Hz. Arrays with one more axis in front, [n, ...], ask about n
observations at once; a policy that acts on a history takes so many of them for each answer, the present one first. The
metadata, which the client gets on connecting, say all of it. Numbers may come as nested lists; other keys are not read.

Only this machine can connect, unless --public is given. Nothing that a client sends is executed or unpickled. The
policy keeps no state between questions. Those that are unread or unfinished take at most 256 times what
the policy observes each, and long ones 256 MiB together.`

func init() { register(program.serve) }

// serve is the command that puts a policy behind openpi's protocol (remote.Server).
func (p program) serve() *cobra.Command {
	s := serving{listen: "127.0.0.1:8000", connections: 64, idle: time.Hour}
	c := &cobra.Command{
		Use:     "serve POLICY",
		GroupID: "policies",
		Short:   "Serve a policy to simulators and robots by openpi's protocol",
		Long:    serveAbout,
		Example: p.Named("  NAME serve out/policy\n" +
			"  NAME serve out/policy --listen 127.0.0.1:0      # a free port, which it prints"),
		Args: cli.OneArgument("the file of one policy, as train keeps it"),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case s.connections < 1 || s.connections > 1000:
				return cli.Misused("--connections is 1 to 1000, not %d", s.connections)
			case s.idle <= 0:
				return cli.Misused("--idle is more than 0s")
			}
			return p.servePolicy(c.Context(), args[0], s)
		},
	}
	f := c.Flags()
	f.StringVar(&s.listen, "listen", s.listen, "`ADDRESS` and port; port 0 is a free one")
	f.BoolVar(&s.public, "public", false, "let other machines connect, where --listen names such an address")
	f.IntVar(&s.connections, "connections", s.connections, "`N` clients at a time")
	f.DurationVar(&s.idle, "idle", s.idle, "`TIME` after which a client that asks nothing loses its connection")
	s.mappingFlags.flags(f)
	return c
}

// serving are the flags of serve.
type serving struct {
	mappingFlags
	listen      string
	public      bool
	connections int
	idle        time.Duration
}

// served returns what answers questions to the policy of a file, with all that its metadata say.
func (s serving) served(ctx context.Context, path string) (*remote.Server, error) {
	policy, digest, err := policies.LoadWithDigest(path)
	if err != nil {
		return nil, err
	}
	mapping, err := s.mapping()
	if err != nil {
		return nil, err
	}
	served := &remote.Server{Policy: policy, Mapping: mapping, About: map[string]any{
		"server": remote.ServerName, "policy_sha256": digest, "action_rate_hz": scenes.ControlRate,
		"action": []string{"dx", "dy", "dz", "droll", "dpitch", "dyaw", "gripper"},
	}}
	if task := policies.TaskOf(policy); task != "" {
		served.About["task"] = task
	}
	if err := served.Check(); err != nil {
		return nil, cli.Misuse{Err: err}
	}
	return served, nil
}

// servePolicy answers until the context ends.
func (p program) servePolicy(ctx context.Context, path string, s serving) error {
	served, err := s.served(ctx, path)
	if err != nil {
		return err
	}
	l, err := wire.Listen(s.listen, s.public)
	if errors.Is(err, wire.ErrPublic) {
		return cli.Misused("--listen: %w; --public lets them, and 127.0.0.1 is this machine alone", err)
	}
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	o := wire.DefaultOptions()
	o.Idle, o.Limits = s.idle, served.Limits()
	server := wire.Server{Options: o, Connections: s.connections, Handle: served.Handle, Report: p.peerError}
	fmt.Fprintf(p.Out, "serving %s at ws://%s; Ctrl-C ends it\n", path, l.Addr().(*net.TCPAddr))
	if err := server.Serve(ctx, l); err != nil {
		return err
	}
	fmt.Fprintln(p.Err, "stopped")
	return cli.ErrStopped
}

// peerError prints the error of a client in one line. A client that goes away in order is no error.
func (p program) peerError(peer string, err error) {
	fmt.Fprintf(p.Err, "%s  %s: %v\n", time.Now().Format(time.TimeOnly), peer, err)
}
