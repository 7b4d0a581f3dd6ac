//go:build gl && linux

package opengl

import (
	"fmt"
	"strings"

	"github.com/go-gl/gl/v3.3-core/gl"

	"counterpoise/scenes/render"
)

// device holds what one context needs to draw. All its methods run on the context's thread.
type device struct {
	name                              string
	scene, shadow                     program
	sceneMesh, shadowMesh             mesh
	first, count                      []int32 // of each part's vertices
	modelViewTexture, modelViewBuffer uint32  // the rows of model-view matrices, as a texture and as a buffer
	modelViewRows                     []float32
	shadowVertices                    []float32 // the shadows' vertices
	sceneLocations                    sceneUniforms
	shadowProjection, shadowGrid      int32 // the shadows'
	targets                           map[[2]int]*target
	cached                            *target // what never moves
	cachedCamera                      render.Camera
	maxEnvironments                   int // environments in one atlas
}

// sceneUniforms are where the scene's shaders keep what changes.
type sceneUniforms struct{ projection, grid, object, litLamp, id int32 }

// mesh is vertices on the device.
type mesh struct{ array, buffer uint32 }

// newDevice prepares a current context.
func newDevice() (*device, error) {
	d := &device{targets: map[[2]int]*target{}}
	d.name = strings.TrimSpace(gl.GoStr(gl.GetString(gl.RENDERER)))
	var err error
	if d.scene, err = compile(sceneVertex, sceneFragment); err != nil {
		return nil, err
	}
	if d.shadow, err = compile(shadowVertex, shadowFragment); err != nil {
		return nil, err
	}
	d.uploadMeshes()
	d.shadowMesh = newMesh(3, 2, 3, 1)
	d.setUniforms()
	d.setLimits()
	gl.FrontFace(gl.CW) // y is turned
	gl.CullFace(gl.BACK)
	gl.Enable(gl.CULL_FACE)
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LESS)
	gl.PolygonOffset(0, -2)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	return d, checkError("preparing the device")
}

// hardware says whether a graphics card draws: Mesa's names for drawing on the processor are known.
func (d *device) hardware() bool {
	for _, name := range []string{"llvmpipe", "softpipe", "swrast", "SWR", "Software"} {
		if strings.Contains(d.name, name) {
			return false
		}
	}
	return true
}

// limits finds how many environments fit in one atlas: the buffer texture's size says it, and memory.
func (d *device) setLimits() {
	var texels int32
	gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &texels)
	d.maxEnvironments = min(1024, int(texels)/stride())
}

// stride is how many rows an environment has: sun, zenith, and three for each part.
func stride() int { return 2 + 3*len(render.Objects()) }

// newMesh makes a vertex buffer whose vertices have attributes of these many floats.
func newMesh(sizes ...int32) mesh {
	var m mesh
	gl.GenVertexArrays(1, &m.array)
	gl.GenBuffers(1, &m.buffer)
	gl.BindVertexArray(m.array)
	gl.BindBuffer(gl.ARRAY_BUFFER, m.buffer)
	var all, at int32
	for _, n := range sizes {
		all += n
	}
	for i, n := range sizes {
		gl.EnableVertexAttribArray(uint32(i))
		gl.VertexAttribPointerWithOffset(uint32(i), n, gl.FLOAT, false, 4*all, uintptr(4*at))
		at += n
	}
	return m
}

// fill puts vertices into the buffer.
func (m mesh) upload(vertices []float32, usage uint32) {
	gl.BindBuffer(gl.ARRAY_BUFFER, m.buffer)
	gl.BufferData(gl.ARRAY_BUFFER, 4*len(vertices), gl.Ptr(vertices), usage)
}

// upload puts all parts into one buffer, corner after corner.
func (d *device) uploadMeshes() {
	var v []float32
	for _, p := range render.Objects() {
		d.first = append(d.first, int32(len(v)/10))
		d.count = append(d.count, int32(3*len(p.Triangles)))
		for _, t := range p.Triangles {
			for k := range 3 {
				q, n := p.Points[t.P[k]], p.Normals[t.N[k]]
				v = append(v, float32(q.X), float32(q.Y), float32(q.Z), float32(n.X), float32(n.Y), float32(n.Z),
					t.UV[k][0], t.UV[k][1], float32(t.Material), t.Shade)
			}
		}
	}
	d.sceneMesh = newMesh(3, 3, 2, 2)
	d.sceneMesh.upload(v, gl.STATIC_DRAW)
	gl.GenBuffers(1, &d.modelViewBuffer)
	gl.GenTextures(1, &d.modelViewTexture)
}

// uniforms sets what never changes and remembers where the rest is.
func (d *device) setUniforms() {
	d.scene.use()
	gl.Uniform1i(d.scene.location("stride"), int32(stride()))
	gl.Uniform3f(d.scene.location("light"), render.AmbientShare, render.SunShare, render.SkyShare)
	for i := range render.MaterialCount {
		set := func(name string, c [3]uint8) {
			gl.Uniform3f(d.scene.location(fmt.Sprintf("%s[%d]", name, i)), float32(c[0])/255, float32(c[1])/255, float32(c[2])/255)
		}
		set("dark", i.Colour())
		set("bright", i.BrightestColour())
	}
	gl.Uniform1i(d.scene.location("frames"), 0)
	for i, t := range []struct {
		name     string
		material render.Material
	}{{"wood", render.Wood}, {"ground", render.Floor}} {
		unit := int32(1 + i)
		gl.Uniform1i(d.scene.location(t.name), unit)
		gl.ActiveTexture(gl.TEXTURE0 + uint32(unit))
		newTexture(gl.R8, render.TextureSize, render.TextureSize, gl.RED, render.TextureOf(t.material).Texels[:])
	}
	gl.ActiveTexture(gl.TEXTURE0)
	d.sceneLocations = sceneUniforms{d.scene.location("lens"), d.scene.location("tiles"), d.scene.location("part"), d.scene.location("litLamp"), d.scene.location("id")}
	d.shadowProjection, d.shadowGrid = d.shadow.location("lens"), d.shadow.location("tiles")
}

// texture makes a texture with nearest sampling and binds it to the active unit.
func newTexture(internal int32, width, height int, format uint32, texels []uint8) uint32 {
	var t uint32
	gl.GenTextures(1, &t)
	gl.BindTexture(gl.TEXTURE_2D, t)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	gl.TexImage2D(gl.TEXTURE_2D, 0, internal, int32(width), int32(height), 0, format, gl.UNSIGNED_BYTE, gl.Ptr(texels))
	return t
}

// failure is what OpenGL has complained about since it was last asked.
func checkError(doing string) error {
	if code := gl.GetError(); code != gl.NO_ERROR {
		return fmt.Errorf("opengl: %s failed with error 0x%04x", doing, code)
	}
	return nil
}
