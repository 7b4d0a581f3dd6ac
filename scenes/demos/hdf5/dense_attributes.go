package hdf5

import (
	"encoding/binary"
	"fmt"
	"iter"
)

// attributes yields the attribute messages of an object: those in its header, then those in its fractal heap. Of the
// latter it may leave out those of another name than name, unless that is empty.
func (o *Object) attributes(name string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for _, m := range o.messages {
			if m.kind == msgAttribute && !yield(m.body, nil) {
				return
			}
		}
		heap, ids, err := o.denseAttributes(name)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, id := range ids {
			if b, err := heap.object(id); !yield(b, err) || err != nil {
				return
			}
		}
	}
}

// attributeRecord is the size of a record of a tree of attributes.
const attributeRecord = 17

// denseAttributes returns a heap and in it the IDs of the attribute messages that have a name, or of all. Objects with
// more than eight attributes have such a heap, and those with one of 64 kilobytes, if they are written with
// libver="latest" or track the order of their attributes. A B-tree of type 8 has a record for each (section III.A.2):
//
//	0  ID in the heap (8), flags of the message (1), order of creation (4), lookup3 of the name (4)
func (o *Object) denseAttributes(name string) (*fractalHeap, [][]byte, error) {
	at, tree, ok := attributeInfo(o.find(msgAttributes))
	if !ok {
		return nil, nil, nil
	}
	heap, err := o.f.fractalHeap(at, "heap of attributes")
	if err != nil {
		return nil, nil, err
	}
	var ids [][]byte
	hash := lookup3([]byte(name))
	const what = "tree of attributes"
	err = o.f.records(tree, treeAttributes, attributeRecord, attributeRecord, what, func(record []byte) error {
		switch {
		case name != "" && binary.LittleEndian.Uint32(record[13:]) != hash:
			return nil
		case record[8]&sharedMessage != 0:
			return fmt.Errorf("an attribute is shared among objects, which is not read here; %s", rewrite)
		}
		ids = append(ids, record[:8])
		return o.f.room.Spend("a list of attributes", 72) // a slice in a list that grows by doubling
	})
	return heap, ids, err
}

// attributeInfo returns where an attribute info message (section IV.A.2.v) says that attributes are kept; false where
// they are in the object header:
//
//	0  version 0 (1), flags (1)
//	2  largest order of creation (2) if flags&1
//	   address of the fractal heap (8), of the B-tree of names (8), of that of the order (8) if flags&2
func attributeInfo(info []byte) (heap, tree uint64, ok bool) {
	if len(info) < 2 {
		return 0, 0, false
	}
	at := 2 + 2*int(info[1]&1)
	if len(info) < at+16 {
		return 0, 0, false
	}
	heap, tree = binary.LittleEndian.Uint64(info[at:]), binary.LittleEndian.Uint64(info[at+8:])
	return heap, tree, heap != undefinedAddress
}
