package soak

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// grown says which quantities grow.
func grown(samples []Sample) (names []string) {
	for _, r := range Judge(samples) {
		if r.Grows {
			names = append(names, r.Name)
		}
	}
	return names
}

// Noise is no growth, and a leak of one a round is, however long the noise lasts.
func TestJudge(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	for _, rounds := range []int{3, 4, 10, 60} {
		noisy := func(add func(round int, s *Sample)) (samples []Sample) {
			for i := range rounds {
				s := Sample{Heap: 50<<20 + draw.Int64N(1<<20), Resident: 90<<20 + draw.Int64N(20<<20), Goroutines: 7,
					Descriptors: 9, Files: 3, Bytes: 1000}
				add(i, &s)
				samples = append(samples, s)
			}
			return samples
		}
		if names := grown(noisy(func(int, *Sample) {})); names != nil {
			t.Errorf("%d rounds: noise grows in %v", rounds, names)
		}
		for _, q := range []struct {
			name string
			add  func(round int, s *Sample)
		}{
			{"open descriptors", func(round int, s *Sample) { s.Descriptors += int64(round) }},
			{"goroutines", func(round int, s *Sample) { s.Goroutines += int64(round) }},
			{"files kept", func(round int, s *Sample) { s.Files += int64(round) }},
			{"bytes kept", func(round int, s *Sample) { s.Bytes += int64(round) }},
			{"live memory", func(round int, s *Sample) { s.Heap += int64(round) * 8 << 20 / int64(rounds) }},
			{"resident memory", func(round int, s *Sample) { s.Resident += int64(round) * 120 << 20 / int64(rounds) }},
		} {
			if names := grown(noisy(q.add)); len(names) != 1 || names[0] != q.name {
				t.Errorf("%d rounds: a leak of %s grows in %v", rounds, q.name, names)
			}
		}
	}
	if rows := Judge(nil); rows[0].Known || rows[0].Grows {
		t.Errorf("no sample: %+v", rows[0])
	}
	unknown := Judge([]Sample{{Descriptors: -1}, {Descriptors: 5}, {Descriptors: 6}})
	if r := unknown[3]; r.Known || r.Grows {
		t.Errorf("descriptors that are not known: %+v", r)
	}
	if s := slope([]int64{1, 3, 5, 700, 9}); s != 2 {
		t.Errorf("slope %v, want 2", s)
	}
}

var held [][]byte // what the test keeps alive

// Take sees what a process holds: memory, an open file, a goroutine, and files in a folder.
func TestTake(t *testing.T) {
	dir := t.TempDir()
	before := Take(dir)
	held = append(held, make([]byte, 8<<20))
	for i := range held[0] {
		held[0][i] = 1
	}
	f, err := os.Create(filepath.Join(dir, "a"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.WriteString("12345")
	wait := make(chan bool)
	defer close(wait)
	go func() { <-wait }()
	after := Take(dir)
	if n := after.Heap - before.Heap; n < 8<<20 || n > 9<<20 {
		t.Errorf("8 MiB are %d bytes of live memory", n)
	}
	if after.Goroutines-before.Goroutines != 1 || after.Files-before.Files != 1 || after.Bytes-before.Bytes != 5 {
		t.Errorf("before %+v, after %+v", before, after)
	}
	if runtime.GOOS == "linux" {
		if n := after.Resident - before.Resident; n < 4<<20 || after.Descriptors-before.Descriptors != 1 {
			t.Errorf("before %+v, after %+v", before, after)
		}
	}
	held = nil
}
