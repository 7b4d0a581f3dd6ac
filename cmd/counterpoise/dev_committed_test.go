package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The committed page of what the advice is worth is that of its choices and records: the command at its end writes it
// again, and makes no record.
func TestCommittedWorth(t *testing.T) {
	for dir, page := range map[string]string{"worth": "regret.md"} {
		committed := filepath.Join("..", "..", "results", dir)
		want, err := os.ReadFile(filepath.Join(committed, page))
		if err != nil {
			t.Fatal(err)
		}
		again := filepath.Join(t.TempDir(), dir)
		for _, name := range []string{choicesFile, "records.jsonl.zst"} {
			text, err := os.ReadFile(filepath.Join(committed, name))
			if err == nil {
				err = os.MkdirAll(again, 0o755)
			}
			if err == nil {
				err = os.WriteFile(filepath.Join(again, name), text, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		said := regexp.MustCompile(`Again: counterpoise (dev .*)`).FindStringSubmatch(string(want))
		if said == nil {
			t.Fatalf("%s says no command", page)
		}
		args := strings.Fields(strings.Replace(said[1], "DIR", again, 1))
		code, _, stderr, made := invoke(append(args, "--page")...)
		if code != 0 || made != 0 {
			t.Errorf("%v: %d, %d cells\n%s", args, code, made, stderr)
		}
		if got, err := os.ReadFile(filepath.Join(again, page)); err != nil || string(got) != string(want) {
			t.Errorf("%s is not that of its records: %v", page, err)
		}
	}
}
