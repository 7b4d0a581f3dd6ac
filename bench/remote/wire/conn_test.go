package wire

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/base64"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"counterpoise/internal/bounded"
)

// patient are options under which a slow machine makes nobody late. Tests of peers that are late shorten one of the
// times alone, and where a handshake must succeed, after it.
func patient() Options {
	return Options{Limits: DefaultLimits(), Idle: time.Minute, Timeout: time.Minute}
}

// short is a time that a peer exceeds.
const short = 200 * time.Millisecond

// served starts a server on a free port of the loopback address until the test ends, and returns its address.
func served(t *testing.T, s *Server) string {
	t.Helper()
	l, err := Listen("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// echo answers each message with itself.
func echo(ctx context.Context, c *Conn) error {
	for {
		v, err := c.Receive(ctx)
		if err != nil {
			return err
		}
		if err := c.Send(ctx, v); err != nil {
			return err
		}
	}
}

func TestConversation(t *testing.T) {
	address := served(t, &Server{Options: patient(), Connections: 2, Handle: echo})
	c, err := Dial(t.Context(), address, "", patient())
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	for _, v := range []string{"a", strings.Repeat("b", 1<<20), ""} {
		if err := c.Send(t.Context(), v); err != nil {
			t.Fatal(err)
		}
		if got, err := c.Receive(t.Context()); err != nil || got != v {
			t.Fatalf("%.20v, %v", got, err)
		}
	}
	if err := c.Send(t.Context(), struct{}{}); !errors.Is(err, ErrType) {
		t.Errorf("a value without a form: %v", err)
	}
	if err := c.Send(t.Context(), "still open"); err != nil {
		t.Error(err)
	}
	r, err := http.Get("http://" + address + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if b, err := io.ReadAll(r.Body); err != nil || string(b) != "OK\n" || r.StatusCode != 200 {
		t.Errorf("health: %q, %v", b, err)
	}
}

// raw starts a server that does with each naked connection what a function says, until the test ends, and returns its
// address.
func raw(t *testing.T, do func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	t.Cleanup(func() { l.Close(); all.Wait() })
	all.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() {
				defer c.Close()
				do(c)
			})
		}
	})
	return l.Addr().String()
}

// shake answers a websocket handshake (RFC 6455, 4.2.2).
func shake(c net.Conn) {
	r, err := http.ReadRequest(bufio.NewReader(c))
	if err != nil {
		return
	}
	io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Accept: "+acceptKey(r.Header.Get("Sec-WebSocket-Key"))+"\r\n\r\n")
}

// wait keeps a connection open until the peer has closed it.
func wait(c net.Conn) { io.Copy(io.Discard, c) }

// A server that is no server of policies is told from one whose address or key is wrong, and nothing that it sends is
// printed by a library.
func TestRefusals(t *testing.T) {
	var logged bytes.Buffer
	log.SetOutput(&logged)
	defer log.SetOutput(os.Stderr)
	says := func(text string) func(net.Conn) {
		return func(c net.Conn) { c.Read(make([]byte, 4096)); io.WriteString(c, text) }
	}
	const end = "\r\nContent-Length: 0\r\n\r\n"
	for _, c := range []struct{ scheme, text, want string }{
		{"ws", "HTTP/1.1 302 Found\r\nLocation: http://b/\u202e" + end, `points to "http://b/\u202e"`},
		{"ws", "HTTP/1.1 401 Unauthorized" + end, "COUNTERPOISE_API_KEY"},
		{"ws", "HTTP/1.1 503 Full" + end, "--connections"},
		{"ws", "HTTP/1.1 500 Oops\r\nContent-Length: 1\r\n\r\n<html>more than was said", `answers "500 Oops"`},
		{"ws", "HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", "handshake wrongly"},
		{"ws", "\x15\x03\x01\x00\x02\x02\x16", "does its address begin with wss://?"},
		{"wss", "HTTP/1.1 400 Bad Request" + end, "does its address begin with ws:// in place of wss://?"},
	} {
		_, err := Dial(t.Context(), c.scheme+"://"+raw(t, says(c.text)), "", patient())
		if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.text, err)
		}
	}
	secret := httptest.NewUnstartedServer(http.NotFoundHandler())
	secret.Config.ErrorLog = log.New(io.Discard, "", 0)
	secret.StartTLS()
	defer secret.Close()
	_, err := Dial(t.Context(), "wss"+strings.TrimPrefix(secret.URL, "https"), "", patient())
	if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "SSL_CERT_FILE") {
		t.Errorf("a certificate that nobody trusts: %v", err)
	}
	hasty := raw(t, func(c net.Conn) { io.WriteString(c, "220 mail ready\r\n"); wait(c) })
	for range 2000 {
		if _, err := Dial(t.Context(), hasty, "", patient()); !errors.Is(err, ErrRefused) ||
			!strings.Contains(err.Error(), "does not speak websocket") {
			t.Fatalf("a server that speaks before it is asked: %v", err)
		}
	}
	if logged.Len() > 0 {
		t.Errorf("a library prints %.200q", logged.String())
	}
}

