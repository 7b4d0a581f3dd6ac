package wire

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/coder/websocket"
)

// ParseURL checks the address of a server, such as ws://127.0.0.1:8000, and returns it in full. Without a scheme it is
// ws.
func ParseURL(address string) (*url.URL, error) {
	if !strings.Contains(address, "://") {
		address = "ws://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "ws" && u.Scheme != "wss" {
		return nil, fmt.Errorf("%q is no address of a server; one is ws://127.0.0.1:8000", address)
	}
	return u, nil
}

// Dial connects to a server. A key, if it is not empty, goes with the request as openpi's client sends it. The error of
// a server that cannot be reached is ErrRefused.
func Dial(ctx context.Context, address, key string, o Options) (*Conn, error) {
	u, err := ParseURL(address)
	if err != nil {
		return nil, err
	}
	header := http.Header{}
	if key != "" {
		header.Set("Authorization", "Api-Key "+key)
	}
	// A transport of its own: no proxy of the environment stands between this program and a server, and no connection
	// is kept.
	transport := &http.Transport{MaxResponseHeaderBytes: 1 << 16}
	defer transport.CloseIdleConnections()
	patience := min(o.Idle, o.Timeout)
	late, cancel := context.WithTimeoutCause(ctx, patience, errLate)
	defer cancel()
	socket, response, err := websocket.Dial(late, u.String(), &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: transport, CheckRedirect: noRedirect}, HTTPHeader: header,
	})
	if err == nil {
		return newConn(socket, o, o.Room), nil
	}
	var op *net.OpError
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case late.Err() != nil:
		return nil, fmt.Errorf("%s does not answer within %v: %w", u.Redacted(), patience, ErrStalled)
	case response != nil:
		return nil, fmt.Errorf("%s answers %q to a websocket handshake: %w", u.Redacted(), response.Status, ErrRefused)
	case errors.As(err, &op):
		return nil, fmt.Errorf("%s: %w (%v); is a server running there?", u.Redacted(), ErrRefused, op.Err)
	}
	return nil, fmt.Errorf("%s does not speak websocket: %w", u.Redacted(), ErrRefused)
}

// noRedirect makes a client take a redirection as the answer that it is: a server elsewhere was not asked for.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
