package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
)

// plansFile has what runs into the folder were asked for, beside their records. Folders of older programs have none.
const plansFile = "plans.json"

// asked is one experiment that a run was asked for.
type asked struct {
	Experiment string      `json:"experiment"`
	Size       record.Size `json:"size"` // with the most trials that were asked for
	AtLooks    bool        `json:"at_looks,omitempty"`
}

// Plan writes beside the records which experiments a run makes and at which size, so that a report knows what is still
// missing. An experiment that was asked for at the size before has the most trials of both. A file that can't be read
// gives way.
func (s *Store) Plan(p bench.Plan) error {
	all, _ := s.asked()
	before := slices.Clone(all)
	for _, e := range p.Experiments {
		a := asked{e.Name, p.Size, p.AtLooks}
		i := slices.IndexFunc(all, func(o asked) bool {
			return o.Experiment == e.Name && o.Size.WithoutTrials() == p.Size.WithoutTrials()
		})
		if i < 0 {
			all = append(all, a)
			continue
		}
		a.Size.Trials = max(a.Size.Trials, all[i].Size.Trials)
		all[i] = a
	}
	if slices.Equal(all, before) {
		return nil
	}
	data, err := json.MarshalIndent(all, "", "\t")
	if err != nil {
		return err
	}
	if err := durable.WriteBelow(s.dir, plansFile, append(data, '\n')); err != nil {
		return writeError(s.dir, err)
	}
	return nil
}

// Plans returns what runs into the folder were asked for: plans of one experiment, by name alone. There are none in
// folders of older programs.
func (s *Store) Plans() (plans []bench.Plan, err error) {
	all, err := s.asked()
	for _, a := range all {
		plans = append(plans, bench.Plan{Name: a.Experiment, Size: a.Size, AtLooks: a.AtLooks})
	}
	return plans, err
}

// asked reads plansFile.
func (s *Store) asked() (all []asked, err error) {
	path := filepath.Join(s.dir, plansFile)
	data, err := bounded.ReadRegular(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err == nil:
		err = json.Unmarshal(data, &all)
	}
	for _, a := range all {
		err = errors.Join(err, a.Size.Check())
	}
	if err != nil {
		return nil, fmt.Errorf("can't read what was run, so that missing records are not counted: %s: %w; the same "+
			"run writes it again", path, err)
	}
	return all, nil
}
