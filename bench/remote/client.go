package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"counterpoise/bench/remote/wire"
	"counterpoise/internal/bounded"
	"counterpoise/policies"
	"counterpoise/scenes"
)

// Config has the settings of a Client: where the server is, what it is sent, and how long it is waited for.
type Config struct {
	Address string // as wire.ParseURL takes it
	Key     string // openpi's API key; empty for none
	// Mapping says what the policy observes. If it is empty, the member "observes" of the server's metadata says it,
	// and the preset counterpoise where the metadata lack that member.
	Mapping Mapping
	Prompt  string // the instruction in words
	Actions string // key of the answer that has the actions
	// Execute is the number of actions of a chunk to execute before the next question. 0 stands for the number in the
	// metadata, or for the whole chunk where they have none.
	Execute int
	// MaxBatch limits the observations of a question where the server takes several; 1 asks for one at a time.
	MaxBatch int
	// Connections is the number of connections side by side.
	Connections int
	// InvertGripper changes the sign of the gripper's command, for policies to which +1 means to close.
	InvertGripper bool
	Options       wire.Options
	Patience      time.Duration // how long to wait for a server that is gone; 0: not at all
	Notice        func(string)  // called when the server is gone and when it is back, one call at a time
}

// DefaultConfig returns the settings of a server at an address, without a prompt.
func DefaultConfig(address string) Config {
	return Config{
		Address: address, Actions: "actions", MaxBatch: 64, Connections: 2, Options: wire.DefaultOptions(),
		Patience: 5 * time.Minute, Notice: func(string) {},
	}
}

// Client is a policy behind a server. It is safe for use by several goroutines.
//
// An answer must depend on its question alone: a question is asked again where the connection breaks, and questions of
// several rollouts come in any order. A policy that remembers needs the keys episode and step in its mapping.
type Client struct {
	Config
	ctx     context.Context
	meta    Metadata
	batch   int // most rollouts of a question, of History observations each; 0: one observation, without a batch axis
	chunk   int
	execute int
	links   chan *link
	away    *outage

	mu    sync.Mutex // guards usage
	usage Usage
}

// Usage counts what a client has asked, the question of Open left out.
type Usage struct {
	Questions, Observations int
	Waited                  time.Duration // over all questions, from the sending to the answer
	Server                  time.Duration // that it took by server_timing.infer_ms of the answers; 0: not said
	Lost                    int           // times that the server was gone and was asked again
}

// Open connects to a server and asks it a first question about an observation, which shows the length of its chunks and
// whether both sides understand each other. first returns that observation, with pictures if the policy observes some.
// All later calls of the client end when ctx does.
func Open(ctx context.Context, c Config, first func(pictures bool) (scenes.Observation, error)) (*Client, error) {
	if c.Connections < 1 || c.MaxBatch < 1 || c.Execute < 0 {
		return nil, errors.New("connections and observations of a question are 1 or more, actions 0 or more")
	}
	if c.Options.Room == nil { // however many connections there are
		c.Options.Room = wire.NewRoom(c.Options.Limits.Bytes)
	}
	client := &Client{Config: c, ctx: ctx, links: make(chan *link, c.Connections)}
	away := &outage{patience: c.Patience, notice: c.Notice}
	client.away = away
	l := &link{Config: &client.Config, outage: away}
	if err := l.connect(ctx); err != nil { // a server that was never there is not waited for
		return nil, err
	}
	client.meta = *l.known
	away.silent = client.meta.Silent()
	if err := client.settleMapping(); err != nil {
		l.drop(ctx, err)
		return nil, err
	}
	o, err := first(client.Pictures())
	if err != nil {
		l.drop(ctx, err)
		return nil, err
	}
	if err := client.checkHistory(o); err != nil {
		l.drop(ctx, err)
		return nil, err
	}
	if client.meta.Batch > 1 || client.meta.History > 1 {
		client.batch = max(1, min(client.meta.Batch, c.MaxBatch)/client.meta.History)
	}
	for range c.Connections {
		client.links <- l
		l = &link{Config: &client.Config, outage: away, known: &client.meta}
	}
	obs := make([]scenes.Observation, client.meta.History)
	for i := range obs {
		obs[i] = o
	}
	chunks, err := client.ask(obs, []policies.Moment{{Episode: -1}})
	if err != nil {
		client.Close()
		return nil, err
	}
	client.usage = Usage{}
	client.chunk = len(chunks[0])
	if client.execute = c.Execute; c.Execute == 0 {
		if client.execute = client.meta.Execute; client.execute == 0 {
			client.execute = client.chunk
		}
	}
	if client.execute > client.chunk {
		client.Close()
		return nil, fmt.Errorf("the server answers with %d actions, fewer than the %d to execute; --execute N "+
			"sets how many", client.chunk, client.execute)
	}
	return client, nil
}

// settleMapping sets an empty Mapping from the metadata, or to the preset counterpoise (Config.Mapping).
func (c *Client) settleMapping() (err error) {
	switch {
	case len(c.Mapping) > 0:
		return c.Mapping.check()
	case len(c.meta.Observes) > 0:
		if c.Mapping, err = parse(c.meta.Observes); err != nil {
			return fmt.Errorf("metadata: \"observes\": %w", err)
		}
		return nil
	}
	c.Mapping, err = Parse("counterpoise", nil)
	return err
}

