package play

import (
	"reflect"
	"strings"
	"testing"
)

// What is recorded is what the policy does: its rollout ends alike when the actions alone are executed, also after they
// were written and read.
func TestRolloutsAreReplayed(t *testing.T) {
	s := small()
	c, err := Clone(t.Context(), s, "balanced", nil)
	if err != nil {
		t.Fatal(err)
	}
	var all []Rollout
	for i := range 3 {
		start := Start{"picking", "middle", i, 1}
		r, err := Record(start, c.Policy)
		if err != nil {
			t.Fatal(err)
		}
		e, err := Play(start, c.Policy)
		if err != nil {
			t.Fatal(err)
		}
		again, err := r.Replay()
		if err != nil {
			t.Fatal(err)
		}
		if r.Success != e.Success || !reflect.DeepEqual(again, e) {
			t.Errorf("start %d: success at %d of %d moments, replayed %d, played %d", i, r.Success, len(e.Moments),
				len(again.Moments), e.Success)
		}
		all = append(all, r)
	}
	file, err := EncodeRollouts(all)
	if err != nil {
		t.Fatal(err)
	}
	read, err := DecodeRollouts(file)
	if err != nil || !reflect.DeepEqual(read, all) {
		t.Fatalf("rollouts that are read differ: %v", err)
	}
	var calls Calls
	first := []byte(`{"task":"picking","behaviour":"middle","start":1,"seed":1}`)
	reply, err := calls.Call("recorded", first, file, nil)
	if err != nil || reply.Value.(Shown).Moments != len(all[1].Actions)+1 {
		t.Errorf("%+v, %v", reply, err)
	}
	_, err = calls.Call("recorded", []byte(`{"task":"picking","behaviour":"middle","start":3,"seed":1}`), file, nil)
	if err == nil || !strings.Contains(err.Error(), "starts 0 to 2 with seed 1") {
		t.Errorf("a start that is not recorded: %v", err)
	}
	for _, damaged := range [][]byte{nil, []byte("PNG"), file[:len(file)/2]} {
		if _, err := DecodeRollouts(damaged); err == nil {
			t.Errorf("%d bytes are read", len(damaged))
		}
	}
	all[0].Steps++
	if file, err = EncodeRollouts(all); err != nil {
		t.Fatal(err)
	}
	if _, err := DecodeRollouts(file); err == nil {
		t.Error("rollouts with an action too few are read")
	}
	all[0].Success++
	if _, err := all[0].Replay(); err == nil {
		t.Error("another success is replayed")
	}
}

// Contacts are told from the moment on at which they begin: the demonstrator touches nothing first and the block later.
func TestEpisodesTellContacts(t *testing.T) {
	e, err := Demonstrate(Start{"picking", "left", 0, 1}, "optimal")
	if err != nil {
		t.Fatal(err)
	}
	at := func(moment int) string {
		text := ""
		for _, c := range e.Touches {
			if c.Moment <= moment {
				text = strings.Join(c.Which, ", ")
			}
		}
		return text
	}
	const finger = "finger on red block"
	if first, last := at(0), at(len(e.Moments)-1); strings.Contains(first, finger) ||
		strings.Count(last, finger) != 2 {
		t.Errorf("contacts %q at first, %q at last", first, last)
	}
	if len(e.Touches) > len(e.Moments)/2 {
		t.Errorf("%d entries of %d moments", len(e.Touches), len(e.Moments))
	}
}
