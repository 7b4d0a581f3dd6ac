package wire

import (
	"context"
	"errors"
	"io"
	"net"
	"runtime"
	"sync"
	"testing"
	"time"
)

// Clients that begin large messages and do not end them take no more memory together than a few of them; small messages
// are answered meanwhile, and large ones when their time is over.
func TestLargeMessagesShareMemory(t *testing.T) {
	o := patient()
	o.Timeout = 5 * time.Second
	reports := make(chan error, 100)
	address := served(t, &Server{Options: o, Connections: 64, Handle: echo,
		Report: func(_ string, err error) { reports <- err }})
	heap := func() int64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	const clients, size = 32, 62 << 20
	data := make([]byte, size-10)
	runtime.GC()
	before, most := heap(), int64(0)
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			request := "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
				"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
			io.WriteString(c, request)
			c.Write([]byte{0x82, 0xff, 0, 0, 0, 0, size >> 24, size >> 16 & 255, 0, 0, 0, 0, 0, 0}) // its head
			c.Write(data)                                                                           // not the end
			io.Copy(io.Discard, c)                                                                  // to its close
		})
	}
	small, err := Dial(t.Context(), address, "", o)
	if err != nil {
		t.Fatal(err)
	}
	defer small.CloseNow()
	for range 100 {
		if err := small.Send(t.Context(), int64(7)); err != nil {
			t.Fatal(err)
		}
		if v, err := small.Receive(t.Context()); err != nil || v != int64(7) {
			t.Fatal(v, err)
		}
		most = max(most, heap()-before)
		time.Sleep(20 * time.Millisecond)
	}
	if most > maxLarge+64<<20 {
		t.Errorf("%d MiB for %d clients", most>>20, clients)
	}
	all.Wait()
	for range clients {
		if err := <-reports; !errors.Is(err, ErrStalled) && !errors.Is(err, ErrBusy) && !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
	}
	large := make([]byte, smallMessage+1)
	if err := small.Send(context.Background(), large); err != nil {
		t.Fatal(err)
	}
	if v, err := small.Receive(t.Context()); err != nil || len(v.([]byte)) != len(large) {
		t.Error(err)
	}
	if cap(NewRoom(1<<40)) != 1 {
		t.Error("no place for the longest message")
	}
}

// A client's connections share the memory of large answers: one waits until another has used its own.
func TestLargeAnswersShareMemory(t *testing.T) {
	address := served(t, &Server{Options: patient(), Connections: 2, Handle: echo})
	o := patient()
	o.Room, o.Timeout = make(Room, 1), 2*time.Second
	o.Room <- nil
	var conns [2]*Conn
	for i := range conns {
		c, err := Dial(t.Context(), address, "", o)
		if err != nil {
			t.Fatal(err)
		}
		defer c.CloseNow()
		conns[i] = c
	}
	ask := func(c *Conn) error {
		if err := c.Send(t.Context(), make([]byte, smallMessage+1)); err != nil {
			return err
		}
		_, err := c.Receive(t.Context())
		return err
	}
	for _, c := range conns {
		if err := ask(c); err != nil {
			t.Fatal(err)
		}
		c.Done()
	}
	if err := ask(conns[0]); err != nil {
		t.Fatal(err)
	}
	if err := ask(conns[1]); !errors.Is(err, ErrBusy) {
		t.Errorf("a second large answer beside the first gives %v", err)
	}
}
