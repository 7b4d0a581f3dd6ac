package evals

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/stats/markup"
)

func init() {
	Formats.Add("lerobot", Format{
		About:      "the form of lerobot-eval's eval_info.json",
		Recognises: isLeRobot,
		Read:       readLeRobot,
	})
}

// isLeRobot reports whether a file is called as lerobot-eval calls it, or is JSON that has the outcomes of episodes
// under lerobot-eval's name among its first 64 kB.
func isLeRobot(path string) bool {
	if filepath.Base(path) == "eval_info.json" {
		return !isDir(path)
	}
	if filepath.Ext(path) != ".json" {
		return false
	}
	f, _, err := bounded.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	start := make([]byte, 64<<10)
	n, _ := io.ReadFull(f, start)
	return bytes.Contains(start[:n], []byte(`"per_episode":`)) || bytes.Contains(start[:n], []byte(`"per_task":`))
}

// leRobotFields are the outcomes of an episode, as lists of a task.
var leRobotFields = map[string]func(leRobotLists) []scalar{
	"success":    func(l leRobotLists) []scalar { return l.Success },
	"sum_reward": func(l leRobotLists) []scalar { return l.Sum },
	"max_reward": func(l leRobotLists) []scalar { return l.Max },
}

// leRobotLists are the outcomes of a task's episodes.
type leRobotLists struct {
	Success []scalar `json:"successes"`
	Sum     []scalar `json:"sum_rewards"`
	Max     []scalar `json:"max_rewards"`
}

// leRobotInfo is eval_info.json (lerobot/scripts/lerobot_eval.py): eval_policy_all writes per_task, with a list a
// metric (lerobot 0.4), and eval_policy alone per_episode (before 0.4). Python's JSON has NaN, which withoutNaN
// replaces.
type leRobotInfo struct {
	PerTask []struct {
		Group   string          `json:"task_group"`
		Task    json.RawMessage `json:"task_id"`
		Metrics leRobotLists    `json:"metrics"`
	} `json:"per_task"`
	PerEpisode []map[string]json.RawMessage `json:"per_episode"`

	// Environment is what eval --env and try of this program tell beside.
	Environment struct {
		Name    string `json:"name"`
		Horizon int    `json:"horizon"`
		Success string `json:"success"`
	} `json:"environment"`

	// What the program has summed up of the episodes above.
	PerGroup   map[string]leRobotSummary `json:"per_group"`
	Overall    leRobotSummary            `json:"overall"`
	Aggregated leRobotSummary            `json:"aggregated"`
}

// leRobotSummary are the share of successes in percent and the number of episodes; pointers are nil where there is
// none.
type leRobotSummary struct {
	Success  *float64 `json:"pc_success"`
	Episodes *int     `json:"n_episodes"`
}

// contradicts says where a summary of some episodes is not that of their outcomes; empty where it is.
func (s leRobotSummary) contradicts(name string, of []Outcome) string {
	k := 0.0
	for _, o := range of {
		k += o.Sum
	}
	n := len(of)
	if n == 0 {
		return ""
	}
	rate := 100 * k / float64(n)
	switch {
	case s.Success != nil && math.Abs(*s.Success-rate) > 0.051 && math.Abs(100**s.Success-rate) > 0.051:
		return fmt.Sprintf("%s says pc_success %.4g, and its episodes succeed in %g of %d (%.4g %%): the episodes "+
			"are taken",
			name, *s.Success, k, n, rate)
	case s.Episodes != nil && *s.Episodes != n:
		return fmt.Sprintf("%s says n_episodes %d, and there are outcomes of %d: these are taken", name, *s.Episodes, n)
	}
	return ""
}

