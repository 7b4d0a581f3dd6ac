package store

import (
	"os"
	"strings"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/policies/network"
)

// The first record of a folder pins its device: a process of another device can neither claim nor put. A process that
// may mix devices can.
func TestDeviceIsPinned(t *testing.T) {
	dir := t.TempDir()
	open := func() *Store {
		s, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	on := func(d record.Device, trial int) record.Record {
		r := recordOf(cellOf(trial), 1, 1, 1)
		r.Device = &d
		return r
	}
	goDevice := record.Device{Kind: "go", Instructions: "AVX2"}
	xla := record.Device{Kind: "xla-cpu", Plugin: "0123", Instructions: "AVX2"}
	here, there := open(), open()
	if err := here.PinDevice(goDevice, network.Revision); err != nil { // the folder has no record yet
		t.Fatal(err)
	}
	if err := there.PinDevice(xla, network.Revision); err == nil || !strings.Contains(err.Error(),
		"are being made on device go (AVX2)") {
		t.Errorf("another device than that of a process that has no record yet: %v", err)
	}
	if err := here.Put(on(goDevice, 0)); err != nil {
		t.Fatal(err)
	}
	for range 2 { // Claim reads what the other process has put
		_, _, err := there.Claim(cellOf(1))
		if err == nil || !strings.Contains(err.Error(), "go (AVX2), and this is xla-cpu (plugin 0123, AVX2)") ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("claiming on another device: %v", err)
		}
	}
	if err := there.Put(on(xla, 1)); err == nil || there.Has(cellOf(1)) {
		t.Error("a record of another device was put")
	}
	if release, ok, err := here.Claim(cellOf(2)); err != nil || !ok {
		t.Errorf("claiming on the folder's device: %v, %v", ok, err)
	} else {
		release()
	}
	later := open()
	if d, ok := later.Device(); !ok || d != goDevice {
		t.Errorf("device %v, %v; want that of the first record", d, ok)
	}
	if err := later.PinDevice(xla, network.Revision); err == nil {
		t.Error("another device was accepted for a folder that has records")
	}
	mixing := open()
	if err := mixing.Put(on(xla, 3)); err != nil {
		t.Errorf("a process that may mix devices: %v", err)
	}
}

// Records of the first schema name no device, and pin none.
func TestOldRecordsPinNoDevice(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	old := recordOf(cellOf(0), 1, 1, 1)
	old.Device = nil
	if err := s.Put(old); err != nil {
		t.Fatal(err)
	}
	if d, ok := s.Device(); ok {
		t.Errorf("device %v of a record without one", d)
	}
	if err := s.PinDevice(record.Device{Kind: "cuda"}, network.Revision); err != nil {
		t.Error(err)
	}
}

// Records of two revisions of a network are not mixed, wherever the first one stands in a folder; other networks have
// the device of the folder.
func TestRevisionIsPinned(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	xla := record.Device{Kind: "xla-cpu", Plugin: "0123"}
	of := func(net string, trial int, d record.Device) record.Record {
		c := cellOf(trial)
		c.Policy.Network = net
		r := recordOf(c, 1, 1, 1)
		r.Device = &d
		return r
	}
	for _, r := range []record.Record{of("mlp", 0, xla), of("cnn", 1, xla)} {
		if err := s.Put(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.PinDevice(xla, network.Revision); err != nil {
		t.Fatal(err)
	}
	later := of("cnn", 2, xla.For(network.Revision("cnn")))
	const want = "device xla-cpu (plugin 0123), and this is xla-cpu (plugin 0123, convolutions):"
	if err := s.Put(later); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("putting another revision: %v", err)
	}
	if _, _, err := s.Claim(later.Cell); err == nil {
		t.Error("a cell of another revision was claimed")
	}
	if err := s.Put(of("mlp", 3, xla)); err != nil {
		t.Errorf("another network: %v", err)
	}
}

// Where only options of the device differ, the error says with which environment the records were made.
func TestOptionsOfTheDeviceAreNamed(t *testing.T) {
	with := func(options string) record.Device {
		return record.Device{Kind: "xla-cpu", Plugin: "0123", Options: options}
	}
	for _, c := range []struct{ first, here, want string }{
		{"PJRT_NPROC=1", "", "set the environment as it was then (PJRT_NPROC=1)"},
		{"", "PJRT_NPROC=1", "set the environment as it was then (without PJRT_NPROC=1)"},
	} {
		s, err := Open(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		first, r := with(c.first), recordOf(cellOf(0), 1, 1, 1)
		r.Device = &first
		if err := s.Put(r); err != nil {
			t.Fatal(err)
		}
		if err := s.PinDevice(with(c.here), network.Revision); err == nil || !strings.Contains(err.Error(), c.want) ||
			strings.Contains(err.Error(), "--device") {
			t.Errorf("%q, then %q: %v", c.first, c.here, err)
		}
		s.Close()
	}
}

// Two processes that are started together, before the folder has a record, do not mix devices: the second one to
// declare is refused, whichever that is. After the first has ended, or was killed, the folder is free.
func TestDevicesOfProcessesThatStartTogether(t *testing.T) {
	dir := t.TempDir()
	devices := []record.Device{{Kind: "go", Instructions: "AVX2"}, {Kind: "xla-cpu", Plugin: "0123"}}
	for round := range 20 {
		var stores [2]*Store
		for i := range stores {
			s, err := Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			stores[i] = s
		}
		refused := make(chan error, 2)
		for i, s := range stores {
			go func() { refused <- s.PinDevice(devices[i], network.Revision) }()
		}
		var errs []error
		for range stores {
			if err := <-refused; err != nil {
				errs = append(errs, err)
			}
		}
		if len(errs) != 1 || !strings.Contains(errs[0].Error(), "the records of "+dir+" are being made on device") {
			t.Fatalf("round %d: refusals %v, want one", round, errs)
		}
		for _, s := range stores {
			if d, ok := s.Device(); ok && d != devices[0] && d != devices[1] {
				t.Errorf("the device is %v", d)
			}
			if round%2 == 1 && s.declared != nil {
				s.declared.Close() // as the end of a killed process frees it
				s.declared = nil
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if d, ok := s.Device(); ok {
		t.Errorf("device %v of processes that have ended", d)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
}
