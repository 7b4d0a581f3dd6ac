package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"counterpoise/internal/durable"
	"counterpoise/internal/tfevents"
	"counterpoise/policies"
	"counterpoise/policies/mixture"
)

// logs is the folder of what happened on the way to the policy.
func (t training) logs() string { return t.out + "-log" }

// journal shows and writes down how a training goes on.
type journal struct {
	p       program
	dir     string
	groups  []string
	at      policies.Progress // the last step
	steps   int               // seen since the first one
	first   time.Time         // when that was over
	last    time.Time
	show    func(done, total int)
	end     func()
	file    *os.File
	events  *tfevents.Writer
	written int   // steps of the run that are in the file
	err     error // the first of the file
}

func (p program) journal(t training, groups []string) *journal {
	return &journal{p: p, dir: t.logs(), groups: groups, end: func() {}}
}

// see is told of a step.
func (j *journal) see(at policies.Progress) {
	if j.last = now(); j.first.IsZero() {
		j.first = j.last
	} else {
		j.steps++
	}
	if j.show == nil || at.Before != j.at.Before || at.Main != j.at.Main {
		j.rest()
		j.written = 0
		j.show, j.end = counter(j.p.err, "steps"+which(at))
	}
	j.at = at
	j.show(at.Done, at.Steps)
	if j.err == nil {
		j.err = j.note(at)
	}
}

// rest ends the bar of a run.
func (j *journal) rest() { j.end(); j.end = func() {} }

// speed is how many frames a second went through training steps.
func (j *journal) speed(batch int) float64 {
	if j.steps == 0 {
		return 0
	}
	return float64(j.steps*batch) / j.last.Sub(j.first).Seconds()
}

// note writes the steps that the events' file lacks: the last one, or all of a training that was taken up.
func (j *journal) note(at policies.Progress) (err error) {
	if j.events == nil {
		if err := j.open(); err != nil {
			return err
		}
	}
	prefix := ""
	if !at.Main {
		prefix = fmt.Sprintf("run %d before ", at.Before+1)
	}
	for ; j.written < at.Done && err == nil; j.written++ {
		err = j.events.Scalars(j.written, j.last, scalars(at.Log, j.written, prefix)...)
	}
	return err
}

// open begins the events' file anew: what an earlier part of the training wrote is in the log that it went on from.
func (j *journal) open() (err error) {
	path := filepath.Join(j.dir, "events.out.tfevents.0.counterpoise")
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return err
	}
	if j.file, err = os.Create(path); err != nil {
		return err
	}
	j.events, err = tfevents.NewWriter(j.file, j.last)
	return err
}

func (j *journal) close() {
	if j.file != nil {
		j.file.Close()
	}
}

// scalars are a step's numbers by name.
func scalars(l *mixture.Log, step int, prefix string) (s []tfevents.Scalar) {
	for _, c := range columns(l) {
		for g, name := range l.Groups {
			s = append(s, tfevents.Scalar{Tag: prefix + c.name + "/" + name, Value: c.values[step][g]})
		}
	}
	return s
}

// column is one of the things that a log has for each step and group.
type column struct {
	name   string
	values [][]float64
}

func columns(l *mixture.Log) []column {
	c := []column{{"loss", l.Loss}, {"weight", l.Alpha}}
	if l.HeldOut != nil {
		c = append(c, column{"held-out loss", l.HeldOut})
	}
	return c
}

// write keeps the log of a training that is done as a table, and tells what was wrong with the events' file.
func (j *journal) write(log *mixture.Log) error {
	if err := durable.WriteFile(filepath.Join(j.dir, "log.csv"), logCSV(log)); err != nil {
		return fmt.Errorf("the policy is trained, but its log can't be written: %w", err)
	}
	if j.err != nil {
		return fmt.Errorf("the policy is trained, but its log for TensorBoard is not whole: %w", j.err)
	}
	return nil
}

// logCSV is a log in CSV, a line for each step of each run: runs that the method made before the policy's own by number, from 1,
// then "policy". Fields that a run has nothing for are empty.
func logCSV(log *mixture.Log) []byte {
	runs := append(log.References[:len(log.References):len(log.References)], log)
	held := false
	for _, l := range runs {
		held = held || l.HeldOut != nil
	}
	var b bytes.Buffer
	b.WriteString("run,step")
	for _, what := range []string{"loss", "weight", "held-out loss"} {
		for _, name := range log.Groups {
			if held || what != "held-out loss" {
				b.WriteString("," + csvField(what+" "+name))
			}
		}
	}
	b.WriteByte('\n')
	for i, l := range runs {
		name := strconv.Itoa(i + 1)
		if l == log {
			name = "policy"
		}
		for step := range l.Loss {
			fmt.Fprintf(&b, "%s,%d", name, step)
			for _, c := range columns(l) {
				for _, v := range c.values[step] {
					b.WriteString("," + number(v))
				}
			}
			if held && l.HeldOut == nil {
				for range log.Groups {
					b.WriteByte(',')
				}
			}
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}
