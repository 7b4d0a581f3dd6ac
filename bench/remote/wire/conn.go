package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"counterpoise/internal/bounded"
)

// Options bound what the peer of a connection may do. A handshake has the shorter one of both times.
type Options struct {
	Limits  Limits        // of a message that it sends
	Idle    time.Duration // until it has sent a message that Receive waits for
	Timeout time.Duration // to send a message, and for the rest of a message that it has begun
	Room    Room          // of Dial: shared by connections whose large messages it bounds; nil bounds each alone
}

// DefaultOptions are for a server that answers questions: a policy may compile for a minute before its first answer,
// and 64 MiB take less than 30 s at 20 Mbit/s.
func DefaultOptions() Options {
	return Options{Limits: DefaultLimits(), Idle: 2 * time.Minute, Timeout: 30 * time.Second}
}

// Conn is a connection that carries one value a message. One goroutine uses it at a time. After an error it must not be
// used again, except after an error of Send about the value to send.
//
// A goroutine of its own waits for messages, also while nobody calls Receive: so pings of the peer are answered, which
// closes a connection that seems dead (websockets of Python after 40 s).
type Conn struct {
	socket  *websocket.Conn
	options Options
	out     []byte        // the message that Send sends; reused
	in      bytes.Buffer  // the message that Receive has read, or its beginning; reused
	large   *bytes.Buffer // that message, where it is large: a place of room
	room    Room
	begun   chan begun    // a message whose head has come
	taken   chan struct{} // Receive has read that message, so the next one may come
	closed  chan struct{}
	once    sync.Once // closes closed
	asked   bool      // a question was asked
	left    bool      // Leave was called: the connection closes by itself
}

// begun is a message whose head has come, or the error in place of one.
type begun struct {
	kind   websocket.MessageType
	rest   io.Reader
	err    error
	ctx    context.Context // of the reading
	cancel context.CancelCauseFunc
}

// newConn takes over a connection after its handshake. A room of nil does not bound large messages.
func newConn(socket *websocket.Conn, o Options, r Room) *Conn {
	socket.SetReadLimit(o.Limits.Bytes)
	c := &Conn{socket: socket, options: o, room: r, begun: make(chan begun), taken: make(chan struct{}),
		closed: make(chan struct{})}
	go c.wait()
	return c
}

// wait waits for messages until the connection ends, and answers pings meanwhile.
func (c *Conn) wait() {
	for {
		ctx, cancel := context.WithCancelCause(context.Background())
		kind, r, err := c.socket.Reader(ctx)
		select {
		case c.begun <- begun{kind, r, err, ctx, cancel}:
		case <-c.closed:
			cancel(nil)
			return
		}
		if err != nil {
			cancel(nil)
			return
		}
		select {
		case <-c.taken:
		case <-c.closed:
			cancel(nil)
			return
		}
	}
}

// Send sends a value.
func (c *Conn) Send(ctx context.Context, value any) error {
	var err error
	if c.out, err = Append(c.out[:0], value); err != nil {
		return err
	}
	return c.write(ctx, websocket.MessageBinary, c.out)
}

// SendError sends the text of an error, as a server of openpi's protocol does before it closes the connection.
func (c *Conn) SendError(ctx context.Context, text string) error {
	return c.write(ctx, websocket.MessageText, []byte(text))
}

func (c *Conn) write(ctx context.Context, kind websocket.MessageType, message []byte) error {
	ctx, cancel := context.WithTimeoutCause(ctx, c.options.Timeout, errLate)
	defer cancel()
	if err := c.socket.Write(ctx, kind, message); err != nil {
		return c.failure(ctx, "while a message was sent", c.options.Timeout, err)
	}
	return nil
}

// Ask sends a question. A message that has come before it is no answer to it but an error: ErrUnasked, or a *PeerError
// where it is text. One that the server sent with its metadata may still be under way before the first question, and
// would be taken for the answer to that, and each answer for that to the next: so the first call waits for it.
func (c *Conn) Ask(ctx context.Context, question any) error {
	quiet := time.Duration(0)
	if !c.asked {
		c.asked, quiet = true, QuietTime
	}
	m, come := c.early(ctx, quiet)
	switch {
	case !come:
		return c.Send(ctx, question)
	case m.err != nil:
		c.CloseNow()
		return c.failure(ctx, "before a question", c.options.Idle, m.err)
	}
	return c.unasked(ctx, m, "before a question; it must send one answer for each question, as answers do not say "+
		"which question they belong to")
}

