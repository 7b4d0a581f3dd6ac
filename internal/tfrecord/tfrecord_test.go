package tfrecord

import (
	"errors"
	"testing"
)

// The CRC-32C of "123456789" is e3069283 (RFC 3720 B.4 has the polynomial, the catalogues this check value); masked
// by hand: e3069283 rotated by 15 is 2507c60d, and 2507c60d + a282ead8 = c78ab0e5.
func TestMasked(t *testing.T) {
	if got := maskedCRC([]byte("123456789")); got != 0xc78ab0e5 {
		t.Errorf("masked sum %08x, want c78ab0e5", got)
	}
}

// The header of 24 bytes is the one that TensorFlow's own event files begin with.
func TestHeader(t *testing.T) {
	h := Header(make([]byte, 24))
	if string(h[:]) != "\x18\x00\x00\x00\x00\x00\x00\x00\xa3\x7f\x4b\x22" {
		t.Errorf("header %x", h)
	}
	if n, err := Length(h); n != 24 || err != nil {
		t.Errorf("length %d, %v", n, err)
	}
}

// A flipped bit of the length, of the data or of either sum is damage.
func TestDamage(t *testing.T) {
	data := []byte("a record")
	for bit := range 8 * HeaderSize {
		h := Header(data)
		h[bit/8] ^= 1 << (bit % 8)
		if _, err := Length(h); !errors.Is(err, ErrDamaged) {
			t.Errorf("bit %d of the header: %v", bit, err)
		}
	}
	for bit := range 8 * (len(data) + FooterSize) {
		f, b := Footer(data), append([]byte(nil), data...)
		if i := bit / 8; i < len(b) {
			b[i] ^= 1 << (bit % 8)
		} else {
			f[i-len(b)] ^= 1 << (bit % 8)
		}
		if !errors.Is(Check(b, f), ErrDamaged) {
			t.Errorf("bit %d of data and footer passes", bit)
		}
	}
	if err := Check(data, Footer(data)); err != nil {
		t.Error(err)
	}
}
