package play

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"counterpoise/policies/ridge"
	"counterpoise/scenes"
	"counterpoise/scenes/expert"
)

// Calls are what a page asks for, each by its name: arguments and answers are JSON. One set serves one page or one
// worker of it; it keeps episodes and buffers, and is for one goroutine.
type Calls struct {
	Painter
	episodes map[int]*Episode
	drives   map[int]*Drive // those of the episodes that are driven
	last     int            // number of the last episode
	look     *Look          // the dataset that is open; nil: none
}

// Reply is an answer: JSON, and bytes beside it where an answer has some.
type Reply struct {
	Value any
	Bytes []byte
}

// Call answers one question. bytes are those of a file that goes with it, such as a policy, and progress, which may be
// nil, receives values while a long answer is computed.
func (c *Calls) Call(name string, args, bytes []byte, progress func(any)) (Reply, error) {
	if progress == nil {
		progress = func(any) {}
	}
	f, ok := calls[name]
	if !ok {
		return Reply{}, fmt.Errorf("there is no call %q", name)
	}
	return f(c, args, bytes, progress)
}

// calls are the calls by name.
var calls = map[string]func(c *Calls, args, bytes []byte, progress func(any)) (Reply, error){
	"about": func(*Calls, []byte, []byte, func(any)) (Reply, error) { return Reply{Value: about()}, nil },
	"arms":  arms, "clone": clone, "play": playCall, "demonstrate": demonstrate, "recorded": recorded,
	"close": closeCall,
	"drive": drive, "act": act, "dataset": dataset, "clone driven": cloneDriven,
	"clone together": cloneTogether,
	"look":           look, "look groups": looking(lookGroups), "look score": looking(lookScore),
	"look strip": looking(lookStrip), "look labels": looking(lookLabels),
}

// About describes what a page offers.
type About struct {
	Tasks    []TaskAbout  `json:"tasks"`
	Styles   []StyleAbout `json:"styles"` // the bad ones
	Optimal  string       `json:"optimal"`
	Setting  Setting      `json:"setting"` // what is shown first
	MaxDemos int          `json:"maxDemos"`
	MaxBad   int          `json:"maxBad"`
	MaxNamed int          `json:"maxNamed"`
	Rate     int          `json:"rate"` // control steps a second
	Controls []Control    `json:"controls"`
}

// TaskAbout describes a task.
type TaskAbout struct {
	Name       string   `json:"name"`
	Behaviours []string `json:"behaviours"`
}

// StyleAbout describes a style of bad demonstrations.
type StyleAbout struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

func about() About {
	a := About{Optimal: expert.Optimal, Setting: DefaultSetting(), MaxDemos: MaxDemos, MaxBad: MaxBad,
		MaxNamed: MaxNamed, Rate: scenes.ControlRate, Controls: Controls}
	for _, name := range scenes.Tasks.Names() {
		task, _ := scenes.Tasks.Get(name)
		a.Tasks = append(a.Tasks, TaskAbout{name, task.Behaviours()})
	}
	for _, name := range expert.Styles.Names() {
		if s, _ := expert.Styles.Get(name); name != expert.Optimal {
			a.Styles = append(a.Styles, StyleAbout{name, s.About()})
		}
	}
	return a
}

// arms answers which arms a setting has, and the recipes of its demonstrations.
func arms(_ *Calls, args, _ []byte, _ func(any)) (Reply, error) {
	var s Setting
	if err := read(args, &s); err != nil {
		return Reply{}, err
	}
	if err := s.Check(); err != nil {
		return Reply{}, err
	}
	return Reply{Value: map[string]any{"arms": s.ArmsOf(), "recipe": s.Recipe(), "balanced": s.Balanced()}}, nil
}

// Result is what an arm gave. Its bytes are the policy's file.
type Result struct {
	Arm    string  `json:"arm"`
	Recipe string  `json:"recipe"`
	Demos  int     `json:"demos"`
	Bad    float64 `json:"bad"` // share of the weight that frames of bad demonstrations have, in [0, 1]
	Rows   []Row   `json:"rows"`
}

// Progress is how far an arm is.
type Progress struct {
	Done  int   `json:"done"`  // demonstrations made
	Total int   `json:"total"` // of so many
	Rows  []Row `json:"rows"`  // nil until the first rollout has ended
}

