package wire

import (
	"errors"
	"fmt"
	"strings"

	"counterpoise/internal/printable"
)

// The ways in which a peer fails. Errors of this package wrap one of them, or bounded.ErrTooLong for a message beyond
// the limits.
var (
	// ErrMalformed is a message that is no msgpack, has another value behind the first, or uses types that the protocol
	// lacks.
	ErrMalformed = errors.New("malformed message")
	// ErrShape is an array whose data do not have the length that its shape and type say.
	ErrShape = errors.New("shape of an array")
	// ErrType is a value or an array of another type than the receiver expects.
	ErrType = errors.New("unexpected type")
	// ErrStalled is a peer that sends nothing, or takes nothing, for the time that it has.
	ErrStalled = errors.New("stalled")
	// ErrClosed is a connection that the peer has closed, in order, in the middle of a message, or by going away.
	ErrClosed = errors.New("connection closed")
	// ErrGoodbye is a connection that the peer has closed in order. It wraps ErrClosed.
	ErrGoodbye = fmt.Errorf("%w in order", ErrClosed)
	// ErrUnasked is a message of a server that no question was asked for. The protocol does not say which question an
	// answer belongs to, so later ones would be taken for others.
	ErrUnasked = errors.New("the server sends a message that was not asked for")
	// ErrBusy is a server that holds as many large messages of other clients as it may, or a client that holds as many
	// of its other connections.
	ErrBusy = errors.New("too many large messages at a time")
	// ErrRefused is a peer that cannot be reached, or does not speak websocket.
	ErrRefused = errors.New("no connection")
)

// Errorf returns an error of one of the kinds above with a text of its own, which says what is wrong in full: the kind
// is for errors.Is alone.
func Errorf(kind error, format string, args ...any) error {
	return &kindError{fmt.Errorf(format, args...), kind}
}

// kindError is an error whose text does not show its kind.
type kindError struct {
	error
	kind error
}

func (e *kindError) Unwrap() []error { return []error{e.error, e.kind} }

// PeerError is a text message. In openpi's protocol a server answers with one where its policy has raised an exception,
// and the text is the traceback.
type PeerError struct{ Text string }

// maxErrorText is the number of bytes of a peer's text that Error shows.
const maxErrorText = 500

// Error shows the exception where the text is a traceback of Python, which may have several lines, else the last line.
// Characters that act on a terminal are escaped.
func (e *PeerError) Error() string {
	text := exception(strings.TrimSpace(e.Text))
	if text == "" {
		return "the peer reports an error and does not say which; its own log may"
	}
	if len(text) > maxErrorText {
		text = strings.ToValidUTF8(text[:maxErrorText], "") + " ..." // not half a letter
	}
	return "the peer reports an error: " + printable.Line(text)
}

// exception returns the exception of the last traceback in a text, on one line, or the last line of a text without any.
// The lines of a traceback that are indented show the code; the exception begins at the first one that is not.
func exception(text string) string {
	const head = "Traceback (most recent call last):\n"
	i := strings.LastIndex(text, head)
	if i < 0 {
		return text[strings.LastIndexByte(text, '\n')+1:]
	}
	lines := strings.Split(text[i+len(head):], "\n")
	for len(lines) > 1 && strings.HasPrefix(lines[0], " ") {
		lines = lines[1:]
	}
	return strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
}
