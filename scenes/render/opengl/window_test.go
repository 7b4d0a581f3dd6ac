//go:build gl && linux

package opengl

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"counterpoise/physics"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// display is an X server for one test: Xvfb, which keeps its screen's contents in a file.
type display struct {
	number string
	file   string
}

func newDisplay(t *testing.T) display {
	t.Helper()
	if _, err := exec.LookPath("Xvfb"); err != nil {
		t.Skip("Xvfb is not installed; ./counterpoise setup installs it")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "800x600x24", "-fbdir", dir, "-nolisten", "tcp")
	x.ExtraFiles = []*os.File{w}
	if err := x.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	t.Cleanup(func() {
		x.Process.Kill()
		x.Wait()
	})
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb did not start: %v", err)
	}
	t.Setenv("DISPLAY", ":"+strings.TrimSpace(number))
	return display{strings.TrimSpace(number), filepath.Join(dir, "Xvfb_screen0")}
}

// screenshot reads the screen's file, in X's window dump format (XWDFile.h): a header of big-endian numbers,
// colours, rows of blue, green, red and a byte of padding.
func (d display) screenshot(t *testing.T) render.Frame {
	t.Helper()
	raw, err := os.ReadFile(d.file)
	if err != nil {
		t.Fatal(err)
	}
	field := func(i int) int { return int(binary.BigEndian.Uint32(raw[4*i:])) }
	const size, width, height, rowBytes, colours, colourBytes = 0, 4, 5, 12, 19, 12
	at := field(size) + colourBytes*field(colours)
	f := render.NewFrame(field(width), field(height))
	for y := range f.Height {
		for x := range f.Width {
			p := raw[at+y*field(rowBytes)+4*x:]
			f.RGB[3*(y*f.Width+x)], f.RGB[3*(y*f.Width+x)+1], f.RGB[3*(y*f.Width+x)+2] = p[2], p[1], p[0]
		}
	}
	return f
}

// press presses and releases a key as a keyboard would, by the XTEST extension (X Consortium, XTEST Extension Protocol
// 2.2). Key codes are the server's: 65 is the space bar, 43 is h.
func (d display) press(t *testing.T, code byte) {
	t.Helper()
	c, err := net.Dial("unix", "/tmp/.X11-unix/X"+d.number)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	request := func(b []byte, n int) []byte {
		if _, err := c.Write(b); err != nil {
			t.Fatal(err)
		}
		reply := make([]byte, n)
		if _, err := io.ReadFull(c, reply); err != nil {
			t.Fatal(err)
		}
		return reply
	}
	hello := request([]byte{'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 8) // little-endian, protocol 11, no authorisation
	request(nil, 4*int(binary.LittleEndian.Uint16(hello[6:])))
	query := append([]byte{98, 0, 4, 0, 5, 0, 0, 0}, "XTEST\x00\x00\x00"...)
	opcode := request(query, 32)[9]
	if opcode == 0 {
		t.Fatal("the display has no XTEST")
	}
	for _, kind := range []byte{2, 3} { // down, up
		fake := make([]byte, 36)
		fake[0], fake[1], fake[2], fake[4], fake[5] = opcode, 2, 9, kind, code
		if _, err := c.Write(fake); err != nil {
			t.Fatal(err)
		}
	}
	request([]byte{43, 0, 1, 0}, 32) // a request with a reply: the server has then handled the requests before it
}

// A window on an X server shows the renderer's picture with overlays on top, and reports key presses.
func TestWindow(t *testing.T) {
	d := newDisplay(t)
	w, err := OpenWindow("a test", 640, 480)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	t.Log(w.Name())
	s := scenes.NewTabletop().Snapshot()
	c := render.Orbit(physics.Vec{Y: -0.1, Z: 0.45}, 2, -1, 0.4, 40)
	mark := Overlay{X: 20, Y: 30, W: 100, H: 50, Width: 2, Height: 1, RGBA: []uint8{200, 10, 30, 255, 10, 20, 200, 255}}
	for range 3 {
		if err := w.Show(&s, c, []Overlay{mark}); err != nil {
			t.Fatal(err)
		}
		w.Events()
	}
	shown := w.Picture()
	if shown.Width != 640 || shown.Height != 480 {
		t.Fatalf("the window is %d x %d pixels", shown.Width, shown.Height)
	}
	alone := render.NewFrame(640, 480)
	view(t, open(t), &s, c, alone)
	other := 0
	for y := range 480 {
		for x := range 640 {
			i := 3 * (y*640 + x)
			want := alone.RGB[i : i+3]
			if x >= 20 && x < 120 && y >= 30 && y < 80 {
				want = []uint8{200, 10, 30}
				if x >= 70 {
					want = []uint8{10, 20, 200}
				}
			}
			if !bytes.Equal(shown.RGB[i:i+3], want) {
				other++
			}
		}
	}
	if other > 0 && !hardware(w) {
		t.Errorf("%d pixels of the window are not the renderer's", other)
	}
	onScreen(t, d, shown)
	pressed(t, d, w)
}

func hardware(w Window) bool { return w.(*window).device.hardware() }

// onScreen finds the window's picture on the screen, wherever the window was put.
func onScreen(t *testing.T, d display, want render.Frame) {
	t.Helper()
	for range 50 {
		got := d.screenshot(t)
		for y := range got.Height - want.Height + 1 {
			for x := range got.Width - want.Width + 1 {
				if same(got, want, x, y) {
					t.Logf("the window is on the screen at (%d, %d)", x, y)
					return
				}
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Error("the screenshot does not show the window's picture")
}

func same(screen, want render.Frame, x, y int) bool {
	for v := range want.Height {
		at := 3 * ((y+v)*screen.Width + x)
		if !bytes.Equal(screen.RGB[at:at+3*want.Width], want.RGB[3*v*want.Width:3*(v+1)*want.Width]) {
			return false
		}
	}
	return true
}

// pressed presses h and the space bar and waits for both to arrive.
func pressed(t *testing.T, d display, w Window) {
	t.Helper()
	d.press(t, 43)
	d.press(t, 65)
	var reported []string
	for range 50 {
		for _, e := range w.Events() {
			if e.Kind == KeyPress {
				reported = append(reported, fmt.Sprintf("%q", e.Key))
			}
		}
		if len(reported) == 2 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if got := strings.Join(reported, " "); got != "'h' ' '" {
		t.Errorf("the window reported %s, want 'h' ' '", got)
	}
}

// Without a display Open returns an error that names the reason, and does not panic.
func TestNoDisplay(t *testing.T) {
	for _, d := range []string{"", ":32123"} {
		t.Setenv("DISPLAY", d)
		if _, err := OpenWindow("nowhere", 64, 64); err == nil || !strings.Contains(err.Error(), "needs a display") {
			t.Errorf("a window on display %q: %v", d, err)
		}
	}
}
