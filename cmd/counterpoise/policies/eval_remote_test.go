package policies

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/remote"
	"counterpoise/bench/remote/wire"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/durable"
	"counterpoise/results/evaluations"
)

// lockedBuffer is a buffer that one goroutine writes and another one reads.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// servedPolicy serves a policy's file as the command serve does until the test ends, and returns its address.
func servedPolicy(t *testing.T, file string) string {
	t.Helper()
	served, err := serving{mappingFlags: mappingFlags{preset: "counterpoise"}}.served(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	return listening(t, served)
}

// listening has a server of package remote answer until the test ends, and returns its address.
func listening(t *testing.T, served *remote.Server) string {
	t.Helper()
	l, err := wire.Listen("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	server := wire.Server{Options: wire.DefaultOptions(), Connections: 8, Handle: served.Handle}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "ws://" + l.Addr().String()
}

// A policy has the same outcomes by its file and behind a server, in batches and one observation a question. The file
// of an evaluation is not played again, goes on with more rollouts, and is not mixed with another policy's. compare
// pairs both.
func TestEvalRemote(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	trainedInto(t, at("policy"), "picking", "left=2,middle=2,right=2", "--steps", "20")
	address := servedPolicy(t, at("policy"))
	ok := func(args ...string) (stdout, stderr string) {
		t.Helper()
		code, stdout, stderr, _ := clitest.Invoke(args...)
		if code != 0 {
			t.Fatalf("%q: exit code %d, %s", args, code, stderr)
		}
		return stdout, stderr
	}
	ok("eval", at("policy"), "--task", "picking", "--rollouts", "3", "--out", at("direct.json"))
	direct, err := bench.LoadEvaluation(at("direct.json"))
	if err != nil || !direct.Complete(len(bench.Behaviours(direct.Task))) || direct.Policy.Digest == "" {
		t.Fatalf("%+v, %v", direct, err)
	}
	for _, batch := range []string{"1", "64"} {
		out := at("remote" + batch + ".json")
		_, stderr := ok("eval", "--remote", address, "--task", "picking", "--rollouts", "2", "--batch", batch,
			"--out", out)
		if !strings.Contains(stderr, "8 actions (4 executed)") {
			t.Error(stderr)
		}
		if _, stderr = ok("eval", "--remote", address, "--task", "picking", "--rollouts", "3", "--batch", batch,
			"--out", out, "--workers", "1"); !strings.Contains(stderr, "has 6 rollouts, which are not played again") {
			t.Error(stderr)
		}
		got, err := bench.LoadEvaluation(out)
		if err != nil || !bytes.Equal(asJSON(t, got.Outcomes), asJSON(t, direct.Outcomes)) {
			t.Errorf("batch %s: other outcomes behind a server: %v", batch, err)
		}
		if len(got.Policy.Observes) != 2 || got.Policy.Prompt != "grasp and lift the red block" ||
			!strings.Contains(string(got.Policy.Metadata), `"history":1`) {
			t.Errorf("the file says of the policy %+v", got.Policy)
		}
	}
	stdout, _ := ok("compare", at("direct.json"), at("remote64.json"))
	if !strings.Contains(stdout, "p = 1.000 by McNemar's exact test, 9 pairs") {
		t.Error(stdout)
	}
	stdout, _ = ok("compare", at("direct.json"), at("remote64.json"), "--json", "--margin", "5")
	var numbers evaluations.Result
	if err := json.Unmarshal([]byte(stdout), &numbers); err != nil || len(numbers.Behaviours) != 3 ||
		numbers.All.N != 9 || numbers.All.P.Or(0) != 1 || numbers.All.Equal != "not shown" ||
		numbers.B != "remote64.json" ||
		numbers.All.Both+numbers.All.Neither != 9 || !(numbers.All.Interval[1].Or(0) > 5) {
		t.Errorf("%v: %s", err, stdout)
	}
	for word, args := range map[string][]string{
		"give one":                        {at("direct.json"), at("direct.json"), "--json", "--format", "csv"},
		"--json is about two evaluations": {dir, dir, "--json"},
	} {
		if code, _, stderr, _ := clitest.Invoke(append([]string{"compare"}, args...)...); code != 2 ||
			!strings.Contains(stderr, word) {
			t.Errorf("%q: exit code %d, %s", args, code, stderr)
		}
	}
	stdout, _ = ok("eval", at("policy"), "--task", "picking", "--rollouts", "3", "--json")
	var printed record.Evaluation
	if err := json.Unmarshal([]byte(stdout), &printed); err != nil || !printed.Same(direct) {
		t.Errorf("%s, %v", stdout, err)
	}
	for word, args := range map[string][]string{
		"has another evaluation": {"eval", "--remote", address, "--task", "picking", "--out", at("direct.json")},
		"would lose some": {"eval", at("policy"), "--task", "picking", "--rollouts", "2", "--out",
			at("direct.json")},
		"start from different states": {"compare", at("direct.json"), func() string {
			ok("eval", at("policy"), "--task", "picking", "--rollouts", "3", "--seed", "2", "--out", at("other.json"))
			return at("other.json")
		}()},
		"--out must name a new file": {"eval", at("policy"), "--task", "picking", "--out", at("policy")},
		"is damaged":                 {"compare", at("policy"), at("direct.json")},
	} {
		if code, _, stderr, _ := clitest.Invoke(args...); code != 1 || !strings.Contains(stderr, word) {
			t.Errorf("%q: exit code %d, %s, want %s", args, code, stderr, word)
		}
	}
}

// An evaluation goes on after its server has moved where the user says that it is the same policy, and not by itself:
// two servers may say the same of themselves. Other metadata are another policy's in any case.
func TestEvalAfterTheServerHasMoved(t *testing.T) {
	dir := t.TempDir()
	policy, out := filepath.Join(dir, "policy"), filepath.Join(dir, "kept.json")
	trainedInto(t, policy, "picking", "left=1,middle=1,right=1", "--steps", "2")
	served, err := serving{mappingFlags: mappingFlags{preset: "counterpoise"}}.served(t.Context(), policy)
	if err != nil {
		t.Fatal(err)
	}
	first, second := listening(t, served), listening(t, served)
	other := *served
	other.About = map[string]any{"name": "another"}
	eval := func(address, rollouts string, more ...string) (int, string) {
		code, _, stderr, _ := clitest.Invoke(append([]string{"eval", "--task", "picking", "--out", out, "--remote",
			address, "--rollouts", rollouts}, more...)...)
		return code, stderr
	}
	if code, stderr := eval(first, "1"); code != 0 {
		t.Fatal(stderr)
	}
	if code, stderr := eval(second, "2"); code != 1 ||
		!strings.Contains(stderr, "if it is the same policy, --name "+first) {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	if code, stderr := eval(listening(t, &other), "2", "--name", first); code != 1 ||
		!strings.Contains(stderr, "has another evaluation") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	if code, stderr := eval(second, "2", "--name", first); code != 0 || !strings.Contains(stderr, "has 3 rollouts") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	if code, stderr := eval(first, "2"); code != 0 || !strings.Contains(stderr, "has 6 rollouts") ||
		strings.Contains(stderr, "metadata are empty") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

// An evaluation that goes on at a server of empty metadata says that another policy would not be noticed.
func TestEvalGoesOnAtASilentServer(t *testing.T) {
	kept := record.Evaluation{
		Policy: record.Evaluated{Name: "ws://127.0.0.1:1", Metadata: json.RawMessage("{}"), Chunk: 1, Execute: 1},
		Task:   "picking", Seed: 1, Rollouts: 1, Version: bench.Version, Renderer: record.NoRenderer,
	}
	out := filepath.Join(t.TempDir(), "kept.json")
	if err := kept.Save(out); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	p := of(cli.Program{Err: &said})
	e := evaluation{out: out}
	e.Rollouts = 1
	if err := p.resume(&kept, e); err != nil || !strings.Contains(said.String(), "metadata are empty") {
		t.Errorf("%v: %s", err, said.String())
	}
}

// A server that is one answer behind when the rollouts end has given answers to other questions, so that the evaluation
// fails, and does not ask to be resumed.
func TestEvalOfAServerThatIsBehind(t *testing.T) {
	one := map[string]any{"actions": wire.NewFloat64(slices.Repeat([]float64{math.NaN()}, 7), 1, 7)} // ends a rollout
	l, err := wire.Listen("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	server := wire.Server{Options: wire.DefaultOptions(), Connections: 1,
		Handle: func(ctx context.Context, c *wire.Conn) error {
			err := c.Send(ctx, map[string]any{})
			for n := 0; n < 4 && err == nil; n++ { // a first question, and one for each behaviour
				if _, err = c.Receive(ctx); n == 3 {
					time.Sleep(time.Second)
				}
				err = cmp.Or(err, c.Send(ctx, one))
			}
			time.Sleep(200 * time.Millisecond) // less than the last answer took
			return cmp.Or(err, c.Send(ctx, one))
		}}
	go server.Serve(t.Context(), l)
	code, stdout, stderr, _ := clitest.Invoke("eval", "--remote", "ws://"+l.Addr().String(), "--task", "picking",
		"--rollouts", "1", "--connections", "1", "--workers", "1", "--observe", "state=robot", "--out",
		filepath.Join(t.TempDir(), "o"))
	if code != 1 || stdout != "" || !strings.Contains(stderr, "the server sent a message") ||
		!strings.Contains(stderr, "they are in doubt: give another file with --out") {
		t.Errorf("exit code %d\n%s\n%s", code, stdout, stderr)
	}
}

// A password in the address stands neither in the file of an evaluation nor in what is printed.
func TestEvalRemoteKeepsNoPassword(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "policy")
	trainedInto(t, out, "picking", "left=1,middle=1,right=1", "--steps", "2")
	address := strings.Replace(servedPolicy(t, out), "ws://", "ws://me:secret@", 1)
	code, stdout, stderr, _ := clitest.Invoke("eval", "--remote", address, "--task", "picking", "--rollouts", "1",
		"--json", "--out", filepath.Join(dir, "kept.json"))
	_, _, said, _ := clitest.Invoke("eval", "--remote", address, "--task", "picking", "--rollouts", "1")
	if code != 0 || strings.Contains(stdout+stderr+said, "secret") || !strings.Contains(stdout, "ws://me:xxxxx@127") {
		t.Errorf("exit code %d, %s%s%s", code, stdout, stderr, said)
	}
	kept, err := bench.LoadEvaluation(filepath.Join(dir, "kept.json"))
	if err != nil || strings.Contains(kept.Policy.Name, "secret") {
		t.Errorf("the file names %s, %v", kept.Policy.Name, err)
	}
}

func asJSON(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// eval films a success and a failure of each behaviour, where there are any.
func TestEvalFilms(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "policy")
	trainedInto(t, out, "picking", "left=1,middle=1,right=1", "--steps", "2")
	code, _, stderr, _ := clitest.Invoke("eval", out, "--task", "picking", "--rollouts", "1", "--films",
		filepath.Join(dir, "films"))
	films, _ := filepath.Glob(filepath.Join(dir, "films", "*-0-failure.gif"))
	if code != 0 || len(films) != 3 {
		t.Errorf("exit code %d, films %q, %s", code, films, stderr)
	}
}

// eval makes the folders that it writes to, and one that cannot be made stops it before the first rollout.
func TestEvalMakesFolders(t *testing.T) {
	dir := t.TempDir()
	policy := filepath.Join(dir, "policy")
	trainedInto(t, policy, "picking", "left=1,middle=1,right=1", "--steps", "2")
	out := filepath.Join(dir, "new", "folder", "a.json")
	eval := []string{"eval", policy, "--task", "picking", "--rollouts", "1"}
	if code, _, stderr, _ := clitest.Invoke(append(eval, "--out", out)...); code != 0 {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	kept := filepath.Join(dir, "b.json")
	code, stdout, stderr, _ := clitest.Invoke(append(eval, "--films", policy, "--out", kept)...)
	if code != 1 || stdout != "" || !strings.Contains(stderr, "can't write to folder "+policy) {
		t.Errorf("exit code %d, %s%s", code, stdout, stderr)
	}
	if _, err := os.Stat(kept); err == nil {
		t.Error("rollouts were played before films failed")
	}
	full := errors.New("no space left on device")
	defer durable.Inject(func(c durable.Call) (int, error) {
		if c.Name == "write" {
			return 0, full
		}
		return c.Bytes, nil
	})()
	films := filepath.Join(dir, "films")
	deep := filepath.Join(films, "of", "a")
	if code, _, stderr, _ := clitest.Invoke(append(eval, "--out", kept, "--films", deep)...); code != 1 ||
		!strings.Contains(stderr, full.Error()) || strings.Contains(stderr, "before the error") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	if _, err := os.Stat(films); err == nil {
		t.Error("an evaluation that fails leaves empty folders for films")
	}
}

// A policy of another task is refused in one sentence, as a file and behind a server, and so is a
// style of a demonstrator that a policy replaces.
func TestAnotherTaskIsRefused(t *testing.T) {
	out := filepath.Join(t.TempDir(), "policy")
	trainedInto(t, out, "picking", "left=1", "--steps", "2")
	for _, c := range [][2]string{
		{"eval POLICY --task opening", "was trained on task picking; --task opening asks for"},
		{"eval --remote " + servedPolicy(t, out) + " --task opening --json", "was trained on task picking"},
		{"trace opening drawer --policy POLICY", "was trained on task picking, not on opening"},
		{"render opening --policy POLICY --out none.gif", "was trained on task picking, not on opening"},
		{"trace picking left --policy POLICY --style miss", "leave one of them out"},
		{"render picking --policy POLICY --style miss --out none.gif", "leave one of them out"},
	} {
		args := strings.Fields(strings.ReplaceAll(c[0], "POLICY", out))
		code, stdout, stderr, _ := clitest.Invoke(args...)
		if code != 2 || stdout != "" || !strings.Contains(stderr, c[1]) {
			t.Errorf("%s: exit code %d, %s, %s", c[0], code, stdout, stderr)
		}
	}
}

// What a server calls a task is left to it where it is none of this program's: others give a sentence. Servers of this
// program are held to it.
func TestTasksOfOthers(t *testing.T) {
	out := filepath.Join(t.TempDir(), "policy")
	trainedInto(t, out, "picking", "left=1", "--steps", "2")
	served, err := serving{mappingFlags: mappingFlags{preset: "counterpoise"}}.served(t.Context(), out)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		about map[string]any
		code  int
	}{
		{map[string]any{}, 0},
		{map[string]any{"task": "pick up the red block"}, 0},
		{map[string]any{"task": 3}, 0},
		{map[string]any{"task": "picking:Yaw=30"}, 0},
		{map[string]any{"task": "opening"}, 2},
		{map[string]any{"task": "stacking", "server": remote.ServerName}, 2},
	} {
		served.About = c.about
		code, _, stderr, _ := clitest.Invoke("eval", "--remote", listening(t, served), "--task", "picking",
			"--rollouts", "1")
		if code != c.code || (code != 0) != strings.Contains(stderr, "something that it has never seen") {
			t.Errorf("%v: exit code %d, %s", c.about, code, stderr)
		}
	}
}

// serve answers until it is stopped, at the address that it prints, and at no address that others can reach.
func TestServe(t *testing.T) {
	out := filepath.Join(t.TempDir(), "policy")
	trainedInto(t, out, "picking", "left=1,middle=1,right=1", "--steps", "2")
	var stdout, stderr lockedBuffer
	p := of(cli.Program{Name: "counterpoise", Out: &stdout, Err: &stderr})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	root := p.Root()
	root.SetArgs([]string{"serve", out, "--listen", "127.0.0.1:0"})
	go func() { ended <- root.ExecuteContext(ctx) }()
	var address string
	for ; address == "" && len(ended) == 0; time.Sleep(time.Millisecond) {
		address = regexp.MustCompile(`ws://[\d.:]+`).FindString(stdout.String())
	}
	code, table, said, _ := clitest.Invoke("eval", "--remote", address, "--task", "picking", "--rollouts", "1")
	if code != 0 || strings.Count(table, " of 1 ") != 3 || !strings.Contains(said, `"task":"picking"`) {
		t.Errorf("exit code %d, %s%s", code, table, said)
	}
	stop()
	if err := <-ended; err != cli.ErrStopped || !strings.Contains(stderr.String(), "stopped") {
		t.Errorf("%v, %s", err, stderr.String())
	}
	for word, args := range map[string][]string{
		"can be reached from other machines; --public": {"--listen", "0.0.0.0:0"},
		"is no address":    {"--listen", "here"},
		"no key has scene": {"--preset", "lerobot"}, "unknown preset": {"--preset", "openpi"},
		"--connections is 1 to 1000": {"--connections", "0"},
	} {
		if code, _, stderr, _ := clitest.Invoke(append([]string{"serve", out}, args...)...); code == 0 ||
			!strings.Contains(stderr, word) {
			t.Errorf("%q: exit code %d, %s", args, code, stderr)
		}
	}
}

// Every mistake about servers is one line that says what to do.
func TestEvalRemoteMistakes(t *testing.T) {
	none := []string{"eval", "--remote", "ws://127.0.0.1:1", "--task", "picking"}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{none, 1, "ws://127.0.0.1:1: no connection (connect: connection refused); is a server running there?"},
		{[]string{"eval", "--remote", "http://a", "--task", "picking"}, 2, "one is ws://127.0.0.1:8000"},
		{[]string{"eval", "file", "--remote", "ws://a", "--task", "picking"}, 2, "not both: leave out file"},
		{[]string{"eval", "file", "--task", "picking", "--prompt", "go"}, 2,
			"--prompt is about a policy behind a server"},
		{[]string{"eval", "file", "--task", "picking", "--name", "go"}, 2, "--name is about a policy behind a server"},
		{append(none, "--device", "go"), 2, "a server chooses its own"},
		{append(none, "--batch", "65"), 2, "--batch is 1 to 64, not 65"},
		{append(none, "--connections", "0"), 2, "--connections is 1 to 64, not 0"},
		{append(none, "--execute=-1"), 2, "--execute is 1 to 1000, not -1"},
		{append(none, "--execute", "0"), 2, "--execute is 1 to 1000, not 0"},
		{append(none, "--timeout", "0s"), 2, "--timeout is more than 0s"},
		{append(none, "--preset", "openpi"), 2, `unknown preset "openpi"`},
		{append(none, "--observe", "x"), 2, `"x" is no assignment`},
	} {
		code, stdout, stderr, _ := clitest.Invoke(c.args...)
		if code != c.code || !strings.Contains(stderr, c.want) || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit code %d, want %d\n got %s want %s", c.args, code, c.code, stderr, c.want)
		}
	}
	if _, err := os.Stat("file"); err == nil {
		t.Error("a file was written")
	}
}

// The name of a task that a server gives stays on its line, whatever it holds.
func TestTaskOfAServerIsOneLine(t *testing.T) {
	var stderr strings.Builder
	p := of(cli.Program{Err: &stderr})
	if err := p.checkTask("a", named("x\nFORGED\x1b[2J"), "picking"); err == nil ||
		strings.ContainsAny(err.Error(), "\n\x1b") {
		t.Errorf("%q", err)
	}
	if err := p.checkTask("a", named("picking:\nFORGED"), "picking"); err != nil ||
		strings.Count(stderr.String(), "\n") != 1 {
		t.Errorf("%v, %q", err, stderr.String())
	}
}

// named is a policy of a task of this name.
type named string

func (n named) Task() string { return string(n) }

// What a server took is said where it says so, and nothing about it where it does not.
func TestUsageText(t *testing.T) {
	u := remote.Usage{Questions: 2, Observations: 9, Waited: 5 * time.Millisecond}
	if got := usageText(u); got != "2 questions about 9 observations; 2.5 ms each" {
		t.Error(got)
	}
	u.Server, u.Lost = 3*time.Millisecond, 1
	if got := usageText(u); got != "2 questions about 9 observations; 2.5 ms each, of which the server says 1.5; the "+
		"connection was lost 1 time" {
		t.Error(got)
	}
}
