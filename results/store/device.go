package store

import (
	"fmt"

	"counterpoise/bench"
)

// Device returns the device of the first record that names one; ok is false if there is none.
func (s *Store) Device() (d bench.Device, ok bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, h := range s.order {
		if d, ok := s.records[h].TrainedOn(); ok {
			return d, true
		}
	}
	return bench.Device{}, false
}

// PinDevice declares the device that this process makes records on. From then on Claim and Put refuse to add records
// while the first record of the folder has another device: records of two devices differ by rounding, and a cell that
// is made again must give its bytes. It returns the same error at once where the folder has such a record already.
func (s *Store) PinDevice(d bench.Device) error {
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
	if !ok || first.SameResults(*s.pinned) {
		return nil
	}
	return fmt.Errorf("the records of %s were made on device %v, and this is %v: choose another folder with --out, "+
		"the device with --device, or --mix-devices to have both in one folder", s.dir, first, *s.pinned)
}
