package tfrecord

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// A file begins with the bytes that TensorFlow's own files begin with, but for the time: 24 bytes of data and their
// sum, the time, the version, and the sum of all that. Time 0 is 0.
func TestBeginning(t *testing.T) {
	var b bytes.Buffer
	if _, err := NewEventWriter(&b, time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	want := "1800000000000000" + "a37f4b22" + "09" + "0000000000000000" + "1a0d" +
		hex.EncodeToString([]byte("brain.Event:2"))
	if got := hex.EncodeToString(b.Bytes()); !strings.HasPrefix(got, want) || len(got) != len(want)+8 {
		t.Errorf("begins %s\n   want %s and a sum", got, want)
	}
}

// An event by hand, from the encoding's description: step 300 is the varint ac 02, 1.5 the float 00 00 c0 3f.
func TestScalars(t *testing.T) {
	var b bytes.Buffer
	w, err := NewEventWriter(&b, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	b.Reset()
	if err := w.Scalars(300, time.Unix(1, 5e8), Scalar{"loss/a", 1.5}, Scalar{"b", -2}); err != nil {
		t.Fatal(err)
	}
	data := "09000000000000f83f" + "10ac02" + // 1.5 s, step
		"2a19" + // summary of 25 bytes: two values
		"0a0d" + "0a06" + hex.EncodeToString([]byte("loss/a")) + "150000c03f" +
		"0a08" + "0a01" + hex.EncodeToString([]byte("b")) + "15000000c0"
	raw, _ := hex.DecodeString(data)
	got := b.Bytes()
	if !bytes.Equal(got[12:len(got)-4], raw) {
		t.Errorf("event  %x\nby hand %s", got[12:len(got)-4], data)
	}
	if int(got[0]) != len(raw) || len(got) != 12+len(raw)+4 {
		t.Errorf("a record of %d bytes says %d of data, which are %d", len(got), got[0], len(raw))
	}
}

// Long tags, large steps and NaN values are written without an error.
func TestExtremes(t *testing.T) {
	var b bytes.Buffer
	w, _ := NewEventWriter(&b, time.Now())
	err := w.Scalars(math.MaxInt32, time.Now(), Scalar{strings.Repeat("ä", 1000), math.NaN()})
	if err != nil || b.Len() < 2000 {
		t.Errorf("%d bytes, error %v", b.Len(), err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// The writer's errors are returned.
func TestErrorsAreReturned(t *testing.T) {
	if _, err := NewEventWriter(full{}, time.Now()); err == nil {
		t.Error("a full disk gives no error")
	}
}

// Scalars are read in both forms; what is large or no single number is skipped, and records that no file has are
// refused.
func TestReadEvents(t *testing.T) {
	record := func(event []byte) []byte {
		header, footer := Header(event), Footer(event)
		return slices.Concat(header[:], event, footer[:])
	}
	value := func(fields ...byte) []byte { // of tag a, in an event of step 3
		v := append([]byte{0x0a, 1, 'a'}, fields...)
		summary := append([]byte{0x0a, byte(len(v))}, v...)
		return append([]byte{0x10, 3, 0x2a, byte(len(summary))}, summary...)
	}
	two := []byte{0x42, 12, 0x08, 1, 0x2d, 0, 0, 0x80, 0x3f, 0x2d, 0, 0, 0x80, 0x3f}
	large := slices.Concat(record(make([]byte, maxScalarRecord+1)), record(value(0x15, 0, 0, 0, 0)))
	huge := Header(make([]byte, maxRecord+1))
	for name, c := range map[string]struct {
		file []byte
		want string
		err  string
	}{
		"simple_value":  {record(value(0x15, 0, 0, 0x80, 0x3f)), "3 a 1", ""},
		"float_val":     {record(value(0x42, 7, 0x08, 1, 0x2d, 0, 0, 0x80, 0x3f)), "3 a 1", ""},
		"two floats":    {record(value(two...)), "", ""},
		"a large one":   {large, "3 a 0", ""},
		"a start":       {record([]byte{0x10, 5, 0x3a, 2, 0x08, 1}), "start 5", ""},
		"a stop":        {record([]byte{0x10, 5, 0x3a, 2, 0x08, 2}), "", ""},
		"a field ends":  {record([]byte{0x2a, 3, 0x0a, 1}), "", "record 1: is no event"},
		"beyond limits": {huge[:], "", "record 1 has 67108865 bytes, more than 67108864"},
		"another sum":   {append(record(value())[:20], 1, 2, 3, 4, 5), "", "record 1 has another CRC"},
		"a cut":         {record(value())[:20], "", ""},
		"nothing":       {nil, "", "there is no whole record"},
	} {
		var got []string
		err := ReadEvents(bytes.NewReader(c.file), func(e Event) error {
			text := fmt.Sprintf("%d %s %g", e.Step, e.Tag, e.Value)
			if e.Start {
				text = fmt.Sprintf("start %d", e.Step)
			}
			got = append(got, text)
			return nil
		})
		if strings.Join(got, "; ") != c.want || (err == nil) != (c.err == "") ||
			err != nil && !strings.HasPrefix(err.Error(), c.err) {
			t.Errorf("%s: %q, %v; want %q, %q", name, got, err, c.want, c.err)
		}
	}
}

// Any bytes in place of a log give scalars or an error of one line.
func FuzzReadEvents(f *testing.F) {
	var log bytes.Buffer
	for _, event := range [][]byte{{0x1a, 1, 'x'}, {0x10, 3, 0x2a, 9, 0x0a, 7, 0x0a, 0, 0x15, 0, 0, 0x80, 0x3f}} {
		header, footer := Header(event), Footer(event)
		log.Write(header[:])
		log.Write(event)
		log.Write(footer[:])
	}
	f.Add(log.Bytes())
	f.Add(log.Bytes()[:log.Len()-3])
	f.Fuzz(func(t *testing.T, log []byte) {
		err := ReadEvents(bytes.NewReader(log), func(Event) error { return nil })
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("several lines: %q", err)
		}
	})
}
