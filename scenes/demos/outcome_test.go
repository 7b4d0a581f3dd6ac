package demos

import (
	"fmt"
	"strings"
	"testing"
)

// Labels tell success by their names and in words: those of failure and negated ones the other way round. Settings with
// the word in their names, and numbers that measure something, tell nothing. The surest label counts, then rewards.
func TestOutcomes(t *testing.T) {
	const unsaid, yes, no = Unsaid, Succeeded, Failed
	for _, c := range []struct {
		labels map[string][]string
		want   []Said
	}{
		{map[string][]string{"no_success": {"true", "false"}}, []Said{no, yes}},
		{map[string][]string{"not_success": {"0", "1"}}, []Said{yes, no}},
		{map[string][]string{"unsuccessful": {"True", "False"}}, []Said{no, yes}},
		{map[string][]string{"isFailure": {"1", "0"}}, []Said{no, yes}},
		{map[string][]string{"failed": {"yes", "no"}}, []Said{no, yes}},
		{map[string][]string{"not_failed": {"yes", "no"}}, []Said{yes, no}},
		{map[string][]string{"outcome": {"fail", "ok"}}, []Said{no, yes}},
		{map[string][]string{"result": {"failure", "success"}}, []Said{no, yes}},
		{map[string][]string{"is_good": {"true", "false"}}, []Said{yes, no}},
		{map[string][]string{"is_bad": {"true", "false"}}, []Said{no, yes}},
		{map[string][]string{"success": {"done", "not done"}}, []Said{yes, no}},
		{map[string][]string{"success": {"passed", "0", "true", "maybe", ""}}, []Said{yes, no, yes, unsaid, unsaid}},
		{map[string][]string{"success": {"1", "0"}, "failed": {"0", "0"}}, []Said{yes, unsaid}},
		{map[string][]string{"success": {"1", "0"}, "is_good": {"0", "0"}}, []Said{yes, no}},
		{map[string][]string{"success": {"1", "1"}, "outcome": {"failure", "success"}}, []Said{unsaid, yes}},
		{map[string][]string{"success": {"1", "0"}, "failed": {"1", "0"}}, []Said{unsaid, unsaid}},
		{map[string][]string{"success": {"1", "0", "0"}, MaxReward: {"1", "1", "0"}}, []Said{yes, no, no}},
		{map[string][]string{"success_threshold": {"1", "0"}, "success_time": {"1", "0"}}, []Said{unsaid, unsaid}},
		{map[string][]string{"success": {"0.5", "0"}}, []Said{unsaid, unsaid}},
		{map[string][]string{"success_rate": {"1", "0"}, "failureRate": {"0", ".5"}}, []Said{unsaid, unsaid}},
		{map[string][]string{"success_score": {"1", "0"}, "failed": {"1", "0"}}, []Said{no, yes}},
		{map[string][]string{"outcome": {"dropped", "ok"}}, []Said{unsaid, unsaid}},
		{map[string][]string{MaxReward: {"1", "0"}}, []Said{yes, no}},
		{map[string][]string{MaxReward: {"0", "0"}}, []Said{unsaid, unsaid}},
		{map[string][]string{MaxReward: {"-1", "0"}}, []Said{no, yes}},
		{map[string][]string{MaxReward: {"-1", "-1"}}, []Said{unsaid, unsaid}},
		{map[string][]string{MaxReward: {"-1", "0", "1"}}, []Said{unsaid, unsaid, unsaid}},
		{map[string][]string{MaxReward: {"-0.5", "0"}}, []Said{unsaid, unsaid}},
		{map[string][]string{"success": {"1", "1", "0"}, MaxReward: {"0", "0", "-1"}}, []Said{yes, yes, no}},
		{map[string][]string{"success": {"1", "0", "1", "0", "-1"}}, []Said{yes, no, yes, no, unsaid}},
		{map[string][]string{"success": {"1", "0", "1", "2", "-1"}}, []Said{unsaid, unsaid, unsaid, unsaid, unsaid}},
		{map[string][]string{"outcome": {"ok", "fail", "ok", "fail", "timeout"}}, []Said{yes, no, yes, no, unsaid}},
		{map[string][]string{"success": {"yes", "failed at the grasp"}}, []Said{yes, no}},
		{map[string][]string{"failed": {"no", "failed at the grasp"}}, []Said{yes, no}},
		{map[string][]string{"failure_reason": {"dropped", "none", "timeout", ""}}, []Said{no, yes, no, unsaid}},
		{map[string][]string{"success_auto": {"1", "0", "1"}, "success_human": {"1", "0", "0"}},
			[]Said{yes, no, unsaid}},
		{map[string][]string{"success": {"1", "0", ""}, "task_success": {"", "", "0"}}, []Said{yes, no, no}},
		{map[string][]string{"success": {"1", "0", "", ""}, MaxReward: {"1", "0", "1", "0"}}, []Said{yes, no, yes, no}},
		{map[string][]string{"good_operator": {"1", "0"}, "rater_outcome": {"1", "0"}}, []Said{unsaid, unsaid}},
		{map[string][]string{"success": {"1", ""}, "outcome": {"fail", ""}, MaxReward: {"1", "0"}}, []Said{unsaid, no}},
		{map[string][]string{"goal_reached": {"1", "0"}}, []Said{yes, no}},
		{map[string][]string{MaxReward: {"10", "0", "10"}}, []Said{yes, no, yes}},
		{map[string][]string{MaxReward: {"10", "0", "1"}}, []Said{unsaid, unsaid, unsaid}},
		{map[string][]string{"keep": {"1", "0"}, "exclude": {"yes", "no"}}, []Said{unsaid, unsaid}},
	} {
		var all Outcomes
		for i := range c.want {
			labels := map[string]string{}
			for name, values := range c.labels {
				labels[name] = values[i]
			}
			all.Add(labels)
		}
		if o := all.Outcome(); fmt.Sprint(o.Of) != fmt.Sprint(c.want) || (o.Source == "") != (o.Known() == 0) {
			t.Errorf("%v: %+v, want %v", c.labels, o, c.want)
		}
	}
}

