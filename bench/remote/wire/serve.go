package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"

	"github.com/coder/websocket"
)

// ErrPublic is wrapped by the error of Listen for an address that other machines can reach.
var ErrPublic = errors.New("can be reached from other machines")

// Listen opens a TCP port, such as 127.0.0.1:8000; port 0 is a free one. An address that others can reach needs public.
func Listen(address string, public bool) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("%q is no address to listen at; one is 127.0.0.1:8000", address)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listening: %w", err)
	}
	// What counts is the address that the name has become: a name may resolve to anything.
	if a, ok := l.Addr().(*net.TCPAddr); !public && (!ok || !a.IP.IsLoopback()) {
		l.Close()
		return nil, fmt.Errorf("%q %w", host, ErrPublic)
	}
	return l, nil
}

// Server answers websocket connections, and GET /healthz with "OK".
type Server struct {
	Options     Options
	Connections int // at a time; one more gets status 503
	// Handle serves one connection until its end, in a goroutine of its own. An error other than ErrClosed is sent to
	// the peer as text, which ends the connection.
	Handle func(ctx context.Context, c *Conn) error
	// Report gets the errors of connections, one at a time; nil drops them. ErrGoodbye is no error.
	Report func(peer string, err error)
}

// Serve answers connections until the context ends, which is no error, or the listener fails. It returns when all have
// been closed.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	h := &handler{Server: s, ctx: ctx, places: make(chan struct{}, s.Connections),
		room: NewRoom(s.Options.Limits.Bytes)}
	if a, ok := l.Addr().(*net.TCPAddr); ok {
		h.loopback = a.IP.IsLoopback()
	}
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: s.Options.Timeout, IdleTimeout: s.Options.Timeout, MaxHeaderBytes: 1 << 16,
		ErrorLog: log.New(io.Discard, "", 0), // peers' mistakes are reported, not logged
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	err := server.Serve(l)
	ended := ctx.Err() != nil
	cancel() // the connections that are open hear it, and leave their places
	for range cap(h.places) {
		h.places <- struct{}{}
	}
	if ended {
		return nil
	}
	return err
}

// handler answers the requests of a server.
type handler struct {
	*Server
	ctx      context.Context
	places   chan struct{} // has an element for each connection
	room     Room
	loopback bool
	mu       sync.Mutex // guards Report
}

// ServeHTTP takes a request: for the health, or for a connection.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case h.loopback && !local(r.Host):
		// A page in a browser on this machine can make a name of its own resolve to the loopback address.
		http.Error(w, "this server is for this machine alone", http.StatusForbidden)
	case r.URL.Path == "/healthz":
		io.WriteString(w, "OK\n")
	default:
		select {
		case h.places <- struct{}{}:
			defer func() { <-h.places }() // also where Handle panics
			h.connect(w, r)
		default:
			h.report(r.RemoteAddr, errFull)
			http.Error(w, errFull.Error(), http.StatusServiceUnavailable)
		}
	}
}

var errFull = errors.New("too many connections")

// connect serves a connection until its end. The websocket library refuses pages of other origins.
func (h *handler) connect(w http.ResponseWriter, r *http.Request) {
	socket, err := websocket.Accept(w, r, &websocket.AcceptOptions{})
	if err != nil {
		h.report(r.RemoteAddr, Errorf(ErrRefused, "%v", err))
		return
	}
	c := newConn(socket, h.Options, h.room)
	defer c.CloseNow()
	switch err := h.Handle(h.ctx, c); {
	case h.ctx.Err() != nil:
		c.Leave("the server ends")
	case err == nil:
		c.Close("the server ends")
	case errors.Is(err, ErrGoodbye):
	case errors.Is(err, ErrClosed):
		h.report(r.RemoteAddr, err)
	default:
		h.report(r.RemoteAddr, err)
		if c.SendError(h.ctx, err.Error()) == nil {
			c.Fail("see the text before")
		}
	}
}

func (h *handler) report(peer string, err error) {
	if h.Report == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Report(peer, err)
}

// local reports whether a request's Host names this machine by its loopback address.
func local(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}
