package replay

import (
	"strings"
	"testing"
)

// CALVIN's names of tasks stand for this program's wherever a task is named, and contradict other behaviours.
func TestTasksOfCALVIN(t *testing.T) {
	for _, c := range []struct{ task, behaviour, want, bad string }{
		{"lift_red_block_table", "", "picking:", ""}, {"lift_red_block_table", "left", "picking:left", ""},
		{"open_drawer", "", "opening:drawer", ""}, {"open_drawer", "drawer", "opening:drawer", ""},
		{"move_slider_left", "drawer", "", "move_slider_left is the behaviour slider of opening, not drawer"},
		{"turn_on_led", "", "", `there is no task "turn_on_led"`},
	} {
		o := Options{Actions: Relative, Task: c.task, Behaviour: c.behaviour}
		err := o.Check()
		if c.bad != "" {
			if err == nil || !strings.Contains(err.Error(), c.bad) {
				t.Errorf("%s %s: %v, want %q", c.task, c.behaviour, err, c.bad)
			}
			continue
		}
		g, also := o.goalOf(map[string]string{"task": "turn_on_led", "behaviour": "other"})
		if err != nil || also != nil || g.task+":"+g.behaviour != c.want || g.outcome == nil {
			t.Errorf("%s %s: %v, %v, %s:%s, want %s", c.task, c.behaviour, err, also, g.task, g.behaviour, c.want)
		}
	}
}
