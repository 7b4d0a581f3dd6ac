//go:build gl && linux

package opengl

import (
	"fmt"
	"strings"

	"github.com/go-gl/gl/v3.3-core/gl"

	"counterpoise/scenes/render"
)

// device holds the OpenGL objects of one context. All its methods must run on the context's thread.
type device struct {
	name string // the driver's GL_RENDERER

	scene     program
	sceneMesh mesh    // vertices of all objects
	first     []int32 // index of each object's first vertex in sceneMesh
	count     []int32 // number of each object's vertices
	locations sceneUniforms

	shadow           program
	shadowMesh       mesh
	shadowVertices   []float32 // 9 floats a vertex: position 3, (u, v) 2, edges and strength 3, tile 1
	shadowProjection int32     // uniform locations
	shadowGrid       int32

	modelViewRows    []float32 // 4 floats a row, stride() rows an environment; see uploadModelViews
	modelViewBuffer  uint32    // the rows on the device,
	modelViewTexture uint32    // which the vertex shader reads as a buffer texture

	targets         map[[2]int]*target // by width and height
	cached          *target            // picture of the fixed objects, from cachedCamera
	cachedCamera    render.Camera
	maxEnvironments int // limit of environments in one atlas
}

// sceneUniforms are the locations of the scene program's uniforms that change between draw calls.
type sceneUniforms struct{ projection, grid, object, litLamp, id int32 }

// mesh is a vertex array and its vertex buffer on the device.
type mesh struct{ array, buffer uint32 }

// look is the only look that the device draws.
var look = render.SceneD()

// newDevice compiles the shaders and uploads the meshes and textures to the current context.
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
	gl.FrontFace(gl.CW) // the shaders flip y, which reverses the winding
	gl.CullFace(gl.BACK)
	gl.Enable(gl.CULL_FACE)
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LESS)
	gl.PolygonOffset(0, -2) // for shadows: two depth units nearer than their surface
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	return d, checkError("preparing the device")
}

// hardware tells whether the device is a graphics card. It recognizes software renderers by Mesa's names for them.
func (d *device) hardware() bool {
	for _, name := range []string{"llvmpipe", "softpipe", "swrast", "SWR", "Software"} {
		if strings.Contains(d.name, name) {
			return false
		}
	}
	return true
}

// setLimits sets the number of environments that fit in one atlas. The size of a buffer texture limits it, and 1024
// bounds the memory: 1024 static pictures are an atlas of 6400 x 6400 pixels.
func (d *device) setLimits() {
	var texels int32
	gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &texels)
	d.maxEnvironments = min(1024, int(texels)/stride())
}

// stride is the number of rows (texels of the buffer texture) for one environment: sun, zenith, look, and three for
// each object.
func stride() int { return 3 + 3*len(render.Objects()) }

// newMesh makes a vertex array with one interleaved buffer. sizes are the numbers of floats of the vertex
// attributes, in the order of the shader's locations.
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

// upload replaces the contents of the buffer. usage is OpenGL's hint, such as STATIC_DRAW.
func (m mesh) upload(vertices []float32, usage uint32) {
	gl.BindBuffer(gl.ARRAY_BUFFER, m.buffer)
	gl.BufferData(gl.ARRAY_BUFFER, 4*len(vertices), gl.Ptr(vertices), usage)
}

// uploadMeshes puts the triangles of all objects into one buffer, without an index buffer. A vertex is ten floats:
// position 3, normal 3, texture coordinates 2, material and shade.
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

// setUniforms sets the uniforms that never change and stores the locations of the others. Texture unit 0 holds the
// model-view rows, units 1 and 2 the textures of wood and floor.
func (d *device) setUniforms() {
	d.scene.use()
	gl.Uniform1i(d.scene.location("stride"), int32(stride()))
	gl.Uniform3f(d.scene.location("light"), float32(look.Ambient), float32(look.Direct), float32(look.Hemisphere))
	for i := range render.MaterialCount {
		set := func(name string, c [3]uint8) {
			at := d.scene.location(fmt.Sprintf("%s[%d]", name, i))
			gl.Uniform3f(at, float32(c[0])/255, float32(c[1])/255, float32(c[2])/255)
		}
		set("dark", look.Dark[i])
		set("bright", look.Bright[i])
	}
	gl.Uniform1i(d.scene.location("modelViews"), 0)
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
	d.locations = sceneUniforms{
		projection: d.scene.location("projection"), grid: d.scene.location("grid"),
		object: d.scene.location("object"), litLamp: d.scene.location("litLamp"), id: d.scene.location("id"),
	}
	d.shadowProjection, d.shadowGrid = d.shadow.location("projection"), d.shadow.location("grid")
}

// newTexture makes a texture with nearest-neighbour sampling and binds it to the active texture unit.
func newTexture(internal int32, width, height int, format uint32, texels []uint8) uint32 {
	var t uint32
	gl.GenTextures(1, &t)
	gl.BindTexture(gl.TEXTURE_2D, t)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	gl.TexImage2D(gl.TEXTURE_2D, 0, internal, int32(width), int32(height), 0, format, gl.UNSIGNED_BYTE, gl.Ptr(texels))
	return t
}

// checkError returns the first error that OpenGL has recorded since the last call, or nil. doing names the operation.
func checkError(doing string) error {
	if code := gl.GetError(); code != gl.NO_ERROR {
		return fmt.Errorf("opengl: %s failed with error 0x%04x", doing, code)
	}
	return nil
}
