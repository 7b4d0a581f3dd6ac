//go:build gl && linux

package opengl

import (
	"math"

	"github.com/go-gl/gl/v3.3-core/gl"

	"counterpoise/physics"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// tile is one picture of an atlas: a snapshot seen from a camera.
type tile struct {
	snapshot *scenes.Snapshot
	camera   render.Camera
}

// atlas is a grid of pictures of one size that are drawn together, row by row. Tile i is at column i % columns and row
// i / columns. All cameras of an atlas have the same FOV, Near and Far.
type atlas struct {
	tiles         []tile
	width, height int // of each picture (pixels)
	columns, rows int
	ids           bool // draw object ids instead of colours
}

// newAtlas arranges tiles in a grid that is as square as possible.
func newAtlas(tiles []tile, width, height int) atlas {
	columns := int(math.Ceil(math.Sqrt(float64(len(tiles)))))
	rows := (len(tiles) + columns - 1) / columns
	return atlas{tiles: tiles, width: width, height: height, columns: columns, rows: rows}
}

// draw renders an atlas and returns the target that holds it. The target stays valid until the next draw of that size.
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

// drawBackground draws the fixed objects and their shadows. For a single tile whose camera has Stationary set it
// keeps a copy, and copies that instead if the last cached picture has the same camera and size.
func (d *device) drawBackground(a atlas, t *target) error {
	c := a.tiles[0].camera
	alone := len(a.tiles) == 1 && c.Stationary && !a.ids
	if alone && d.cached != nil && d.cachedCamera == c && d.cached.width == t.width && d.cached.height == t.height {
		d.cached.copyTo(t)
		t.bind()
		return nil
	}
	t.bind()
	sky := look.Sky
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

// uploadModelViews computes the model-view matrices of all objects in all environments and uploads them. An environment
// has stride() rows of four floats:
//
//	0          direction of the sun in camera coordinates; 1 if the bulb is on, else 0
//	1          direction of the zenith; 1 if the LED is on, else 0
//	2          likeness of the blue and the pink block's colours to the red one's; three unused numbers
//	3+3i+j     row j of object i's matrix: row j of the rotation RᵀR_i, then component j of Rᵀ(P_i - P)
//
// where (R, P) is the camera's pose and (R_i, P_i) that of the object.
func (d *device) uploadModelViews(a atlas) {
	d.modelViewRows = d.modelViewRows[:0]
	for _, t := range a.tiles {
		r := &t.camera.Pose.R
		d.appendRow(r.ApplyT(look.Sun), lampFlag(t.snapshot.Bulb))
		d.appendRow(r.ApplyT(physics.Vec{Z: 1}), lampFlag(t.snapshot.LED))
		d.appendRow(physics.Vec{X: t.snapshot.LookAlike}, 0)
		for i := range render.Objects() {
			pose := render.Objects()[i].Pose(t.snapshot)
			m, p := r.MulT(&pose.R), r.ApplyT(pose.P.Sub(t.camera.Pose.P))
			d.appendRow(physics.Vec{X: m.X.X, Y: m.Y.X, Z: m.Z.X}, p.X)
			d.appendRow(physics.Vec{X: m.X.Y, Y: m.Y.Y, Z: m.Z.Y}, p.Y)
			d.appendRow(physics.Vec{X: m.X.Z, Y: m.Y.Z, Z: m.Z.Z}, p.Z)
		}
	}
	gl.BindBuffer(gl.TEXTURE_BUFFER, d.modelViewBuffer)
	gl.BufferData(gl.TEXTURE_BUFFER, 4*len(d.modelViewRows), gl.Ptr(d.modelViewRows), gl.STREAM_DRAW)
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_BUFFER, d.modelViewTexture)
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32F, d.modelViewBuffer)
}

// appendRow adds one row to modelViewRows.
func (d *device) appendRow(v physics.Vec, w float64) {
	d.modelViewRows = append(d.modelViewRows, float32(v.X), float32(v.Y), float32(v.Z), float32(w))
}

// lampFlag returns 1 for a lamp that is on, else 0.
func lampFlag(on bool) float64 {
	if on {
		return 1
	}
	return 0
}

// setProjection sets the uniforms projection and grid at these locations. Clip distances cut the tiles at their
// edges, so that no triangle reaches into a neighbour; a single picture needs none, because the viewport clips it.
func (a *atlas) setProjection(projection, grid int32) {
	p := a.tiles[0].camera.ProjectionMatrix(a.width, a.height)
	gl.Uniform4f(projection, p[0], p[5], p[10], p[14])
	gl.Uniform2i(grid, int32(a.columns), int32(a.rows))
	for i := range uint32(4) {
		if len(a.tiles) > 1 {
			gl.Enable(gl.CLIP_DISTANCE0 + i)
		} else {
			gl.Disable(gl.CLIP_DISTANCE0 + i)
		}
	}
}

// drawObjects draws the fixed objects, or the others, with one instanced draw call an object: one instance a tile.
// For a single tile it skips objects outside the view volume.
func (d *device) drawObjects(a atlas, fixed bool) {
	d.scene.use()
	a.setProjection(d.locations.projection, d.locations.grid)
	gl.BindVertexArray(d.sceneMesh.array)
	objects := render.Objects()
	for i := range objects {
		p := &objects[i]
		if p.Fixed() != fixed || len(a.tiles) == 1 && !a.mayShow(p, d.modelViewRows[4*(3+3*i):]) {
			continue
		}
		gl.Uniform1i(d.locations.object, int32(i))
		gl.Uniform1i(d.locations.litLamp, int32(litLamp(p.ID)))
		id := float32(0)
		if a.ids {
			id = float32(p.ID) / 255
		}
		gl.Uniform1f(d.locations.id, id)
		gl.DrawArraysInstanced(gl.TRIANGLES, d.first[i], d.count[i], int32(len(a.tiles)))
	}
}

// litLamp returns the material of an object's lamp faces when the lamp is on; render.Lamp for objects that are no lamp.
func litLamp(id render.ObjectID) render.Material {
	switch id {
	case render.IDBulb:
		return render.LitBulb
	case render.IDLED:
		return render.LitLED
	}
	return render.Lamp
}

// mayShow tells whether a single picture may show an object whose model-view rows are m. The margin on the radius
// covers the rounding of m to float32.
func (a *atlas) mayShow(p *render.Object, m []float32) bool {
	f := a.tiles[0].camera.Frustum(a.width, a.height)
	at := func(r []float32) float64 {
		return float64(r[0])*p.Centre.X + float64(r[1])*p.Centre.Y + float64(r[2])*p.Centre.Z + float64(r[3])
	}
	visible, _ := f.IntersectsSphere(f.Focal*at(m), f.Focal*at(m[4:]), -at(m[8:]), p.Radius*1.0001)
	return visible
}

// drawShadows draws shadows over the pictures so far, with one draw call. of appends a snapshot's shadows to a slice.
// Blending multiplies the stored colour by 1 - α; the depth is tested and not written.
func (d *device) drawShadows(a atlas, of func(*scenes.Snapshot, []render.Shadow) []render.Shadow) {
	if a.ids {
		return
	}
	d.shadowVertices = d.shadowVertices[:0]
	var list []render.Shadow
	for index, t := range a.tiles {
		list = of(t.snapshot, list[:0])
		for i := range list {
			d.appendShadow(&list[i], &t.camera, index)
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

// appendShadow adds the triangles of a shadow's polygon (a fan) in camera coordinates, nine floats a vertex, for
// the tile of that index. Like package soft it skips a shadow that reaches in front of the near plane.
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