// Whatever a server does, the client has an error by name in bounded time.
func TestHostileServers(t *testing.T) {
	frame := func(bytes ...byte) func(net.Conn) {
		return func(c net.Conn) { shake(c); c.Write(bytes); wait(c) }
	}
	for name, c := range map[string]struct {
		do   func(net.Conn)
		want error
		word string
	}{
		"closes at once": {func(net.Conn) {}, ErrRefused, "ws://127.0.0.1"},
		"speaks another tongue": {func(c net.Conn) { io.WriteString(c, "220 mail ready\r\n"); wait(c) }, ErrRefused,
			"does not speak websocket"},
		"not found": {func(c net.Conn) {
			http.ReadRequest(bufio.NewReader(c))
			io.WriteString(c, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
			wait(c)
		}, ErrRefused, "404"},
		"redirects": {func(c net.Conn) {
			http.ReadRequest(bufio.NewReader(c))
			io.WriteString(c, "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n")
			wait(c)
		}, ErrRefused, "302"},
		"endless headers": {func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\n")
			for {
				if _, err := io.WriteString(c, "X-Word: "+strings.Repeat("x", 1000)+"\r\n"); err != nil {
					return
				}
			}
		}, ErrRefused, "does not speak websocket"},
		"stalls":            {func(c net.Conn) { shake(c); wait(c) }, ErrStalled, "nothing within 200ms"},
		"stalls in a frame": {frame(0x82, 10, 1, 2), ErrStalled, "in the middle of a message"},
		"drips": {func(c net.Conn) {
			shake(c)
			c.Write([]byte{0x82, 126, 0xff, 0})
			for {
				if _, err := c.Write([]byte{0xc0}); err != nil {
					return
				}
				time.Sleep(20 * time.Millisecond)
			}
		}, ErrStalled, "in the middle of a message"},
		"closes": {func(c net.Conn) { shake(c) }, ErrClosed, "without a word"},
		"closes in a frame": {func(c net.Conn) { shake(c); c.Write([]byte{0x82, 10, 1, 2}) }, ErrClosed,
			"in the middle"},
		"closes with a reason": {frame(0x88, 5, 0x03, 0xf3, 'b', 'a', 'd'), ErrClosed, `1011, "bad"`},
		"huge message": {frame(append([]byte{0x82, 127, 0, 0, 0, 1, 0, 0, 0, 0}, make([]byte, 1<<17)...)...),
			bounded.ErrTooLong, "more than 65536 bytes"},
		"a frame of reserved bits": {frame(0xf2, 1, 0), ErrMalformed, "rsv"},
		"nonsense":                 {frame(0x82, 1, 0xc1), ErrMalformed, "0xc1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := patient()
			o.Limits.Bytes = 1 << 16
			conn, err := Dial(t.Context(), raw(t, c.do), "", o)
			if err == nil {
				defer conn.CloseNow()
				switch name {
				case "stalls":
					conn.options.Idle = short
				case "stalls in a frame", "drips":
					conn.options.Timeout = short
				}
				_, err = conn.Receive(t.Context())
			}
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.word) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
}

// A server that takes the connection and never answers the handshake gets no more time for it than for an answer, or
// for a message.
func TestSilentServer(t *testing.T) {
	idle, timeout := patient(), patient()
	idle.Idle, timeout.Timeout = short, short
	for _, o := range []Options{idle, timeout} {
		conn, err := Dial(t.Context(), raw(t, wait), "", o)
		if !errors.Is(err, ErrStalled) || !strings.Contains(err.Error(), "does not answer within 200ms") {
			t.Errorf("%v, %v", conn, err)
		}
	}
}

// A text message is the error of openpi's server: its last line is shown, without characters that act on a terminal.
func TestErrorsOfPeers(t *testing.T) {
	address := served(t, &Server{Options: patient(), Connections: 1, Handle: func(context.Context, *Conn) error {
		return errors.New("Traceback (most recent call last):\n  File ...\nValueError: \x1b[31mred\n")
	}})
	c, err := Dial(t.Context(), address, "", patient())
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	_, err = c.Receive(t.Context())
	var peer *PeerError
	if !errors.As(err, &peer) || err.Error() != `the peer reports an error: ValueError: \x1b[31mred` {
		t.Errorf("%v", err)
	}
	if _, err = c.Receive(t.Context()); !errors.Is(err, ErrClosed) || !strings.Contains(err.Error(), "1011") {
		t.Errorf("after an error: %v", err)
	}
	const head = "Traceback (most recent call last):\n"
	for text, want := range map[string]string{
		"": "an error and does not say which", " \n": "an error and does not say which", "a\nb\n": "an error: b",
		head + "  File \"x.py\", line 1\n    y()\nKeyError: 'a'\n\nDuring it, another:\n\n" + head +
			"  File \"x.py\", line 3\n    ^^^\nRuntimeError: assert\n  Compile with DSA\n\nto debug.\n": "an error: " +
			"RuntimeError: assert Compile with DSA to debug.",
	} {
		if got := (&PeerError{text}).Error(); !strings.HasPrefix(got, "the peer reports "+want) {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// A long text is cut, between two letters.
func TestLongErrors(t *testing.T) {
	whole, cut := strings.Repeat("a", maxErrorText-1), "the peer reports an error: "
	for text, want := range map[string]string{
		whole + "b": cut + whole + "b", whole + "bc": cut + whole + "b ...", whole + "é": cut + whole + " ...",
	} {
		if got := (&PeerError{text}).Error(); got != want {
			t.Errorf("%d bytes: ...%q, want ...%q", len(text), got[500:], want[500:])
		}
	}
}

// A peer that takes nothing stalls Send.
func TestSendStalls(t *testing.T) {
	end := make(chan struct{})
	defer close(end)
	c, err := Dial(t.Context(), raw(t, func(c net.Conn) { shake(c); <-end }), "", patient())
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	c.options.Timeout = short
	if err := c.Send(t.Context(), make([]byte, 64<<20)); !errors.Is(err, ErrStalled) {
		t.Errorf("%v", err)
	}
}

// The end of a context ends an operation with its cause.
func TestStop(t *testing.T) {
	c, err := Dial(t.Context(), raw(t, func(c net.Conn) { shake(c); wait(c) }), "", patient())
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	cause := errors.New("enough")
	ctx, stop := context.WithCancelCause(t.Context())
	time.AfterFunc(20*time.Millisecond, func() { stop(cause) })
	if _, err := c.Receive(ctx); !errors.Is(err, cause) {
		t.Errorf("%v", err)
	}
}

// A server serves as many connections as it may and refuses more, however many come, and serves again when one ends.
func TestThousandConnections(t *testing.T) {
	var mu sync.Mutex
	reported := 0
	o := patient()
	address := served(t, &Server{Options: o, Connections: 4, Handle: echo, Report: func(string, error) {
		mu.Lock()
		defer mu.Unlock()
		reported++
	}})
	var open []*Conn
	for range 4 {
		c, err := Dial(t.Context(), address, "", o)
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, c)
	}
	for range 1000 {
		_, err := Dial(t.Context(), address, "", o)
		if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "503") {
			t.Fatal(err)
		}
	}
	mu.Lock()
	if reported != 1000 {
		t.Errorf("%d refusals are reported", reported)
	}
	mu.Unlock()
	for _, c := range open {
		c.CloseNow()
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if c, err := Dial(t.Context(), address, "", o); err == nil {
			c.CloseNow()
			return
		} else if time.Now().After(end) {
			t.Fatal(err)
		}
	}
}

// A client that opens a connection and says nothing, or sends nonsense, loses it; pages of a browser are refused.
func TestHostileClients(t *testing.T) {
	reports := make(chan error, 10)
	hearing := func(idle, timeout time.Duration) (address string) {
		o := patient()
		o.Idle, o.Timeout = idle, timeout
		return served(t, &Server{Options: o, Connections: 4, Handle: echo,
			Report: func(_ string, err error) { reports <- err }})
	}
	c, err := net.Dial("tcp", hearing(time.Minute, short))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if b, err := io.ReadAll(c); err != nil || len(b) > 0 && !strings.Contains(string(b), "408") {
		t.Errorf("a client without a word: %q, %v", b, err)
	}
	silent, err := Dial(t.Context(), hearing(short, time.Minute), "", patient())
	if err != nil {
		t.Fatal(err)
	}
	defer silent.CloseNow()
	if err := <-reports; !errors.Is(err, ErrStalled) {
		t.Errorf("a silent client: %v", err)
	}
	address := hearing(time.Minute, time.Minute)
	nonsense, err := Dial(t.Context(), address, "", patient())
	if err != nil {
		t.Fatal(err)
	}
	defer nonsense.CloseNow()
	if err := nonsense.write(t.Context(), 2, []byte{0xc1}); err != nil {
		t.Fatal(err)
	}
	if err := <-reports; !errors.Is(err, ErrMalformed) {
		t.Errorf("nonsense: %v", err)
	}
	var peer *PeerError
	if _, err := nonsense.Receive(t.Context()); !errors.As(err, &peer) || !strings.Contains(err.Error(), "0xc1") {
		t.Errorf("what the client hears of it: %v", err)
	}
	for header, value := range map[string]string{"Host": "evil.example", "Origin": "http://evil.example"} {
		r, err := http.NewRequest("GET", "http://"+address+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"},
			"Sec-Websocket-Key": {"AAAAAAAAAAAAAAAAAAAAAA=="}, header: {value}}
		if header == "Host" {
			r.Host = value
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusForbidden {
			t.Errorf("%s %s: %s", header, value, answer.Status)
		}
	}
}

func TestListen(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", "[::]:0", ":0"} {
		if l, err := Listen(address, false); err == nil || !strings.Contains(err.Error(), "other machines") {
			t.Errorf("%s: %v, %v", address, l, err)
		}
	}
	l, err := Listen("0.0.0.0:0", true)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := Listen("nowhere", false); err == nil {
		t.Error("listens nowhere")
	}
	if _, err := Listen(l.Addr().String(), true); err == nil {
		t.Error("listens twice")
	}
}

func TestDialErrors(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if _, err := Dial(t.Context(), "ws://"+l.Addr().String(), "", patient()); !errors.Is(err, ErrRefused) ||
		!strings.Contains(err.Error(), "is a server running there?") {
		t.Errorf("%v", err)
	}
	for _, address := range []string{"http://127.0.0.1:80", "ws://", "ws://%zz", ""} {
		if _, err := Dial(t.Context(), address, "", patient()); err == nil ||
			!strings.Contains(err.Error(), "ws://127.0.0.1:8000") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// The key goes with the request in the form of openpi's client.
func TestKey(t *testing.T) {
	got := make(chan string, 1)
	address := raw(t, func(c net.Conn) {
		r, err := http.ReadRequest(bufio.NewReader(c))
		if err == nil {
			got <- r.Header.Get("Authorization")
		}
	})
	Dial(t.Context(), address, "secret", patient())
	if key := <-got; key != "Api-Key secret" {
		t.Errorf("%q", key)
	}
}

// acceptKey returns the answer to the key of a handshake (RFC 6455, 4.2.2, point 5.4).
func acceptKey(key string) string {
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// A client that asks nothing for a while answers the pings by which a server finds out who is dead.
func TestPingsAreAnswered(t *testing.T) {
	answered := make(chan error, 1)
	address := served(t, &Server{Options: patient(), Connections: 1, Handle: func(ctx context.Context, c *Conn) error {
		answered <- c.socket.Ping(ctx)
		return c.Send(ctx, "done")
	}})
	c, err := Dial(t.Context(), address, "", patient())
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	if err := <-answered; err != nil {
		t.Error(err)
	}
	if v, err := c.Receive(t.Context()); err != nil || v != "done" {
		t.Error(v, err)
	}
	if _, err := c.Receive(t.Context()); !errors.Is(err, ErrGoodbye) || !errors.Is(err, ErrClosed) {
		t.Errorf("after the end: %v", err)
	}
}

// A reason that is cut for a close frame ends with a whole character.
func TestClipped(t *testing.T) {
	for reason, want := range map[string]string{
		"short": "short", strings.Repeat("a", 101): strings.Repeat("a", 100),
		strings.Repeat("a", 99) + "µ": strings.Repeat("a", 99),
	} {
		if got := clipped(reason); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A message that has begun and trickles is not waited for longer than a silent peer is.
func TestTrickle(t *testing.T) {
	begun := make(chan struct{})
	address := raw(t, func(c net.Conn) {
		shake(c)
		c.Write([]byte{0x82, 126, 0xff, 0}) // a binary message of 65,280 bytes
		close(begun)
		for {
			if _, err := c.Write([]byte{0}); err != nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	})
	c, err := Dial(t.Context(), address, "", patient())
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	<-begun
	c.options.Idle = 300 * time.Millisecond
	start := time.Now()
	_, err = c.Receive(t.Context())
	if !errors.Is(err, ErrStalled) || !strings.Contains(err.Error(), "not through within 300ms") ||
		time.Since(start) > 30*time.Second {
		t.Errorf("after %v: %v", time.Since(start), err)
	}
}

// A message that comes with the metadata is an error of the first question, and none is asked; a text tells the peer's
// error. A server that answers no pings is found out, too.
func TestUnaskedMessages(t *testing.T) {
	for kind, word := range map[byte]string{0x82: "the server sent a message before a question",
		0x81: "the peer reports an error: A"} {
		address := raw(t, func(c net.Conn) {
			shake(c)
			c.Write([]byte{0x82, 1, 0xc0, kind, 1, 'A'}) // nil, and a message of a byte
			wait(c)
		})
		c, err := Dial(t.Context(), address, "", patient())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Receive(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err = c.Ask(t.Context(), nil); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%#x: %v", kind, err)
		}
		c.CloseNow()
	}
}

// The text of an error that has begun before the first question is read to its end: the ping of that question, which is
// under way, does not end the connection.
func TestUnaskedTextIsRead(t *testing.T) {
	for range 20 {
		address := raw(t, func(c net.Conn) {
			shake(c)
			c.Write([]byte{0x82, 1, 0xc0, 0x81, 2, 'A'})
			time.Sleep(10 * time.Millisecond)
			c.Write([]byte{'B'})
			wait(c)
		})
		c, err := Dial(t.Context(), address, "", patient())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Receive(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err = c.Ask(t.Context(), nil); err == nil || err.Error() != "the peer reports an error: AB" {
			t.Errorf("%v", err)
		}
		c.CloseNow()
	}
}

// A message that comes after the last answer is found where the connection is watched for as long as it takes, and a
// connection that stays quiet is as good as before. A server that has closed it owes nothing.
func TestQuiet(t *testing.T) {
	const late = 3 * QuietTime
	address := served(t, &Server{Options: patient(), Connections: 1, Handle: func(ctx context.Context, c *Conn) error {
		for range 2 {
			if _, err := c.Receive(ctx); err != nil {
				return err
			}
			if err := c.Send(ctx, "answer"); err != nil {
				return err
			}
		}
		time.Sleep(late)
		return c.Send(ctx, "another answer")
	}})
	c, err := Dial(t.Context(), address, "", patient())
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	for i, watch := range []struct {
		quiet time.Duration
		want  error
	}{{2 * late, nil}, {5 * late, ErrUnasked}} { // less than pongTime, and much later than the message
		if err := c.Ask(t.Context(), i); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Receive(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := c.Quiet(t.Context(), watch.quiet); !errors.Is(err, watch.want) {
			t.Errorf("answer %d: %v, want %v", i, err, watch.want)
		}
	}
	closed, err := Dial(t.Context(), served(t, &Server{Options: patient(), Connections: 1,
		Handle: func(context.Context, *Conn) error { return nil }}), "", patient())
	if err != nil {
		t.Fatal(err)
	}
	defer closed.CloseNow()
	if err := closed.Quiet(t.Context(), time.Minute); !errors.Is(err, ErrClosed) {
		t.Errorf("a server that has closed: %v", err)
	}
}
