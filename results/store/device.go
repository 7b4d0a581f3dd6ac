package store

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"counterpoise/bench/record"
	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
)

// Device returns the device of the first record that names one, or that of another process that makes the first
// records of the folder at present; ok is false if there is none.
func (s *Store) Device() (d record.Device, ok bool) {
	if d, ok = s.firstDevice(func(record.Record) bool { return true }); ok {
		return d, true
	}
	return s.declaredDevice()
}

// firstDevice returns the device of the first record of some that names one; ok is false if there is none.
func (s *Store) firstDevice(of func(record.Record) bool) (d record.Device, ok bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, h := range s.order {
		r := s.records[h]
		if d, ok := r.TrainedOn(); ok && of(r) {
			return d, true
		}
	}
	return record.Device{}, false
}

// PinDevice declares the device that this process makes records on. From then on Claim and Put refuse to add records
// while the first record of the folder has another device, or the first one of the same network another revision of it:
// records of two devices differ by rounding, and a cell that is made again must give its bytes. It returns the same
// error at once where the folder's first record has another device already, and where another process, which has made
// no record yet, declared another one.
func (s *Store) PinDevice(d record.Device, revision func(network string) string) error {
	d.Revision = ""
	s.mu.Lock()
	s.pinned, s.revision = &d, revision
	s.mu.Unlock()
	if !s.locks {
		return s.checkDevice()
	}
	turn, err := s.declarationTurn()
	if err != nil {
		return err
	}
	defer removeLocked(turn)
	s.mu.Lock()
	err = s.refresh()
	s.mu.Unlock()
	if err == nil {
		err = s.checkDevice()
	}
	if err != nil {
		return err
	}
	return s.declare(d)
}

// A declaration is a file in the folder of claims, with the device as JSON, that the process which makes records on it
// holds locked. A record takes minutes: without declarations two processes of different devices that are started
// together would both find a folder without records. As a claim, it ends with its process.
const (
	declarationPrefix = "device."
	turnName          = "turn" // of declarationTurn
)

// declarationTurn locks the file that lets one process at a time read the declarations and add its own. Whoever holds
// it reads and writes a few small files, so that another process waits for milliseconds.
func (s *Store) declarationTurn() (*durable.File, error) {
	const wait, most = 10 * time.Millisecond, 3000
	for range most {
		f, err := s.lockClaim(turnName)
		if !errors.Is(err, durable.ErrBusy) {
			return f, err
		}
		time.Sleep(wait)
	}
	return nil, fmt.Errorf("another process has held %s for %v; is it stopped?",
		filepath.Join(s.claimsDir(), turnName), most*wait)
}

// declare writes the declaration of this process, which it holds until Close.
func (s *Store) declare(d record.Device) error {
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	s.undeclare()
	for n := 1; ; n++ {
		f, err := s.lockClaim(fmt.Sprint(declarationPrefix, n))
		if errors.Is(err, durable.ErrBusy) {
			continue
		}
		if err != nil {
			return fmt.Errorf("can't declare the device: %w", err)
		}
		s.declared = f
		if err := f.Truncate(0); err != nil { // of a process that was killed
			return fmt.Errorf("can't declare the device: %w", err)
		}
		if _, err := f.Write(text); err != nil {
			return fmt.Errorf("can't declare the device: %w", err)
		}
		return nil
	}
}

// undeclare takes the declaration of this process back.
func (s *Store) undeclare() {
	if s.declared != nil {
		removeLocked(s.declared)
		s.declared = nil
	}
}

// declaredDevice returns the device that a living process besides this one has declared; ok is false if there is none.
func (s *Store) declaredDevice() (d record.Device, ok bool) {
	if !s.locks {
		return d, false
	}
	for _, path := range bounded.Glob(s.claimsDir(), declarationPrefix+"*") {
		if s.declared != nil && path == s.declared.Name() {
			continue
		}
		f, _, err := durable.OpenLocked(path)
		if err == nil { // its process has ended
			removeLocked(f)
			continue
		}
		if !errors.Is(err, durable.ErrBusy) {
			continue
		}
		text, err := bounded.ReadRegular(path)
		if err == nil && json.Unmarshal(text, &d) == nil {
			return d, true
		}
	}
	return record.Device{}, false
}

// isDeclaration reports whether a file name is one of declarations, or that of declarationTurn.
func isDeclaration(name string) bool {
	return name == turnName || strings.HasPrefix(name, declarationPrefix)
}

// checkDevice compares the device of PinDevice with that of Device.
func (s *Store) checkDevice() error {
	if s.pinned == nil {
		return nil
	}
	made := "were made"
	first, ok := s.firstDevice(func(record.Record) bool { return true })
	if !ok {
		made = "are being made"
		first, ok = s.declaredDevice()
	}
	first.Revision = ""
	return s.compareDevices(first, *s.pinned, ok, made)
}

// checkCell is checkDevice, and compares the device as it trains the policy of a cell with that of the first record of
// the same network.
func (s *Store) checkCell(c record.Cell) error {
	if err := s.checkDevice(); err != nil || s.pinned == nil {
		return err
	}
	first, ok := s.firstDevice(func(r record.Record) bool { return r.Cell.Policy.Network == c.Policy.Network })
	return s.compareDevices(first, s.pinned.For(s.revision(c.Policy.Network)), ok, "were made")
}

// compareDevices returns an error if there is a first device and the one here gives other results. The records of the
// first one "were made" or "are being made".
func (s *Store) compareDevices(first, here record.Device, ok bool, made string) error {
	if !ok || first.SameResults(here) {
		return nil
	}
	mend := "the device with --device"
	if same := first; same.Options != here.Options {
		if same.Options = here.Options; same.SameResults(here) {
			mend = "set the environment as it was then (" + cmp.Or(first.Options, "without "+here.Options) + ")"
		}
	}
	return fmt.Errorf("the records of %s %s on device %v, and this is %v: choose another folder with --out, "+
		"%s, or --mix-devices to have both in one folder", s.dir, made, first, here, mend)
}
