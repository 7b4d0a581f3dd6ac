package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"

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
	transport := &http.Transport{
		MaxResponseHeaderBytes: 1 << 16, DisableKeepAlives: true,
		DialContext: asFirst((&net.Dialer{}).DialContext), DialTLSContext: asFirst((&tls.Dialer{}).DialContext),
	}
	patience := min(o.Idle, o.Timeout)
	late, cancel := context.WithTimeoutCause(ctx, patience, errLate)
	defer cancel()
	socket, response, err := websocket.Dial(late, u.String(), &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: transport, CheckRedirect: noRedirect}, HTTPHeader: header,
	})
	if err == nil {
		return newConn(socket, o, o.Room), nil
	}
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case late.Err() != nil:
		return nil, Errorf(ErrStalled, "%s does not answer within %v", u.Redacted(), patience)
	case response != nil:
		return nil, Errorf(ErrRefused, "%s %s", u.Redacted(), refusal(response))
	}
	return nil, Errorf(ErrRefused, "%s%s", u.Redacted(), obstacle(err))
}

// asFirst returns dial with connections on which this side speaks first.
func asFirst(dial func(ctx context.Context, network, address string) (net.Conn, error)) func(context.Context, string,
	string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &firstConn{Conn: c, spoken: make(chan struct{})}, nil
	}
}

// firstConn is a connection on which nothing is read before something is written or the connection is closed. Package
// net/http prints what a server says before it is asked, as servers of mail do.
type firstConn struct {
	net.Conn
	once   sync.Once // closes spoken
	spoken chan struct{}
}

// Read implements net.Conn.
func (c *firstConn) Read(b []byte) (int, error) {
	<-c.spoken
	return c.Conn.Read(b)
}

// Write implements net.Conn.
func (c *firstConn) Write(b []byte) (int, error) {
	c.once.Do(func() { close(c.spoken) })
	return c.Conn.Write(b)
}

// Close implements net.Conn.
func (c *firstConn) Close() error {
	c.once.Do(func() { close(c.spoken) })
	return c.Conn.Close()
}

// refusal says how a server refuses a handshake, and what can be done.
func refusal(r *http.Response) string {
	status := fmt.Sprintf("answers %q to a websocket handshake", r.Status)
	switch {
	case r.StatusCode == http.StatusSwitchingProtocols:
		return "answers a websocket handshake wrongly; is a server of policies running there?"
	case r.StatusCode == http.StatusUnauthorized, r.StatusCode == http.StatusForbidden:
		return status + "; does it want another key (COUNTERPOISE_API_KEY)?"
	case r.StatusCode >= 300 && r.StatusCode < 400:
		return fmt.Sprintf("%s and points to %.200q; give the address of the server itself", status,
			r.Header.Get("Location"))
	case r.StatusCode == http.StatusServiceUnavailable:
		return status + "; it may have as many clients as it takes (--connections)"
	}
	return status + "; is a server of policies running there?"
}

// obstacle says why there is no answer to a handshake, and what can be done.
func obstacle(err error) string {
	var op *net.OpError
	var plain tls.RecordHeaderError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &certificate):
		return fmt.Sprintf(" has a certificate that is not trusted (%v); SSL_CERT_FILE names a file of authorities",
			certificate.Err)
	case errors.As(err, &plain), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return " does not speak TLS; does its address begin with ws:// in place of wss://?"
	case strings.Contains(err.Error(), `malformed HTTP response "\x15\x03`): // a record of TLS, an alert
		return " does not speak websocket but TLS; does its address begin with wss://?"
	case errors.As(err, &op):
		return fmt.Sprintf(": no connection (%v); is a server running there?", op.Err)
	}
	return " does not speak websocket; is a server of policies running there?"
}

// noRedirect makes a client take a redirection as the answer that it is: a server elsewhere was not asked for.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
