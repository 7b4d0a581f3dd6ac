package cli

import (
	"fmt"
	"io"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"counterpoise/bench/record"
)

// pace counts policies and estimates the time that is left.
type pace struct {
	start                        time.Time
	total, before, done, running int // policies: all, done before the start, done now, being made
}

// started is the pace of a run that starts now.
func started(total, done int) pace {
	return pace{start: time.Now(), total: total, before: done, done: done}
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

// lineProgress is progress for files and pipes: a line for each policy that is done. The lines leave out how many
// policies are running: a line is written before the worker that has finished starts its next policy.
type lineProgress struct {
	pace
	w io.Writer
}

// newLines returns the progress of a run of total policies, of which some are done already.
func newLines(w io.Writer, total, done int) *lineProgress {
	return &lineProgress{started(total, done), w}
}

// Started counts a policy as running.
func (l *lineProgress) Started(record.Cell) { l.running++ }

// Finished counts a policy as done.
func (l *lineProgress) Finished(c record.Cell) {
	l.running--
	l.done++
	fmt.Fprintf(l.w, "  %d/%d policies%s (%v)\n", l.done, l.total, l.leftText(time.Now()), c)
}

// Found counts a policy that another process has made.
func (l *lineProgress) Found(record.Cell) { l.found() }

// Close ends the progress, of which nothing is left to write.
func (l *lineProgress) Close() {}

// barProgress is progress for terminals. The library draws it on a goroutine of its own.
type barProgress struct {
	pace
	shown chan pace // the latest pace, for the goroutine that draws
	all   *mpb.Progress
	bar   *mpb.Bar
}

// newBar returns the bar of a run of total policies, of which some are done already.
func newBar(w io.Writer, total, done int) *barProgress {
	p := started(total, done)
	b := &barProgress{pace: p, shown: make(chan pace, 1), all: mpb.New(mpb.WithOutput(w), mpb.WithWidth(40))}
	b.bar = b.all.New(int64(p.total), mpb.BarStyle(), mpb.AppendDecorators(decor.Any(func(decor.Statistics) string {
		now := <-b.shown
		b.shown <- now
		return " " + now.String()
	})))
	b.shown <- p
	b.bar.SetCurrent(int64(p.done))
	return b
}

// Started counts a policy as running.
func (b *barProgress) Started(record.Cell) {
	b.running++
	b.show()
}

// Finished counts a policy as done.
func (b *barProgress) Finished(record.Cell) {
	b.running--
	b.done++
	b.show()
	b.bar.Increment()
}

// Found counts a policy that another process has made.
func (b *barProgress) Found(record.Cell) {
	b.found()
	b.show()
	b.bar.Increment()
}

// show replaces the pace that the next drawing of the bar reads. The channel has one place and serves as a lock.
func (b *barProgress) show() {
	<-b.shown
	b.shown <- b.pace
}

// Close stops drawing. The bar stays on the screen, complete or not, with the cursor below it.
func (b *barProgress) Close() {
	b.bar.Abort(false)
	b.all.Wait()
}
