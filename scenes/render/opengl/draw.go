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
type tile struct {
	snapshot *scenes.Snapshot
	camera   render.Camera
}

// atlas is a grid of pictures of one size, drawn at the same time.
type atlas struct {
	tiles         []tile
	width, height int // of each
	columns, rows int
	ids           bool
}

func newAtlas(shots []tile, width, height int) atlas {
	across := int(math.Ceil(math.Sqrt(float64(len(shots)))))
	return atlas{tiles: shots, width: width, height: height, columns: across, rows: (len(shots) + across - 1) / across}
}

// draw makes the pictures of an atlas and gives the target that they are in.
func (d *device) draw(a atlas) (*target, error) {
	t, err := d.target(a.width*a.columns, a.height*a.rows)
	if err != nil {
		return nil, err
	}
	d.uploadModelViews(a)
	if err := d.drawBackground(a, t); err != nil {
		return nil, err
	}
	d.drawShadows(a, render.Shadows)
	d.drawObjects(a, false)
	return t, checkError("drawing")
}

// background draws what never moves, or copies it if the one camera has stood there before.
func (d *device) drawBackground(a atlas, t *target) error {
	c := a.tiles[0].camera
	alone := len(a.tiles) == 1 && c.Still && !a.ids
	if alone && d.cached != nil && d.cachedCamera == c && d.cached.width == t.width && d.cached.height == t.height {
		d.cached.copyTo(t)
		t.bind()
		return nil
	}
	t.bind()
	sky := render.SkyColour
	if a.ids {
		sky = [3]uint8{}
	}
	t.clear(sky)
	d.drawObjects(a, true)
	d.drawShadows(a, func(_ *scenes.Snapshot, s []render.Shadow) []render.Shadow {
		return append(s, render.FixedShadows()...)
	})
	if !alone {
		return nil
	}
	if d.cached != nil {
		d.cached.free()
	}
	var err error
	if d.cached, err = newTarget(t.width, t.height); err != nil {
		return err
	}
	d.cachedCamera = c
	t.copyTo(d.cached)
	t.bind()
	return nil
}

// place computes every environment's frames and puts them on the device.
func (d *device) uploadModelViews(a atlas) {
	d.modelViewRows = d.modelViewRows[:0]
	for _, shot := range a.tiles {
		r := &shot.camera.Pose.R
		d.appendRow(r.ApplyT(render.SunDirection), lampFlag(shot.snapshot.Bulb))
		d.appendRow(r.ApplyT(physics.Vec{Z: 1}), lampFlag(shot.snapshot.LED))
		for i := range render.Objects() {
			pose := render.Objects()[i].Pose(shot.snapshot)
			m, t := r.MulT(&pose.R), r.ApplyT(pose.P.Sub(shot.camera.Pose.P))
			d.appendRow(physics.Vec{X: m.X.X, Y: m.Y.X, Z: m.Z.X}, t.X)
			d.appendRow(physics.Vec{X: m.X.Y, Y: m.Y.Y, Z: m.Z.Y}, t.Y)
			d.appendRow(physics.Vec{X: m.X.Z, Y: m.Y.Z, Z: m.Z.Z}, t.Z)
		}
	}
	gl.BindBuffer(gl.TEXTURE_BUFFER, d.modelViewBuffer)
	gl.BufferData(gl.TEXTURE_BUFFER, 4*len(d.modelViewRows), gl.Ptr(d.modelViewRows), gl.STREAM_DRAW)
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_BUFFER, d.modelViewTexture)
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32F, d.modelViewBuffer)
}

func (d *device) appendRow(v physics.Vec, w float64) {
	d.modelViewRows = append(d.modelViewRows, float32(v.X), float32(v.Y), float32(v.Z), float32(w))
}

func lampFlag(on bool) float64 {
	if on {
		return 1
	}
	return 0
}

