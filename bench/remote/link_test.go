package remote

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"counterpoise/bench/remote/wire"
	"counterpoise/scenes"
)

// A client waits for a server that is gone, and asks again: what answers is the same policy, so nothing is lost.
func TestServerComesBack(t *testing.T) {
	count := 0
	handle := answering(map[string]any{"name": "a"}, func(map[string]any) (any, error) {
		count++
		return zeros(1, 7), nil
	})
	address, stop := listening(t, "", handle)
	c := config(t, address)
	c.Connections = 1
	var notices []string
	c.Notice = func(s string) { notices = append(notices, s) }
	client, err := Open(t.Context(), c, with(observed(1, true)[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	client.away.count = 99 // so that an outage is not told while it lasts before it has lasted a minute
	stop()
	gone, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	acted := make(chan error)
	go func() {
		acted <- client.Act([][]scenes.Action{make([]scenes.Action, 1)}, observed(1, true))
	}()
	refused, err := gone.Accept() // the client has noticed
	if err != nil {
		t.Fatal(err)
	}
	refused.Close()
	gone.Close()
	listening(t, address, handle)
	if err := <-acted; err != nil || count != 2 {
		t.Fatal(count, err)
	}
	if len(notices) != 1 || !strings.Contains(notices[0], "was back after") || strings.Contains(notices[0], "empty") {
		t.Errorf("%q", notices)
	}
	silent := outage{since: time.Now(), count: 1, silent: true, notice: func(s string) { notices = append(notices, s) }}
	if silent.end(); !strings.Contains(notices[1], "its metadata are empty") {
		t.Errorf("%q", notices)
	}
	if n := client.Usage().Lost; n != 100 {
		t.Errorf("lost %d times", n)
	}
}

// An outage that lasts is told when it is certain and when it ends; a server that stalls is told at once. The more
// outages there were, the longer one has to last.
func TestOutageThatLasts(t *testing.T) {
	var notices []string
	o := outage{patience: time.Hour, notice: func(s string) { notices = append(notices, s) }}
	wait := func(gone time.Duration, reason error) {
		t.Helper()
		if o.wait(t.Context(), 0, reason); gone > 0 {
			o.since = o.since.Add(-gone)
			o.wait(t.Context(), 0, reason)
			o.wait(t.Context(), 0, reason) // not told again
		}
	}
	wait(tellAfter, wire.ErrClosed)
	o.end()
	wait(0, wire.ErrStalled)
	o.end()
	wait(2*tellAfter, wire.ErrClosed) // the third one
	o.end()
	wait(4*tellAfter, wire.ErrClosed)
	o.end()
	told := strings.Join(notices, "\n")
	if len(notices) != 6 || strings.Count(told, "waiting up to 1h0m0s") != 3 || strings.Count(told, "is back") != 3 {
		t.Errorf("%q", notices)
	}
}

// What is told of an outage is one sentence, also after a question.
func TestOutageText(t *testing.T) {
	for reason, want := range map[string]string{
		"no connection": "no connection; waiting up to 3s for the server to come back",
		"no connection; is a server running there?": "no connection; is a server running there? waiting up to 3s for " +
			"the server to come back",
	} {
		var told string
		o := outage{patience: 3 * time.Second, notice: func(s string) { told = s }}
		o.wait(t.Context(), 0, errors.New(reason))
		o.since = o.since.Add(-2 * time.Second)
		if o.wait(t.Context(), 0, errors.New(reason)); told != want {
			t.Errorf("%q, want %q", told, want)
		}
	}
}

// A server that closes its connection every few answers is told about at the first, the tenth and the hundredth time,
// and no answer is lost.
func TestServerClosesOften(t *testing.T) {
	address, _ := listening(t, "", func(ctx context.Context, c *wire.Conn) error {
		if err := c.Send(ctx, map[string]any{"name": "a"}); err != nil {
			return err
		}
		if _, err := c.Receive(ctx); err != nil {
			return err
		}
		return c.Send(ctx, zeros(1, 7)) // and the connection is closed in order
	})
	c := config(t, address)
	c.Connections = 1
	var notices []string
	c.Notice = func(s string) { notices = append(notices, s) }
	client, err := Open(t.Context(), c, with(observed(1, true)[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for range 12 {
		if err := client.Act([][]scenes.Action{make([]scenes.Action, 1)}, observed(1, true)); err != nil {
			t.Fatal(err)
		}
	}
	if n := client.Usage().Lost; len(notices) != 2 || !strings.Contains(notices[1], "10 times") || n != 12 {
		t.Errorf("lost %d times: %q", n, notices)
	}
}

// A server that takes connections and answers none is starting: it is waited for as one that is gone, however often it
// has stalled before a question.
func TestServerStarts(t *testing.T) {
	handle := answering(map[string]any{"name": "a"}, func(map[string]any) (any, error) { return zeros(1, 7), nil })
	address, stop := listening(t, "", handle)
	c := config(t, address)
	c.Connections = 1
	client, err := Open(t.Context(), c, with(observed(1, true)[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	client.Options.Idle = 500 * time.Millisecond // of each handshake, and of the answer at the end
	stop()
	starting, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	stalls := make(chan int)
	go func() {
		n := 0
		for {
			conn, err := starting.Accept()
			if err != nil {
				stalls <- n
				return
			}
			defer conn.Close()
			if n++; n == 2*maxStalls {
				starting.Close()
			}
		}
	}()
	dst := [][]scenes.Action{make([]scenes.Action, 1)}
	acted := make(chan error)
	go func() { acted <- client.Act(dst, observed(1, true)) }()
	if n := <-stalls; n != 2*maxStalls {
		t.Errorf("%d connections", n)
	}
	listening(t, address, handle)
	if err := <-acted; err != nil {
		t.Error(err)
	}
}

// A server that comes back as another policy, or not in time, ends the run with an error; so does Ctrl-C in between.
func TestServerStaysAway(t *testing.T) {
	obs := observed(1, true)
	dst := [][]scenes.Action{make([]scenes.Action, 1)}
	reply := func(map[string]any) (any, error) { return zeros(1, 7), nil }
	gone := func(patience time.Duration) (*Client, string, context.CancelCauseFunc) {
		address, stop := listening(t, "", answering(map[string]any{"name": "a"}, reply))
		c := config(t, address)
		c.Patience = patience
		ctx, cancel := context.WithCancelCause(t.Context())
		client, err := Open(ctx, c, with(obs[0]))
		if err != nil {
			t.Fatal(err)
		}
		stop()
		return client, address, cancel
	}
	client, address, _ := gone(time.Minute)
	listening(t, address, answering(map[string]any{"name": "b"}, reply))
	if err := client.Act(dst, obs); err == nil ||
		!strings.Contains(err.Error(), `{"name":"a"} before, {"name":"b"} now`) {
		t.Errorf("another policy: %v", err)
	}
	client, _, _ = gone(300 * time.Millisecond)
	if err := client.Act(dst, obs); !errors.Is(err, wire.ErrRefused) {
		t.Errorf("a server that stays away: %v", err)
	}
	client, _, cancel := gone(time.Hour)
	cause := errors.New("Ctrl-C")
	time.AfterFunc(200*time.Millisecond, func() { cancel(cause) })
	if err := client.Act(dst, obs); !errors.Is(err, cause) {
		t.Errorf("stopped: %v", err)
	}
}

// A server that stalls is asked a second time, in a new connection, and no third time.
func TestServerStalls(t *testing.T) {
	var mu sync.Mutex
	asked := 0
	address, _ := listening(t, "", func(ctx context.Context, c *wire.Conn) error {
		if err := c.Send(ctx, map[string]any{}); err != nil {
			return err
		}
		for {
			if _, err := c.Receive(ctx); err != nil {
				return err
			}
			mu.Lock()
			asked++
			mu.Unlock()
		}
	})
	c := config(t, address)
	c.Options.Idle = time.Second // enough for a handshake on a slow machine
	_, err := Open(t.Context(), c, with(observed(1, true)[0]))
	mu.Lock()
	defer mu.Unlock()
	if !errors.Is(err, wire.ErrStalled) || asked != 2 {
		t.Errorf("asked %d times: %v", asked, err)
	}
}

// A server that is not there when the run starts is an error at once.
func TestNoServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	start := time.Now()
	_, err = Open(t.Context(), config(t, l.Addr().String()), with(observed(1, true)[0]))
	if !errors.Is(err, wire.ErrRefused) || time.Since(start) > 20*time.Second {
		t.Errorf("%v", err)
	}
}

// A server that answers twice is found out before its second answer is taken for many questions'.
func TestServerAnswersTwice(t *testing.T) {
	address, _ := listening(t, "", func(ctx context.Context, c *wire.Conn) error {
		if err := c.Send(ctx, map[string]any{}); err != nil {
			return err
		}
		for {
			if _, err := c.Receive(ctx); err != nil {
				return err
			}
			for range 2 {
				if err := c.Send(ctx, zeros(2, 7)); err != nil {
					return err
				}
			}
		}
	})
	c := config(t, address)
	c.Connections = 1
	client, err := Open(t.Context(), c, with(observed(1, true)[0]))
	for range 1000 {
		if err != nil {
			break
		}
		err = client.Act([][]scenes.Action{make([]scenes.Action, 2)}, observed(1, true))
	}
	if !errors.Is(err, wire.ErrUnasked) {
		t.Error(err)
	}
}

// An answer that a server sends with its metadata, before any question, is an error at once: as the answer to the first
// question it would shift all others by one.
func TestServerAnswersBeforeItIsAsked(t *testing.T) {
	address, _ := listening(t, "", func(ctx context.Context, c *wire.Conn) error {
		if err := c.Send(ctx, map[string]any{}); err != nil {
			return err
		}
		for {
			if err := c.Send(ctx, zeros(2, 7)); err != nil {
				return err
			}
			if _, err := c.Receive(ctx); err != nil {
				return err
			}
		}
	})
	for i := range 20 {
		c := config(t, address)
		c.Connections = 1
		client, err := Open(t.Context(), c, with(observed(1, true)[0]))
		if !errors.Is(err, wire.ErrUnasked) || !strings.Contains(err.Error(), "sent a message before a question") {
			t.Fatalf("connection %d: %v", i, err)
		}
		if client != nil {
			t.Fatal("there is a client all the same")
		}
	}
}

// A server is told that its client goes away, in order: when the evaluation is stopped while an answer is awaited, and
// when an answer is of no use.
func TestServersAreLeftInOrder(t *testing.T) {
	for _, stopped := range []bool{true, false} {
		ctx, stop := context.WithCancel(t.Context())
		ends, questions := make(chan error, 8), 0
		address, _ := listening(t, "", func(ctx context.Context, c *wire.Conn) error {
			if err := c.Send(ctx, map[string]any{}); err != nil {
				return err
			}
			for {
				if _, err := c.Receive(ctx); err != nil {
					ends <- err
					return err
				}
				questions++
				switch {
				case questions == 1:
					c.Send(ctx, zeros(8, 7))
				case stopped: // and not answered; the client is waiting by then
					time.AfterFunc(200*time.Millisecond, stop)
				default:
					c.Send(ctx, zeros(8, 6))
				}
			}
		})
		settings := config(t, address)
		settings.Connections = 1
		var err error
		if settings.Mapping, err = parse([]string{"state=robot"}); err != nil {
			t.Fatal(err)
		}
		client, err := Open(ctx, settings, func(bool) (o scenes.Observation, err error) { return o, nil })
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		dst := [][]scenes.Action{make([]scenes.Action, 8)}
		if err := client.Act(dst, make([]scenes.Observation, 1)); err == nil || (ctx.Err() != nil) != stopped {
			t.Errorf("stopped %v: %v", stopped, err)
		}
		client.Close()
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("stopped %v: leaving took %v", stopped, took)
		}
		if err := <-ends; !errors.Is(err, wire.ErrGoodbye) {
			t.Errorf("stopped %v: the server's connection ends with %v", stopped, err)
		}
		stop()
	}
}

// A server that is one answer behind, since it sent one too many once, owes one when the questions end. It comes before
// as much time is over as the last answer took.
func TestServerIsOneAnswerBehind(t *testing.T) {
	const all = 4 // questions
	for _, behind := range []bool{false, true} {
		questions := 0
		address, _ := listening(t, "", func(ctx context.Context, c *wire.Conn) error {
			err := c.Send(ctx, map[string]any{})
			for err == nil {
				if _, err = c.Receive(ctx); err != nil {
					return err
				}
				if questions++; questions == all {
					time.Sleep(10 * wire.QuietTime)
				}
				if err = c.Send(ctx, zeros(2, 7)); err == nil && behind && questions == all {
					time.Sleep(2 * wire.QuietTime)
					err = c.Send(ctx, zeros(2, 7))
				}
			}
			return err
		})
		c := config(t, address)
		c.Connections = 1
		client, err := Open(t.Context(), c, with(observed(1, true)[0]))
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		for range all - 1 {
			if err := client.Act([][]scenes.Action{make([]scenes.Action, 2)}, observed(1, true)); err != nil {
				t.Fatalf("behind %v: %v", behind, err)
			}
		}
		err = client.Quiet()
		if !behind && (err != nil || questions != all) || behind && !errors.Is(err, wire.ErrUnasked) {
			t.Errorf("behind %v: %v after %d questions", behind, err, questions)
		}
	}
}

// Whoever stops an evaluation does not wait for a server that answers nothing, however many connections are open.
func TestStoppedClientLeavesAtOnce(t *testing.T) {
	address, _ := listening(t, "", answering(map[string]any{}, func(map[string]any) (any, error) {
		time.Sleep(10 * time.Millisecond) // so that one connection alone is not enough
		return zeros(1, 7), nil
	}))
	through, freeze := freezing(t, address)
	c := config(t, through)
	c.Connections = 4
	ctx, stop := context.WithCancel(t.Context())
	client, err := Open(ctx, c, with(observed(1, true)[0]))
	if err != nil {
		t.Fatal(err)
	}
	dst := make([][]scenes.Action, 4)
	for i := range dst {
		dst[i] = make([]scenes.Action, 1)
	}
	if err := client.Act(dst, observed(4, true)); err != nil {
		t.Fatal(err)
	}
	freeze()
	stop()
	start := time.Now()
	client.Close()
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("leaving took %v", took)
	}
}

// freezing passes bytes on between clients and a server until freeze is called: from then on the server seems to
// compute.
func freezing(t *testing.T, server string) (address string, freeze func()) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var frozen atomic.Bool
	var wait sync.WaitGroup
	pass := func(to, from net.Conn) {
		defer to.Close()
		for b := make([]byte, 1<<16); ; {
			n, err := from.Read(b)
			if err != nil {
				return
			}
			if !frozen.Load() {
				to.Write(b[:n])
			}
		}
	}
	wait.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			up, err := net.Dial("tcp", server)
			if err != nil {
				client.Close()
				return
			}
			wait.Go(func() { pass(up, client) })
			wait.Go(func() { pass(client, up) })
		}
	})
	t.Cleanup(func() { l.Close(); wait.Wait() })
	return l.Addr().String(), func() { frozen.Store(true) }
}
