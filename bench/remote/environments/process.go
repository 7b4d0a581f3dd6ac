package environments

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Process says how a server of environments is started in a Python of the user's.
type Process struct {
	Python  string // the interpreter; empty is python3
	Env     string // as python -m counterpoise.environments takes it: gymnasium:ID?key=value or MODULE:FUNCTION
	Success string // MODULE:FUNCTION that decides success; empty: the environment's info does
	Horizon int    // steps after which a rollout ends; 0: what the environment says
	// Expert is MODULE:FUNCTION of an observation that returns an action, or with ?key=value a function that returns
	// such a function; empty: none.
	Expert string
}

// startTime is how long a server may take to listen: importing a simulator takes seconds, on a cold disk a minute.
const startTime = 3 * time.Minute

// tailBytes is how much of what a server prints on stderr is kept for an error.
const tailBytes = 4096

// Start starts a server of environments on a free port of the loopback address, and returns its address. It ends when
// stop is called or ctx ends. An interpreter or a package that is missing, and an environment that cannot be served,
// are errors that name the command that brings what is missing.
func (p Process) Start(ctx context.Context) (address string, stop func(), err error) {
	python := p.Python
	if python == "" {
		python = "python3"
	}
	args := []string{"-m", "counterpoise.environments", p.Env}
	if p.Success != "" {
		args = append(args, "--success", p.Success)
	}
	if p.Horizon > 0 {
		args = append(args, "--horizon", strconv.Itoa(p.Horizon))
	}
	if p.Expert != "" {
		args = append(args, "--expert", p.Expert)
	}
	c := exec.CommandContext(ctx, python, args...)
	// The server ends when its stdin does, as where this program is killed.
	c.Env = append(os.Environ(), "PYTHONWARNINGS=ignore", "COUNTERPOISE_PARENT=1")
	alive, err := c.StdinPipe()
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", python, err)
	}
	var tail lastBytes
	c.Stderr = &tail
	c.WaitDelay = 5 * time.Second // for a child of the server's that keeps stderr open
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
		return "", nil, fmt.Errorf("there is no Python %s; --python PATH names the interpreter that has the "+
			"environment", python)
	}
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", python, err)
	}
	stop = sync.OnceFunc(func() {
		c.Process.Kill()
		c.Wait()
		alive.Close()
	})
	first := make(chan string, 1)
	go func() {
		line := ""
		for s := bufio.NewScanner(out); s.Scan(); {
			if strings.HasPrefix(s.Text(), "listening ") || strings.HasPrefix(s.Text(), "error ") {
				line = s.Text()
				break
			}
		}
		first <- line
		io.Copy(io.Discard, out)
	}()
	late := time.NewTimer(startTime)
	defer late.Stop()
	var line string
	select {
	case line = <-first:
	case <-ctx.Done():
		stop()
		return "", nil, context.Cause(ctx)
	case <-late.C:
		stop()
		return "", nil, fmt.Errorf("%s does not serve %s within %v; start it by hand to see why: %s", python, p.Env,
			startTime, strings.Join(c.Args, " "))
	}
	if at, ok := strings.CutPrefix(line, "listening "); ok {
		return at, stop, nil
	}
	stop()
	if text, ok := strings.CutPrefix(line, "error "); ok {
		return "", nil, fmt.Errorf("%s: %s", p.Env, text)
	}
	if text := tail.String(); strings.Contains(text, "No module named") && strings.Contains(text, "counterpoise") {
		return "", nil, fmt.Errorf("%s has no package counterpoise: %s -m pip install bench/remote/python, in the "+
			"repository of this program", python, python)
	} else if lines := strings.Split(strings.TrimSpace(text), "\n"); lines[0] != "" {
		return "", nil, fmt.Errorf("%s cannot serve %s: %s", python, p.Env, lines[len(lines)-1])
	}
	return "", nil, fmt.Errorf("%s ends before it serves %s", python, p.Env)
}

// lastBytes keeps the end of what is written to it.
type lastBytes struct {
	mu   sync.Mutex
	kept []byte
}

// Write implements io.Writer.
func (l *lastBytes) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kept = append(l.kept, p...)
	l.kept = l.kept[max(0, len(l.kept)-tailBytes):]
	return len(p), nil
}

// String returns what is kept.
func (l *lastBytes) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.kept)
}