// A label that measures success is told where nothing says the outcome, and so is a value of the label that says it.
func TestOutcomesThatAreNotRead(t *testing.T) {
	var rates, words Outcomes
	for _, v := range []string{"1", "0"} {
		rates.Add(map[string]string{"success_rate": v})
		words.Add(map[string]string{"success": v})
	}
	words.Add(map[string]string{"success": "maybe"})
	if o := rates.Outcome(); len(o.Doubtful) != 1 || !strings.Contains(o.Doubtful[0], "label success_rate measures") {
		t.Errorf("%+v", o)
	}
	var named Outcomes
	for _, v := range []string{"ja", "nein"} {
		named.Add(map[string]string{"erfolgreich": v, "gripper": "1", "robot": "a"})
	}
	if o := named.Outcome(); len(o.Doubtful) != 1 || !strings.Contains(o.Doubtful[0], "label erfolgreich has yes and") {
		t.Errorf("%+v", o)
	}
	if o := words.Outcome(); o.Known() != 2 || o.Strange != "maybe" || o.Doubtful != nil {
		t.Errorf("%+v", o)
	}
}

// A task that begins or ends with a word of success or failure speaks of the outcome.
func TestSpeaksOfOutcome(t *testing.T) {
	for text, want := range map[string]bool{"failed: pick left": true, "pick left (failed)": true,
		"Success - open": true, "pick left": false, "pass the cup": false,
		"press the fail safe button": false, "failed": false} {
		if got := SpeaksOfOutcome(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// Lists say how demonstrations ended by their names; lists of good and bad ones, of a split and of others do not.
func TestListSays(t *testing.T) {
	for name, want := range map[string]Said{"success": Succeeded, "successful": Succeeded, "not_success": Failed,
		"failed": Failed, "failure": Failed, "good": Unsaid, "bad": Unsaid, "train": Unsaid, "success_train": Unsaid,
		"success_rate": Unsaid} {
		if got := ListSays(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// Labels that contradict each other are told with their number, and so are rewards, unless these are constant: they may
// never have been recorded.
func TestContradictionsAreTold(t *testing.T) {
	for want, labels := range map[string]map[string][]string{
		"[labels success and failed contradict each other in 1 of 3, which count as unknown]": {
			"success": {"1", "0", "1"}, "failed": {"1", "1", "0"}},
		"[rewards contradict label success in 1 of 3, where the label counts]": {
			"success": {"1", "0", "1"}, MaxReward: {"1", "0", "0"}},
		"[]": {"success": {"1", "0", "1"}, MaxReward: {"0", "0", "0"}},
	} {
		var all Outcomes
		for i := range 3 {
			one := map[string]string{}
			for name, values := range labels {
				one[name] = values[i]
			}
			all.Add(one)
		}
		if o := all.Outcome(); fmt.Sprint(o.Contradictions) != want {
			t.Errorf("%q, want %s", o.Contradictions, want)
		}
	}
}

// Where no label counts and every reward is 0, all failed or none was recorded: nothing is said, and why.
func TestOutcomeOfNoReward(t *testing.T) {
	for rewards, want := range map[string]int{"0 0": 1, "0 1": 0, "0": 0, "-1 -1": 1, "-1 0": 0} {
		var all Outcomes
		for r := range strings.FieldsSeq(rewards) {
			all.Add(map[string]string{MaxReward: r})
		}
		if o := all.Outcome(); len(o.Doubtful) != want || (o.Known() > 0) != (rewards == "0 1" || rewards == "-1 0") {
			t.Errorf("%s: %+v", rewards, o)
		}
	}
}

// Flags say by their names whether a demonstration is to be used, and which of their values says that it is not; names
// of other things with such a word are no flags.
func TestTellsUse(t *testing.T) {
	for name, want := range map[string]string{"keep": "good", "is_valid": "good", "exclude": "bad", "Discard": "bad",
		"usable": "good", "not_usable": "bad", "use_for_training": "good", "excludeFromTraining": "bad",
		"do_not_exclude": "", "gripper_valid": "", "valid_steps": "", "success": "", "user": "", "useless": "bad"} {
		got := ""
		if bad, is := TellsUse(name); is {
			got = map[bool]string{true: "bad", false: "good"}[bad]
		}
		if got != want {
			t.Errorf("%s: a yes means %q, want %q", name, got, want)
		}
	}
}
