package simulator

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"counterpoise/bench/remote/wire"
	"counterpoise/internal/bounded"
	"counterpoise/internal/hostile"
	"counterpoise/scenes"
)

// client is the other end of a service, as a test plays it.
type client struct {
	t    *testing.T
	to   *io.PipeWriter
	from *io.PipeReader
	done chan error // the service's end
}

// served starts a service over pipes.
func served(t *testing.T, ctx context.Context, requestTime, replyTime time.Duration) *client {
	t.Helper()
	in, to := io.Pipe()
	from, out := io.Pipe()
	c := &client{t, to, from, make(chan error, 1)}
	s := Service{Program: "test", Workers: 2, NewRenderer: newRenderer}
	go func() {
		c.done <- s.serve(ctx, &connection{in: in, out: out, requestTime: requestTime, replyTime: replyTime})
		in.Close()
		out.Close()
	}()
	t.Cleanup(func() { to.Close(); from.Close() })
	return c
}

// greeted starts a service whose greeting has been read.
func greeted(t *testing.T) *client {
	t.Helper()
	c := served(t, t.Context(), time.Minute, time.Minute)
	if m := c.receive(); m["protocol"] != int64(Protocol) || m["program"] != "test" {
		t.Fatalf("the greeting is %v", m)
	}
	return c
}

// frame returns a message with its length.
func frame(message []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(message))), message...)
}

// send writes a request.
func (c *client) send(request map[string]any) {
	c.t.Helper()
	message, err := wire.Append(nil, request)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := c.to.Write(frame(message)); err != nil {
		c.t.Fatal(err)
	}
}

// receive reads a reply.
func (c *client) receive() map[string]any {
	c.t.Helper()
	var head [4]byte
	if _, err := io.ReadFull(c.from, head[:]); err != nil {
		c.t.Fatal(err)
	}
	message := make([]byte, binary.LittleEndian.Uint32(head[:]))
	if _, err := io.ReadFull(c.from, message); err != nil {
		c.t.Fatal(err)
	}
	v, err := wire.Decode(message, wire.DefaultLimits())
	if err != nil {
		c.t.Fatal(err)
	}
	return v.(map[string]any)
}

// ask sends a request and returns the reply.
func (c *client) ask(request map[string]any) map[string]any {
	c.t.Helper()
	c.send(request)
	return c.receive()
}

// ended waits for the service's end.
func (c *client) ended() error {
	c.t.Helper()
	select {
	case err := <-c.done:
		return err
	case <-time.After(20 * time.Second):
		c.t.Fatal("the service does not end")
		return nil
	}
}

// openRequest is a request to open n environments of picking, with some keys changed; nil takes a key away.
func openRequest(n int, changed map[string]any) map[string]any {
	m := map[string]any{
		"do": "open", "task": "picking", "oracle": "earned", "environments": n, "horizon": 0, "pictures": false,
		"size": 0,
	}
	for k, v := range changed {
		if m[k] = v; v == nil {
			delete(m, k)
		}
	}
	return m
}

// int64s is an array of k numbers.
func int64s(x ...int) wire.Array {
	a := wire.Array{Type: "<i8", Shape: []int{len(x)}}
	for _, v := range x {
		a.Data = binary.LittleEndian.AppendUint64(a.Data, uint64(v))
	}
	return a
}

// words is int64s without sign.
func words(x ...int) wire.Array {
	a := int64s(x...)
	a.Type = "<u8"
	return a
}

func resetRequest(changed map[string]any) map[string]any {
	m := map[string]any{
		"do": "reset", "chosen": int64s(0, 1), "behaviours": int64s(0, 2), "rollouts": words(4, 5),
		"trials": int64s(0, 0), "seeds": words(1, 1),
	}
	for k, v := range changed {
		m[k] = v
	}
	return m
}

// drawRequest is a request to draw n states whose numbers are all x.
func drawRequest(n int, x float32) map[string]any {
	robot, scene := make([]float32, n*scenes.RobotSize), make([]float32, n*scenes.SceneSize)
	for i := range robot {
		robot[i] = x
	}
	for i := range scene {
		scene[i] = x
	}
	return map[string]any{
		"do": "draw", "robot": wire.NewFloat32(robot, n, scenes.RobotSize),
		"scene": wire.NewFloat32(scene, n, scenes.SceneSize),
	}
}

