package demos

import (
	"testing"

	"counterpoise/scenes"
)

// Sentences that tell one of our tasks are that task, and a behaviour if they tell one; all others stay what they are.
func TestSentencesTellTasks(t *testing.T) {
	for sentence, want := range map[string][2]string{
		"grasp and lift the red block": {"picking", "picking"}, "Pick up the red cube.": {"picking", "picking"},
		"lift the block on the left": {"picking", "left"}, "grab the right block": {"picking", "right"},
		"open the drawer or the sliding door": {"opening", "opening"}, "Open the drawer.": {"opening", "drawer"},
		"open the sliding door": {"opening", "slider"}, "open_the_slider": {"opening", "slider"},
		"picking": {"picking", "picking"}, "picking:Yaw=90": {"picking:Yaw=90", "picking:Yaw=90"},
		"lift the blue block":            {"lift the blue block", "lift the blue block"},
		"stack the blocks":               {"stack the blocks", "stack the blocks"},
		"close the drawer":               {"close the drawer", "close the drawer"},
		"take the block from the drawer": {"take the block from the drawer", "take the block from the drawer"},
		"put the red block in the door":  {"put the red block in the door", "put the red block in the door"},
		"lift":                           {"lift", "lift"}, "": {"", ""},
	} {
		e := &Episode{Task: sentence, Observations: make([]scenes.Observation, 2), Actions: make([]scenes.Action, 2)}
		raw := e.Raw(false)
		raw.Labels = map[string]string{"task": sentence}
		got, err := raw.Episode()
		if err != nil || got.Task != want[0] || got.Behaviour != want[1] {
			t.Errorf("%q: task %q, behaviour %q, %v; want %q", sentence, got.Task, got.Behaviour, err, want)
		}
		raw.Labels["behaviour"] = "middle"
		if got, err = raw.Episode(); err != nil || got.Behaviour != "middle" {
			t.Errorf("%q: behaviour %q, %v, of a label that says middle", sentence, got.Behaviour, err)
		}
	}
	for task := range sentences {
		if got, _, ok := taskOf((&Episode{Task: task}).Sentence()); !ok || got != task {
			t.Errorf("the sentence of %s tells %q", task, got)
		}
	}
}
