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
	if err := enoughMemory(c, 1<<20, 256<<20, 1); err != nil {
		t.Errorf("256 MiB are free for 256 rows of one: %v", err)
	}
	err := enoughMemory(c, 1<<30, 10<<30, 1)
	want := `a step of 256 frames of network "resnet18" takes about 256.0 GiB of memory, and 10.0 GiB are free; ` +
		"use a smaller batch, as in vision+resnet18:Batch=10"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := enoughMemory(c, 2, 1, 1); err == nil || !strings.Contains(err.Error(), "no batch is small enough") {
		t.Errorf("error %v", err)
	}
	// What suffices for one training does not for two side by side.
	if err := enoughMemory(c, 1<<20, 256<<20, 2); err == nil || !strings.Contains(err.Error(),
		`network "resnet18" in 2 trainings side by side takes about 0.5 GiB of memory, and 0.2 GiB are free; `+
			"use fewer workers, or a smaller batch, as in vision+resnet18:Batch=128") {
		t.Errorf("two side by side: error %v", err)
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
	if freeMemory("/proc/meminfo") == 0 {
		t.Skip("this system does not say what is free")
	}
	// The largest batches of large networks take terabytes, more than any machine that tests run on has.
	d, g := toydata.Reaching(seed.Of("toy"), 1)
	toydata.WithPictures(d)
	for name, history := range map[string]int{"resnet18": 1, "vit": 8, "cnn": 8, "transformer": 8} {
		c.Network, c.Batch, c.Hidden, c.History = name, 1<<16, 1024, history
		if err := CheckMemory(c, 1000); err == nil || !strings.Contains(err.Error(), "GiB are free") {
			t.Errorf("network %s: error %v", name, err)
		}
		if c.Batch, c.Hidden = 8, 64; name != "resnet18" {
			if err := CheckMemory(c, 1); err != nil {
				t.Errorf("a batch of 8 frames: %v", err)
			}
		}
	}
	c.Network, c.Batch, c.Hidden, c.History = "resnet18", 1<<16, 1024, 1
	if _, _, err := Train(t.Context(), d, g, &toydata.FixedMixture{Weights: []float64{1}}, c, seed.Of("train"),
		Options{}); err == nil || !strings.Contains(err.Error(), "GiB are free") {
		t.Errorf("error %v", err)
	}
}
