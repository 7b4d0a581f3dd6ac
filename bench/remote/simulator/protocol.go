package simulator

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/remote/wire"
	"counterpoise/internal/catalog"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Protocol is the number of the protocol below. It rises when a client of the number before would be misled.
const Protocol = 1

// A request has its name under "do", and the keys that stand here, all of them. k environments are chosen by rising
// numbers.
//
//	open    task (text), oracle (text), environments, horizon (numbers), pictures (true or false), size (number): what
//	        a Vector has, as in Options. The first request, once.
//	        Replies task (its one spelling), behaviours, horizon (control steps), seed (eval's default), sentence,
//	        cameras (names), sizes (pixels), robot_low, robot_high [15], scene_low, scene_high [24]
//	reset   chosen [k] int64, behaviours [k] int64, rollouts [k] uint64, trials [k] int64, seeds [k] uint64
//	        Replies observations: robot [k 15] float32, scene [k 24] float32. The pictures of each camera follow the
//	        frame as they are: k x size x size x 3 bytes
//	step    chosen [k] int64, actions [k 7] float32
//	        Replies observations, and reward [k] float64, terminated, truncated, non_finite [k] bool, calvin, earned
//	        [k] uint8 (verdict of the rollout so far: 0 neither, 1 right, 2 wrong), steps, clipped [k] int64
//	draw    robot [k 15] float32, scene [k 24] float32: any states, of another simulator, say
//	        Replies robot and scene as they are. The pictures of each camera follow as those of observations do
//	render  environment, width, height (numbers)
//	        Replies picture [height width 3] uint8
//
// A request that is wrong is answered by error (text) alone.
var requests = map[string]struct {
	keys   []string
	answer func(*server, *request) (answer, error)
}{
	"open":   {[]string{"environments", "horizon", "oracle", "pictures", "size", "task"}, (*server).open},
	"reset":  {[]string{"behaviours", "chosen", "rollouts", "seeds", "trials"}, (*server).reset},
	"step":   {[]string{"actions", "chosen"}, (*server).step},
	"draw":   {[]string{"robot", "scene"}, (*server).draw},
	"render": {[]string{"environment", "height", "width"}, (*server).render},
}

// answer is the reply to a request, and the pictures that follow its frame. Pictures are most of the bytes, and so they
// are copied into the pipe and nowhere else.
type answer struct {
	reply    map[string]any
	pictures [][]uint8
}

// errNotOpen is the answer to a request before the first open.
var errNotOpen = errors.New("no environments yet; open comes first")

// server answers the requests of one client.
type server struct {
	newRenderer func() (demos.Renderer, error)
	workers     int
	vector      *Vector
}

// answer returns the reply to a request.
func (s *server) answer(m map[string]any) (answer, error) {
	name, _ := m["do"].(string)
	r, ok := requests[name]
	if !ok {
		known := slices.Sorted(maps.Keys(requests))
		return answer{}, fmt.Errorf("no request %.40q; there is %s", name, strings.Join(known, ", "))
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if key != "do" && !slices.Contains(r.keys, key) {
			return answer{}, fmt.Errorf("%s has no key %.40q; it has %s", name, key, strings.Join(r.keys, ", "))
		}
	}
	if name != "open" && s.vector == nil {
		return answer{}, errNotOpen
	}
	a, err := r.answer(s, &request{m: m})
	if err != nil {
		return answer{}, fmt.Errorf("%s: %w", name, err)
	}
	return a, nil
}