// Quiet returns an error for a message that comes after the last answer: ErrUnasked, or a *PeerError where it is text.
// It waits for a pong and then until the connection was quiet for a time, pongTime in all at most. A server that sends
// its answers one question late, behind a message that was taken for the first one, owes one when the questions end. A
// server that has closed the connection owes nothing: that is ErrClosed, as Receive returns it.
func (c *Conn) Quiet(ctx context.Context, quiet time.Duration) error {
	switch m, come := c.early(ctx, quiet); {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case !come:
		return nil
	case m.err != nil:
		c.CloseNow()
		return c.failure(ctx, "after the last answer", c.options.Idle, m.err)
	default:
		return c.unasked(ctx, m, "after its last answer, so answers may have been taken for those to later questions: "+
			"what was evaluated by this server is in doubt. It must send one answer for each question")
	}
}

// unasked returns the error of a message that no question asked for; when says when it came.
func (c *Conn) unasked(ctx context.Context, m begun, when string) error {
	if m.kind == websocket.MessageText {
		_, err := c.read(ctx, m, time.Now().Add(c.options.Idle))
		return err
	}
	m.cancel(nil)
	c.CloseNow()
	return Errorf(ErrUnasked, "the server sent a message %s", when)
}

// pongTime is how long a ping waits for its answer: longer than the way to another continent and back. Half of it could
// be too short over a bad line; twice as much holds up servers that answer no pings longer. QuietTime is how long the
// connection must be quiet after that at least: servers send what they send unasked right after their metadata. Half of
// it could be too short for a busy machine; twice as much is felt where a connection is lost often.
const (
	pongTime  = 2 * time.Second
	QuietTime = 100 * time.Millisecond
)

// early returns a message that has come already. With quiet above 0 it sends a ping first: messages arrive in order,
// and what was sent before the pong is here when the pong is; later ones are waited for until the connection was quiet
// for that time. With quiet 0 it does not wait: what comes later is found at the next question, unless that follows
// faster than the server answers.
func (c *Conn) early(ctx context.Context, quiet time.Duration) (m begun, come bool) {
	passed := make(chan struct{})
	if quiet == 0 {
		close(passed)
	} else {
		// The goroutine ends by itself. To cancel it when a message comes could close the connection, as the end of a
		// context does in the middle of a ping, before that message is read.
		ctx, cancel := context.WithTimeout(ctx, pongTime)
		go func() {
			defer cancel()
			defer close(passed)
			c.socket.Ping(ctx) // a server that answers no pings is asked all the same
			select {
			case <-time.After(quiet):
			case <-ctx.Done():
			}
		}()
	}
	select {
	case m = <-c.begun:
		return m, true
	case <-passed:
	}
	select {
	case m = <-c.begun:
		return m, true
	default:
		return m, false
	}
}

// Receive waits for a message and returns its value. Arrays and binary values in it are valid until the next call. A
// text message is a *PeerError. Where the context ends while nothing has come, the connection stays open, to be left in
// order.
func (c *Conn) Receive(ctx context.Context) (any, error) {
	c.leaveRoom()
	by := time.Now().Add(c.options.Idle)
	late := time.NewTimer(c.options.Idle)
	defer late.Stop()
	select {
	case m := <-c.begun:
		if m.err != nil {
			c.CloseNow()
			return nil, c.failure(ctx, "while a message was awaited", c.options.Idle, m.err)
		}
		return c.read(ctx, m, by)
	case <-c.closed:
		return nil, Errorf(ErrClosed, "the connection is closed on this side")
	case <-ctx.Done(): // the caller says goodbye
		return nil, context.Cause(ctx)
	case <-late.C:
		c.CloseNow()
		return nil, Errorf(ErrStalled, "the peer sent nothing within %v", c.options.Idle)
	}
}

