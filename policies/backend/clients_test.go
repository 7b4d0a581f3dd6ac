package backend

import "testing"

func TestClients(t *testing.T) {
	for _, c := range []struct {
		device      Device
		cores, want int
	}{{XLACPU, 1, 1}, {XLACPU, 2, 2}, {XLACPU, 7, 2}, {XLACPU, 8, 2}, {XLACPU, 12, 3}, {XLACPU, 16, 4}, {CUDA, 16, 1}} {
		if got := clients(c.device, c.cores); got != c.want {
			t.Errorf("%s on %d cores: %d backends, want %d", c.device, c.cores, got, c.want)
		}
	}
}
