package render

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"counterpoise/physics"
	"counterpoise/scenes"
)

// cameras.json holds what CALVIN itself (calvin_env 797142c on PyBullet 3.2.7) computed at its home pose: matrices
// by columns, robot_obs and scene_obs.
type reference struct {
	Robot, Scene                                     []float64
	ViewStatic, ProjStatic, ViewGripper, ProjGripper [16]float64
}

func calvin(t *testing.T) (r reference, s scenes.Snapshot) {
	t.Helper()
	raw, err := os.ReadFile("testdata/cameras.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
	}
	var o scenes.Observation
	for i, x := range r.Robot {
		o.Robot[i] = float32(x)
	}
	for i, x := range r.Scene {
		o.Scene[i] = float32(x)
	}
	return r, scenes.SnapshotOf(&o)
}

func TestMatricesAreCalvins(t *testing.T) {
	r, s := calvin(t)
	still, ego := StaticCamera(), GripperCamera(&s)
	for _, c := range []struct {
		name      string
		got       [16]float32
		want      [16]float64
		tolerance float64
	}{
		{"static view", viewMatrix(&still), r.ViewStatic, 1e-6},
		{"static projection", still.ProjectionMatrix(StaticSize, StaticSize), r.ProjStatic, 1e-5},
		{"gripper view", viewMatrix(&ego), r.ViewGripper, 3e-4}, // the URDF's joint frames and ours differ by 1e-4 m
		{"gripper projection", ego.ProjectionMatrix(GripperSize, GripperSize), r.ProjGripper, 1e-5},
	} {
		for i := range c.want {
			if math.Abs(float64(c.got[i])-c.want[i]) > c.tolerance*max(1, math.Abs(c.want[i])) {
				t.Errorf("%s: element %d is %v, CALVIN's is %v", c.name, i, c.got[i], c.want[i])
			}
		}
	}
}

// Points of the scene whose pixel coordinates in the static picture were computed from CALVIN's files. The tolerance is
// that of the computed value (pixels).
func TestProjection(t *testing.T) {
	c := StaticCamera()
	for _, p := range []struct {
		name      string
		at        physics.Vec
		u, v      float64
		tolerance float64
	}{
		{"front left corner of the table", physics.Vec{X: -0.44, Y: -0.18, Z: 0.44}, -3.9, 114.7, 0.1},
		{"front right corner of the table", physics.Vec{X: 0.44, Y: -0.18, Z: 0.44}, 172.0, 125.1, 0.1},
		{"bulb", physics.Vec{X: 0.30, Y: 0.16, Z: 0.673}, 160, 6, 1},
		{"LED", physics.Vec{X: -0.12, Y: 0.16, Z: 0.656}, 75, 12, 1},
		{"button's top", physics.Vec{X: -0.12, Y: -0.12, Z: 0.484}, 57, 98, 1},
		{"drawer handle, closed", physics.Vec{X: 0.18, Y: -0.25, Z: 0.36}, 115, 152, 1},
		{"drawer handle, open", physics.Vec{X: 0.18, Y: -0.47, Z: 0.36}, 82, 199, 1},
	} {
		u, v, depth := c.Project(p.at, StaticSize, StaticSize)
		if math.Abs(u-p.u) > p.tolerance || math.Abs(v-p.v) > p.tolerance || depth < 3.5 || depth > 4.9 {
			t.Errorf("%s: at (%.1f, %.1f), %.2f m deep; want (%.1f, %.1f)", p.name, u, v, depth, p.u, p.v)
		}
	}
}

// Project agrees with the product of viewMatrix and ProjectionMatrix.
func TestProjectIsTheMatrices(t *testing.T) {
	_, s := calvin(t)
	for _, c := range []Camera{StaticCamera(), GripperCamera(&s), Orbit(physics.Vec{Z: 0.4}, 2, -1, 0.5, 40)} {
		const w, h = 320, 200
		p := physics.Vec{X: 0.1, Y: -0.2, Z: 0.45}
		u, v, depth := c.Project(p, w, h)
		at := multiply(c.ProjectionMatrix(w, h), multiply(viewMatrix(&c), [4]float64{p.X, p.Y, p.Z, 1}))
		x, y := (at[0]/at[3]+1)*w/2, (1-at[1]/at[3])*h/2
		if math.Abs(x-u) > 1e-2 || math.Abs(y-v) > 1e-2 || math.Abs(at[3]-depth) > 1e-5 {
			t.Errorf("Project says (%v, %v, %v), the matrices (%v, %v, %v)", u, v, depth, x, y, at[3])
		}
	}
}

// viewMatrix returns the 4 x 4 matrix from world to camera coordinates, in OpenGL's column-major order: the rotation
// Rᵀ and the translation -RᵀP.
func viewMatrix(c *Camera) [16]float32 {
	r := &c.Pose.R
	t := r.ApplyT(c.Pose.P).Neg()
	return [16]float32{
		float32(r.X.X), float32(r.Y.X), float32(r.Z.X), 0,
		float32(r.X.Y), float32(r.Y.Y), float32(r.Z.Y), 0,
		float32(r.X.Z), float32(r.Y.Z), float32(r.Z.Z), 0,
		float32(t.X), float32(t.Y), float32(t.Z), 1,
	}
}

// multiply returns a column-major matrix times a vector.
func multiply(m [16]float32, v [4]float64) (r [4]float64) {
	for i := range r {
		for k := range v {
			r[i] += float64(m[4*k+i]) * v[k]
		}
	}
	return r
}

// A field of view or clipping planes out of range are an error, and the nearest that are not are none.
func TestCameraCheck(t *testing.T) {
	for _, c := range []struct {
		fov, near, far float64
		ok             bool
	}{
		{60, 0.1, 10, true}, {179.9, 0.1, 0.2, true}, {0, 0.1, 10, false}, {180, 0.1, 10, false},
		{math.NaN(), 0.1, 10, false}, {60, 0, 10, false}, {60, 10, 10, false}, {60, 0.1, math.Inf(1), false},
		{60, math.NaN(), 10, false}, {60, 0.1, math.NaN(), false},
	} {
		camera := Camera{FOV: c.fov, Near: c.near, Far: c.far}
		if err := camera.Check(); (err == nil) != c.ok {
			t.Errorf("%+v gives %v", c, err)
		}
	}
}