func stepRequest(changed map[string]any) map[string]any {
	m := map[string]any{
		"do": "step", "chosen": int64s(0, 1), "actions": wire.NewFloat32(make([]float32, 14), 2, 7),
	}
	for k, v := range changed {
		m[k] = v
	}
	return m
}

func TestConversation(t *testing.T) {
	t.Parallel()
	c := greeted(t)
	m := c.ask(openRequest(2, map[string]any{"pictures": true, "size": 96, "task": "picking:Yaw=75,Noise=1"}))
	if m["task"] != "picking:Noise=1" || m["horizon"] != int64(360) || len(m["behaviours"].([]any)) != 3 {
		t.Errorf("open gives %v", m)
	}
	shape := func(m map[string]any, key string, want ...int) {
		t.Helper()
		a, ok := m[key].(wire.Array)
		if !ok || len(a.Shape) != len(want) {
			t.Fatalf("%s is %v", key, m[key])
		}
		for i := range want {
			if a.Shape[i] != want[i] {
				t.Errorf("%s has shape %v, want %v", key, a.Shape, want)
			}
		}
	}
	m = c.ask(resetRequest(nil))
	shape(m, "robot", 2, 15)
	shape(m, "scene", 2, 24)
	pictures := func(n int) {
		t.Helper()
		b := make([]byte, 2*n*96*96*3)
		if _, err := io.ReadFull(c.from, b); err != nil || bytes.Count(b, []byte{0}) > len(b)/2 {
			t.Errorf("no pictures follow: %v", err)
		}
	}
	pictures(2)
	m = c.ask(stepRequest(map[string]any{"chosen": int64s(1), "actions": wire.NewFloat32(make([]float32, 7), 1, 7)}))
	shape(m, "robot", 1, 15)
	pictures(1)
	for _, key := range []string{
		"reward", "terminated", "truncated", "non_finite", "calvin", "earned", "steps", "clipped",
	} {
		shape(m, key, 1)
	}
	m = c.ask(map[string]any{"do": "render", "environment": 1, "width": 64, "height": 48})
	shape(m, "picture", 48, 64, 3)
	c.to.Close()
	if err := c.ended(); err != nil {
		t.Errorf("the end of the input is an error: %v", err)
	}
}

