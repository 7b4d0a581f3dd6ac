package store

import (
	"cmp"
	"fmt"

	"counterpoise/bench"
)

// Device returns the device of the first record that names one; ok is false if there is none.
func (s *Store) Device() (d bench.Device, ok bool) {
	return s.firstDevice(func(bench.Record) bool { return true })
}

// firstDevice returns the device of the first record of some that names one; ok is false if there is none.
func (s *Store) firstDevice(of func(bench.Record) bool) (d bench.Device, ok bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, h := range s.order {
		r := s.records[h]
		if d, ok := r.TrainedOn(); ok && of(r) {
			return d, true
		}
	}
	return bench.Device{}, false
}

// PinDevice declares the device that this process makes records on. From then on Claim and Put refuse to add records
// while the first record of the folder has another device, or the first one of the same network another revision of it:
// records of two devices differ by rounding, and a cell that is made again must give its bytes. It returns the same
// error at once where the folder's first record has another device already.
func (s *Store) PinDevice(d bench.Device) error {
	d.Revision = ""
	s.mu.Lock()
	s.pinned = &d
	s.mu.Unlock()
	return s.checkDevice()
}

// checkDevice compares the device of PinDevice with that of the first record.
func (s *Store) checkDevice() error {
	if s.pinned == nil {
		return nil
	}
	first, ok := s.Device()
	first.Revision = ""
	return s.compareDevices(first, *s.pinned, ok)
}

// checkCell is checkDevice, and compares the device as it trains the policy of a cell with that of the first record of
// the same network.
func (s *Store) checkCell(c bench.Cell) error {
	if err := s.checkDevice(); err != nil || s.pinned == nil {
		return err
	}
	first, ok := s.firstDevice(func(r bench.Record) bool { return r.Cell.Policy.Network == c.Policy.Network })
	return s.compareDevices(first, s.pinned.For(c.Policy), ok)
}

// compareDevices returns an error if there is a first device and the one here gives other results.
func (s *Store) compareDevices(first, here bench.Device, ok bool) error {
	if !ok || first.SameResults(here) {
		return nil
	}
	mend := "the device with --device"
	if same := first; same.Options != here.Options {
		if same.Options = here.Options; same.SameResults(here) {
			mend = "set the environment as it was then (" + cmp.Or(first.Options, "without "+here.Options) + ")"
		}
	}
	return fmt.Errorf("the records of %s were made on device %v, and this is %v: choose another folder with --out, "+
		"%s, or --mix-devices to have both in one folder", s.dir, first, here, mend)
}
