//go:build gl && linux

package opengl

import (
	"fmt"
	"strings"

	"github.com/go-gl/gl/v3.3-core/gl"

	"counterpoise/scenes/render"
)

// program is a linked pair of a vertex and a fragment shader.
type program uint32

// shaderConstants replaces the words in capitals in the shaders' sources by constants of package render.
var shaderConstants = strings.NewReplacer(
	"MATERIALS", fmt.Sprint(render.MaterialCount), "SIZE", fmt.Sprint(render.TextureSize),
	"WOOD", fmt.Sprint(int(render.Wood)), "FLOOR", fmt.Sprint(int(render.Floor)),
	"RED", fmt.Sprint(int(render.Red)), "BLUE", fmt.Sprint(int(render.Blue)), "PINK", fmt.Sprint(int(render.Pink)),
	"LAMP", fmt.Sprint(int(render.Lamp)), "BULB", fmt.Sprint(int(render.LitBulb)),
)

// compile compiles and links two shaders. The error contains the driver's log.
func compile(vertex, fragment string) (program, error) {
	p := gl.CreateProgram()
	for _, s := range []struct {
		kind   uint32
		source string
	}{{gl.VERTEX_SHADER, vertex}, {gl.FRAGMENT_SHADER, fragment}} {
		shader := gl.CreateShader(s.kind)
		text, free := gl.Strs(shaderConstants.Replace(s.source) + "\x00")
		gl.ShaderSource(shader, 1, text, nil)
		free()
		gl.CompileShader(shader)
		gl.AttachShader(p, shader)
		gl.DeleteShader(shader) // it is freed with the program
	}
	gl.LinkProgram(p)
	var ok int32
	if gl.GetProgramiv(p, gl.LINK_STATUS, &ok); ok == gl.FALSE {
		log := strings.Repeat("\x00", 4096)
		gl.GetProgramInfoLog(p, 4096, nil, gl.Str(log))
		return 0, fmt.Errorf("opengl: the driver refuses a shader: %s", strings.TrimRight(log, "\x00\n"))
	}
	return program(p), nil
}

// location returns the location of a uniform, or -1 if the compiler removed it.
func (p program) location(name string) int32 {
	return gl.GetUniformLocation(uint32(p), gl.Str(name+"\x00"))
}

// use makes the program current.
func (p program) use() { gl.UseProgram(uint32(p)) }
