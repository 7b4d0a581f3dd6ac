package look

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"counterpoise/bench/remote/wire"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/golden"
)

// simulated runs simulate on an input and returns the exit code, the replies and what it says on standard error.
func simulated(t *testing.T, input []byte) (code int, replies []map[string]any, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	p := of(cli.Program{Name: "counterpoise", In: bytes.NewReader(input), Out: &out, Err: &errs})
	code = p.Main([]string{"simulate", "--workers", "1"})
	for b := out.Bytes(); len(b) > 0; {
		n := binary.LittleEndian.Uint32(b)
		v, err := wire.Decode(b[4:4+n], wire.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		replies, b = append(replies, v.(map[string]any)), b[4+n:]
	}
	return code, replies, errs.String()
}

// The command serves what comes through its standard input, byte for byte, and ends with it. Bytes that are no text
// pass to its standard output unchanged.
func TestSimulate(t *testing.T) {
	message, err := wire.Append(nil, map[string]any{
		"do": "open", "task": "opening", "oracle": "earned", "environments": 1, "horizon": 0, "pictures": true,
		"size": 0,
	})
	if err != nil {
		t.Fatal(err)
	}
	input := append(binary.LittleEndian.AppendUint32(nil, uint32(len(message))), message...)
	code, replies, stderr := simulated(t, input)
	if code != 0 || stderr != "" || len(replies) != 2 {
		t.Fatalf("exit code %d, replies %v, stderr %q", code, replies, stderr)
	}
	if low, ok := replies[1]["robot_low"].(wire.Array); !ok || low.Size() != 15 {
		t.Errorf("open gives %v", replies[1])
	}
	code, replies, stderr = simulated(t, input[:9])
	const want = "counterpoise: the input ends within a request\n"
	if code != 1 || len(replies) != 2 || stderr != want {
		t.Errorf("a request that is cut: exit code %d, replies %v, stderr %q", code, replies, stderr)
	}
	if code, _, stderr, _ := clitest.Invoke("simulate", "--workers=-1"); code != 2 ||
		!strings.Contains(stderr, "--workers") {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
	_, stdout, _, _ := clitest.Invoke("simulate", "--help")
	golden.Check(t, "help-simulate.txt", stdout)
}

// A simulator that waits for a request hears Ctrl-C, and one whose client is gone ends by itself.
func TestSimulateEnds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals between processes")
	}
	for _, interrupted := range []bool{true, false} {
		c := exec.Command(os.Args[0], "simulate")
		c.Env = append(os.Environ(), "COUNTERPOISE_TEST_PAUSE=1ms") // runs the program in place of the tests
		var stderr bytes.Buffer
		c.Stderr = &stderr
		in, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(out, make([]byte, 4)); err != nil { // the greeting has begun
			t.Fatal(err)
		}
		code, said := 0, ""
		if interrupted {
			code, said = 130, "stopped\n"
			c.Process.Signal(os.Interrupt)
		} else {
			in.Close()
		}
		io.Copy(io.Discard, out)
		c.Wait()
		if got := c.ProcessState.ExitCode(); got != code || stderr.String() != said {
			t.Errorf("interrupted %t: exit code %d, said %q", interrupted, got, stderr.String())
		}
	}
}
