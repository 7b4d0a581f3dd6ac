package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
)

// inOrderTests name, for each command that stops in order, the test that stops it in the middle of its work.
var inOrderTests = map[string]string{
	"run":      "TestStoppedRunsSayHowToGoOn",
	"cell":     "TestStoppedRunsSayHowToGoOn: the same code makes its cell",
	"train":    "TestTrainInterrupted",
	"try":      "TestTryGoesOn",
	"encoder":  "TestEncoderHearsTheEnd",
	"selftest": "TestSoakHearsTheEnd",
	"collect":  "TestCollectHearsTheEnd",
	"slurm":    "package bench/slurm: Slurm's programs run under the context",
}

// Only commands that need time to stop, and have a test that they do stop, are exempt from being ended.
func TestWhoStopsInOrder(t *testing.T) {
	var marked []string
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Annotations[cli.StopsInOrder] != "" {
			marked = append(marked, c.Name())
		}
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(cli.Program{Name: "counterpoise", Out: io.Discard, Err: io.Discard}.Root())
	for _, name := range marked {
		if inOrderTests[name] == "" {
			t.Errorf("%s is marked with inOrder, so Ctrl-C does not end it: name in inOrderTests the test which stops "+
				"it in the middle of its work, or take the mark away", name)
		}
	}
	for name := range inOrderTests {
		if !slices.Contains(marked, name) {
			t.Errorf("%s does not stop in order", name)
		}
	}
}

// A command that does not look at its context is ended, and one that stops in order is waited for.
func TestExecuteEndsBusyCommands(t *testing.T) {
	block := make(chan bool)
	defer close(block)
	tree := func() *cobra.Command {
		root := &cobra.Command{Use: "root", SilenceErrors: true, SilenceUsage: true}
		root.AddCommand(&cobra.Command{Use: "busy", RunE: func(*cobra.Command, []string) error {
			<-block
			return nil
		}}, cli.InOrder(&cobra.Command{Use: "slow", RunE: func(c *cobra.Command, _ []string) error {
			<-c.Context().Done()
			time.Sleep(cli.Grace + cli.Grace/4)
			return cli.ErrStopped
		}}), &cobra.Command{Use: "wrong", RunE: func(*cobra.Command, []string) error { return errors.New("it is") }})
		return root
	}
	ctx, cancel := context.WithCancel(context.Background())
	if err := cli.Execute(ctx, tree(), []string{"wrong"}); err == nil || err.Error() != "it is" {
		t.Errorf("an error comes back as %v", err)
	}
	cancel()
	start := time.Now()
	if err := cli.Execute(ctx, tree(), []string{"busy"}); !errors.Is(err, context.Canceled) {
		t.Errorf("busy: %v", err)
	}
	if took := time.Since(start); took < cli.Grace || took > 10*cli.Grace {
		t.Errorf("busy: ended after %v", took)
	}
	if err := cli.Execute(ctx, tree(), []string{"slow"}); !errors.Is(err, cli.ErrStopped) {
		t.Errorf("slow: %v", err)
	}
}

