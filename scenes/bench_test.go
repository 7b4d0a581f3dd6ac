package scenes

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
)

// Control steps a second on one core: controller, inverse kinematics and eight substeps. For comparison, on
// shared cores of the same kind: CALVIN's PyBullet 1,070 in free motion and 430 in a lift, MuJoCo 2.2.2 1,150 in a lift
// of an equivalent scene; bench/speed.sh --peers measures MuJoCo 4.0 beside these. The bar is 8,000 over a whole expert
// pick (BenchmarkThousandStarts in scenes/expert).
func BenchmarkControlStep(b *testing.B) {
	for _, c := range []struct {
		name  string
		from  string // replay that gets there
		at    int    // control step of the replay to start from; -1 before the first
		until int    // and to go back from
	}{
		{"free", "lift_red_0.05", -1, 12},
		{"lift", "lift_red_0.05", 29, 46},
		{"drawer", "drawer_open_yaw0", 58, 78},
		{"slider", "slider_left", 34, 54},
	} {
		b.Run("motion="+c.name, func(b *testing.B) {
			r := loadReplay(b, c.from)
			w := r.start(b)
			for i := 0; i <= c.at; i++ {
				replayStep(b, w, r, i)
			}
			state := w.Save(nil)
			b.ReportAllocs()
			b.ResetTimer()
			for n := range b.N {
				i := c.at + 1 + n%(c.until-c.at)
				if n%(c.until-c.at) == 0 {
					b.StopTimer()
					if err := w.Load(state); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
				}
				replayStep(b, w, r, i)
			}
			perSecond(b)
		})
	}
	b.Run("motion=press", func(b *testing.B) {
		w := NewTabletop()
		press := AbsoluteAction{0.175, -0.12, 0.44, 3.0905, -0.0291, 1.5001, -1} // home's orientation
		for range 60 {
			if err := w.StepAbsolute(press); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportAllocs()
		b.ResetTimer()
		for range b.N {
			if err := w.StepAbsolute(press); err != nil {
				b.Fatal(err)
			}
		}
		perSecond(b)
	})
}

// BenchmarkManyTabletops runs whole lifts on one core and on all: side by side they should not slow each other.
func BenchmarkManyTabletops(b *testing.B) {
	r := loadReplay(b, "lift_red_0.175")
	for _, workers := range []int{1, runtime.NumCPU()} {
		b.Run(fmt.Sprint("workers=", workers), func(b *testing.B) {
			var wg sync.WaitGroup
			for k := range workers {
				wg.Go(func() {
					w := r.start(b)
					state := w.Save(nil)
					for n := k; n < b.N; n += workers {
						i := n / workers % len(r.Actions)
						if i == 0 {
							if err := w.Load(state); err != nil {
								b.Error(err)
							}
						}
						replayStep(b, w, r, i)
					}
				})
			}
			wg.Wait()
			perSecond(b)
		})
	}
}

func replayStep(b *testing.B, w *Tabletop, r *replay, i int) {
	if err := w.StepAbsolute(r.action(i)); err != nil {
		b.Error(err)
	}
}

func perSecond(b *testing.B) {
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "control-steps/s")
}
