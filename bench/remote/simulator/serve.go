package simulator

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"counterpoise/bench/remote/wire"
	"counterpoise/scenes/demos"
)

// Service is what the process that serves a client has to offer.
type Service struct {
	Program     string                         // name and version of the program, for the greeting
	Workers     int                            // environments that advance side by side; 0 is one a core
	NewRenderer func() (demos.Renderer, error) // for pictures; called once a worker
}

// Serve answers the requests that come from in, on out, until the input ends or the context does. It returns nil when
// the input ends between two requests, the cause of the context when that ends, and otherwise an error that names what
// the client did. After an error a call that reads or writes may still be blocked; the caller closes the streams.
func (s Service) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	return s.serve(ctx, &connection{in: in, out: out, requestTime: requestTime, replyTime: replyTime})
}

// serve is Serve on a connection, which has its times already.
func (s Service) serve(ctx context.Context, c *connection) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	c.stalled = stop
	done := make(chan error, 1)
	go func() { done <- s.converse(ctx, c) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// converse greets the client and answers its requests.
func (s Service) converse(ctx context.Context, c *connection) error {
	answerer := &server{newRenderer: s.NewRenderer, workers: s.Workers}
	defer func() {
		if answerer.vector != nil {
			answerer.vector.Close()
		}
	}()
	if err := c.write(map[string]any{"program": s.Program, "protocol": Protocol}); err != nil {
		return gone(err)
	}
	for ctx.Err() == nil {
		request, err := c.read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			_ = c.write(map[string]any{"error": err.Error()}) // for a client that is still there
			return err
		}
		a, err := answerer.answer(request)
		if err != nil {
			a = answer{reply: map[string]any{"error": err.Error()}}
		}
		if err := c.write(a.reply, a.pictures...); err != nil {
			return gone(err)
		}
	}
	return context.Cause(ctx)
}

// gone is the error of a reply that cannot be written.
func gone(err error) error {
	return wire.Errorf(wire.ErrClosed, "a reply cannot be written (%w)", err)
}

// ErrOrphaned ends a process whose parent has ended.
var ErrOrphaned = errors.New("the parent process has ended")

// parentPeriod is how often Watch looks for the parent.
const parentPeriod = 500 * time.Millisecond

// Watch calls stop with ErrOrphaned when the process's parent has ended: the process then has another parent. It
// knows the parent before it returns, and checks it in a goroutine until the context ends. Where systems keep the
// number of a parent that has ended (Windows), only the end of the input ends a service.
func Watch(ctx context.Context, stop context.CancelCauseFunc) {
	go watch(ctx, stop, os.Getppid())
}

func watch(ctx context.Context, stop context.CancelCauseFunc, parent int) {
	tick := time.NewTicker(parentPeriod)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if os.Getppid() != parent {
				stop(ErrOrphaned)
				return
			}
		}
	}
}
