//go:build gl && linux

package opengl

import (
	"math"

	"github.com/go-gl/gl/v3.3-core/gl"

	"counterpoise/physics"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// shot is one picture of an atlas.
type shot struct {
	s *scenes.Snapshot
	c render.Camera
}

// atlas is a grid of pictures of one size, drawn at the same time.
type atlas struct {
	shots         []shot
	width, height int // of each
	across, down  int
	ids           bool
}

func newAtlas(shots []shot, width, height int) atlas {
	across := int(math.Ceil(math.Sqrt(float64(len(shots)))))
	return atlas{shots: shots, width: width, height: height, across: across, down: (len(shots) + across - 1) / across}
}

// draw makes the pictures of an atlas and gives the target that they are in.
func (d *device) draw(a atlas) (*target, error) {
	t, err := d.target(a.width*a.across, a.height*a.down)
	if err != nil {
		return nil, err
	}
	d.place(a)
	if err := d.background(a, t); err != nil {
		return nil, err
	}
	d.shadows(a, render.Shadows)
	d.parts(a, false)
	return t, failure("drawing")
}

// background draws what never moves, or copies it if the one camera has stood there before.
func (d *device) background(a atlas, t *target) error {
	c := a.shots[0].c
	alone := len(a.shots) == 1 && c.Still && !a.ids
	if alone && d.still != nil && d.stillFrom == c && d.still.width == t.width && d.still.height == t.height {
		d.still.copyTo(t)
		t.bind()
		return nil
	}
	t.bind()
	sky := render.Sky
	if a.ids {
		sky = [3]uint8{}
	}
	t.clear(sky)
	d.parts(a, true)
	d.shadows(a, func(_ *scenes.Snapshot, s []render.Shadow) []render.Shadow {
		return append(s, render.FixedShadows()...)
	})
	if !alone {
		return nil
	}
	if d.still != nil {
		d.still.free()
	}
	var err error
	if d.still, err = newTarget(t.width, t.height); err != nil {
		return err
	}
	d.stillFrom = c
	t.copyTo(d.still)
	t.bind()
	return nil
}

// place computes every environment's frames and puts them on the device.
func (d *device) place(a atlas) {
	d.rows = d.rows[:0]
	for _, shot := range a.shots {
		r := &shot.c.Pose.R
		d.row(r.ApplyT(render.Sun), lamp(shot.s.Bulb))
		d.row(r.ApplyT(physics.Vec{Z: 1}), lamp(shot.s.LED))
		for i := range render.Parts() {
			pose := render.Parts()[i].Pose(shot.s)
			m, t := r.MulT(&pose.R), r.ApplyT(pose.P.Sub(shot.c.Pose.P))
			d.row(physics.Vec{X: m.X.X, Y: m.Y.X, Z: m.Z.X}, t.X)
			d.row(physics.Vec{X: m.X.Y, Y: m.Y.Y, Z: m.Z.Y}, t.Y)
			d.row(physics.Vec{X: m.X.Z, Y: m.Y.Z, Z: m.Z.Z}, t.Z)
		}
	}
	gl.BindBuffer(gl.TEXTURE_BUFFER, d.buffer)
	gl.BufferData(gl.TEXTURE_BUFFER, 4*len(d.rows), gl.Ptr(d.rows), gl.STREAM_DRAW)
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_BUFFER, d.frames)
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32F, d.buffer)
}

func (d *device) row(v physics.Vec, w float64) {
	d.rows = append(d.rows, float32(v.X), float32(v.Y), float32(v.Z), float32(w))
}

func lamp(on bool) float64 {
	if on {
		return 1
	}
	return 0
}