// read reads a message that has begun and returns its value. It fails at the time by, or after Timeout if that is
// sooner.
func (c *Conn) read(ctx context.Context, m begun, by time.Time) (any, error) {
	defer m.cancel(nil)
	stop := context.AfterFunc(ctx, func() { m.cancel(context.Cause(ctx)) })
	defer stop()
	within := c.options.Timeout
	if left := time.Until(by); left < within {
		within = c.options.Idle
		defer time.AfterFunc(left, func() { m.cancel(errLate) }).Stop()
	}
	late := time.AfterFunc(c.options.Timeout, func() { m.cancel(errLate) })
	defer late.Stop()
	message, err := c.whole(m, late)
	if err != nil {
		if !errors.Is(err, ErrBusy) {
			err = c.failure(m.ctx, "in the middle of a message", within, err)
		}
		c.CloseNow() // ends m.ctx too
		return nil, err
	}
	select {
	case c.taken <- struct{}{}:
	case <-c.closed:
	}
	if m.kind == websocket.MessageText {
		return nil, &PeerError{string(message)}
	}
	return Decode(message, c.options.Limits)
}

// Close closes the connection in order, with a short reason. The peer has some seconds to answer.
func (c *Conn) Close(reason string) { c.close(websocket.StatusNormalClosure, reason) }

// Fail closes the connection as a server of openpi's protocol does after an error.
func (c *Conn) Fail(reason string) { c.close(websocket.StatusInternalError, reason) }

func (c *Conn) close(status websocket.StatusCode, reason string) {
	c.once.Do(func() { close(c.closed) })
	c.leaveRoom()
	c.socket.Close(status, clipped(reason))
}

// leaveTime is how long Leave waits: long enough for the answer of another continent, and too short to be noticed by
// whoever stops a program.
const leaveTime = 300 * time.Millisecond

// Leave tells the peer that this side goes away, with a short reason, and hardly waits for the answer, which a peer
// that computes gives later: the connection closes by itself when it comes, or after some seconds.
func (c *Conn) Leave(reason string) {
	c.once.Do(func() { close(c.closed) })
	c.leaveRoom()
	c.left = true
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.socket.Close(websocket.StatusGoingAway, clipped(reason))
	}()
	select {
	case <-done:
	case <-time.After(leaveTime):
	}
}

// CloseNow closes the connection without waiting for the peer. One that was left stays as it is.
func (c *Conn) CloseNow() {
	if c.left {
		return
	}
	c.once.Do(func() { close(c.closed) })
	c.leaveRoom()
	c.socket.CloseNow()
}

// clipped returns the beginning of a reason that fits into a close frame, which has to be valid UTF-8 (RFC 6455,
// section 5.5.1).
func clipped(reason string) string { return strings.ToValidUTF8(reason[:min(len(reason), 100)], "") }

// errLate cancels an operation that takes too long.
var errLate = errors.New("out of time")

// failure wraps the error of an operation in the error of this package that fits (errors.go). ctx is the operation's
// context and within the time that it had. If the caller's context has ended, failure returns its cause.
func (c *Conn) failure(ctx context.Context, doing string, within time.Duration, err error) error {
	var closed websocket.CloseError
	var network net.Error
	switch {
	case errors.Is(context.Cause(ctx), errLate):
		return Errorf(ErrStalled, "the peer stalled %s, which was not through within %v", doing, within)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, websocket.ErrMessageTooBig):
		return Errorf(bounded.ErrTooLong, "the peer sent a message of more than %d bytes, which is the limit",
			c.options.Limits.Bytes)
	case errors.As(err, &closed) && (closed.Code == websocket.StatusNormalClosure ||
		closed.Code == websocket.StatusGoingAway):
		return Errorf(ErrGoodbye, "the peer closed the connection %s (%s)", doing, reason(closed))
	case errors.As(err, &closed):
		return Errorf(ErrClosed, "the peer closed the connection %s (%s)", doing, reason(closed))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed),
		errors.As(err, &network):
		return Errorf(ErrClosed, "the connection ended %s without a word: the peer has gone", doing)
	}
	return Errorf(ErrMalformed, "the peer broke the websocket protocol %s: %v", doing, err)
}

// reason says why a peer has closed a connection, as far as it has said so.
func reason(closed websocket.CloseError) string {
	if closed.Reason == "" {
		return fmt.Sprintf("code %d without a reason; its own log may have one", closed.Code)
	}
	return fmt.Sprintf("code %d, %q", closed.Code, closed.Reason)
}