// clone makes the demonstrations of an arm, clones a policy and rolls it out.
func clone(_ *Calls, args, _ []byte, progress func(any)) (Reply, error) {
	var q struct {
		Setting Setting `json:"setting"`
		Arm     string  `json:"arm"`
	}
	if err := read(args, &q); err != nil {
		return Reply{}, err
	}
	ctx := context.Background()
	p := Progress{}
	cloned, err := Clone(ctx, q.Setting, q.Arm, func(done, total int) {
		p.Done, p.Total = done, total
		progress(p)
	})
	if err != nil {
		return Reply{}, err
	}
	return rollOut(ctx, q.Setting, q.Arm, cloned, p, progress)
}

// rollOut rolls a cloned policy out.
func rollOut(ctx context.Context, s Setting, arm string, c *Cloned, p Progress, progress func(any)) (Reply, error) {
	rows, err := Roll(ctx, s, c.Policy, func(rows []Row) {
		p.Rows = rows
		progress(p)
	})
	if err != nil {
		return Reply{}, err
	}
	file, err := c.Policy.Encode()
	return Reply{Result{arm, c.Recipe, len(c.Weight), c.Bad, rows}, file}, err
}

// Shown is an episode that is kept to be drawn.
type Shown struct {
	ID      int `json:"id"`
	Moments int `json:"moments"` // one more than control steps
	Success int `json:"success"` // the moment of success; 0: none

	Touches []Touches `json:"touches,omitempty"` // those of the episode
}

// playCall rolls out the policy whose file the bytes are.
func playCall(c *Calls, args, bytes []byte, _ func(any)) (Reply, error) {
	var s Start
	if err := read(args, &s); err != nil {
		return Reply{}, err
	}
	p, err := DecodePolicy(bytes)
	if err != nil {
		return Reply{}, err
	}
	return c.keep(Play(s, p))
}

// demonstrate plays a demonstrator.
func demonstrate(c *Calls, args, _ []byte, _ func(any)) (Reply, error) {
	var q struct {
		Start
		Style string `json:"style"`
	}
	if err := read(args, &q); err != nil {
		return Reply{}, err
	}
	return c.keep(Demonstrate(q.Start, q.Style))
}

// keep numbers an episode and keeps it.
func (c *Calls) keep(e *Episode, err error) (Reply, error) {
	if err != nil {
		return Reply{}, err
	}
	if c.episodes == nil {
		c.episodes = map[int]*Episode{}
	}
	c.last++
	c.episodes[c.last] = e
	return Reply{Value: Shown{c.last, len(e.Moments), e.Success, e.Touches}}, nil
}

// closeCall drops an episode.
func closeCall(c *Calls, args, _ []byte, _ func(any)) (Reply, error) {
	var id int
	err := read(args, &id)
	delete(c.episodes, id)
	delete(c.drives, id)
	return Reply{}, err
}

// Draw draws a moment of an episode that is kept, RGBA pixels, valid until the next call with the same buffer. The last
// one of an attempt that is driven has a ghost of the target.
func (c *Calls) Draw(into []uint8, id, moment int, v View) ([]uint8, error) {
	e := c.episodes[id]
	if e == nil {
		return nil, fmt.Errorf("episode %d is not kept", id)
	}
	last := len(e.Moments) - 1
	into, err := c.Paint(into, &e.Moments[min(max(0, moment), last)], v)
	if d := c.drives[id]; err == nil && d != nil && moment >= last {
		err = d.Ghost(into, v)
	}
	return into, err
}

// neuralMagic is what files of neural policies begin with (package policies, which links a tensor library).
const neuralMagic = "counterpoise policy\n"

// DecodePolicy reads a policy that the page can play: a ridge's file.
func DecodePolicy(file []byte) (*ridge.Ridge, error) {
	if strings.HasPrefix(string(file[:min(len(file), len(neuralMagic))]), neuralMagic) {
		return nil, errors.New("the file is a neural policy, which this page does not compute; counterpoise render " +
			"and counterpoise view play it, and the gallery has rollouts of others")
	}
	p, err := ridge.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("the file is no policy that this page plays: %w", err)
	}
	return p, nil
}

// read reads the arguments of a call.
func read(args []byte, into any) error {
	if err := json.Unmarshal(args, into); err != nil {
		return fmt.Errorf("arguments: %w", err)
	}
	return nil
}
