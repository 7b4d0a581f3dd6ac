package simulator

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"
)

// watchRole is the environment variable that makes this test's program the parent or the child of TestWatch.
const watchRole = "COUNTERPOISE_TEST_WATCH"

// A process whose parent is killed ends within seconds, although its input stays open: the test's own pipe is its
// input, as it is where a client has passed the pipe on to another process.
func TestWatch(t *testing.T) {
	switch os.Getenv(watchRole) {
	case "parent":
		child := exec.Command(os.Args[0], "-test.run=^TestWatch$")
		child.Env = append(os.Environ(), watchRole+"=child")
		child.Stdin, child.Stdout = os.Stdin, os.Stdout
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		child.Wait()
		return
	case "child":
		ctx, stop := context.WithCancelCause(t.Context())
		Watch(ctx, stop)
		fmt.Println("started")
		(Service{Program: "test"}).Serve(ctx, os.Stdin, io.Discard)
		return
	}
	if runtime.GOOS == "windows" {
		t.Skip("a process keeps the number of a parent that has ended")
	}
	parent := exec.Command(os.Args[0], "-test.run=^TestWatch$")
	parent.Env = append(os.Environ(), watchRole+"=parent")
	input, err := parent.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer input.Close()
	output, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(output)
	if line, err := lines.ReadString('\n'); line != "started\n" {
		t.Fatalf("the child says %q, %v", line, err)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { // the output ends when the last process that has it does
		io.Copy(io.Discard, lines)
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Error("the process outlives its parent")
	}
	parent.Wait()
}
