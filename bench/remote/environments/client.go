package environments

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"counterpoise/bench/remote/wire"
	"counterpoise/internal/num"
)

// Client is a connection to a server of environments. One goroutine uses it at a time. After an error it is of no use:
// the states of its environments are lost.
type Client struct {
	Space
	address string
	options wire.Options
	conn    *wire.Conn

	own  int // numbers of a state that are the environment's, not its eyes'
	eyes *Eyes
	keep func(pictures [][]byte) // called with the pictures of each answer; nil: they are not kept
}

// Eyes turn the pictures of a camera into numbers of a state.
type Eyes struct {
	Names func(camera string) []string                       // of the numbers that a camera gives
	See   func(dst []float32, rgb []byte, height, width int) // writes them to dst
}

// Look opens the eyes: from now on a state has, behind the environment's own numbers, those of each camera's picture.
// An environment without pictures is an error.
func (c *Client) Look(e Eyes) error {
	if len(c.Cameras) == 0 {
		return fmt.Errorf("%s has no pictures: let its observation have keys of 8-bit RGB pictures (height, width, 3)",
			c.Name)
	}
	state := slices.Clone(c.State)
	for _, camera := range c.Cameras {
		state = append(state, e.Names(camera.Name)...)
	}
	c.State, c.eyes = state, &e
	return nil
}

// Dial connects to a server and reads what its environment is. An address of another kind of server, another version
// of the protocol, and a server that does not answer in time (o.Idle) are errors.
func Dial(ctx context.Context, address string, o wire.Options) (*Client, error) {
	conn, err := wire.Dial(ctx, address, "", o)
	if err != nil {
		return nil, err
	}
	c := &Client{address: address, options: o, conn: conn}
	v, err := conn.Receive(ctx)
	if err == nil {
		c.Space, err = spaceOf(v)
		c.own = len(c.State)
	}
	if err != nil {
		c.drop(err)
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	return c, nil
}

// Reset starts a rollout in each slot from its seed, and writes the states to dst, a row of len(State) each.
func (c *Client) Reset(ctx context.Context, dst []float32, slots []int, seeds []uint64) error {
	chosen := make([]any, len(slots))
	words := make([]any, len(slots))
	for i, s := range slots {
		chosen[i], words[i] = s, seeds[i]
	}
	r, err := c.ask(ctx, map[string]any{"do": "reset", "slots": chosen, "seeds": words, "pictures": c.looks()})
	if err != nil {
		return err
	}
	return c.states(r, dst, len(slots))
}

// Outcome is what an environment says of a step besides its state.
type Outcome struct {
	Success bool // the task is solved now
	Ended   bool // the environment has ended the rollout
	Reward  float64
}

// Step executes an action in each slot, a row of len(Low) each, and writes the states after it to dst.
func (c *Client) Step(ctx context.Context, dst []float32, slots []int, actions []float32) ([]Outcome, error) {
	n := len(slots)
	chosen := make([]any, n)
	for i, s := range slots {
		chosen[i] = s
	}
	r, err := c.ask(ctx, map[string]any{
		"do": "step", "slots": chosen, "actions": wire.NewFloat32(actions, n, len(c.Low)), "pictures": c.looks(),
	})
	if err != nil {
		return nil, err
	}
	success, ended, reward := r.numbers("success", n), r.numbers("ended", n), r.numbers("reward", n)
	if err := c.states(r, dst, n); err != nil {
		return nil, err
	}
	out := make([]Outcome, n)
	for i := range out {
		if math.IsNaN(reward[i]) || math.IsInf(reward[i], 0) {
			return nil, fmt.Errorf("%s: the reward of a step is %v; let it be a number", c.address, reward[i])
		}
		out[i] = Outcome{success[i] != 0, ended[i] != 0, reward[i]}
	}
	return out, nil
}

// Demonstrate returns the action of the server's expert in each slot, a row of len(Low) each. A server without an
// expert is an error.
func (c *Client) Demonstrate(ctx context.Context, slots []int) ([]float32, error) {
	chosen := make([]any, len(slots))
	for i, s := range slots {
		chosen[i] = s
	}
	r, err := c.ask(ctx, map[string]any{"do": "demonstrate", "slots": chosen})
	if err != nil {
		return nil, err
	}
	x := r.numbers("actions", len(slots), len(c.Low))
	out := make([]float32, len(x))
	for i, v := range x {
		out[i] = float32(v)
	}
	if i := num.FirstNonFinite(out); i >= 0 && r.err == nil {
		return nil, fmt.Errorf("%s: the expert's action has %v", c.address, out[i])
	}
	return out, r.err
}

// ask sends a request and returns the answer, whose arrays are valid until the next one.
func (c *Client) ask(ctx context.Context, request any) (*reader, error) {
	if c.conn == nil {
		return nil, errors.New("the connection to the environment is closed")
	}
	r, err := c.try(ctx, request)
	if err != nil {
		c.drop(err)
		if errors.Is(err, wire.ErrStalled) {
			err = fmt.Errorf("%w: the environment hangs, or is slow", err)
		}
		return nil, fmt.Errorf("%s: %w", c.address, err)
	}
	return r, nil
}

func (c *Client) try(ctx context.Context, request any) (*reader, error) {
	if err := c.conn.Ask(ctx, request); err != nil {
		return nil, err
	}
	v, err := c.conn.Receive(ctx)
	if err != nil {
		return nil, err
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, wire.Errorf(wire.ErrType, "the server of environments answers with no map")
	}
	if text, failed := m["error"].(string); failed {
		return nil, &wire.PeerError{Text: text}
	}
	return &reader{m: m}, nil
}

// states reads the states of n slots. Another width than the first message says, and a number that is not finite, are
// errors.
func (c *Client) states(r *reader, dst []float32, n int) error {
	width, own := len(c.State), c.own
	x := r.numbers("state", n, own)
	var pictures [][]byte
	if c.looks() {
		pictures = r.pictures("pictures", c.Cameras, n)
	}
	if r.err != nil {
		c.drop(r.err)
		return fmt.Errorf("%s: %w: an environment must keep its shapes", c.address, r.err)
	}
	for i, v := range x {
		dst[i/own*width+i%own] = float32(v)
	}
	if c.eyes != nil {
		c.see(dst, pictures, n)
	}
	if c.keep != nil {
		c.keep(pictures)
	}
	if i := num.FirstNonFinite(dst[:n*width]); i >= 0 {
		return fmt.Errorf("%s: the state has %v in %s: no policy can go on from it", c.address, dst[i],
			c.State[i%width])
	}
	return nil
}

// looks reports whether the server is asked for pictures.
func (c *Client) looks() bool { return c.eyes != nil || c.keep != nil }

// see fills the numbers of the eyes into n states.
func (c *Client) see(dst []float32, pictures [][]byte, n int) {
	width := len(c.State)
	of := (width - c.own) / len(c.Cameras)
	for k, camera := range c.Cameras {
		size := 3 * camera.Height * camera.Width
		for i := range n {
			c.eyes.See(dst[i*width+c.own+k*of:][:of], pictures[k][i*size:][:size], camera.Height, camera.Width)
		}
	}
}

// drop forgets the connection, and tells the server why.
func (c *Client) drop(why error) {
	if c.conn != nil {
		c.conn.Leave(why.Error())
		c.conn = nil
	}
}

// Close closes the connection.
func (c *Client) Close() {
	if c.conn != nil {
		c.conn.Leave("the rollouts are over")
		c.conn = nil
	}
}
