package train

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"counterpoise/internal/artifact"
	"counterpoise/internal/hostile"
	"counterpoise/internal/packed"
	"counterpoise/policies/mixture"
)

// Reading a checkpoint takes memory in proportion to its file, also where its lists are none of this program's. The
// digest of a file is right in all of these: anyone can compute it.
func TestCheckpointsStayInBudget(t *testing.T) {
	read := func(path string) error {
		c, err := loadCheckpoint(path)
		if err == nil && c == nil {
			err = errors.New("there is no file")
		}
		return err
	}
	const mega = 1 << 20
	headed := func(header string, payload []byte) []byte {
		data, err := artifact.Encode(checkpointMagic, json.RawMessage(header), payload)
		if err != nil {
			panic(err)
		}
		return data
	}
	const header = `{"format":3}`
	// file is an empty checkpoint whose last fields, of which each is a byte, are replaced by a text.
	empty := packed.Encode(checkpoint{})
	file := func(cut int, text func() []byte) func() []byte {
		return func() []byte { return headed(header, append(bytes.Clone(empty[:len(empty)-cut]), text()...)) }
	}
	// list is one of 16 million empty elements: a byte each.
	list := func() []byte { return append([]byte{0x81, 0x80, 0x80, 0x08}, make([]byte, 16*mega)...) }
	hostile.Check(t, read,
		hostile.Input{Name: "a checkpoint", Fits: true, Data: func() []byte {
			big := checkpoint{Run: runState{Step: 1, Log: &mixture.Log{}}}
			for range 3 {
				big.Run.Weights = append(big.Run.Weights, make([]float32, 2*mega))
			}
			return headed(header, packed.Encode(big))
		}},
		hostile.Input{Name: "a long log", Fits: true, Data: func() []byte {
			c := checkpoint{Run: runState{Log: &mixture.Log{Groups: []string{"a", "b"}}}}
			for range 200_000 {
				c.Run.Log.Alpha = append(c.Run.Log.Alpha, []float64{.5, .5})
				c.Run.Log.Loss = append(c.Run.Log.Loss, []float64{.5, .5})
			}
			return headed(header, packed.Encode(c))
		}},
		hostile.Input{Name: "millions of lists", Data: file(1, list)},
		hostile.Input{Name: "millions of names", Data: file(2, func() []byte { return append([]byte{1}, list()...) })},
		hostile.Input{Name: "reference runs", Data: func() []byte {
			// Of[32], then the list of finished runs, each with neither log nor memory: two bytes.
			runs := append([]byte{0x81, 0x80, 0x80, 0x04}, make([]byte, 16*mega)...)
			return headed(header, append(bytes.Clone(empty[:8+32]), runs...))
		}},
		hostile.Input{Name: "logs within logs", Data: func() []byte {
			runs := append([]byte{2}, bytes.Repeat([]byte{1, 0, 0, 0, 0}, 4*mega)...)
			return headed(header, append(bytes.Clone(empty[:8+32]), runs...))
		}},
		hostile.Input{Name: "a long header", Data: func() []byte {
			return headed(fmt.Sprintf(`{"format":3,"x":[%s{}]}`, bytes.Repeat([]byte("{},"), 4*mega)), nil)
		}},
		hostile.Input{Name: "another file", Data: func() []byte { return make([]byte, 32*mega) }},
	)
}
