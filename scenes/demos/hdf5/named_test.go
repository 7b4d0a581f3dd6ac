package hdf5

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"testing"

	"counterpoise/internal/budget"
)

// Arrays and attributes of named datatypes are those that h5py wrote (testdata/make_named.py), in headers of both
// versions, and attributes in a heap.
func TestNamedDatatypes(t *testing.T) {
	for _, libver := range []string{"earliest", "latest"} {
		b, err := os.ReadFile("testdata/named_" + libver + ".hdf5.gz")
		if err != nil {
			t.Fatal(err)
		}
		_, root, err := namesIn(unzipped(t, b), ".")
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]string{"x": "f4 [2 2] [0 1 2 3]", "y": "i2 [3] [1 -2 3]"} {
			d := array(t, root, name)
			v, err := d.Float32s()
			if got := fmt.Sprint(d.Type, d.Shape, v); got != want || err != nil {
				t.Errorf("%s: %s is %s, %v; want %s", libver, name, got, err, want)
			}
		}
		for name, want := range map[string]string{"x": "map[n:-3 name:größe]",
			"y": "map[a0:0 a1:0.5 a2:1 a3:1.5 a4:2 a5:2.5 a6:3 a7:3.5 a8:4 a9:4.5]"} {
			o, err := root.Child(name)
			if err != nil {
				t.Fatal(err)
			}
			found, err := o.Scalars(100, func(string) bool { return true })
			if got := fmt.Sprint(found); got != want || err != nil {
				t.Errorf("%s: attributes of %s are %s, %v; want %s", libver, name, got, err, want)
			}
			if v, err := o.Attr("n"); name == "x" && (v != int64(-3) || err != nil) {
				t.Errorf("%s: attribute n is %v, %v; want -3", libver, v, err)
			}
		}
	}
}

// A shared datatype that leads nowhere, to itself, or into a heap is an error.
func TestDamagedNamedDatatypes(t *testing.T) {
	// An object header of version 1 whose only message is a datatype, which is shared: it leads to the header at 0.
	ring := make([]byte, 64)
	ring[0], ring[2], ring[8] = 1, 1, 8+16
	copy(ring[16:], []byte{msgDatatype, 0, 16, 0, sharedMessage, 0, 0, 0, 3, 2})
	f := &File{r: bytes.NewReader(ring), size: int64(len(ring)), room: budget.New(int64(len(ring)))}
	address := func(head ...byte) []byte { return binary.LittleEndian.AppendUint64(head, 0) }
	for _, c := range []struct {
		message []byte
		want    string
	}{
		{address(3, 2), "a named datatype: a message of type 0x3 is shared among objects"},
		{address(1, 0, 0, 0, 0, 0, 0, 0), "a named datatype: a message of type 0x3 is shared among objects"},
		{address(3, 1), "a datatype is in a heap of shared messages, which is not read here"},
		{address(4, 2), "a shared datatype is damaged"},
		{[]byte{3, 2, 0}, "a shared datatype is damaged"},
		{binary.LittleEndian.AppendUint64([]byte{2, 0}, 1<<40), "a named datatype: an address leads to"},
	} {
		if _, err := f.namedDatatype(c.message); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("message %x: error %v, want %s", c.message, err, c.want)
		}
	}
}
