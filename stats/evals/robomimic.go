package evals

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/stats/markup"
)

func init() {
	Formats.Add("robomimic", Format{
		About:      "logs/log.txt of robomimic's train.py",
		Recognises: isRobomimicLog,
		Read:       readRobomimic,
	})
}

// The lines that robomimic's train.py and rollout_with_stats (utils/train_utils.py) print around the results of an
// evaluation, which are an object of JSON.
var (
	robomimicEpisodes = regexp.MustCompile(`^rollout: env=(.*), horizon=.*, num_episodes=([0-9]{1,9})`)
	robomimicEpoch    = regexp.MustCompile(`^Epoch ([0-9]{1,9}) Rollouts took .* with results:`)
	robomimicEnv      = regexp.MustCompile(`^Env: (.*)$`)
)

// isRobomimicLog reports whether a path is a log.txt beside which or in which robomimic is named.
func isRobomimicLog(path string) bool {
	if filepath.Base(path) != "log.txt" || isDir(path) {
		return false
	}
	f, _, err := bounded.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	// The first thing that train.py prints is "New Training Run with Config", then the config.
	for s, lines := bufio.NewScanner(f), 0; s.Scan() && lines < 50; lines++ {
		if strings.Contains(s.Text(), "New Training Run with Config") || robomimicEpisodes.MatchString(s.Text()) ||
			robomimicEpoch.MatchString(s.Text()) {
			return true
		}
	}
	return false
}

// robomimicResult is the results of an environment at an epoch.
type robomimicResult struct {
	epoch, episodes int
	env             string
	values          map[string]scalar
}

// readRobomimic reads the last evaluation of each environment: the checkpoint that a training ends with, not the best
// one. Success_Rate is a mean over episodes, whose number the log tells, so it is read as successes.
func readRobomimic(path, field string, room *budget.Budget) (Results, error) {
	if field == "" {
		field = "Success_Rate"
	}
	raw, err := room.ReadFile(path)
	if err != nil {
		return Results{}, err
	}
	results, err := robomimicResults(path, raw, room)
	if err != nil {
		return Results{}, err
	}
	if len(results) == 0 {
		return Results{},
			fmt.Errorf("%s has no \"Epoch N Rollouts took\" with results: was it trained with rollouts?", path)
	}
	last := results[0].epoch
	var out []Outcome
	episodes := 0
	for _, r := range results {
		v := r.values[field]
		if !v.ok {
			return Results{}, fieldError(path, field, sortedKeys(r.values))
		}
		o := Outcome{Group: r.env, Rollouts: 1, Sum: v.value, Checkpoint: "epoch " + strconv.Itoa(last)}
		k := v.value * float64(r.episodes)
		if field == "Success_Rate" && r.episodes > 0 && math.Abs(k-math.Round(k)) < 1e-6 {
			o.Rollouts, o.Sum = r.episodes, math.Round(k)
		}
		episodes += r.episodes
		out = append(out, o)
	}
	number := fmt.Sprintf("%d episodes", episodes)
	if episodes == 0 {
		number = "the log does not tell how many episodes"
	}
	what := fmt.Sprintf("%s of epoch %d, the last with rollouts: %s", field, last, number)
	return Results{Outcomes: out, What: what}, nil
}

// newest adds a result to those of its epoch, in place of one of its environment, and drops those of other epochs.
func newest(
	all []robomimicResult, one robomimicResult, path string, room *budget.Budget,
) ([]robomimicResult, error) {
	if len(all) > 0 && all[0].epoch != one.epoch {
		all = all[:0]
	}
	for i := range all {
		if all[i].env == one.env {
			all[i] = one
			return all, nil
		}
	}
	return append(all, one), room.Spend(path, 1000)
}

// robomimicResults returns the evaluations of a log's last epoch, by environment. A program that is stopped leaves a
// part of a line.
func robomimicResults(path string, raw []byte, room *budget.Budget) (out []robomimicResult, err error) {
	now, inResults := robomimicResult{}, false
	episodes := map[string]int{}
	for len(raw) > 0 {
		line, rest, _ := bytes.Cut(raw, []byte("\n"))
		// A progress bar ends with a carriage return, and what follows on its line replaces it.
		text := strings.TrimSpace(string(line[1+bytes.LastIndexByte(bytes.TrimRight(line, "\r"), '\r'):]))
		switch {
		case inResults && strings.HasPrefix(text, "{"):
			object := raw[bytes.IndexByte(raw, '{'):]
			now.values = map[string]scalar{}
			if json.Unmarshal(markup.WithoutNaN(object[:objectEnd(object)]), &now.values) == nil {
				now.episodes = episodes[now.env]
				if out, err = newest(out, now, path, room); err != nil {
					return nil, err
				}
			}
			inResults = false
		case robomimicEpisodes.MatchString(text):
			m := robomimicEpisodes.FindStringSubmatch(text)
			if n, err := strconv.Atoi(m[2]); err == nil && (len(episodes) < 1000 || episodes[m[1]] > 0) {
				episodes[strings.Clone(m[1])] = n
			}
		case robomimicEpoch.MatchString(text):
			now.epoch, _ = strconv.Atoi(robomimicEpoch.FindStringSubmatch(text)[1])
			now.env, inResults = "", true
		case robomimicEnv.MatchString(text):
			now.env = strings.Clone(robomimicEnv.FindStringSubmatch(text)[1])
		}
		raw = rest
	}
	return out, nil
}

// maxObject bounds the text of one evaluation's results (bytes): robomimic writes some 500.
const maxObject = 1 << 20

// objectEnd is the length of the object that text begins with: to the first closing brace, as its values are numbers.
func objectEnd(text []byte) int {
	end := bytes.IndexByte(text[:min(len(text), maxObject)], '}')
	return end + 1
}
