package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// Grace is how long a command that hears that its context has ended may take to end by itself. A second is the time of
// the longest things that look at the context between them, such as an episode with pictures.
const Grace = 2 * time.Second

// StopsInOrder is the annotation of commands that take longer than grace to stop, and must: they finish a gradient step
// and keep a checkpoint, or have processes of their own to end. All other commands are ended where they are. That harms
// nothing, because files are replaced in one step and the folders of half-made datasets are removed by the next command
// that writes there (internal/durable).
const StopsInOrder = "stops in order"

// InOrder marks a command with StopsInOrder.
func InOrder(c *cobra.Command) *cobra.Command {
	if c.Annotations == nil {
		c.Annotations = map[string]string{}
	}
	c.Annotations[StopsInOrder] = "true"
	return c
}

// stopSignals returns a context that the first Ctrl-C, SIGTERM or SIGHUP ends; the next Ctrl-C or SIGTERM kills the
// program. SIGHUP is sent when a terminal closes, by some shells twice, and is ignored after the first signal, so that
// work stops in order there, too. Under nohup it is ignored from the start. The caller calls stop.
func stopSignals() (ctx context.Context, stop context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, release := signal.NotifyContext(context.Background(), signals...)
	unheard := context.AfterFunc(ctx, func() {
		signal.Ignore(syscall.SIGHUP)
		release()
	})
	return ctx, func() {
		unheard()
		release()
	}
}

// Execute runs a command line. After the context has ended it returns within grace, whatever the command does, unless
// the command stops in order. So Ctrl-C ends a command even while it computes, waits for a pipe or reads a slow disk;
// the program then exits with the command's goroutine still running.
func Execute(ctx context.Context, root *cobra.Command, args []string) error {
	root.SetArgs(args)
	if c, _, err := root.Find(args); err == nil && c.Annotations[StopsInOrder] != "" {
		return root.ExecuteContext(ctx)
	}
	ended := make(chan error, 1)
	go func() { ended <- root.ExecuteContext(ctx) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-ended:
		return err
	case <-time.After(Grace):
		return errors.Join(context.Canceled, errAbandoned)
	}
}

// errAbandoned is the error of a command that was ended where it was.
var errAbandoned = errors.New("ended where it was")
