package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"counterpoise/bench/record"
	"counterpoise/bench/runner"
)

// runProgress shows the progress of a run until it is closed.
type runProgress interface {
	runner.Watcher
	Close()
}

// newRunProgress shows a bar on a screen, and prints a line for each policy into a file or a pipe.
func newRunProgress(w io.Writer, total, done int) runProgress {
	p := pace{start: time.Now(), total: total, before: done, done: done}
	if f, ok := screen(w); ok {
		return newBar(f, p)
	}
	return &lines{w: w, pace: p}
}

// terminal returns the terminal behind a stream of the program, which a bar draws on with escape sequences of its own.
// It is not ok for pipes, for files, and for what tests pass.
func terminal(w io.Writer) (f *os.File, ok bool) {
	f, ok = unwrapped(w).(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// screen returns the terminal on which a bar can be drawn. One without a cursor to move (TERM=dumb) is none, and
// neither is that of a machine that keeps a log (CI), where each drawing would stay.
func screen(w io.Writer) (f *os.File, ok bool) {
	f, ok = terminal(w)
	return f, ok && os.Getenv("TERM") != "dumb" && os.Getenv("CI") == ""
}

// unwrapped is the writer behind those of the program, such as printable.Writer and stoppable.
func unwrapped(w io.Writer) io.Writer {
	for {
		outer, ok := w.(interface{ Unwrap() io.Writer })
		if !ok {
			return w
		}
		w = outer.Unwrap()
	}
}

// pace counts policies and estimates the time that is left.
type pace struct {
	start                        time.Time
	total, before, done, running int // policies: all, done before the start, done now, being made
}

// left estimates the remaining time: the number of remaining policies times the mean time of a policy since the start.
// It reports false before the first policy is done.
func (p pace) left(now time.Time) (time.Duration, bool) {
	since := p.done - p.before
	if since == 0 {
		return 0, false
	}
	return now.Sub(p.start) / time.Duration(since) * time.Duration(p.total-p.done), true
}

// found counts a policy that another process has made. It counts as done before the start, because it says nothing
// about the pace of this process.
func (p *pace) found() { p.before, p.done = p.before+1, p.done+1 }

// String is the pace at present, for the end of a bar.
func (p pace) String() string { return p.at(time.Now()) }

func (p pace) at(now time.Time) string {
	return fmt.Sprintf("%d/%d policies, %d running%s", p.done, p.total, p.running, p.leftText(now))
}

// leftText is ", about 50s left", or empty before the first policy is done.
func (p pace) leftText(now time.Time) string {
	left, ok := p.left(now)
	if !ok {
		return ""
	}
	return fmt.Sprintf(", about %v left", left.Round(time.Second))
}

// lines is progress for files and pipes: a line for each policy that is done. The lines leave out how many policies
// are running: a line is written before the worker that has finished starts its next policy.
type lines struct {
	pace
	w io.Writer
}

func (l *lines) Started(record.Cell) { l.running++ }

func (l *lines) Finished(c record.Cell) {
	l.running--
	l.done++
	fmt.Fprintf(l.w, "  %d/%d policies%s (%v)\n", l.done, l.total, l.leftText(time.Now()), c)
}

func (l *lines) Found(record.Cell) { l.found() }

func (l *lines) Close() {}

// bar is progress for terminals. The library draws it on a goroutine of its own.
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

func (b *bar) Started(record.Cell) {
	b.running++
	b.show()
}

func (b *bar) Finished(record.Cell) {
	b.running--
	b.done++
	b.show()
	b.bar.Increment()
}

func (b *bar) Found(record.Cell) {
	b.found()
	b.show()
	b.bar.Increment()
}

// show replaces the pace that the next drawing of the bar reads. The channel has one place and serves as a lock.
func (b *bar) show() {
	<-b.shown
	b.shown <- b.pace
}

// Close stops drawing. The bar stays on the screen, complete or not, with the cursor below it.
func (b *bar) Close() {
	b.bar.Abort(false)
	b.all.Wait()
}