// checkHistory returns an error where a question of as many observations as the server's metadata say would be longer
// than any message that a server of this program takes: each rollout would hold that many, by a mistake of the server.
func (c *Client) checkHistory(o scenes.Observation) error {
	question, err := c.Mapping.question([]scenes.Observation{o}, make([]policies.Moment, 1), c.Prompt, false)
	if err != nil {
		return err
	}
	one, err := wire.Append(nil, question)
	if err != nil {
		return err
	}
	if most := c.Options.Limits.Bytes / int64(len(one)); int64(c.meta.History) > max(1, most) {
		return wire.Errorf(bounded.ErrTooLong, "metadata: \"history\" is %d; of observations of %d bytes a question "+
			"takes at most %d", c.meta.History, len(one), most)
	}
	return nil
}

// Act asks about observations of unknown rollouts. See ActAt.
func (c *Client) Act(dst [][]scenes.Action, obs []scenes.Observation) error {
	return c.ActAt(dst, obs, make([]policies.Moment, len(dst)))
}

// ActAt fills dst[i] with the first actions of the chunk for the observations obs[i H], ..., obs[i H + H - 1], where H
// = History; at[i] is the moment of their rollout. Observations are sent in batches if the server takes batches,
// otherwise one by one over all connections at once.
func (c *Client) ActAt(dst [][]scenes.Action, obs []scenes.Observation, at []policies.Moment) error {
	h, n := c.meta.History, max(1, c.batch)
	var wait sync.WaitGroup
	errs := make([]error, (len(dst)+n-1)/n)
	places := make(chan struct{}, c.Connections)
	for i := range errs {
		first, end := i*n, min(len(dst), (i+1)*n)
		places <- struct{}{}
		wait.Go(func() {
			defer func() { <-places }()
			chunks, err := c.ask(obs[first*h:end*h], at[first:end])
			errs[i] = err
			for j, chunk := range chunks {
				if len(chunk) < len(dst[first+j]) {
					errs[i] = wire.Errorf(wire.ErrShape, "the server answers with %d actions, fewer than the %d to "+
						"execute; an answer has as many as the first one, or --execute N is smaller", len(chunk),
						len(dst[first+j]))
					return
				}
				copy(dst[first+j], chunk)
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// ask asks one question about one or more observations, and returns the chunks of the answer.
func (c *Client) ask(obs []scenes.Observation, at []policies.Moment) (chunks [][]scenes.Action, err error) {
	question, err := c.Mapping.question(obs, at, c.Prompt, c.batch > 0)
	if err != nil {
		return nil, err
	}
	var l *link
	select {
	case l = <-c.links:
	case <-c.ctx.Done():
		return nil, context.Cause(c.ctx)
	}
	defer func() { c.links <- l }()
	start := time.Now()
	var server time.Duration
	err = l.ask(c.ctx, question, func(reply any) (err error) {
		server = inferTime(reply)
		chunks, err = chunksOf(reply, c.Actions, len(at), c.batch > 0)
		return err
	})
	if err != nil {
		return nil, err
	}
	if c.InvertGripper {
		for _, chunk := range chunks {
			for t := range chunk {
				chunk[t][scenes.ActionSize-1] *= -1
			}
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.usage.Questions++
	c.usage.Observations += len(at)
	c.usage.Waited += time.Since(start)
	c.usage.Server += server
	return chunks, nil
}

// inferTime returns the time that a server says an answer took it; 0 where it does not say.
func inferTime(reply any) time.Duration {
	m, _ := reply.(map[string]any)
	timing, _ := m["server_timing"].(map[string]any)
	ms, ok := timing["infer_ms"].(float64)
	if !ok {
		whole, _ := timing["infer_ms"].(int64)
		ms = float64(whole)
	}
	if ms > 0 && ms < 1e9 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	return 0
}

// Chunk is the number of actions of an answer, as the first one had them.
func (c *Client) Chunk() int { return c.chunk }

// Execute is the number of them to execute before the next question.
func (c *Client) Execute() int { return c.execute }

// Pictures reports whether observations must have pictures.
func (c *Client) Pictures() bool { return c.Mapping.Pictures() }

// History is the number of observations that an answer depends on (policies.Historian).
func (c *Client) History() int { return c.meta.History }

// Metadata returns what the server says of itself.
func (c *Client) Metadata() Metadata { return c.meta }

// Task is the task that the policy was trained on, where the server names one of this program's; else empty.
func (c *Client) Task() string { return c.meta.Task }

// Batch returns the most rollouts of a question, at least 1. Each has History observations.
func (c *Client) Batch() int { return max(1, c.batch) }

// Usage returns what was asked so far.
func (c *Client) Usage() Usage {
	c.mu.Lock()
	defer c.mu.Unlock()
	u := c.usage
	u.Lost = c.away.lost()
	return u
}

// Quiet returns an error where a server sends an answer that no question has asked for after the last one: then some
// answers may have been taken for those to other questions. No question may be under way. It takes 2 s at most.
func (c *Client) Quiet() error {
	idle := c.idle()
	errs := make([]error, len(idle))
	var wait sync.WaitGroup
	for i, l := range idle {
		wait.Go(func() { errs[i] = l.quiet(c.ctx) })
	}
	wait.Wait()
	for _, l := range idle {
		c.links <- l
	}
	return cmp.Or(errs...)
}

// idle takes the connections that no question uses.
func (c *Client) idle() (all []*link) {
	for {
		select {
		case l := <-c.links:
			all = append(all, l)
		default:
			return all
		}
	}
}

// Close closes the connections that no question uses, all at once: a server that computes answers each after seconds.
func (c *Client) Close() {
	var wait sync.WaitGroup
	for _, l := range c.idle() {
		wait.Go(func() { l.close(c.ctx) })
	}
	wait.Wait()
}
