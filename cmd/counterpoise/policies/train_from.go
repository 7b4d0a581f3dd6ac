package policies

import (
	"context"
	"fmt"

	"counterpoise/internal/printable"
	"counterpoise/policies"
	"counterpoise/policies/train"
	"counterpoise/scenes"
)

// goOn reads the policy that a training goes on from. Its parts and settings are the training's unless --policy names
// them; then both must agree, but for the size of a batch and random shifts, which are the training's own.
func (t *training) goOn(ctx context.Context, named bool) error {
	p, digest, err := policies.LoadWithDigest(t.from)
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	start, ok := p.(*policies.Neural)
	if !ok {
		return fmt.Errorf("--from: %s is no policy that train has made; it cannot be trained further", t.from)
	}
	kind := train.PolicyOf(start.Config())
	if named {
		asked := t.kind
		asked.Settings.Batch, asked.Settings.Shifts = kind.Settings.Batch, kind.Settings.Shifts
		asked.Settings.Looks = kind.Settings.Looks
		if asked != kind {
			return fmt.Errorf("--from: %s is a policy %s, and --policy asks for %s; "+
				"leave --policy out to go on from it", t.from, kind, t.kind)
		}
	} else {
		t.kind, t.policy = kind, kind.String()
	}
	cfg, err := train.ConfigOf(t.kind, 1)
	if err == nil {
		err = start.Config().Spec().Same(cfg.Spec())
	}
	if err != nil {
		return fmt.Errorf("--from: %s %w", t.from, err)
	}
	t.start, t.cfg.From = start, digest
	return nil
}

// sameTask returns an error if the policy to go on from was trained on another task than the demonstrations are of. The
// knobs of the task may differ, and a policy that does not know its task suits any.
func (t training) sameTask(task string) error {
	if t.start == nil || t.start.Task() == "" || scenes.TaskName(t.start.Task()) == scenes.TaskName(task) {
		return nil
	}
	return fmt.Errorf("--from: %s was trained on %s, and the demonstrations are of %s; "+
		"a policy goes on with its own task", t.from, printable.Line(t.start.Task()), task)
}