// A command that waits for a pipe hears Ctrl-C, SIGTERM and a terminal that closes, which may send SIGHUP twice. Under
// nohup it goes on.
func TestSignalsWhileWaiting(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals between processes")
	}
	if signal.Ignored(syscall.SIGHUP) { // under nohup; who starts a command from here must be able to send it
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
		t.Cleanup(func() { signal.Ignore(syscall.SIGHUP) })
	}
	for name, tt := range map[string]struct {
		ignored string
		sent    []os.Signal
		code    int
		says    string
	}{
		"Ctrl-C":            {"USR1", []os.Signal{os.Interrupt}, 130, "stopped\n"},
		"SIGTERM":           {"USR1", []os.Signal{syscall.SIGTERM}, 130, "stopped\n"},
		"a closed terminal": {"USR1", []os.Signal{syscall.SIGHUP, syscall.SIGHUP}, 130, "stopped\n"},
		"under nohup":       {"HUP", []os.Signal{syscall.SIGHUP}, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			c := exec.CommandContext(ctx, "sh", "-c", `trap "" $1; shift; exec "$@"`, "sh", tt.ignored, os.Args[0],
				"stats", "ttest", "-")
			c.Env = append(os.Environ(), "COUNTERPOISE_TEST_PAUSE=1ms")
			var stderr bytes.Buffer
			c.Stderr = &stderr
			in, err := c.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			// More than a pipe holds, so the command has begun to read when it is written; and no end.
			if _, err := io.WriteString(in, "a,b\n"+strings.Repeat("1,2\n2,4\n", 1<<17)); err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			for _, s := range tt.sent {
				c.Process.Signal(s)
				time.Sleep(cli.Grace / 10)
			}
			if tt.code == 0 {
				in.Close()
			}
			err = c.Wait()
			if code := c.ProcessState.ExitCode(); code != tt.code || stderr.String() != tt.says {
				t.Errorf("exit code %d (%v), said %q", code, err, stderr.String())
			}
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("ended after %v", took)
			}
		})
	}
}

// The tests of signals pass under nohup, which starts them with SIGHUP ignored.
func TestSignalsUnderNohup(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals between processes")
	}
	c := exec.Command("sh", "-c", `trap "" HUP; exec "$@"`, "sh", os.Args[0], "-test.run", "^TestSignalsWhileWaiting$")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// The training of an encoder hears the end of its context, while it draws its samples too.
func TestEncoderHearsTheEnd(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	p := cli.Program{Name: "counterpoise", Out: io.Discard, Err: io.Discard}
	root := p.Root()
	start := time.Now()
	root.SetArgs(strings.Fields("dev encoder --device go --out " + t.TempDir() + "/encoder"))
	if err := root.ExecuteContext(ctx); !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, cli.ErrStopped) {
		t.Errorf("got %v", err)
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("ended after %v", took)
	}
}

// A command that is stopped when it has printed its answer does not say that nothing came of it.
func TestStoppedAfterTheEnd(t *testing.T) {
	dir := t.TempDir()
	small, records := clitest.Saved(t, dir, "small.toml", clitest.SmallExperiment), filepath.Join(dir, "out")
	if code, _, stderr, _ := clitest.Invoke("run", small, "--films=false", "--out", records); code != 0 {
		t.Fatal(stderr)
	}
	for _, c := range []struct {
		args []string
		word string // of the answer
		want string // the error
	}{
		{[]string{"demos", "pools", small, "--list", "--out", filepath.Join(dir, "pools")}, "list ", ""},
		{[]string{"submit-check", records, "--remake", "0"}, "Problem: ",
			"the submission has problems, listed above"},
	} {
		ctx, stop := context.WithCancel(t.Context())
		var errs bytes.Buffer
		root := cli.Program{Name: "counterpoise", Out: clitest.After{Word: c.word, Call: stop}, Err: &errs}.Root()
		root.SetArgs(c.args)
		said := ""
		if err := root.ExecuteContext(ctx); err != nil {
			said = err.Error()
		}
		if said != c.want || ctx.Err() == nil || strings.Contains(errs.String(), "stopped") {
			t.Errorf("%s: %s, stopped %v, %s", c.args, said, ctx.Err() != nil, &errs)
		}
		stop()
	}
}

// The one policy of a cell is one policy.
func TestOnePolicyIsSaidSo(t *testing.T) {
	_, _, stderr, made := clitest.Invoke("dev", "cell", "task=picking", "recipe=left=1", "groups=behaviour",
		"method=natural", "policy=state", "trial=0", "rollouts=1", "steps=4", "seed=1", "--out", t.TempDir())
	if made != 1 || !strings.HasPrefix(stderr, "cell: 1 policy to train and test, 0 done; 1 at a time\n") {
		t.Errorf("%d made, said %s", made, stderr)
	}
}
