package rlds

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"counterpoise/internal/bounded"
	"counterpoise/internal/tfrecord"
)

// readSplit finds the records of all shards of a split.
func (r *reader) readSplit(s split) error {
	for k, length := range s.Lengths {
		path, err := r.info.shardPath(r.dir, s, k)
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(r.dir, infoName), err)
		}
		// A file that counts twice would count twice in the budget.
		if r.paths[path] {
			return fmt.Errorf("%s: two shards are %s; their paths need the fields of the shard and of the split",
				filepath.Join(r.dir, infoName), path)
		}
		if err := r.room.Spend("shards", shardBytes+2*int64(len(path)+len(s.Name))); err != nil {
			return err
		}
		r.paths[path] = true
		before := len(r.records)
		err = r.readShard(path, s.Name)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s is missing, shard %d of the %d of split %s in %s: copy all shards, and do not rename "+
				"them", path, k, len(s.Lengths), s.Name, infoName)
		}
		if err != nil {
			return err
		}
		if n, err := length.Int64(); err != nil || n != int64(len(r.records)-before) {
			return fmt.Errorf("%s has %d records, expected the %s of %s; one of them belongs to another dataset", path,
				len(r.records)-before, length, infoName)
		}
	}
	return nil
}

// readShard appends the records of a file. It reads their headers alone.
func (r *reader) readShard(path, split string) error {
	f, size, err := r.room.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	for at := int64(0); at < size; {
		rec, err := recordAt(f, size, at)
		if err != nil {
			return fmt.Errorf("%s: the record at byte %d %w", path, at, err)
		}
		if err := r.room.Spend("the list of episodes", recordBytes); err != nil {
			return err
		}
		rec.shard = int32(len(r.shards))
		r.records = append(r.records, rec)
		at = rec.at + rec.n + tfrecord.FooterSize
	}
	r.shards = append(r.shards, shard{path: path, split: split, size: size})
	return nil
}

// recordAt returns the record whose header is at a position of a file of a size.
func recordAt(f *os.File, size, at int64) (record, error) {
	header, err := bounded.ReadAt(f, size, at, tfrecord.HeaderSize)
	if err != nil {
		return record{}, fmt.Errorf("is cut: %w", err)
	}
	n, err := tfrecord.Length([tfrecord.HeaderSize]byte(header))
	if err != nil {
		return record{}, err
	}
	at += tfrecord.HeaderSize
	if left := size - at - tfrecord.FooterSize; left < 0 || n > uint64(left) {
		return record{}, fmt.Errorf("claims %d bytes, the file has %d more: it is cut", n, max(0, size-at))
	}
	return record{at: at, n: int64(n)}, nil
}

// example reads the Example of a record and checks its CRC.
func (r *reader) example(at record) ([]byte, error) {
	s := r.shards[at.shard]
	if r.opened != int(at.shard) {
		r.Close()
		f, size, err := bounded.Open(s.path)
		if err != nil {
			return nil, err
		}
		if r.open, r.opened = f, int(at.shard); size != s.size {
			return nil, fmt.Errorf("has %d bytes and had %d: it was changed while it was read", size, s.size)
		}
	}
	if err := r.room.Spend("a record", at.n+tfrecord.FooterSize); err != nil {
		return nil, err
	}
	b, err := bounded.ReadAt(r.open, s.size, at.at, at.n+tfrecord.FooterSize)
	if err != nil {
		return nil, err
	}
	data, footer := b[:at.n], [tfrecord.FooterSize]byte(b[at.n:])
	if err := tfrecord.Check(data, footer); err != nil {
		return nil, fmt.Errorf("the record at byte %d %w", at.at-tfrecord.HeaderSize, err)
	}
	return data, nil
}