func (s *server) open(q *request) (answer, error) {
	o := Options{
		Task: q.text("task"), Oracle: scenes.Oracle(q.text("oracle")), Environments: q.number("environments"),
		Horizon: q.number("horizon"), Pictures: q.flag("pictures"), PictureSize: q.number("size"),
		Workers: s.workers, NewRenderer: s.newRenderer,
	}
	switch {
	case q.err != nil:
		return answer{}, q.err
	case s.vector != nil:
		return answer{}, errors.New("the environments are open already; start another process for others")
	case !slices.Contains(scenes.Oracles(), string(o.Oracle)):
		return answer{}, fmt.Errorf("no oracle %.40q%sthere is %s", o.Oracle,
			catalog.DidYouMean(string(o.Oracle), scenes.Oracles()), strings.Join(scenes.Oracles(), ", "))
	}
	task, err := scenes.CanonicalTask(o.Task)
	if err != nil {
		return answer{}, err
	}
	if s.vector, err = NewVector(o); err != nil {
		return answer{}, err
	}
	b := ObservationBounds()
	reply := map[string]any{
		"task": task, "behaviours": s.vector.task.Behaviours(), "horizon": s.vector.environments[0].horizon,
		"seed": bench.DefaultSize.Seed, "sentence": (&demos.Episode{Task: task}).Sentence(),
		"robot_low": vector(b.RobotLow[:]), "robot_high": vector(b.RobotHigh[:]),
		"scene_low": vector(b.SceneLow[:]), "scene_high": vector(b.SceneHigh[:]),
	}
	var names []string
	var sizes []any
	for _, c := range s.vector.cameras {
		names, sizes = append(names, c.Name), append(sizes, c.Size)
	}
	reply["cameras"], reply["sizes"] = names, sizes
	return answer{reply: reply}, nil
}

func (s *server) reset(q *request) (answer, error) {
	chosen, behaviours, trials := q.numbers("chosen"), q.numbers("behaviours"), q.numbers("trials")
	rollouts, seeds := q.words("rollouts", "<u8"), q.words("seeds", "<u8")
	if q.err != nil {
		return answer{}, q.err
	}
	starts := make([]Start, len(chosen))
	for _, n := range []int{len(behaviours), len(rollouts), len(trials), len(seeds)} {
		if n != len(chosen) {
			return answer{}, wire.Errorf(wire.ErrShape, "%d numbers for %d environments", n, len(chosen))
		}
	}
	for i := range starts {
		starts[i] = Start{behaviours[i], rollouts[i], trials[i], seeds[i]}
	}
	obs, err := s.vector.Reset(chosen, starts)
	if err != nil {
		return answer{}, err
	}
	return observed(obs, len(chosen)), nil
}

func (s *server) step(q *request) (answer, error) {
	chosen := q.numbers("chosen")
	actions := q.actions("actions")
	if q.err != nil {
		return answer{}, q.err
	}
	obs, status, err := s.vector.Step(chosen, actions)
	if err != nil {
		return answer{}, err
	}
	k := len(chosen)
	a := observed(obs, k)
	rewards := make([]float64, k)
	steps, clipped := make([]byte, 8*k), make([]byte, 8*k)
	flags := make([]byte, 5*k)
	terminated, truncated, nonFinite := flags[:k], flags[k:2*k], flags[2*k:3*k]
	calvin, earned := flags[3*k:4*k], flags[4*k:]
	for i, st := range status {
		rewards[i] = st.Reward
		terminated[i], truncated[i] = octet(st.Terminated), octet(st.Truncated)
		nonFinite[i] = octet(st.Ending.NonFinite > 0)
		calvin[i], earned[i] = byte(st.Ending.CALVIN.Verdict), byte(st.Ending.Earned.Verdict)
		binary.LittleEndian.PutUint64(steps[8*i:], uint64(st.Steps))
		binary.LittleEndian.PutUint64(clipped[8*i:], uint64(st.Clipped))
	}
	a.reply["reward"] = wire.NewFloat64(rewards, k)
	for name, column := range map[string]wire.Array{
		"terminated": {Type: "|b1", Data: terminated}, "truncated": {Type: "|b1", Data: truncated},
		"non_finite": {Type: "|b1", Data: nonFinite}, "calvin": {Type: "|u1", Data: calvin},
		"earned": {Type: "|u1", Data: earned}, "steps": {Type: "<i8", Data: steps},
		"clipped": {Type: "<i8", Data: clipped},
	} {
		column.Shape = []int{k}
		a.reply[name] = column
	}
	return a, nil
}

