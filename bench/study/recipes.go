package study

import "counterpoise/scenes/demos"

// Counts of the study's datasets of optimal demonstrations, for recipes "picking "+pickBalanced and so on. In the
// balanced datasets every behaviour has the same number of demonstrations; each of the others starves the behaviour in
// its name. The totals are equal within a task: 63 for picking, 30 for opening.
//
// Balanced is so in number, not in frames, of which "natural" makes its weights: from home the right region is the
// farthest, and the drawer is farther than the door. On seeds 1 and 2 the balanced datasets have 875 to 922, 912 to 981
// and 1,137 to 1,140 frames (left, middle, right), under picking:Yaw=22.5,Opening=60 780 to 792, 871 to 905 and 1,199,
// and in opening 873 to 876 and 1,202 to 1,282 (slider, drawer).
//
// Source: arXiv:2508.06319, section 4.2.
const (
	pickBalanced = "left=21,middle=21,right=21"
	pickLeft     = "left=9,middle=27,right=27"
	pickMiddle   = "left=27,middle=9,right=27"
	pickRight    = "left=27,middle=27,right=9"

	openBalanced = "slider=15,drawer=15"
	openSlider   = "slider=10,drawer=20"
	openDrawer   = "slider=20,drawer=10"
)

// The study's datasets of E5, a third of them suboptimal.
var pick90, open30 = styled("picking", "biased"), styled("opening", "biased")

// init names the datasets of the study, for example "E1/picking/left".
//
// Source: arXiv:2508.06319, sections 4.2 (E1), 5.3 (E2 to E4), 6.2 (E5) and the appendix (E6). Where the study leaves a
// choice open, a comment at the entry states the choice. The study does not describe its suboptimal demonstrations;
// here they have the style "biased", which lowers the success of a cloned policy in both tasks (list styles).
func init() {
	add := func(experiment, task, name, counts string) {
		key := experiment + "/" + task
		if name != "" {
			key += "/" + name
		}
		demos.Recipes.Add(key, task+" "+counts)
	}
	// E1 starves each behaviour in turn; E2 upsamples the same datasets.
	for _, e := range []string{"E1", "E2"} {
		add(e, "picking", "balanced", pickBalanced)
		add(e, "picking", "left", pickLeft)
		add(e, "picking", "middle", pickMiddle)
		add(e, "picking", "right", pickRight)
		add(e, "opening", "balanced", openBalanced)
		add(e, "opening", "slider", openSlider)
		add(e, "opening", "drawer", openDrawer)
	}
	// E3 and E6 use one imbalanced dataset per task. The caption of E6 repeats the datasets of E5; its text gives
	// these.
	for _, e := range []string{"E3", "E6"} {
		add(e, "picking", "balanced", pickBalanced)
		add(e, "picking", "imbalanced", pickMiddle)
		add(e, "opening", "balanced", openBalanced)
		add(e, "opening", "imbalanced", openSlider)
	}
	// E4: one third of the demonstrations is suboptimal; opening has 20 + 10 for each of its two behaviours.
	add("E4", "picking", "", "optimal=100,biased=50")
	add("E4", "opening", "", "optimal=40,biased=20")
	// E5: 60 + 30 for picking; 20 + 10 for opening, which may mean the total or the number per behaviour. The total is
	// used because it agrees with picking; "each" is the other reading.
	add("E5", "picking", "", "optimal=60,biased=30")
	add("E5", "opening", "", "optimal=20,biased=10")
	add("E5", "opening", "each", "optimal=40,biased=20")
}