// contradictions says where the summaries of a file are not those of its outcomes.
func (info leRobotInfo) contradictions(all []Outcome) (said []string) {
	add := func(text string) {
		if text != "" {
			said = append(said, text)
		}
	}
	for _, name := range sortedKeys(info.PerGroup) {
		var of []Outcome
		for _, o := range all {
			if strings.HasPrefix(o.Group, name+"/") {
				of = append(of, o)
			}
		}
		add(info.PerGroup[name].contradicts("per_group "+name, of))
	}
	add(info.Overall.contradicts("overall", all))
	add(info.Aggregated.contradicts("aggregated", all))
	return said
}

// readLeRobot reads the outcome of every episode. Episodes have for a start the seed that they were reset from, where
// all tell one, else their number in their task: with the same --seed, lerobot-eval resets episode i from the same seed
// for every policy.
func readLeRobot(path, field string, room *budget.Budget) (Results, error) {
	if field == "" {
		field = "success"
	}
	list, ok := leRobotFields[field]
	if !ok {
		return Results{}, fieldError(path, field, sortedKeys(leRobotFields))
	}
	raw, err := room.ReadFile(path)
	if err != nil {
		return Results{}, err
	}
	var info leRobotInfo
	if err := room.JSON(path, markup.WithoutNaN(raw), &info); err != nil {
		return Results{}, err
	}
	var out []Outcome
	for _, t := range info.PerTask {
		values := list(t.Metrics)
		if err := room.Spend(path, 200*int64(len(values))); err != nil {
			return Results{}, err
		}
		for i, v := range values {
			if v.ok {
				out = append(out, Outcome{Group: t.Group + "/" + string(bytes.Trim(t.Task, `"`)),
					Start:    strconv.Itoa(i),
					Rollouts: 1, Sum: v.value})
			}
		}
	}
	starts := seedsOf(info.PerEpisode)
	for i, e := range info.PerEpisode {
		var v scalar
		if err := json.Unmarshal(e[field], &v); err != nil {
			return Results{}, fmt.Errorf("%s: episode %d has no %s", path, i, field)
		}
		if v.ok {
			out = append(out, Outcome{Start: starts[i], Rollouts: 1, Sum: v.value})
		}
	}
	if len(out) == 0 {
		return Results{}, fmt.Errorf("%s has neither per_task nor per_episode with outcomes: it is no eval_info.json "+
			"of "+
			"lerobot-eval", path)
	}
	r := Results{Outcomes: out, What: fmt.Sprintf("%s of %d episodes", field, len(out))}
	if e := info.Environment; e.Name != "" {
		r.Where = fmt.Sprintf("%s (%d steps, success by %s)", e.Name, e.Horizon, e.Success)
	}
	r.Numbered = len(info.PerTask) > 0 || len(starts) > 0 && starts[0] == "0"
	if field == "success" {
		r.Warnings = info.contradictions(out)
	}
	return r, nil
}

// seedsOf are the starts of episodes: the seeds that they were reset from, else their numbers, where one tells no seed
// or two have the same.
func seedsOf(episodes []map[string]json.RawMessage) []string {
	seeds, numbers, seen := make([]string, len(episodes)), make([]string, len(episodes)), map[string]bool{}
	for i, e := range episodes {
		numbers[i] = strconv.Itoa(i)
		seed, err := strconv.ParseInt(string(e["seed"]), 10, 64)
		if seeds[i] = strconv.FormatInt(seed, 10); err == nil {
			seen[seeds[i]] = true
		}
	}
	if len(seen) < len(episodes) {
		return numbers
	}
	return seeds
}

// scalar is a number, true or false; ok is false for null.
type scalar struct {
	value float64
	ok    bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *scalar) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case "null":
		*s = scalar{}
		return nil
	case "true":
		*s = scalar{1, true}
		return nil
	case "false":
		*s = scalar{0, true}
		return nil
	}
	err := json.Unmarshal(b, &s.value)
	s.ok = err == nil
	return err
}

// fieldError is the error of an outcome that a file does not have.
func fieldError(path, field string, known []string) error {
	if len(known) > 30 {
		known = append(slices.Clone(known[:30]), "...")
	}
	return fmt.Errorf("%s has no outcome %q; --value takes %s", path, field, quotedList(known))
}