// A request that is wrong is answered by a sentence that names what is wrong, changes nothing, and the next one is
// served.
func TestWrongRequests(t *testing.T) {
	t.Parallel()
	c := greeted(t)
	refused := func(request map[string]any, words string) {
		t.Helper()
		m := c.ask(request)
		text, ok := m["error"].(string)
		if !ok || len(m) != 1 || !strings.Contains(text, words) {
			t.Errorf("%v gives %v, want an error with %q", request, m, words)
		}
	}
	refused(stepRequest(nil), "open comes first")
	refused(map[string]any{"do": "fly"}, "no request")
	refused(map[string]any{}, "no request")
	refused(openRequest(2, map[string]any{"task": "juggling"}), "juggling")
	refused(openRequest(2, map[string]any{"task": "picking:Yaw=1000"}), "Yaw")
	refused(openRequest(2, map[string]any{"task": 7}), "task must be a text")
	refused(openRequest(2, map[string]any{"oracle": "delphi"}), "no oracle")
	refused(openRequest(2, map[string]any{"size": 7, "pictures": true}), "7 pixels")
	refused(openRequest(MaxEnvironments, map[string]any{"size": 420, "pictures": true}), "take fewer environments")
	refused(openRequest(2, map[string]any{"size": -1}), "size must be")
	refused(openRequest(2, map[string]any{"pictures": "yes"}), "pictures must be")
	refused(openRequest(2, map[string]any{"pictures": nil}), "pictures must be")
	refused(openRequest(2, map[string]any{"colour": "red"}), "no key")
	refused(openRequest(0, nil), "0 environments")
	refused(openRequest(MaxEnvironments+1, nil), "environments")
	refused(openRequest(2, map[string]any{"environments": 1e9}), "environments must be")
	if m := c.ask(openRequest(2, nil)); m["error"] != nil {
		t.Fatal(m)
	}
	refused(openRequest(2, nil), "open already")
	refused(stepRequest(nil), "not begun")
	for key, wrong := range map[string]any{
		"chosen": int64s(1, 0), "behaviours": int64s(0, 3), "trials": int64s(0, -1), "rollouts": words(1),
		"seeds": int64s(1, 1),
	} {
		refused(resetRequest(map[string]any{key: wrong}), "reset: ")
	}
	refused(resetRequest(map[string]any{"chosen": int64s(0, 2)}), "environment 2")
	refused(resetRequest(map[string]any{"chosen": int64s(0, 0)}), "must rise")
	refused(resetRequest(map[string]any{"chosen": wire.Array{Type: "<i8", Shape: []int{0}}}), "for 0 environments")
	before := c.ask(resetRequest(nil))
	refused(stepRequest(map[string]any{"actions": wire.NewFloat32(make([]float32, 14), 7, 2)}), "[k 7]")
	refused(stepRequest(map[string]any{"actions": wire.NewFloat64(make([]float64, 14), 2, 7)}), "<f4")
	refused(stepRequest(map[string]any{"actions": "all of them"}), "another value")
	refused(stepRequest(map[string]any{"chosen": int64s(0)}), "2 rows for 1")
	refused(drawRequest(1, 0), "without pictures")
	refused(map[string]any{"do": "render", "environment": 2, "width": 64, "height": 64}, "environment 2")
	refused(map[string]any{"do": "render", "environment": 0, "width": 1 << 30, "height": 64}, "pixels")
	refused(map[string]any{"do": "render", "environment": 0, "width": 0, "height": 0}, "pixels")
	// Nothing has moved: the first step after all of that is the first step of a service that has heard none of it.
	after := c.ask(stepRequest(nil))
	other := greeted(t)
	other.ask(openRequest(2, nil))
	if string(other.ask(resetRequest(nil))["robot"].(wire.Array).Data) != string(before["robot"].(wire.Array).Data) ||
		string(other.ask(stepRequest(nil))["robot"].(wire.Array).Data) != string(after["robot"].(wire.Array).Data) {
		t.Error("refused requests have changed an environment")
	}
}

// What is no frame or no map ends the service with an error by name, and takes no memory for what it announces.
func TestHostileInput(t *testing.T) {
	t.Parallel()
	lying, err := wire.Append(nil, map[string]any{"do": "step", "actions": wire.NewFloat32(make([]float32, 14), 2, 7)})
	if err != nil {
		t.Fatal(err)
	}
	lying[strings.Index(string(lying), "shape")+6] = 120 // 120 rows, with the data of 2
	nested := append([]byte{0x81, 0xa1, 'a'}, strings.Repeat("\x91", 1000)...)
	for name, c := range map[string]struct {
		input []byte
		want  error
	}{
		"text":                      {[]byte("GET / HTTP/1.1\r\n\r\n"), bounded.ErrTooLong},
		"length of 4 GB":            {[]byte{255, 255, 255, 255, 0}, bounded.ErrTooLong},
		"length beyond the limit":   {binary.LittleEndian.AppendUint32(nil, maxRequest+1), bounded.ErrTooLong},
		"empty frame":               {frame(nil), wire.ErrMalformed},
		"garbage":                   {frame([]byte{0xc1, 0xff, 0x00}), wire.ErrMalformed},
		"list":                      {frame([]byte{0x90}), wire.ErrType},
		"map that announces more":   {frame([]byte{0xdf, 0xff, 0xff, 0xff, 0xff}), wire.ErrMalformed},
		"array that lies":           {frame(lying), wire.ErrShape},
		"nested":                    {frame(nested), bounded.ErrTooLong},
		"end within the length":     {[]byte{9, 0}, wire.ErrClosed},
		"end within the message":    {frame([]byte("0123456789"))[:8], wire.ErrClosed},
		"end after the length":      {[]byte{1, 0, 0, 0}, wire.ErrClosed},
		"two values in one message": {frame([]byte{0x80, 0x80}), wire.ErrMalformed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cl := greeted(t)
			go io.Copy(io.Discard, cl.from)
			go func() {
				cl.to.Write(c.input)
				cl.to.Close()
			}()
			if err := cl.ended(); !errors.Is(err, c.want) {
				t.Errorf("ends with %v, want %v", err, c.want)
			}
		})
	}
}

