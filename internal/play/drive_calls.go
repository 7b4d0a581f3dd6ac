package play

import (
	"context"
	"fmt"

	"counterpoise/scenes/demos/robomimic"
)

// Driving is how an attempt under way stands.
type Driving struct {
	Shown
	Over   bool       `json:"over"`
	Ask    string     `json:"ask"`    // what is asked for
	Offset [3]float64 `json:"offset"` // from the hand to where it takes hold: right, away, up (m)
}

// driving answers how a drive stands.
func (c *Calls) driving(id int) Driving {
	d := c.drives[id]
	return Driving{Shown{ID: id, Moments: len(d.Moments), Success: d.Success}, d.Over, d.Ask(), d.Offset()}
}

// drive begins an attempt.
func drive(c *Calls, args, _ []byte, _ func(any)) (Reply, error) {
	var s Start
	if err := read(args, &s); err != nil {
		return Reply{}, err
	}
	d, err := NewDrive(s)
	if err != nil {
		return Reply{}, err
	}
	if _, err := c.keep(&d.Episode, nil); err != nil {
		return Reply{}, err
	}
	if c.drives == nil {
		c.drives = map[int]*Drive{}
	}
	c.drives[c.last] = d
	return Reply{Value: c.driving(c.last)}, nil
}

// driven returns a drive that is kept.
func (c *Calls) driven(id int) (*Drive, error) {
	if d := c.drives[id]; d != nil {
		return d, nil
	}
	return nil, fmt.Errorf("attempt %d is not kept", id)
}

// act executes what is held in the next control steps of an attempt, as far as it is not over.
func act(c *Calls, args, _ []byte, _ func(any)) (Reply, error) {
	var q struct {
		ID   int    `json:"id"`
		Held []Held `json:"held"`
	}
	if err := read(args, &q); err != nil {
		return Reply{}, err
	}
	d, err := c.driven(q.ID)
	if err != nil {
		return Reply{}, err
	}
	for _, h := range q.Held {
		if err := d.Step(h); err != nil {
			return Reply{}, err
		}
	}
	return Reply{Value: c.driving(q.ID)}, nil
}

// dataset makes a dataset of attempts at one task: a file of robomimic's format.
func dataset(_ *Calls, args, _ []byte, _ func(any)) (Reply, error) {
	var all []Attempt
	if err := read(args, &all); err != nil {
		return Reply{}, err
	}
	data, err := DrivenData(all, nil)
	if err != nil {
		return Reply{}, err
	}
	file, err := robomimic.Encode(data)
	return Reply{data.Card, file}, err
}

// cloneDriven clones a policy from attempts at one task and rolls it out.
func cloneDriven(_ *Calls, args, _ []byte, progress func(any)) (Reply, error) {
	var q struct {
		Attempts []Attempt `json:"attempts"`
		Starts   int       `json:"starts"`
		Seed     uint64    `json:"seed"`
	}
	if err := read(args, &q); err != nil {
		return Reply{}, err
	}
	if q.Starts < 1 || q.Starts > MaxRollouts || q.Seed > maxSeed {
		return Reply{}, fmt.Errorf("starts are 1 to %d and seeds 0 to %d, not %d and %d", MaxRollouts, uint64(maxSeed),
			q.Starts, q.Seed)
	}
	ctx, p := context.Background(), Progress{}
	cloned, err := CloneDriven(ctx, q.Attempts, q.Seed, func(done, total int) {
		p.Done, p.Total = done, total
		progress(p)
	})
	if err != nil {
		return Reply{}, err
	}
	return rollOut(ctx, Setting{Task: q.Attempts[0].Task, Starts: q.Starts, Seed: q.Seed}, "yours", cloned, p, progress)
}

// cloneTogether clones a policy from scripted demonstrations and attempts together, and rolls it out.
func cloneTogether(_ *Calls, args, _ []byte, progress func(any)) (Reply, error) {
	var q struct {
		Setting  Setting   `json:"setting"`
		Attempts []Attempt `json:"attempts"`
	}
	if err := read(args, &q); err != nil {
		return Reply{}, err
	}
	ctx, p := context.Background(), Progress{}
	cloned, err := CloneTogether(ctx, q.Setting, q.Attempts, func(done, total int) {
		p.Done, p.Total = done, total
		progress(p)
	})
	if err != nil {
		return Reply{}, err
	}
	return rollOut(ctx, q.Setting, "scripted and yours", cloned, p, progress)
}
