package environment

import (
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/policies/elsewhere"
	"counterpoise/results/decide"
)

// Another function that decides success makes another result.
func TestIdentity(t *testing.T) {
	identity := func(success string) string {
		of := Trainings{EnvFlags: shared.EnvFlags{Success: success}}
		id, err := of.identity(&Job{Arm: &decide.Arm{}, Data: &elsewhere.Data{}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	if identity("mine:solved") == identity("") || identity("mine:solved") == identity("mine:other") {
		t.Error("another --success has the same identity")
	}
}

// Tasks that are no names of folders have one of their own each, and inside the job's.
func TestFoldersOfTasks(t *testing.T) {
	tasks := []string{"push-v3", "..", ".", "a?b", "a*b", "pick up the black bowl between the plate and the ramekin",
		"pick up the black bowl between the plate and the stove"}
	seen := map[string]string{}
	for _, task := range tasks {
		name := folderOf(task)
		if other, twice := seen[name]; twice || !filepath.IsLocal(name) || name == "." || strings.Contains(name, "/") {
			t.Errorf("%q has the folder %q, as %q", task, name, other)
		}
		seen[name] = task
	}
	if name := folderOf("push-v3"); name != "push-v3" {
		t.Errorf("push-v3 has the folder %q", name)
	}
}
