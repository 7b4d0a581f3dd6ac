package export

import (
	"fmt"
	"strconv"

	"counterpoise/policies"
	"counterpoise/policies/encoder"
	"counterpoise/policies/network"
	"counterpoise/policies/onnx"
	"counterpoise/scenes"
)

// ONNX returns the model of a policy. The same policy always gives the same bytes.
func ONNX(p *policies.Neural, producer string) ([]byte, error) {
	m, err := p.Model().Deploy()
	if err != nil {
		return nil, err
	}
	if n := m.Spec.Network; n != "mlp" && n != "transformer" {
		return nil, fmt.Errorf("network %q is not exported: networks mlp, spatial and transformer are", n)
	}
	if p.History() > 1 {
		return nil, fmt.Errorf("a history of %d observations is not exported: the model of a policy sees one",
			p.History())
	}
	b := &builder{Builder: &onnx.Builder{}, model: m}
	x, err := b.features()
	if err != nil {
		return nil, err
	}
	x = b.Op("Mul", []string{b.Op("Sub", []string{x, b.row(m.Standardizer.Mean)}), b.row(m.Standardizer.Gain)})
	actions, err := b.actions(x)
	if err != nil {
		return nil, err
	}
	chunk := m.Sizes.Actions / network.ActionSize
	actions = b.Op("Reshape", []string{actions, b.Ints(-1, chunk, network.ActionSize)})
	b.Output(actions, onnx.Output, chunk, network.ActionSize)
	return b.Encode("policy", producer, [2]string{onnx.MetadataExecute, strconv.Itoa(p.Execute())},
		[2]string{onnx.MetadataTask, p.Task()}), nil
}

// builder makes the model of a policy.
type builder struct {
	*onnx.Builder
	model *network.Model
}

// row adds numbers as a parameter [n].
func (b *builder) row(x []float32) string { return b.Floats(x, len(x)) }

// number adds a number that is combined with each element of a value.
func (b *builder) number(x float64) string { return b.Floats([]float32{float32(x)}, 1) }

// pick takes elements of the vector of an observation.
func (b *builder) pick(from string, indices ...int) string {
	return b.Op("Gather", []string{from, b.Ints(indices...)}, onnx.Attr{Name: "axis", Value: 1})
}

// concat puts features side by side.
func (b *builder) concat(parts ...string) string {
	return b.Op("Concat", parts, onnx.Attr{Name: "axis", Value: 1})
}

// features returns the features of the observer [batch, n].
func (b *builder) features() (string, error) {
	own := func() string {
		indices := make([]int, 0, 8)
		for j := range 7 {
			indices = append(indices, scenes.RobotJoints+j)
		}
		state := b.Input(onnx.InputState, false, scenes.RobotSize)
		return b.pick(state, append(indices, scenes.RobotWidth)...)
	}
	if seen, ok := b.model.Observer.(network.PictureObserver); ok {
		e := seen.Encoder()
		static := b.encoded(onnx.InputStatic, encoder.Static, e.Static)
		gripper := b.encoded(onnx.InputEgo, encoder.Gripper, e.Gripper)
		return b.concat(static, gripper, own()), nil
	}
	if b.model.Spec.Observer != "state" {
		return "", fmt.Errorf("observer %q is not exported: observers state and vision are", b.model.Spec.Observer)
	}
	robot := own()
	scene := b.Input(onnx.InputScene, false, scenes.SceneSize)
	red := scenes.BlockIndex(scenes.Red)
	at := red + scenes.BlockPosition
	yaw := b.Op("Mul", []string{b.pick(scene, red+scenes.BlockYaw), b.number(2)})
	return b.concat(robot, b.pick(scene, at, at+1, at+2), b.Op("Sin", []string{yaw}), b.Op("Cos", []string{yaw}),
		b.pick(scene, scenes.SceneBulb, scenes.SceneSliders+scenes.Door, scenes.SceneSliders+scenes.Drawer)), nil
}
