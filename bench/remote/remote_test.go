package remote

import (
	"context"
	"math"
	"sync"
	"testing"
	"time"

	"counterpoise/bench/remote/wire"
	"counterpoise/scenes"
)

// observed returns n observations, each of other numbers and pixels.
func observed(n int, pictures bool) []scenes.Observation {
	obs := make([]scenes.Observation, n)
	for i := range obs {
		for j := range obs[i].Robot {
			obs[i].Robot[j] = float32(math.Sin(float64(31*i + j)))
		}
		if !pictures {
			for j := range obs[i].Scene {
				obs[i].Scene[j] = float32(math.Cos(float64(37*i + j)))
			}
			continue
		}
		obs[i].Static, obs[i].Gripper = pattern(200, 200), pattern(84, 84)
		for j := range obs[i].Static {
			obs[i].Static[j] += byte(i)
		}
	}
	return obs
}

// patient are options under which a slow machine makes nobody late.
func patient() wire.Options {
	return wire.Options{Limits: wire.DefaultLimits(), Idle: time.Minute, Timeout: time.Minute}
}

// listening starts a server until stop is called; the address "" is a free port.
func listening(t *testing.T, address string, handle func(context.Context, *wire.Conn) error) (at string, stop func()) {
	t.Helper()
	if address == "" {
		address = "127.0.0.1:0"
	}
	l, err := wire.Listen(address, false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	s := wire.Server{Options: patient(), Connections: 8, Handle: handle}
	go func() { ended <- s.Serve(ctx, l) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(stop)
	return l.Addr().String(), stop
}

// config returns the settings of a client of a test.
func config(t *testing.T, address string) Config {
	t.Helper()
	c := DefaultConfig(address)
	if c.Options, c.Patience = patient(), time.Minute; address == "" {
		t.Fatal("no address")
	}
	return c
}

// with returns an observation to Open.
func with(o scenes.Observation) func(bool) (scenes.Observation, error) {
	return func(bool) (scenes.Observation, error) { return o, nil }
}