// lens sets the projection and the grid. Pictures of a grid are cut at their edges.
func (a *atlas) setProjection(lens, tiles int32) {
	p := a.tiles[0].camera.ProjectionMatrix(a.width, a.height)
	gl.Uniform4f(lens, p[0], p[5], p[10], p[14])
	gl.Uniform2i(tiles, int32(a.columns), int32(a.rows))
	for i := range uint32(4) {
		if len(a.tiles) > 1 {
			gl.Enable(gl.CLIP_DISTANCE0 + i)
		} else {
			gl.Disable(gl.CLIP_DISTANCE0 + i)
		}
	}
}

// parts draws the parts that never move, or the others.
func (d *device) drawObjects(a atlas, fixed bool) {
	d.scene.use()
	a.setProjection(d.sceneLocations.projection, d.sceneLocations.grid)
	gl.BindVertexArray(d.sceneMesh.array)
	parts := render.Objects()
	for i := range parts {
		p := &parts[i]
		if p.Fixed() != fixed || len(a.tiles) == 1 && !a.mayShow(p, d.modelViewRows[4*(2+3*i):]) {
			continue
		}
		gl.Uniform1i(d.sceneLocations.object, int32(i))
		gl.Uniform1i(d.sceneLocations.litLamp, int32(litLamp(p.ID)))
		id := float32(0)
		if a.ids {
			id = float32(p.ID) / 255
		}
		gl.Uniform1f(d.sceneLocations.id, id)
		gl.DrawArraysInstanced(gl.TRIANGLES, d.first[i], d.count[i], int32(len(a.tiles)))
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
func (a *atlas) mayShow(p *render.Object, m []float32) bool {
	f := a.tiles[0].camera.Frustum(a.width, a.height)
	at := func(r []float32) float64 {
		return float64(r[0])*p.Centre.X + float64(r[1])*p.Centre.Y + float64(r[2])*p.Centre.Z + float64(r[3])
	}
	visible, _ := f.IntersectsSphere(f.Focal*at(m), f.Focal*at(m[4:]), -at(m[8:]), p.Radius*1.0001)
	return visible
}

// shadows darkens what has been drawn so far, in every picture.
func (d *device) drawShadows(a atlas, of func(*scenes.Snapshot, []render.Shadow) []render.Shadow) {
	if a.ids {
		return
	}
	d.shadowVertices = d.shadowVertices[:0]
	var list []render.Shadow
	for tile, shot := range a.tiles {
		list = of(shot.snapshot, list[:0])
		for i := range list {
			d.appendShadow(&list[i], &shot.camera, tile)
		}
	}
	if len(d.shadowVertices) == 0 {
		return
	}
	d.shadow.use()
	a.setProjection(d.shadowProjection, d.shadowGrid)
	gl.BindVertexArray(d.shadowMesh.array)
	d.shadowMesh.upload(d.shadowVertices, gl.STREAM_DRAW)
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.ZERO, gl.ONE_MINUS_SRC_ALPHA)
	gl.Enable(gl.POLYGON_OFFSET_FILL)
	gl.DepthMask(false)
	gl.DrawArrays(gl.TRIANGLES, 0, int32(len(d.shadowVertices)/9))
	gl.DepthMask(true)
	gl.Disable(gl.POLYGON_OFFSET_FILL)
	gl.Disable(gl.BLEND)
}

// patch adds a shadow's polygon as a fan, in the camera's frame. One that reaches before the near plane is left out.
func (d *device) appendShadow(s *render.Shadow, c *render.Camera, tile int) {
	var at [len(s.Points)]physics.Vec
	for i := range s.Count {
		at[i] = c.Pose.R.ApplyT(s.Points[i].Sub(c.Pose.P))
		if -at[i].Z < c.Near {
			return
		}
	}
	for k := 2; k < s.Count; k++ {
		for _, i := range [3]int{0, k - 1, k} {
			d.shadowVertices = append(d.shadowVertices, float32(at[i].X), float32(at[i].Y), float32(at[i].Z),
				s.UV[i][0], s.UV[i][1], s.Edge[0], s.Edge[1], s.Strength, float32(tile))
		}
	}
}
