package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"counterpoise/bench/runner"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// main runs the program on the arguments of the process.
func main() {
	p := program{
		name: cmp.Or(os.Getenv("COUNTERPOISE_AS"), "counterpoise"),
		in:   os.Stdin, out: os.Stdout, err: os.Stderr, lab: newLab,
	}
	os.Exit(p.main(os.Args[1:]))
}

// newLab draws with the renderer that needs no graphics card: a record is the same everywhere.
func newLab(workers int) runner.CellRunner {
	return runner.NewCellRunner(workers, func() (runner.Renderer, error) { return render.Pictures{Renderer: soft.New()}, nil }, cache())
}

// cache is the folder for what can be made again: what COUNTERPOISE_CACHE says, else the user's cache folder; empty where there
// is none.
func cache() string {
	if dir := os.Getenv("COUNTERPOISE_CACHE"); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "counterpoise")
}

// program is what the commands share.
type program struct {
	name     string // how the user calls it: the script passes its own name
	args     []string
	in       io.Reader
	out, err io.Writer
	lab      func(workers int) runner.CellRunner
}

// main maps how it went to an exit code. The first Ctrl-C stops the work in order, the second one kills the program.
func (p program) main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	p.args = args
	root := p.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var wrong misuse
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errStopped):
		return 130
	case errors.As(err, &wrong):
		fmt.Fprintf(p.err, "counterpoise: %v\n", err)
		return 2
	}
	fmt.Fprintf(p.err, "counterpoise: %v\n", err)
	return 1
}

// misuse is an error of the user's: the command line asks for what there is not.
type misuse struct{ error }

func misused(format string, a ...any) error { return misuse{fmt.Errorf(format, a...)} }

// errStopped says that the user stopped the program, which has said so already.
var errStopped = errors.New("stopped")
