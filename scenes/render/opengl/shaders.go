//go:build gl && linux

package opengl

// The scene's shaders. One instance draws one environment of the atlas. The buffer texture modelViews has stride rows
// an environment, in the layout of device.uploadModelViews. brightness is render.Look.Brightness, or
// render.EmissiveBrightness for a lamp that is on, times the triangle's shade.
//
// Clip coordinates q have y flipped, so that the first row read back is the top of the picture. The clip distances are
// positive inside the tile. The last step moves the tile, [-w, w] in x and y, to its place (column, row) in the grid:
//
//	q.xy' = (q.xy + (2 place + 1) w) / grid - w
const sceneVertex = `#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in vec2 look; // material, shade

uniform samplerBuffer modelViews;
uniform int stride, object, litLamp;
uniform vec4 projection; // elements (0,0), (1,1), (2,2) and (2,3) of the projection matrix
uniform ivec2 grid;      // columns, rows
uniform vec3 light;      // weights of ambient light, sun and sky

out float brightness;
out vec2 texel;
flat out int material;
flat out float lookAlike;

void main() {
	int base = gl_InstanceID * stride;
	vec4 sun = texelFetch(modelViews, base), up = texelFetch(modelViews, base + 1);
	lookAlike = texelFetch(modelViews, base + 2).x;
	int row = base + 3 + 3 * object;
	vec4 x = texelFetch(modelViews, row), y = texelFetch(modelViews, row + 1), z = texelFetch(modelViews, row + 2);
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

	vec4 q = vec4(projection.x * v.x, -projection.y * v.y, projection.z * v.z + projection.w, -v.z);
	gl_ClipDistance[0] = q.w + q.x;
	gl_ClipDistance[1] = q.w - q.x;
	gl_ClipDistance[2] = q.w + q.y;
	gl_ClipDistance[3] = q.w - q.y;
	vec2 at = vec2(gl_InstanceID % grid.x, gl_InstanceID / grid.x);
	q.xy = (q.xy + (2 * at + 1) * q.w) / vec2(grid) - q.w;
	gl_Position = q;
}
`

const sceneFragment = `#version 330 core
in float brightness;
in vec2 texel;
flat in int material;
flat in float lookAlike;

uniform sampler2D wood, ground;
uniform vec3 dark[MATERIALS], bright[MATERIALS];
uniform float id; // object id / 255, or 0 to draw colours

out vec4 colour;

void main() {
	if (id > 0) {
		colour = vec4(id, id, id, 1);
		return;
	}
	ivec2 at = ivec2(texel) & (SIZE - 1);
	vec3 base = dark[material];
	if (material == BLUE || material == PINK) base = mix(base, dark[RED], lookAlike);
	if (material == WOOD) base = mix(base, bright[material], texelFetch(wood, at, 0).r);
	if (material == FLOOR) base = mix(base, bright[material], texelFetch(ground, at, 0).r);
	colour = vec4(base * brightness, 1);
}
`

// The shadows' shaders (render.Shadow). Polygons are in camera coordinates. The fragment's alpha is α, and blending
// multiplies the stored colour by 1 - α.
const shadowVertex = `#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec3 kind; // edges, strength
layout(location = 3) in float tile;

uniform vec4 projection;
uniform ivec2 grid;

out vec2 at;
flat out vec3 shape;

void main() {
	vec4 q = vec4(projection.x * position.x, -projection.y * position.y,
		projection.z * position.z + projection.w, -position.z);
	gl_ClipDistance[0] = q.w + q.x;
	gl_ClipDistance[1] = q.w - q.x;
	gl_ClipDistance[2] = q.w + q.y;
	gl_ClipDistance[3] = q.w - q.y;
	vec2 place = vec2(int(tile) % grid.x, int(tile) / grid.x);
	q.xy = (q.xy + (2 * place + 1) * q.w) / vec2(grid) - q.w;
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

// The overlays' shaders. A rectangle of four vertices without data is computed from gl_VertexID, in pixels from the
// upper left corner of the window.
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
