package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"counterpoise/bench"
	"counterpoise/bench/runner"
)

// watcher shows how a run goes on until it is closed.
type watcher interface {
	runner.Watcher
	Close()
}

// watching is a bar where w is a terminal, and one line a policy where it is a file or a pipe.
func watching(w io.Writer, total, done int) watcher {
	p := pace{start: time.Now(), total: total, before: done, done: done}
	if f, ok := w.(*os.File); ok && isatty.IsTerminal(f.Fd()) {
		return newBar(w, p)
	}
	return &lines{w: w, pace: p}
}

// pace is how fast a run goes.
type pace struct {
	start                        time.Time
	total, before, done, running int // policies: all, done when it started, done now, under way
}

// left estimates the time to the end by the mean of what was done since the start. It knows nothing before the first.
func (p pace) left(now time.Time) (time.Duration, bool) {
	since := p.done - p.before
	if since == 0 {
		return 0, false
	}
	return now.Sub(p.start) / time.Duration(since) * time.Duration(p.total-p.done), true
}

// found counts a policy that another process has made, which says nothing about the pace of this one.
func (p *pace) found() { p.before, p.done = p.before+1, p.done+1 }

func (p pace) String() string { return p.at(time.Now()) }

func (p pace) at(now time.Time) string {
	s := fmt.Sprintf("%d/%d policies, %d running", p.done, p.total, p.running)
	if left, ok := p.left(now); ok {
		s += fmt.Sprintf(", about %v left", left.Round(time.Second))
	}
	return s
}

// lines is progress for files.
type lines struct {
	pace
	w io.Writer
}

func (l *lines) Started(bench.Cell) { l.running++ }

func (l *lines) Finished(c bench.Cell) {
	l.running--
	l.done++
	fmt.Fprintf(l.w, "  %v (%v)\n", l.pace, c)
}

func (l *lines) Found(bench.Cell) { l.found() }

func (l *lines) Close() {}

// bar is progress for terminals.
type bar struct {
	pace
	shown chan pace // the latest pace, for the goroutine that draws
	all   *mpb.Progress
	bar   *mpb.Bar
}

func newBar(w io.Writer, p pace) *bar {
	b := &bar{pace: p, shown: make(chan pace, 1), all: mpb.New(mpb.WithOutput(w), mpb.WithWidth(40))}
	b.bar = b.all.New(int64(p.total), mpb.BarStyle(), mpb.AppendDecorators(decor.Any(func(decor.Statistics) string {
		now := <-b.shown
		b.shown <- now
		return " " + now.String()
	})))
	b.shown <- p
	b.bar.SetCurrent(int64(p.done))
	return b
}

func (b *bar) Started(bench.Cell) {
	b.running++
	b.show()
}

func (b *bar) Finished(bench.Cell) {
	b.running--
	b.done++
	b.show()
	b.bar.Increment()
}

func (b *bar) Found(bench.Cell) {
	b.found()
	b.show()
	b.bar.Increment()
}

func (b *bar) show() {
	<-b.shown
	b.shown <- b.pace
}

// Close leaves the bar as it stands, complete or not, and the cursor below it.
func (b *bar) Close() {
	b.bar.Abort(false)
	b.all.Wait()
}