// lens sets the projection and the grid. Pictures of a grid are cut at their edges.
func (a *atlas) lens(lens, tiles int32) {
	p := a.shots[0].c.Projection(a.width, a.height)
	gl.Uniform4f(lens, p[0], p[5], p[10], p[14])
	gl.Uniform2i(tiles, int32(a.across), int32(a.down))
	for i := range uint32(4) {
		if len(a.shots) > 1 {
			gl.Enable(gl.CLIP_DISTANCE0 + i)
		} else {
			gl.Disable(gl.CLIP_DISTANCE0 + i)
		}
	}
}

// parts draws the parts that never move, or the others.
func (d *device) parts(a atlas, fixed bool) {
	d.scene.use()
	a.lens(d.where.lens, d.where.tiles)
	gl.BindVertexArray(d.meshes.array)
	parts := render.Parts()
	for i := range parts {
		p := &parts[i]
		if p.Fixed() != fixed || len(a.shots) == 1 && !a.sees(p, d.rows[4*(2+3*i):]) {
			continue
		}
		gl.Uniform1i(d.where.part, int32(i))
		gl.Uniform1i(d.where.litLamp, int32(litLamp(p.ID)))
		id := float32(0)
		if a.ids {
			id = float32(p.ID) / 255
		}
		gl.Uniform1f(d.where.id, id)
		gl.DrawArraysInstanced(gl.TRIANGLES, d.first[i], d.count[i], int32(len(a.shots)))
	}
}

// litLamp is what a part's lamp faces are made of when they are on.
func litLamp(id render.ID) render.Material {
	switch id {
	case render.IDBulb:
		return render.LitBulb
	case render.IDLED:
		return render.LitLED
	}
	return render.Lamp
}

// sees says whether the only picture may show a part whose model-view matrix has these rows.
func (a *atlas) sees(p *render.Part, m []float32) bool {
	f := a.shots[0].c.Frustum(a.width, a.height)
	at := func(r []float32) float64 {
		return float64(r[0])*p.Centre.X + float64(r[1])*p.Centre.Y + float64(r[2])*p.Centre.Z + float64(r[3])
	}
	visible, _ := f.Sees(f.Focal*at(m), f.Focal*at(m[4:]), -at(m[8:]), p.Radius*1.0001)
	return visible
}

// shadows darkens what has been drawn so far, in every picture.
func (d *device) shadows(a atlas, of func(*scenes.Snapshot, []render.Shadow) []render.Shadow) {
	if a.ids {
		return
	}
	d.patches = d.patches[:0]
	var list []render.Shadow
	for tile, shot := range a.shots {
		list = of(shot.s, list[:0])
		for i := range list {
			d.patch(&list[i], &shot.c, tile)
		}
	}
	if len(d.patches) == 0 {
		return
	}
	d.shadow.use()
	a.lens(d.lens, d.tiles)
	gl.BindVertexArray(d.casts.array)
	d.casts.fill(d.patches, gl.STREAM_DRAW)
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.ZERO, gl.ONE_MINUS_SRC_ALPHA)
	gl.Enable(gl.POLYGON_OFFSET_FILL)
	gl.DepthMask(false)
	gl.DrawArrays(gl.TRIANGLES, 0, int32(len(d.patches)/9))
	gl.DepthMask(true)
	gl.Disable(gl.POLYGON_OFFSET_FILL)
	gl.Disable(gl.BLEND)
}

// patch adds a shadow's polygon as a fan, in the camera's frame. One that reaches before the near plane is left out.
func (d *device) patch(s *render.Shadow, c *render.Camera, tile int) {
	var at [len(s.P)]physics.Vec
	for i := range s.N {
		at[i] = c.Pose.R.ApplyT(s.P[i].Sub(c.Pose.P))
		if -at[i].Z < c.Near {
			return
		}
	}
	for k := 2; k < s.N; k++ {
		for _, i := range [3]int{0, k - 1, k} {
			d.patches = append(d.patches, float32(at[i].X), float32(at[i].Y), float32(at[i].Z),
				s.UV[i][0], s.UV[i][1], s.Edge[0], s.Edge[1], s.Strength, float32(tile))
		}
	}
}
