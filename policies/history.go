package policies

import "counterpoise/scenes"

// Historian is a Policy that acts on several observations of a rollout. Others act on the present one alone.
type Historian interface {
	Policy
	// History is H, the number of observations that an answer depends on, 1 or more. Act takes H for each entry of dst,
	// the present one first: obs[i H] to obs[i H + H - 1], those of the calls before in the order of age. At the start
	// of an episode, where there are fewer, its first observation is repeated.
	History() int
}

// HistoryOf returns the number of observations that an answer of a policy depends on. It is 1 for a policy that is no
// Historian.
func HistoryOf(policy any) int {
	if h, ok := policy.(interface{ History() int }); ok {
		return h.History()
	}
	return 1
}

// Moment says where an observation was made: in which rollout, and after how many control steps. Episode differs
// between the rollouts of an evaluation, and nothing about a rollout follows from it.
type Moment struct{ Episode, Step int64 }

// Situated is a policy that is told in which rollout and at which control step each observation was made. A remote
// policy that keeps state from call to call needs this.
type Situated interface {
	// ActAt is Act of Policy; at[i] is the moment of dst[i].
	ActAt(dst [][]scenes.Action, obs []scenes.Observation, at []Moment) error
}

// Memory keeps the observations of one rollout that a policy acts on. One goroutine uses it at a time.
type Memory struct {
	frames []scenes.Observation // the present one first; their pictures are buffers of the memory
	begun  bool
}

// NewMemory returns a memory of the observations that a policy acts on, before the start of a rollout.
func NewMemory(policy any) *Memory {
	return &Memory{frames: make([]scenes.Observation, HistoryOf(policy))}
}

// Restart forgets everything: a rollout begins.
func (m *Memory) Restart() { m.begun = false }

// Observe has a function write the present observation, which makes the others one call older. The function may reuse
// the pictures of the observation that it gets. The result is what Act takes for one entry of dst; it is valid until
// the next call.
func (m *Memory) Observe(observe func(o *scenes.Observation) error) ([]scenes.Observation, error) {
	last := len(m.frames) - 1
	forgotten := m.frames[last]
	copy(m.frames[1:], m.frames[:last])
	m.frames[0] = forgotten
	if err := observe(&m.frames[0]); err != nil {
		return nil, err
	}
	if !m.begun {
		for i := range m.frames[1:] {
			old := &m.frames[1+i]
			static, gripper := old.Static[:0], old.Gripper[:0]
			*old = m.frames[0]
			old.Static, old.Gripper = append(static, old.Static...), append(gripper, old.Gripper...)
		}
		m.begun = true
	}
	return m.frames, nil
}