// A client that stops within a request, or does not take a reply, is given up by name; one that thinks between requests
// is waited for.
func TestStalledClients(t *testing.T) {
	t.Parallel()
	const within = time.Second // enough for a whole request on a busy machine
	c := served(t, t.Context(), within, time.Minute)
	c.receive()
	time.Sleep(within + within/2)
	c.send(map[string]any{"do": "fly"})
	c.receive()
	c.to.Write([]byte{200, 0, 0, 0, 1, 2})
	if err := c.ended(); !errors.Is(err, wire.ErrStalled) {
		t.Errorf("a request that stops: %v", err)
	}
	deaf := served(t, t.Context(), time.Minute, 50*time.Millisecond)
	if err := deaf.ended(); !errors.Is(err, wire.ErrStalled) {
		t.Errorf("a reply that is not taken: %v", err)
	}
	gone := served(t, t.Context(), time.Minute, time.Minute)
	gone.from.Close()
	if err := gone.ended(); !errors.Is(err, wire.ErrClosed) {
		t.Errorf("a client that is gone: %v", err)
	}
}

// The end of the context, Ctrl-C, ends a service that waits for a request.
func TestContextEnds(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	c := served(t, ctx, time.Minute, time.Minute)
	c.receive()
	stop()
	if err := c.ended(); !errors.Is(err, context.Canceled) {
		t.Errorf("ends with %v", err)
	}
}

// A thousand clients, one after the other, leave no goroutine behind.
func TestManyClients(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 1000 {
		c := greeted(t)
		c.to.Close()
		if err := c.ended(); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before+5 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// Hostile input takes little memory, whatever it announces: lengths, lists, and environments.
func TestHostileMemory(t *testing.T) {
	request := func(m map[string]any) []byte {
		b, err := wire.Append(nil, m)
		if err != nil {
			t.Fatal(err)
		}
		return frame(b)
	}
	hostile.Check(t, func(path string) error {
		in, err := os.Open(path)
		if err != nil {
			return err
		}
		defer in.Close()
		return Service{Program: "test", NewRenderer: newRenderer}.Serve(t.Context(), in, io.Discard)
	}, hostile.Input{
		Name: "lengths", Data: func() []byte { return append([]byte{255, 255, 255, 127}, make([]byte, 1<<10)...) },
	}, hostile.Input{
		Name: "lists", Data: func() []byte { return frame([]byte(strings.Repeat("\x91", maxRequest))) },
	}, hostile.Input{
		Name: "requests", Fits: true,
		Data: func() []byte { return bytes.Repeat(request(openRequest(MaxEnvironments+1, nil)), 1<<12) },
	})
}

// FuzzRequests feeds arbitrary bytes, as one frame after a good open: the service answers or ends, and does not panic.
func FuzzRequests(f *testing.F) {
	for _, m := range []map[string]any{resetRequest(nil), stepRequest(nil), openRequest(1, nil), {"do": "render"}} {
		b, err := wire.Append(nil, m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s := &server{newRenderer: newRenderer, workers: 1}
		if _, err := s.answer(openRequestDecoded()); err != nil {
			t.Fatal(err)
		}
		v, err := wire.Decode(b, requestLimits)
		if m, ok := v.(map[string]any); ok && err == nil && m["do"] != "render" {
			a, err := s.answer(m)
			if (err == nil) == (a.reply == nil) {
				t.Errorf("%v, %v", a.reply, err)
			}
		}
	})
}

// openRequestDecoded is openRequest as it arrives.
func openRequestDecoded() map[string]any {
	m := openRequest(1, nil)
	m["environments"], m["horizon"], m["size"] = int64(1), int64(0), int64(0)
	return m
}
