package policies

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/durable"
)

// A training that is killed at any change of the disk either has not written its policy, and then the same command
// writes policy and log, or has written both: a policy without its log could be had by no command.
func TestTrainKilledAtAnyCall(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	clitest.SmallDataset(t, "counterpoise", data)
	args := func(dir string) []string {
		return []string{"train", data, "--steps", "2", "--policy", "state:Batch=8", "--device", "go", "--out",
			filepath.Join(dir, "policy")}
	}
	files := func(dir string) (policy, log []byte) {
		policy, _ = os.ReadFile(filepath.Join(dir, "policy"))
		log, _ = os.ReadFile(filepath.Join(dir, "policy-log", "log.csv"))
		return policy, log
	}
	// killedAt trains into a new folder, with call n and those after it not made; fewer says that there are no n calls.
	killedAt := func(n int) (dir string, fewer bool) {
		dir = t.TempDir()
		made := 0
		restore := durable.Inject(func(durable.Call) (int, error) {
			if made++; made > n {
				return 0, errors.New("killed")
			}
			return 0, nil
		})
		defer restore()
		clitest.Invoke(args(dir)...)
		return dir, made <= n
	}
	whole, done := killedAt(1 << 20)
	wantPolicy, wantLog := files(whole)
	if !done || len(wantPolicy) == 0 || len(wantLog) == 0 {
		t.Fatal("an undisturbed training wrote no policy or no log")
	}
	again := 0
	for n := 0; ; n++ {
		dir, fewer := killedAt(n)
		if policy, _ := files(dir); policy == nil {
			if code, _, stderr, _ := clitest.Invoke(args(dir)...); code != 0 {
				t.Fatalf("killed at call %d, the same command fails: %s", n, stderr)
			}
			again++
		}
		if policy, log := files(dir); !bytes.Equal(policy, wantPolicy) || !bytes.Equal(log, wantLog) {
			t.Errorf("killed at call %d: policy and log are not those of an undisturbed training", n)
		}
		if fewer {
			break
		}
	}
	if again < 10 {
		t.Errorf("only %d kills came before the policy", again)
	}
}
