package cli

import (
	"fmt"
	"io"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// Counter shows how much of a job is done: a bar on a screen, else a line after each tenth of a job of
// 100 units or more. Unit names what is counted, in the plural. The caller calls progress after each unit, or after
// several, and end once; end leaves the bar on the screen.
func Counter(w io.Writer, unit string) (progress func(done, total int), end func()) {
	f, ok := screen(w)
	if !ok {
		shown := 0 // tenths; less again where a caller begins another job of the same kind
		return func(done, total int) {
			if total < 100 {
				return
			}
			tenths := done * 10 / total
			if tenths > shown {
				fmt.Fprintf(w, "  %d of %d %s\n", done, total, unit)
			}
			shown = tenths
		}, func() {}
	}
	all := mpb.New(mpb.WithOutput(f), mpb.WithWidth(40))
	var bar *mpb.Bar
	return func(done, total int) {
			if bar == nil {
				left := decor.AverageETA(decor.ET_STYLE_GO, decor.WC{W: 6})
				bar = all.New(int64(total), mpb.BarStyle(), mpb.AppendDecorators(
					decor.CountersNoUnit(" %d/%d "+unit), decor.OnComplete(left, "")))
			}
			bar.SetCurrent(int64(done))
		}, func() {
			if bar != nil {
				bar.Abort(false)
			}
			all.Wait()
		}
}
