package weightfile

import (
	"cmp"
	"fmt"
	"slices"

	"counterpoise/scenes/demos/lerobot"
)

// readParquet reads a Parquet file with the columns of CSV. In place of the columns digest and method it may have these
// as members of the JSON object "counterpoise" in its footer, as the files of weigh have; without a digest of the
// content, that of the actions.
func (t *table) readParquet(path string) error {
	var at columns
	var about struct {
		Digest, Method string
		Actions        string `json:"actions_sha256"`
	}
	choose := func(names []string, footer map[string]string) ([]string, error) {
		if text := footer["counterpoise"]; text != "" {
			if err := t.room.JSON("the footer", []byte(text), &about); err != nil {
				return nil, err
			}
		}
		about.Digest = cmp.Or(about.Digest, about.Actions)
		all := slices.Clone(names)
		if about.Digest != "" {
			names = append(names, "digest")
		}
		c, err := locate(names)
		if err != nil {
			return nil, err
		}
		at = columns{-1, -1, -1, -1, -1}
		var chosen []string
		for _, one := range []struct{ to, from *int }{{&at.method, &c.method}, {&at.digest, &c.digest},
			{&at.demo, &c.demo}, {&at.frame, &c.frame}, {&at.weight, &c.weight}} {
			if *one.from >= 0 && *one.from < len(all) {
				*one.to = len(chosen)
				chosen = append(chosen, all[*one.from])
			}
		}
		return chosen, nil
	}
	return lerobot.ReadRows(path, t.room, choose, func(values []any) error {
		r, err := at.parquetRow(values)
		if at.digest < 0 {
			r.digest = about.Digest
		}
		if at.method < 0 {
			r.method = NameOf(about.Method)
		}
		if err != nil {
			return err
		}
		return t.add(r)
	})
}

// parquetRow reads the values of a row.
func (c columns) parquetRow(values []any) (r row, err error) {
	r.frame = -1
	for _, text := range []struct {
		name string
		at   int
		to   *string
	}{{"method", c.method, &r.method}, {"digest", c.digest, &r.digest}} {
		if text.at < 0 {
			continue
		}
		var ok bool
		if *text.to, ok = values[text.at].(string); !ok {
			return r, fmt.Errorf("the %s is %v, expected text", text.name, values[text.at])
		}
	}
	for _, whole := range []struct {
		name string
		at   int
		to   *int
	}{{"demonstration", c.demo, &r.demo}, {"frame", c.frame, &r.frame}} {
		if whole.at < 0 {
			continue
		}
		n, ok := values[whole.at].(int64)
		if !ok || n < 0 || n > 1<<31 {
			return r, fmt.Errorf("the %s is %v, expected a whole number from 0", whole.name, values[whole.at])
		}
		*whole.to = int(n)
	}
	switch v := values[c.weight].(type) {
	case float64:
		r.weight = v
	case int64:
		r.weight = float64(v)
	default:
		return r, fmt.Errorf("the weight is %v, expected a number", values[c.weight])
	}
	return r, nil
}
