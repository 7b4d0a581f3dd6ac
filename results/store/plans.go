package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"counterpoise/bench"
	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
)

// plansFile has what runs into the folder were asked for, beside their records. Folders of older programs have none.
const plansFile = "plans.json"

// Plan writes beside the records which experiments a run makes and at which size, so that a report knows what is still
// missing. An experiment that was asked for at the size before has the most trials of both. A file that can't be read
// gives way.
func (s *Store) Plan(p bench.Plan) error {
	all, _ := s.Plans()
	for _, e := range p.Experiments {
		a := bench.Plan{Name: e.Name, Size: p.Size, AtLooks: p.AtLooks}
		i := slices.IndexFunc(all, func(o bench.Plan) bool {
			return o.Name == a.Name && o.Size.WithoutTrials() == a.Size.WithoutTrials()
		})
		if i < 0 {
			i, all = len(all), append(all, a)
		}
		a.Size.Trials = max(a.Size.Trials, all[i].Size.Trials)
		all[i] = a
	}
	data, err := json.MarshalIndent(all, "", "\t")
	if err == nil {
		err = durable.WriteBelow(s.dir, plansFile, append(data, '\n'))
	}
	if err != nil {
		return writeError(s.dir, err)
	}
	return nil
}

// Plans returns what runs into the folder were asked for: plans of one experiment each, by name alone. There are none
// in folders of older programs.
func (s *Store) Plans() (plans []bench.Plan, err error) {
	path := filepath.Join(s.dir, plansFile)
	data, err := bounded.ReadRegular(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &plans)
	}
	for _, p := range plans {
		err = errors.Join(err, p.Size.Check())
	}
	if err != nil {
		return nil, fmt.Errorf("can't read what was run, so that missing records are not counted: %s: %w; the same "+
			"run writes it again", path, err)
	}
	return plans, nil
}
