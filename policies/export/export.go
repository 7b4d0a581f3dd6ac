package export

import (
	"fmt"
	"strconv"

	"counterpoise/policies"
	"counterpoise/policies/encoder"
	"counterpoise/policies/network"
	"counterpoise/scenes"
)

// ONNX returns the model of a policy. The same policy always gives the same bytes.
func ONNX(p *policies.Neural, producer string) ([]byte, error) {
	m, err := p.Model().Deploy()
	if err != nil {
		return nil, err
	}
	b := &builder{graph: &graph{}, model: m, inputs: map[string]bool{}}
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
	b.Output(actions, output, chunk, network.ActionSize)
	return b.Encode("policy", producer, [2]string{metadataExecute, strconv.Itoa(p.Execute())},
		[2]string{metadataTask, p.Task()}), nil
}

// builder makes the model of a policy.
type builder struct {
	*graph
	model  *network.Model
	inputs map[string]bool // that the model has so far
}

// parameters are those of a network that are not part of the model yet, in the order of Network.Dims.
type parameters struct {
	dims [][]int
	left [][]float32
}

// parameters returns all parameters of the network.
func (b *builder) parameters() *parameters {
	return &parameters{b.model.Network.Dims(b.model.Sizes), b.model.Weights}
}

// next takes a parameter and its dimensions.
func (p *parameters) next() ([]float32, []int) {
	w, d := p.left[0], p.dims[0]
	p.left, p.dims = p.left[1:], p.dims[1:]
	return w, d
}

// observed returns an input [batch, dims...] of the observation of an age, 0 the present one. The input of a policy
// that acts on a history has a second dimension for it.
func (b *builder) observed(input string, bytes bool, age int, dims ...int) string {
	frames := b.model.Sizes.History
	all := dims
	if frames > 1 {
		all = append([]int{frames}, dims...)
	}
	if !b.inputs[input] {
		b.Input(input, bytes, all...)
		b.inputs[input] = true
	}
	if frames == 1 {
		return input
	}
	return b.Op("Reshape", []string{b.pick(input, age), b.Ints(append([]int{-1}, dims...)...)})
}

// row adds numbers as a parameter [n].
func (b *builder) row(x []float32) string { return b.Floats(x, len(x)) }

// number adds a number that is combined with each element of a value.
func (b *builder) number(x float64) string { return b.Floats([]float32{float32(x)}, 1) }

// pick takes elements along the dimension behind the batch.
func (b *builder) pick(from string, indices ...int) string {
	return b.Op("Gather", []string{from, b.Ints(indices...)}, attr{Name: "axis", Value: 1})
}

// concat puts features side by side.
func (b *builder) concat(parts ...string) string {
	return b.Op("Concat", parts, attr{Name: "axis", Value: 1})
}

// features returns the features of the observer [batch, n], of all observations of the history.
func (b *builder) features() (string, error) {
	var all []string
	for age := range b.model.Sizes.History {
		x, err := b.featuresAt(age)
		if err != nil {
			return "", err
		}
		all = append(all, x)
	}
	return b.concat(all...), nil
}

// featuresAt returns the features of the observer for the observation of an age.
func (b *builder) featuresAt(age int) (string, error) {
	own := func() string {
		indices := make([]int, 0, 8)
		for j := range 7 {
			indices = append(indices, scenes.RobotJoints+j)
		}
		state := b.observed(inputState, false, age, scenes.RobotSize)
		return b.pick(state, append(indices, scenes.RobotWidth)...)
	}
	if _, ok := b.model.Network.(network.PictureReader); ok {
		return own(), nil
	}
	if seen, ok := b.model.Observer.(network.PictureObserver); ok {
		e := seen.Encoder()
		static := b.encoded(network.StaticCamera, age, encoder.Static, e.Static)
		gripper := b.encoded(network.GripperCamera, age, encoder.Gripper, e.Gripper)
		return b.concat(static, gripper, own()), nil
	}
	if b.model.Spec.Observer != "state" {
		return "", fmt.Errorf("observer %q is not exported: observers state and vision are", b.model.Spec.Observer)
	}
	robot := own()
	scene := b.observed(inputScene, false, age, scenes.SceneSize)
	red := scenes.BlockIndex(scenes.Red)
	at := red + scenes.BlockPosition
	yaw := b.Op("Mul", []string{b.pick(scene, red+scenes.BlockYaw), b.number(2)})
	return b.concat(robot, b.pick(scene, at, at+1, at+2), b.Op("Sin", []string{yaw}), b.Op("Cos", []string{yaw}),
		b.pick(scene, scenes.SceneBulb, scenes.SceneSliders+scenes.Door, scenes.SceneSliders+scenes.Drawer)), nil
}
