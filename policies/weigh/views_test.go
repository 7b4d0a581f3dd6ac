package weigh

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/scenes/demos"
)

// filmed returns an episode of another robot that reaches for a red square, which only its camera "top" shows. The
// pictures are 64 x 48 pixels.
func filmed(e, frames int) *demos.Raw {
	const w, h, side = 64, 48, 8
	r := seed.Of("filmed", e).Rand()
	raw := &demos.Raw{Actions: demos.Matrix{Width: 2}, State: demos.Matrix{Width: 1}}
	top := demos.Camera{Name: "top", Height: h, Width: w}
	for range frames {
		x, y := r.IntN(w-side), r.IntN(h-side)
		raw.State.Values = append(raw.State.Values, float32(r.NormFloat64()))
		raw.Actions.Values = append(raw.Actions.Values, float32(x), float32(y))
		for i := range h * w {
			rgb := []byte{90, 90, 90}
			if u, v := i%w-x, i/w-y; 0 <= u && u < side && 0 <= v && v < side {
				rgb = []byte{200, 30, 30}
			}
			top.Data = append(top.Data, rgb...)
		}
	}
	raw.Cameras = []demos.Camera{top}
	return raw
}

// The pictures of a foreign camera tell where to reach: with them the ridge leaves a small part of the actions'
// variance unexplained, without them nearly all of it.
func TestPicturesAreLearnedFrom(t *testing.T) {
	loss := func(pictures bool) float64 {
		g := grouped(10, 2, 40)
		c, err := NewCorpus(g, 400, CorpusOptions{Pictures: pictures})
		if err != nil {
			t.Fatal(err)
		}
		for e := range g.Of {
			if err := c.Add(0, filmed(e, 40)); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		cfg := RidgeConfig()
		cfg.Steps = 1
		log, err := c.Weigh(t.Context(), &toydata.FixedMixture{Weights: []float64{.5, .5}}, cfg, seed.Of("weigh"))
		if err != nil {
			t.Fatal(err)
		}
		return log.Last(1)[0]
	}
	if with, without := loss(true), loss(false); !(with < .2 && without > .5) {
		t.Errorf("the loss is %.3f with pictures and %.3f without", with, without)
	}
}

// Names of cameras at a hand, of several robots.
func TestViewOf(t *testing.T) {
	for name, want := range map[string]int{
		"static": 0, "ego": 1, "agentview": 0, "robot0_eye_in_hand": 1, "cam_high": 0, "cam_left_wrist": 1,
		"exterior_image_1_left": 0, "wrist_image_left": 1, "rgb_gripper": 1, "laptop": 0,
	} {
		if got := viewOf(name); got != want {
			t.Errorf("%s: camera %d of the encoder, want %d", name, got, want)
		}
	}
}

// Episodes without pictures, with too few, and with other cameras than the first are errors.
func TestPicturesErrors(t *testing.T) {
	for want, spoil := range map[string]func(*demos.Raw){
		"has no pictures;": func(r *demos.Raw) { r.Cameras = nil },
		"camera top has 9216 bytes of 64 x 48 pictures for 5 frames": func(r *demos.Raw) {
			r.Cameras[0].Data = r.Cameras[0].Data[:64*48*3]
		},
		"camera top has 0 bytes of 0 x 0 pictures": func(r *demos.Raw) { r.Cameras[0] = demos.Camera{Name: "top"} },
		"has cameras side, the first has top":      func(r *demos.Raw) { r.Cameras[0].Name = "side" },
	} {
		c, err := NewCorpus(grouped(2, 2, 5), 100, CorpusOptions{Pictures: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Add(0, filmed(0, 5)); err != nil {
			t.Fatal(err)
		}
		r := filmed(1, 5)
		spoil(r)
		if err := c.Add(0, r); err == nil || !strings.Contains(err.Error(), "episode 1: "+want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Pictures are in place of the state of the scene, and datasets of other cameras have inputs of their own.
func TestLayoutOfPictures(t *testing.T) {
	r := filmed(0, 5)
	r.Scene = demos.Matrix{Width: 3, Values: make([]float32, 15)}
	if l := (&Corpus{}).layoutOf(r); l != (layout{state: 1, scene: 3}) {
		t.Errorf("without pictures: %+v", l)
	}
	c := &Corpus{CorpusOptions: CorpusOptions{Pictures: true}}
	if l := c.layoutOf(r); l != (layout{state: 1, cameras: "top", features: 72}) {
		t.Errorf("with pictures: %+v", l)
	}
}

// inFilms returns an episode whose pictures are in videos in place of memory.
func inFilms(r *demos.Raw) *demos.Raw {
	for _, c := range r.Cameras {
		r.Films = append(r.Films, demos.Film{Name: c.Name, Height: c.Height, Width: c.Width,
			Each: func(n int, yield func(t int, rgb []byte) error) error {
				for t := range n {
					if err := yield(t, c.Frame(t)); err != nil {
						return err
					}
				}
				return nil
			}})
	}
	r.Cameras = nil
	return r
}

// Pictures in videos are learned from as others are, also where not every frame is taken.
func TestFilmsAreLearnedFrom(t *testing.T) {
	read := func(of func(*demos.Raw) *demos.Raw) *Corpus {
		c, err := NewCorpus(grouped(4, 2, 9), 14, CorpusOptions{Pictures: true, Each: true})
		if err != nil {
			t.Fatal(err)
		}
		for e := range 4 {
			if err := c.Add(0, of(filmed(e, 9))); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		return c
	}
	with, without := read(inFilms), read(func(r *demos.Raw) *demos.Raw { return r })
	if len(with.set.X) == 0 || !slices.Equal(with.set.X, without.set.X) {
		t.Error("inputs differ from those of the same pictures in memory")
	}
	c, err := NewCorpus(grouped(1, 1, 9), 14, CorpusOptions{Pictures: true})
	if err != nil {
		t.Fatal(err)
	}
	damaged := inFilms(filmed(0, 9))
	damaged.Films[0].Each = func(int, func(int, []byte) error) error { return errors.New("video ends") }
	if err := c.Add(0, damaged); err == nil || !strings.HasSuffix(err.Error(), "video ends") {
		t.Errorf("a damaged video: %v", err)
	}
}