func (s *server) draw(q *request) (answer, error) {
	robot, scene := q.floats("robot", scenes.RobotSize), q.floats("scene", scenes.SceneSize)
	if q.err != nil {
		return answer{}, q.err
	}
	obs, err := s.vector.Draw(robot, scene)
	if err != nil {
		return answer{}, err
	}
	return observed(obs, len(robot)/scenes.RobotSize), nil
}

func (s *server) render(q *request) (answer, error) {
	environment, width, height := q.number("environment"), q.number("width"), q.number("height")
	if q.err != nil {
		return answer{}, q.err
	}
	picture, err := s.vector.Render(environment, width, height)
	if err != nil {
		return answer{}, err
	}
	return answer{reply: map[string]any{"picture": wire.NewUint8(picture, height, width, 3)}}, nil
}

// observed returns the part of an answer that has the observations, k rows.
func observed(o *Observations, k int) answer {
	return answer{
		reply: map[string]any{
			"robot": wire.NewFloat32(o.Robot, k, scenes.RobotSize),
			"scene": wire.NewFloat32(o.Scene, k, scenes.SceneSize),
		},
		pictures: o.Pictures,
	}
}

// vector is an array of one dimension.
func vector(x []float32) wire.Array { return wire.NewFloat32(x, len(x)) }

// octet is a bool as NumPy stores it.
func octet(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// request reads the values of a request. The first error is kept, and later reads return zero values.
type request struct {
	m   map[string]any
	err error
}

// fail keeps the first error.
func (q *request) fail(key, expected string) {
	if q.err == nil {
		q.err = wire.Errorf(wire.ErrType, "%s must be %s", key, expected)
	}
}

func (q *request) text(key string) string {
	s, ok := q.m[key].(string)
	if !ok {
		q.fail(key, "a text")
	}
	return s
}

func (q *request) flag(key string) bool {
	b, ok := q.m[key].(bool)
	if !ok {
		q.fail(key, "true or false")
	}
	return b
}

// number reads a whole number from 0 to 2^31 - 1.
func (q *request) number(key string) int {
	n, ok := q.m[key].(int64)
	if !ok || n < 0 || n > math.MaxInt32 {
		q.fail(key, "a whole number from 0 to 2147483647")
		return 0
	}
	return int(n)
}

// array returns the data of an array of a type with some columns; 0 is an array of one dimension.
func (q *request) array(key, dtype string, columns int) []byte {
	a, ok := q.m[key].(wire.Array)
	shape, dimensions := "[k]", 1
	if columns > 0 {
		shape, dimensions = fmt.Sprintf("[k %d]", columns), 2
	}
	if !ok || a.Type != dtype || len(a.Shape) != dimensions || columns > 0 && a.Shape[1] != columns {
		got := "another value"
		if ok {
			got = fmt.Sprintf("one of shape %v and type %.8q", a.Shape, a.Type)
		}
		q.fail(key, fmt.Sprintf("an array of shape %s and type %q, not %s", shape, dtype, got))
		return nil
	}
	return a.Data
}

// words reads an array of numbers of 8 bytes.
func (q *request) words(key, dtype string) []uint64 {
	data := q.array(key, dtype, 0)
	words := make([]uint64, len(data)/8)
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(data[8*i:])
	}
	return words
}

// numbers reads an array of int64.
func (q *request) numbers(key string) []int {
	words := q.words(key, "<i8")
	numbers := make([]int, len(words))
	for i, w := range words {
		numbers[i] = int(int64(w))
	}
	return numbers
}

// actions reads an array of actions.
func (q *request) actions(key string) []scenes.Action {
	numbers := q.floats(key, scenes.ActionSize)
	actions := make([]scenes.Action, len(numbers)/scenes.ActionSize)
	for i := range actions {
		copy(actions[i][:], numbers[i*scenes.ActionSize:])
	}
	return actions
}

// floats reads the rows of an array of float32.
func (q *request) floats(key string, columns int) []float32 {
	data := q.array(key, "<f4", columns)
	numbers := make([]float32, len(data)/4)
	for i := range numbers {
		numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return numbers
}
