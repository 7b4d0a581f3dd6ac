package wire

import (
	"bytes"
	"io"
	"time"
)

// Messages of up to smallMessage bytes, such as one observation, are read as they come. Longer ones of all connections
// of a server, or of all connections to one, share maxLarge bytes, in places of the longest message that is taken.
const smallMessage, maxLarge = 256 << 10, 256 << 20

// Room has a buffer for each large message that connections may hold together at a time, unread or not yet done with;
// nil for one that has not been made. A message waits for a place before it is read on, so that memory never depends on
// the number of connections times their longest message. One that trickles gives its place up after Options.Timeout.
type Room chan *bytes.Buffer

// NewRoom returns places for large messages of up to longest bytes.
func NewRoom(longest int64) Room {
	r := make(Room, max(1, maxLarge/longest))
	for range cap(r) {
		r <- nil
	}
	return r
}

// whole reads a message to its end. late, which ends the reading, starts anew when the message has its place.
func (c *Conn) whole(m begun, late *time.Timer) ([]byte, error) {
	c.in.Reset()
	if c.room == nil {
		_, err := c.in.ReadFrom(m.rest)
		return c.in.Bytes(), err
	}
	if _, err := io.CopyN(&c.in, m.rest, smallMessage); err == io.EOF {
		return c.in.Bytes(), nil
	} else if err != nil {
		return nil, err
	}
	late.Reset(2 * c.options.Timeout)
	wait := time.NewTimer(c.options.Timeout)
	defer wait.Stop()
	select {
	case c.large = <-c.room:
	case <-wait.C:
		return nil, Errorf(ErrBusy, "a message of more than %d bytes found no place within %v beside other large "+
			"ones; ask again later", smallMessage, c.options.Timeout)
	case <-m.ctx.Done():
		return nil, m.ctx.Err()
	}
	late.Reset(c.options.Timeout)
	if c.large == nil {
		c.large = bytes.NewBuffer(make([]byte, 0, c.options.Limits.Bytes+2*bytes.MinRead)) // never grows
	}
	c.large.Reset()
	c.large.Write(c.in.Bytes())
	_, err := c.large.ReadFrom(m.rest)
	return c.large.Bytes(), err
}

// Done tells that the caller has used the message of the last Receive, whose arrays and binary values are not valid any
// more. A large one gives its place up, which otherwise the next call does.
func (c *Conn) Done() { c.leaveRoom() }

// leaveRoom gives up the place of a large message.
func (c *Conn) leaveRoom() {
	if c.large != nil {
		c.room <- c.large
		c.large = nil
	}
}
