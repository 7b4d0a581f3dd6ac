package simulator

import (
	"encoding/binary"
	"errors"
	"io"
	"time"

	"counterpoise/bench/remote/wire"
	"counterpoise/internal/bounded"
)

const (
	// maxRequest is the greatest length of a request (bytes). Actions for MaxEnvironments take 33 kB.
	maxRequest = 1 << 20
	// requestTime is how long the rest of a frame may take after its first byte. Pipes are local: a client that needs
	// longer has stopped in the middle.
	requestTime = 30 * time.Second
	// replyTime is how long the client may take to accept a reply. It may be stopped in a debugger meanwhile.
	replyTime = 10 * time.Minute
)

// requestLimits bound what a request may hold: a map of a few texts, numbers and arrays.
var requestLimits = wire.Limits{Bytes: maxRequest, Values: 64, Depth: 3}

// connection reads requests from the client and writes replies. stalled is called when a frame has not passed in its
// time; the call that waits is then still blocked, since pipes have no deadlines on all systems.
type connection struct {
	in                     io.Reader
	out                    io.Writer
	requestTime, replyTime time.Duration
	stalled                func(error)
	request, reply         []byte // buffers that are used again
}

// read returns the next request. At the end of the input it returns io.EOF. The result refers to a buffer that the next
// call overwrites.
func (c *connection) read() (map[string]any, error) {
	var head [4]byte
	if _, err := io.ReadFull(c.in, head[:1]); err != nil {
		return nil, err // io.EOF: the client has gone, between two requests
	}
	watch := time.AfterFunc(c.requestTime, func() {
		c.stalled(wire.Errorf(wire.ErrStalled, "the rest of a request has not come in %v", c.requestTime))
	})
	defer watch.Stop()
	if _, err := io.ReadFull(c.in, head[1:]); err != nil {
		return nil, cut(err)
	}
	n := int64(binary.LittleEndian.Uint32(head[:]))
	if n > maxRequest {
		return nil, wire.Errorf(bounded.ErrTooLong, "a request of %d bytes, the limit is %d; standard input takes "+
			"frames (a length of 4 bytes, then msgpack)", n, maxRequest)
	}
	if int64(cap(c.request)) < n {
		c.request = make([]byte, n)
	}
	c.request = c.request[:n]
	if _, err := io.ReadFull(c.in, c.request); err != nil {
		return nil, cut(err)
	}
	value, err := wire.Decode(c.request, requestLimits)
	if err != nil {
		return nil, err
	}
	m, ok := value.(map[string]any)
	if !ok {
		return nil, wire.Errorf(wire.ErrType, "a request must be a map, not Go's type %T", value)
	}
	return m, nil
}

// cut is the error of an input that ends within a frame.
func cut(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return wire.Errorf(wire.ErrClosed, "the input ends within a request")
	}
	return err
}

// write sends a reply, and the pictures that follow it.
func (c *connection) write(reply map[string]any, pictures ...[]uint8) error {
	var err error
	if c.reply, err = wire.Append(append(c.reply[:0], 0, 0, 0, 0), reply); err != nil {
		return err
	}
	binary.LittleEndian.PutUint32(c.reply, uint32(len(c.reply)-4))
	watch := time.AfterFunc(c.replyTime, func() {
		c.stalled(wire.Errorf(wire.ErrStalled, "the client has not taken a reply in %v", c.replyTime))
	})
	defer watch.Stop()
	_, err = c.out.Write(c.reply)
	for _, p := range pictures {
		if err == nil {
			_, err = c.out.Write(p)
		}
	}
	return err
}
