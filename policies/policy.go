package policies

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"

	"counterpoise/internal/bounded"
	"counterpoise/policies/ridge"
	"counterpoise/scenes"
)

// Policy turns observations into actions. It is safe for use by several goroutines at once.
type Policy interface {
	// Act fills dst[i] with the first len(dst[i]) actions of the chunk that the policy predicts for obs[i]. The
	// answer to an observation does not depend, in any bit, on the other observations of the call. An observation
	// that lacks what the policy observes, or has NaN there, is an error, and so is a chunk longer than Chunk.
	//
	// Actions are as predicted: translation and rotation may leave [-1, 1], and the simulator executes them as they
	// are (scenes.Action). Only the sign of the gripper's number counts.
	Act(dst [][]scenes.Action, obs []scenes.Observation) error
	// Chunk is the number of actions predicted for an observation, at 30 Hz.
	Chunk() int
	// Execute is the number of them to execute before the next observation.
	Execute() int
	// Pictures reports whether observations must have pictures.
	Pictures() bool
	// Save writes the policy to a file, whole or not at all.
	Save(path string) error
}

var (
	_ Policy = (*Neural)(nil)
	_ Policy = (*ridge.Ridge)(nil)
)

// TaskOf returns the task, with its knobs, of the demonstrations that a policy was trained on: of a policy of any kind,
// also of one behind a server. It is empty where the policy does not say.
func TaskOf(policy any) string {
	if p, ok := policy.(interface{ Task() string }); ok {
		return p.Task()
	}
	return ""
}

// Load reads a policy that Save wrote, of any kind. It refuses a file that is damaged, of another format, or of a
// policy whose parts this program does not have in the same form, and says which.
func Load(path string) (Policy, error) {
	p, _, err := LoadWithDigest(path)
	return p, err
}

// maxFile bounds the file of a policy in bytes; policies have some megabytes. A larger file is not read into memory.
const maxFile = 2 << 30

// LoadWithDigest is Load, and returns the SHA-256 of the file besides, in hexadecimal.
func LoadWithDigest(path string) (p Policy, digest string, err error) {
	if p, digest, err = loadAny(path); err != nil {
		return nil, "", err
	}
	if n, ok := p.(*Neural); ok && n.space != nil {
		return nil, "", fmt.Errorf("%w, as in: eval %s --env gymnasium:ID", n.errOtherSpace(), path)
	}
	return p, digest, nil
}

// LoadOther is LoadWithDigest for a policy of an environment other than the tabletop.
func LoadOther(path string) (*Neural, string, error) {
	p, digest, err := loadAny(path)
	if err != nil {
		return nil, "", err
	}
	n, ok := p.(*Neural)
	if !ok || n.space == nil {
		return nil, "", fmt.Errorf("policies: %s is a policy of the tabletop; --env takes one that train has made "+
			"from a dataset of another environment", path)
	}
	return n, digest, nil
}

// loadAny reads a policy of any kind and any environment.
func loadAny(path string) (p Policy, digest string, err error) {
	data, err := bounded.ReadRegularTo(path, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", fmt.Errorf("policies: no such file as %s; the command train makes a policy", path)
	}
	if err != nil {
		return nil, "", fmt.Errorf("policies: %w", err)
	}
	if p, err = decode(data); err != nil {
		return nil, "", fmt.Errorf("policies: %s: %w", path, err)
	}
	sum := sha256.Sum256(data)
	return p, hex.EncodeToString(sum[:]), nil
}

// decode reads a policy of any kind from the content of a file, by its first bytes.
func decode(data []byte) (Policy, error) {
	if bytes.HasPrefix(data, []byte(ridge.Magic)) {
		return ridge.Decode(data)
	}
	if isONNX(data) {
		return nil, errors.New("is an ONNX model, which this program writes and does not compute: serve it by " +
			"python -m counterpoise.serve_onnx and evaluate it by eval --remote")
	}
	return decodeNeural(data)
}

// isONNX reports whether data may be an ONNX model: onnx.proto's ModelProto begins with its field 1, a small version
// number.
func isONNX(data []byte) bool { return len(data) > 2 && data[0] == 0x08 && data[1] < 32 }
