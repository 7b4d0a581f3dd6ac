package clitest

import (
	"os"
	"sync/atomic"
	"testing"
	"time"

	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
)

// PauseVariable is the environment variable that makes the binary of a test the program itself, whose fake cells take
// so long. With a pause of 0 its cells are real.
const PauseVariable = "COUNTERPOISE_TEST_PAUSE"

// Main runs the tests of a package, or the program where a test asked for that. A package whose tests start their own
// binary calls it in TestMain.
func Main(m *testing.M) {
	if pause, err := time.ParseDuration(os.Getenv(PauseVariable)); err == nil {
		fake := FakeCellRunner{Pause: pause, Made: new(atomic.Int32)}
		p := cli.Program{
			Name:       "./counterpoise",
			In:         os.Stdin,
			Out:        os.Stdout,
			Err:        os.Stderr,
			CellRunner: func(int) runner.CellRunner { return fake },
		}
		if pause == 0 {
			p.CellRunner = shared.NewCellRunner
		}
		os.Exit(p.Main(os.Args[1:]))
	}
	os.Exit(m.Run())
}
