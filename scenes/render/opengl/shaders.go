//go:build gl && linux

package opengl

// The scene. One instance is one environment; its frames are rows of model-view matrices in a buffer texture, after the
// directions of sun and zenith as the camera sees them. Tiles lie in the atlas row by row. y is turned so that rows come
// out from the top.
const sceneVertex = `#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in vec2 look; // material, shade

uniform samplerBuffer frames;
uniform int stride, part, litLamp;
uniform vec4 lens;        // 2f/w, 2f/h, and the depth's two numbers
uniform ivec2 tiles;      // across, down
uniform vec3 light;       // ambient, from the sun, from the sky

out float brightness;
out vec2 texel;
flat out int material;

void main() {
	int base = gl_InstanceID * stride;
	vec4 sun = texelFetch(frames, base), up = texelFetch(frames, base + 1);
	int row = base + 2 + 3 * part;
	vec4 x = texelFetch(frames, row), y = texelFetch(frames, row + 1), z = texelFetch(frames, row + 2);
	vec4 p = vec4(position, 1);
	vec3 v = vec3(dot(x, p), dot(y, p), dot(z, p));
	vec3 n = vec3(dot(x.xyz, normal), dot(y.xyz, normal), dot(z.xyz, normal));

	material = int(look.x);
	brightness = light.x + light.y * max(0, dot(n, sun.xyz)) + light.z / 2 * (1 + dot(n, up.xyz));
	float on = litLamp == BULB ? sun.w : up.w;
	if (material == LAMP && litLamp != LAMP && on > 0.5) {
		material = litLamp;
		brightness = 0.7 + 0.3 * brightness;
	}
	brightness *= look.y;
	texel = uv;

	vec4 q = vec4(lens.x * v.x, -lens.y * v.y, lens.z * v.z + lens.w, -v.z);
	gl_ClipDistance[0] = q.w + q.x;
	gl_ClipDistance[1] = q.w - q.x;
	gl_ClipDistance[2] = q.w + q.y;
	gl_ClipDistance[3] = q.w - q.y;
	vec2 at = vec2(gl_InstanceID % tiles.x, gl_InstanceID / tiles.x);
	q.xy = (q.xy + (2 * at + 1) * q.w) / vec2(tiles) - q.w;
	gl_Position = q;
}
`

const sceneFragment = `#version 330 core
in float brightness;
in vec2 texel;
flat in int material;

uniform sampler2D wood, ground;
uniform vec3 dark[MATERIALS], bright[MATERIALS];
uniform float id; // over 255; zero for colours

out vec4 colour;

void main() {
	if (id > 0) {
		colour = vec4(id, id, id, 1);
		return;
	}
	ivec2 at = ivec2(texel) & (SIZE - 1);
	vec3 base = dark[material];
	if (material == WOOD) base = mix(base, bright[material], texelFetch(wood, at, 0).r);
	if (material == FLOOR) base = mix(base, bright[material], texelFetch(ground, at, 0).r);
	colour = vec4(base * brightness, 1);
}
`

// Shadows: polygons that are already in the camera's frame. Blending takes the share alpha away from what is there.
const shadowVertex = `#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec3 kind; // edges, strength
layout(location = 3) in float tile;

uniform vec4 lens;
uniform ivec2 tiles;

out vec2 at;
flat out vec3 shape;

void main() {
	vec4 q = vec4(lens.x * position.x, -lens.y * position.y, lens.z * position.z + lens.w, -position.z);
	gl_ClipDistance[0] = q.w + q.x;
	gl_ClipDistance[1] = q.w - q.x;
	gl_ClipDistance[2] = q.w + q.y;
	gl_ClipDistance[3] = q.w - q.y;
	vec2 place = vec2(int(tile) % tiles.x, int(tile) / tiles.x);
	q.xy = (q.xy + (2 * place + 1) * q.w) / vec2(tiles) - q.w;
	gl_Position = q;
	at = uv;
	shape = kind;
}
`

const shadowFragment = `#version 330 core
in vec2 at;
flat in vec3 shape;
out vec4 colour;

void main() {
	vec2 t = clamp((1 - abs(at)) * shape.xy, 0, 1);
	vec2 s = t * t * (3 - 2 * t);
	colour = vec4(0, 0, 0, shape.z * s.x * s.y);
}
`

// Pictures over the window, in pixels from its upper left corner.
const overlayVertex = `#version 330 core
uniform vec4 box;  // x, y, width, height
uniform vec2 size; // of the window
out vec2 at;

void main() {
	at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
	vec2 p = (box.xy + at * box.zw) / size;
	gl_Position = vec4(2 * p.x - 1, 1 - 2 * p.y, 0, 1);
}
`

const overlayFragment = `#version 330 core
uniform sampler2D picture;
in vec2 at;
out vec4 colour;

void main() { colour = texture(picture, at); }
`
