package train

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
)

// A batch that does not fit is refused in one sentence with one that does. What is free is read in bytes.
func TestBatchesThatDoNotFit(t *testing.T) {
	c := DefaultConfig()
	c.Observer, c.Network = "vision", "resnet18"
	if err := enoughMemory(c, 1<<20, 256<<20); err != nil {
		t.Errorf("256 MiB are free for 256 rows of one: %v", err)
	}
	err := enoughMemory(c, 1<<30, 10<<30)
	want := `a step of 256 frames of network "resnet18" takes about 256.0 GiB of memory, and 10.0 GiB are free; ` +
		"use a smaller batch, as in vision+resnet18:Batch=10"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := enoughMemory(c, 2, 1); err == nil || !strings.Contains(err.Error(), "no batch is small enough") {
		t.Errorf("error %v", err)
	}
	file := filepath.Join(t.TempDir(), "meminfo")
	text := "MemTotal:       16384 kB\nMemFree:          512 kB\nMemAvailable:    4096 kB\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := freeMemory(file); got != 4<<20 {
		t.Errorf("%d bytes are free, want 4 MiB", got)
	}
	if got := freeMemory(filepath.Join(t.TempDir(), "none")); got != 0 {
		t.Errorf("%d bytes are free by no file", got)
	}
	// The largest batch of the widest network takes some terabytes, more than any machine that tests run on has.
	c.Batch, c.Hidden = 1<<16, 1024
	d, g := toydata.Reaching(seed.Of("toy"), 1)
	toydata.WithPictures(d)
	if _, _, err := Train(t.Context(), d, g, &toydata.FixedMixture{Weights: []float64{1}}, c, seed.Of("train"),
		Options{}); freeMemory("/proc/meminfo") > 0 && (err == nil || !strings.Contains(err.Error(), "GiB are free")) {
		t.Errorf("error %v", err)
	}
}
