package lerobot

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/big"
	"testing"

	"github.com/parquet-go/parquet-go"
	layout "github.com/parquet-go/parquet-go/format"

	"counterpoise/internal/budget"
)

// Different numbers are different labels, and those that are the same number in another type are the same label.
func TestLabelText(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{20230000.0, "20230000"}, {20230001.0, "20230001"}, {0.1, "0.1"}, {float32(0.1), "0.1"}, {1.0, "1"},
		{float32(1), "1"}, {float32(16777216), "16777216"}, {int64(1), "1"}, {-3.0, "-3"}, {1.5, "1.5"},
		{0.30000000000000004, "0.30000000000000004"}, {1e300, "1e+300"}, {math.NaN(), "NaN"}, {true, "true"},
		{float64(1<<53 - 1), "9007199254740991"}, {"left", "left"},
	} {
		if got := labelText(parquet.ValueOf(c.value)); got != c.want {
			t.Errorf("%v (%T) is %q, want %q", c.value, c.value, got, c.want)
		}
	}
}

// A decimal is the label that the same number has in other types, whatever it is stored as, and one of more digits than
// a double tells apart is its digits.
func TestDecimals(t *testing.T) {
	long, _ := new(big.Int).SetString("-12345678901234567890123456789", 10)
	sixteen := make([]byte, 16)
	new(big.Int).Add(long, new(big.Int).Lsh(big.NewInt(1), 128)).FillBytes(sixteen)
	for _, c := range []struct {
		kind   parquet.Type
		stored parquet.Value

		precision, scale int
		want             string
	}{
		{parquet.Int32Type, parquet.Int32Value(-1250), 9, 2, "-12.5"},
		{parquet.Int32Type, parquet.Int32Value(300), 9, 2, "3"},
		{parquet.Int64Type, parquet.Int64Value(123456789012345678), 18, 3, "123456789012345.678"},
		{parquet.Int64Type, parquet.Int64Value(9007199254740993), 18, 0, "9007199254740993"},
		{parquet.FixedLenByteArrayType(2), parquet.FixedLenByteArrayValue([]byte{0xff, 0xfe}), 4, 1, "-0.2"},
		{parquet.FixedLenByteArrayType(16), parquet.FixedLenByteArrayValue(sixteen), 38, 3,
			"-12345678901234567890123456.789"},
		{parquet.FixedLenByteArrayType(16), parquet.FixedLenByteArrayValue(make([]byte, 16)), 38, 5, "0"},
	} {
		var b bytes.Buffer
		w := parquet.NewGenericWriter[any](&b, parquet.NewSchema("schema", parquet.Group{
			"x": parquet.Decimal(c.scale, c.precision, c.kind)}))
		if _, err := w.WriteRows([]parquet.Row{{c.stored.Level(0, 0, 0)}}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		s, err := newParquetFile(bytes.NewReader(b.Bytes()), int64(b.Len()), budget.New(int64(b.Len())))
		if err != nil {
			t.Fatal(err)
		}
		err = s.each("x", "", 0, 1, func(_ int, v parquet.Value) error {
			if got := labelText(v); got != c.want {
				t.Errorf("%v of scale %d is the label %q, want %q", c.stored, c.scale, got, c.want)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	if v := decimalValue(parquet.ByteArrayValue(make([]byte, 33)), 2); len(v.ByteArray()) != 33 {
		t.Errorf("a decimal of 33 bytes is %v", v)
	}
}

// half is Parquet's type of numbers of half precision, as PyArrow writes them.
type half struct{ parquet.Type }

func (half) LogicalType() *layout.LogicalType {
	return &layout.LogicalType{Value: &layout.Float16Type{}}
}

// Numbers that are stored as others are what they mean, as labels and as components.
func TestLogicalTypes(t *testing.T) {
	bits := func(b uint16) parquet.Value {
		return parquet.FixedLenByteArrayValue(binary.LittleEndian.AppendUint16(nil, b))
	}
	for _, c := range []struct {
		kind   parquet.Node
		stored parquet.Value
		label  string
		number float32
	}{
		{parquet.Leaf(half{parquet.FixedLenByteArrayType(2)}), bits(0x3800), "0.5", 0.5},
		{parquet.Leaf(half{parquet.FixedLenByteArrayType(2)}), bits(0xc500), "-5", -5},
		{parquet.Uint(32), parquet.Int32Value(-294967296), "4000000000", 4e9},
		{parquet.Uint(8), parquet.Int32Value(255), "255", 255},
		{parquet.Int(32), parquet.Int32Value(-1), "-1", -1},
	} {
		var b bytes.Buffer
		w := parquet.NewGenericWriter[any](&b, parquet.NewSchema("schema", parquet.Group{"x": c.kind}))
		if _, err := w.WriteRows([]parquet.Row{{c.stored.Level(0, 0, 0)}}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		s, err := newParquetFile(bytes.NewReader(b.Bytes()), int64(b.Len()), budget.New(int64(b.Len())))
		if err != nil {
			t.Fatal(err)
		}
		err = s.each("x", "", 0, 1, func(_ int, v parquet.Value) error {
			if x, err := number(v); err != nil || x != c.number || labelText(v) != c.label {
				t.Errorf("%v is the label %q and the number %v, %v; want %q and %v", c.kind, labelText(v), x, err,
					c.label, c.number)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}
