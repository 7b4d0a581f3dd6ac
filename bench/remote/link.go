package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"counterpoise/bench/remote/wire"
)

// link is a connection that is opened when it is needed, and anew after the server was gone. One goroutine uses it at a
// time.
type link struct {
	*Config
	outage *outage
	conn   *wire.Conn
	known  *Metadata // of the first connection of the client; nil before it

	answered time.Time     // when the last answer of this connection came; zero before the first
	period   time.Duration // between the last two
}

// The first wait for a server that is gone, and the longest: a server on this machine is back at once, and one that
// loads a model for minutes is asked often enough.
const firstWait, longestWait = 100 * time.Millisecond, 5 * time.Second

// maxStalls is the number of times that a question may go unanswered in time, each in a connection of its own. A server
// that stalls twice over one question will not answer it. One that stalls before it is asked counts as gone, for it may
// be starting.
const maxStalls = 2

// ask sends a question and calls use with the answer, which use must not keep. If the server is gone or closes the
// connection, the question is asked again in a new connection, until Patience is over. Every other error is final,
// because the same question would cause it again.
func (l *link) ask(ctx context.Context, question any, use func(reply any) error) error {
	stalls := 0
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		asked, err := l.try(ctx, question, use)
		if err == nil {
			l.outage.end()
			return nil
		}
		l.drop(ctx, err)
		if asked && errors.Is(err, wire.ErrStalled) {
			stalls++
		}
		gone := errors.Is(err, wire.ErrClosed) || errors.Is(err, wire.ErrRefused) || errors.Is(err, wire.ErrStalled)
		if stalls >= maxStalls {
			return fmt.Errorf("%w; it was asked %d times (--timeout TIME allows it more)", err, stalls)
		}
		if ctx.Err() != nil || !gone {
			return err
		}
		if err := l.outage.wait(ctx, wait, err); err != nil {
			return err
		}
	}
}

// try asks once, in the present connection or in a new one. asked is false if there was no connection to ask in.
func (l *link) try(ctx context.Context, question any, use func(reply any) error) (asked bool, err error) {
	if l.conn == nil {
		if err := l.connect(ctx); err != nil {
			return false, err
		}
	}
	if err := l.conn.Ask(ctx, question); err != nil {
		return true, err
	}
	reply, err := l.conn.Receive(ctx)
	if err != nil {
		return true, err
	}
	if now := time.Now(); l.answered.IsZero() {
		l.answered = now
	} else {
		l.answered, l.period = now, now.Sub(l.answered)
	}
	defer l.conn.Done()
	return true, use(reply)
}

// connect opens the connection and reads the metadata, which must be those of the first connection: a server that comes
// back with another policy would mix two in one result.
func (l *link) connect(ctx context.Context) error {
	conn, err := wire.Dial(ctx, l.Address, l.Key, l.Options)
	if err != nil {
		return err
	}
	v, err := conn.Receive(ctx)
	if err != nil {
		l.conn = conn
		l.drop(ctx, err)
		return err
	}
	m, err := parseMetadata(v)
	if err == nil && l.known != nil && !bytes.Equal(m.Raw, l.known.Raw) {
		err = fmt.Errorf("a new connection to the server shows other metadata, so another policy: %s before, %s now; "+
			"metadata must be the same for every connection", abridged(l.known.Raw), abridged(m.Raw))
	}
	l.conn = conn
	if err != nil {
		l.drop(ctx, err)
		return err
	}
	l.known = &m
	return nil
}

// abridged returns a text, cut after 200 bytes.
func abridged(b []byte) string {
	const most = 200
	if len(b) > most {
		return string(b[:most]) + "..."
	}
	return string(b)
}

// drop forgets the connection. The server is told why, if it is there: that this program was stopped, or what is wrong
// with its answer.
func (l *link) drop(ctx context.Context, why error) {
	if l.conn == nil {
		return
	}
	reason := "the evaluation was stopped"
	if ctx.Err() == nil {
		reason = why.Error()
	}
	l.conn.Leave(reason)
	l.conn, l.answered, l.period = nil, time.Time{}, 0
}

// quiet returns an error for an answer too many of an open connection. A server that is one answer behind sends it as
// long after the last one as that came after the one before it.
func (l *link) quiet(ctx context.Context) error {
	if l.conn == nil {
		return nil
	}
	err := l.conn.Quiet(ctx, max(wire.QuietTime, l.period-time.Since(l.answered)+wire.QuietTime))
	if err == nil {
		return nil
	}
	l.drop(ctx, err)
	if errors.Is(err, wire.ErrClosed) {
		return nil // the next question opens another connection
	}
	return err
}

// close closes the connection in order, or leaves it where ctx has ended: whoever stops a program does not wait for a
// server that computes.
func (l *link) close(ctx context.Context) {
	if l.conn == nil {
		return
	}
	if ctx.Err() != nil {
		l.drop(ctx, ctx.Err())
		return
	}
	l.conn.Close("the evaluation ends")
	l.conn = nil
}

// outage is the time that a server has been gone, which all links of a client share, and what is told about it: one
// that lasts is told when it is certain and when it ends, a short one when it has ended.
type outage struct {
	patience time.Duration
	notice   func(string)
	silent   bool // the server's metadata are empty, so that they show no change of the policy
	mu       sync.Mutex
	since    time.Time // zero while the server is there
	reason   error     // why the connection was lost
	told     bool      // that the server is waited for
	count    int       // outages, with the present one
}

// The n-th outage of a run is told while it lasts once it has lasted n times tellAfter, tellAtMost at most: a server
// that closes its connections, or starts anew, every few answers does not fill the terminal.
const tellAfter, tellAtMost = time.Second, time.Minute

// wait waits before the next attempt. It returns the reason where the server has been gone for too long.
func (o *outage) wait(ctx context.Context, d time.Duration, reason error) error {
	o.mu.Lock()
	if o.since.IsZero() {
		o.since, o.reason, o.told = time.Now(), reason, false
		o.count++
	}
	gone := time.Since(o.since)
	certain := gone >= min(time.Duration(o.count)*tellAfter, tellAtMost) || errors.Is(reason, wire.ErrStalled)
	if certain && !o.told && o.patience > 0 {
		o.told = true
		text := reason.Error()
		if !strings.HasSuffix(text, "?") { // as in "is a server running there?"
			text += ";"
		}
		o.notice(fmt.Sprintf("%s waiting up to %v for the server to come back", text, o.patience))
	}
	left := o.patience - gone
	o.mu.Unlock()
	if left <= 0 {
		return reason
	}
	t := time.NewTimer(min(d, left))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}

// end notes an answer: the server is there. Of short outages the first, the tenth, the hundredth and so on are told.
func (o *outage) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.since.IsZero() {
		return
	}
	gone := time.Since(o.since).Round(100 * time.Millisecond)
	o.since = time.Time{}
	text := fmt.Sprintf("the server is back after %v", gone)
	if !o.told {
		if !powerOfTen(o.count) {
			return
		}
		text = fmt.Sprintf("%v; the server was back after %v and got the same question again", o.reason, gone)
		if o.count > 1 {
			text += fmt.Sprintf(" (connection lost %d times so far)", o.count)
		}
	}
	if o.silent {
		text += "; its metadata are empty, so it is taken for the same policy without a check"
	}
	o.notice(text)
}

// lost is the number of outages so far.
func (o *outage) lost() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.count
}

// powerOfTen reports whether n is 1, 10, 100 and so on.
func powerOfTen(n int) bool {
	for n >= 10 && n%10 == 0 {
		n /= 10
	}
	return n == 1
}
