package hdf5

import (
	"bytes"
	"encoding/binary"
	"math"
	"reflect"
	"strings"
	"testing"

	"counterpoise/internal/budget"
)

// emptyArray is an array of two floats of which nothing was written, with these messages besides.
func emptyArray(t *testing.T, more ...message) *Dataset {
	t.Helper()
	layout := binary.LittleEndian.AppendUint64([]byte{3, 1}, undefinedAddress)
	layout = binary.LittleEndian.AppendUint64(layout, 8)
	o := &Object{f: &File{r: bytes.NewReader(nil), room: budget.New(0)}, messages: append([]message{
		{msgDataspace, dataspace([]int{2})}, {msgDatatype, Float32.encode()}, {msgLayout, layout},
	}, more...)}
	d, err := o.Dataset()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Elements that were never written have the fill value, in all versions of its message (section IV.A.2.e and f).
func TestFillValues(t *testing.T) {
	value := binary.LittleEndian.AppendUint32(nil, math.Float32bits(1.5))
	sized := append([]byte{4, 0, 0, 0}, value...)
	for _, c := range []struct {
		name string
		m    []message
		want []float32
		bad  string
	}{
		{name: "none", want: []float32{0, 0}},
		{name: "old", m: []message{{msgOldFill, sized}}, want: []float32{1.5, 1.5}},
		{name: "version 1", m: []message{{msgFill, append([]byte{1, 2, 2, 1}, sized...)}}, want: []float32{1.5, 1.5}},
		{name: "version 2", m: []message{{msgFill, append([]byte{2, 2, 2, 1}, sized...)}}, want: []float32{1.5, 1.5}},
		{name: "version 2, undefined", m: []message{{msgFill, []byte{2, 2, 2, 0}}}, want: []float32{0, 0}},
		{name: "version 2, default", m: []message{{msgFill, []byte{2, 2, 2, 1, 0, 0, 0, 0}}}, want: []float32{0, 0}},
		{name: "version 3", m: []message{{msgFill, append([]byte{3, 0x2a}, sized...)}}, want: []float32{1.5, 1.5}},
		{name: "version 3, default", m: []message{{msgFill, []byte{3, 0x0a}}}, want: []float32{0, 0}},
		{name: "the new message counts", m: []message{{msgOldFill, sized}, {msgFill, []byte{3, 0x0a}}},
			want: []float32{0, 0}},
		{name: "too short", m: []message{{msgFill, []byte{3, 0x2a, 4, 0, 0, 0, 1}}}, bad: "ends early"},
		{name: "another size", m: []message{{msgFill, []byte{3, 0x2a, 1, 0, 0, 0, 1}}}, bad: "fill value of 1 bytes"},
		{name: "version 4", m: []message{{msgFill, []byte{4, 0}}}, bad: "no fill value of version 1 to 3"},
	} {
		v, err := emptyArray(t, c.m...).Float32s()
		if c.bad == "" && (err != nil || !reflect.DeepEqual(v, c.want)) {
			t.Errorf("%s: %v, %v; want %v", c.name, v, err, c.want)
		}
		if c.bad != "" && (err == nil || !strings.Contains(err.Error(), c.bad)) {
			t.Errorf("%s: got %v, want an error with %q", c.name, err, c.bad)
		}
	}
}

// External storage names other files, which the reader does not open.
func TestExternalStorageIsRefused(t *testing.T) {
	_, err := emptyArray(t, message{msgExternal, make([]byte, 32)}).Bytes()
	if err == nil || !strings.Contains(err.Error(), "external storage") {
		t.Errorf("got %v", err)
	}
}

// An object without an address is not taken for a link.
func TestNoAddress(t *testing.T) {
	f := emptyArray(t).o.f
	if _, err := f.object(undefinedAddress); err == nil || !strings.Contains(err.Error(), "has no address") {
		t.Error(err)
	}
}

// linkMessage is the message of a link that is not hard.
func linkMessage(name string, kind byte, target string) message {
	body := append([]byte{1, 8, kind, byte(len(name))}, name...)
	return message{msgLink, append(append(body, byte(len(target)), 0), target...)}
}

// An external link is a name in its group, and an error where its object is asked for: it lies in another file, and a
// demonstration that is linked must not be missing without a word. So are a soft link that leads to nothing, and one
// that ends early.
func TestLinksToElsewhereAreRefused(t *testing.T) {
	f := emptyArray(t).o.f
	for _, c := range []struct {
		kind         byte
		target, want string
	}{
		{64, "\x00other.hdf5\x00/data\x00", "external link"},
		{1, "data/demo_0", `soft link to "data/demo_0", and its file has no data/demo_0`},
		{1, "demo_1", "more than 16 soft links"},
	} {
		group := &Object{f: f, messages: []message{linkMessage("demo_1", c.kind, c.target)}}
		get, names, err := group.Children()
		if err != nil || len(names) != 1 || names[0] != "demo_1" {
			t.Fatalf("names %q, %v", names, err)
		}
		if _, err := get("demo_1"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("kind %d: %v", c.kind, err)
		}
		if _, err := group.Child("demo_1"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("kind %d: %v", c.kind, err)
		}
	}
	m := linkMessage("demo_1", 1, "data")
	m.body = m.body[:len(m.body)-1]
	if _, _, err := (&Object{f: f, messages: []message{m}}).Children(); err == nil {
		t.Error("a soft link that ends early is taken")
	}
}

// Find looks for the signature where HDF5 may begin, and nowhere else.
func TestFind(t *testing.T) {
	for _, at := range []int{0, 8, 256, 512, 1024, 1536, 4096} {
		b := make([]byte, 8192)
		copy(b[at:], signature)
		got, ok := Find(bytes.NewReader(b), int64(len(b)))
		if want := at != 8 && at != 256 && at != 1536; ok != want || ok && got != int64(at) {
			t.Errorf("a signature at %d is found at %d, %v", at, got, ok)
		}
	}
	if _, ok := Find(bytes.NewReader([]byte(signature)), 8); ok {
		t.Error("a signature without a superblock is found")
	}
}
