package play

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"counterpoise/scenes"
)

// mostRollouts bounds what DecodeRollouts reads (bytes): the rollouts of a policy have less than a twentieth.
const mostRollouts = 32 << 20

// EncodeRollouts compresses rollouts. A line of JSON says which they are; then come the first bytes of all float32 of
// the actions' first component, the second bytes, and so on. Bytes of one kind side by side compress to 60 %, the
// numbers as they are to 85 %.
func EncodeRollouts(all []Rollout) ([]byte, error) {
	head, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := bufio.NewWriter(z)
	w.Write(append(head, '\n'))
	eachByte(all, func(x *float32, shift int) error {
		return w.WriteByte(byte(math.Float32bits(*x) >> shift))
	})
	if err := w.Flush(); err != nil {
		return nil, err
	}
	err = z.Close()
	return packed.Bytes(), err
}

// DecodeRollouts reads what EncodeRollouts has written.
func DecodeRollouts(packed []byte) (all []Rollout, err error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("rollouts: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(z, mostRollouts))
	if err != nil {
		return nil, fmt.Errorf("rollouts: %w", err)
	}
	head, body, _ := bytes.Cut(data, []byte("\n"))
	if err := json.Unmarshal(head, &all); err != nil {
		return nil, fmt.Errorf("rollouts: %w", err)
	}
	sum := 0
	for i := range all {
		if all[i].Steps < 0 || all[i].Steps > len(body) {
			return nil, fmt.Errorf("rollouts: %d steps in %d bytes", all[i].Steps, len(body))
		}
		all[i].Actions = make([]scenes.Action, all[i].Steps)
		sum += all[i].Steps
	}
	if want := sum * scenes.ActionSize * 4; len(body) != want {
		return nil, fmt.Errorf("rollouts: %d bytes of actions, not %d", len(body), want)
	}
	err = eachByte(all, func(x *float32, shift int) error {
		*x = math.Float32frombits(math.Float32bits(*x) | uint32(body[0])<<shift)
		body = body[1:]
		return nil
	})
	return all, err
}

// eachByte calls f for every byte of all actions, in the order of the file.
func eachByte(all []Rollout, f func(x *float32, shift int) error) error {
	for axis := range scenes.ActionSize {
		for shift := 24; shift >= 0; shift -= 8 {
			for _, r := range all {
				for i := range r.Actions {
					if err := f(&r.Actions[i][axis], shift); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}
