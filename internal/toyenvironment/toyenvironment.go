// Package toyenvironment serves a toy environment over the protocol of package bench/remote/environments, for tests.
package toyenvironment

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"counterpoise/bench/remote/wire"
)

// Toy is a server of environments for tests: a point on a line that an action moves by a tenth of it; at 0 the task is
// solved. Its fields make it a bad one.
type Toy struct {
	Greeting map[string]any // replaces members of the first message
	Start    func(seed, resets uint64) float32
	Hang     bool    // never answers a step
	Width    int     // numbers of a state after a step; 0 is 2
	Value    float32 // that is added to the second number of a state
	Never    bool    // never solved
	Flipped  bool    // actions move the other way
	Wrong    bool    // the expert moves away from 0
	Unsteady bool    // where an action leads depends on how often there was a reset
	Eye      bool    // the place is in a picture alone (Picture), and the only number of a state is 1
	resets   atomic.Uint64
}

// Serve starts the server and returns its address.
func (y *Toy) Serve(t *testing.T) string {
	t.Helper()
	l, err := wire.Listen("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	s := wire.Server{Options: Brief(), Connections: 8, Handle: y.handle}
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// Brief are options of connections of tests.
func Brief() wire.Options {
	o := wire.DefaultOptions()
	o.Idle, o.Timeout = time.Minute, time.Minute
	return o
}

func (y *Toy) handle(ctx context.Context, c *wire.Conn) error {
	greeting := map[string]any{
		"serves": "environments", "protocol": 1, "name": "toy", "task": "go to 0", "slots": 4, "horizon": 30,
		"state": []string{"place", "one"}, "left_out": []string{}, "seeded": true, "success": "info",
		"action_low": wire.NewFloat32([]float32{-1}, 1), "action_high": wire.NewFloat32([]float32{1}, 1),
		"versions": map[string]any{"toy": "1"},
	}
	if y.Eye {
		greeting["state"] = []string{"one"}
		greeting["cameras"] = []any{map[string]any{"name": "eye", "height": Side, "width": Side}}
	}
	for k, v := range y.Greeting {
		greeting[k] = v
	}
	if err := c.Send(ctx, greeting); err != nil {
		return err
	}
	var at [64]float32
	for {
		v, err := c.Receive(ctx)
		if err != nil {
			return err
		}
		q := v.(map[string]any)
		var chosen []int
		for _, s := range q["slots"].([]any) {
			chosen = append(chosen, int(s.(int64)))
		}
		n := len(chosen)
		answer := map[string]any{}
		if q["do"] == "demonstrate" { // beyond the bounds
			actions := make([]float32, n)
			for i, slot := range chosen {
				if actions[i] = -20 * at[slot]; y.Flipped != y.Wrong {
					actions[i] = -actions[i]
				}
			}
			if err := c.Send(ctx, map[string]any{"actions": wire.NewFloat32(actions, n, 1)}); err != nil {
				return err
			}
			continue
		}
		width := 2
		if q["do"] == "reset" {
			for i, slot := range chosen {
				seed := number(q["seeds"].([]any)[i])
				at[slot] = y.Begin(seed)
			}
		} else {
			if y.Hang {
				<-ctx.Done()
				return nil
			}
			if y.Width > 0 {
				width = y.Width
			}
			actions, err := q["actions"].(wire.Array).Float64s()
			if err != nil {
				return err
			}
			solved := make([]byte, n)
			for i, slot := range chosen {
				if math.Abs(actions[i]) > 1 {
					return fmt.Errorf("action %v beyond the bounds", actions[i])
				}
				if y.Flipped {
					actions[i] = -actions[i]
				}
				at[slot] += float32(actions[i]) / 10
				if y.Unsteady {
					at[slot] += float32(y.resets.Load()) / 1000
				}
				if math.Abs(float64(at[slot])) < .06 && !y.Never {
					solved[i] = 1
				}
			}
			answer["success"] = wire.Array{Type: "|b1", Shape: []int{n}, Data: solved}
			answer["ended"] = wire.Array{Type: "|b1", Shape: []int{n}, Data: make([]byte, n)}
			answer["reward"] = wire.NewFloat64(make([]float64, n), n)
		}
		x := make([]float32, n*width)
		for i, slot := range chosen {
			x[i*width], x[i*width+1] = at[slot], 1+y.Value
		}
		answer["state"] = wire.NewFloat32(x, n, width)
		if y.Eye {
			answer["state"] = wire.NewFloat32(slices.Repeat([]float32{1}, n), n, 1)
		}
		if q["pictures"] == true {
			var all []byte
			for _, slot := range chosen {
				all = append(all, Picture(at[slot])...)
			}
			answer["pictures"] = []any{wire.NewUint8(all, n, Side, Side, 3)}
		}
		if err := c.Send(ctx, answer); err != nil {
			return err
		}
	}
}

// Side is the side of a picture in pixels.
const Side = 64

// Picture is what the eye sees of a place from -1 to 1: a red square on grey.
func Picture(at float32) []byte {
	const half = 6
	rgb := slices.Repeat([]byte{170}, 3*Side*Side)
	middle := Side/2 + int(math.Round(float64(at)*(Side/2-half)))
	for y := Side/2 - half; y < Side/2+half; y++ {
		for x := max(0, middle-half); x < min(Side, middle+half); x++ {
			copy(rgb[3*(y*Side+x):], []byte{200, 30, 30})
		}
	}
	return rgb
}

// number is a whole number of a message.
func number(v any) uint64 {
	if n, ok := v.(int64); ok {
		return uint64(n)
	}
	return v.(uint64)
}

// Begin is the place where a rollout starts.
func (y *Toy) Begin(seed uint64) float32 {
	n := y.resets.Add(1)
	if y.Start != nil {
		return y.Start(seed, n)
	}
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], seed*0x9e3779b97f4a7c15)
	return float32(b[6])/128 - 1
}
