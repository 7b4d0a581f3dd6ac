package policies

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/artifact"
	"counterpoise/internal/bounded"
	"counterpoise/internal/seed"
	"counterpoise/policies/network"
)

// A loaded policy acts the same as the saved one, and saving it again gives the same bytes.
func TestSaveAndLoad(t *testing.T) {
	p, d := trained(t)
	a, loaded := reloaded(t, p, d.Episodes[1].Observations)
	b := filepath.Join(t.TempDir(), "b.policy")
	if err := loaded.Save(b); err != nil {
		t.Fatal(err)
	}
	first, _ := os.ReadFile(a)
	second, _ := os.ReadFile(b)
	if !bytes.Equal(first, second) {
		t.Error("saving a loaded policy gave other bytes")
	}
	if q, ok := loaded.(*Neural); !ok || q.Config() != p.Config() {
		t.Errorf("config %+v came back as %+v", p.Config(), q)
	}
}

// forge returns a file with a valid digest around any header and payload.
func forge(head string, payload []byte) []byte {
	out := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(head)))
	out = append(append(out, head...), payload...)
	sum := sha256.Sum256(out)
	return append(out, sum[:]...)
}

// tiny returns a valid file of the smallest policy, with its header and payload.
func tiny(t testing.TB) (data []byte, head string, payload []byte) {
	t.Helper()
	c := small()
	c.Hidden, c.Chunk, c.Execute = 1, 1, 1
	const n = 16 // features of observer "state"
	m, err := network.New(c.Spec(), network.Standardizer{Mean: make([]float32, n), Gain: make([]float32, n)},
		seed.Of("tiny"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewNeural(c, m)
	if err != nil {
		t.Fatal(err)
	}
	data, err = p.encode()
	if err != nil {
		t.Fatal(err)
	}
	h, payload, err := artifact.Decode(magic, data)
	if err != nil {
		t.Fatal(err)
	}
	return data, string(h), payload
}

// A policy without a space is one of the tabletop.
func TestWithoutASpace(t *testing.T) {
	data, _, _ := tiny(t)
	p, err := decodeNeural(data)
	if err != nil {
		t.Fatal(err)
	}
	if p, err = NewNeuralOf(p.cfg, p.trained, nil); err != nil || p.Space() != nil {
		t.Fatalf("%v, %v", err, p)
	}
	if again, err := p.encode(); err != nil || !bytes.Equal(again, data) {
		t.Errorf("its file differs (%v)", err)
	}
}

// Load refuses damaged files and headers that do not fit this program. The error names the file and the reason.
func TestInvalidFiles(t *testing.T) {
	data, head, payload := tiny(t)
	flipped := slices.Clone(data)
	flipped[len(flipped)/2] ^= 1
	nan := slices.Clone(payload)
	copy(nan[len(nan)-4:], "\x00\x00\xc0\x7f")
	older := strings.NewReplacer(`"format":4`, `"format":3`, `"head":"squared"`, `"head":"gaussian"`).Replace(head)
	edited := func(old, edit string) []byte { return forge(strings.Replace(head, old, edit, 1), payload) }
	for word, file := range map[string][]byte{
		`not a file of "counterpoise policy"`:  []byte("PNG"),
		"cut short":                            data[:30],
		"damaged":                              flipped,
		"checksum":                             data[:len(data)-1],
		"longer than the file":                 forgeLength(data),
		"header: ":                             forge("{", payload),
		"format 6, of a newer version":         edited(`"format":4`, `"format":6`),
		"a space only where it is 5":           edited(`"format":4`, `"format":5`),
		"format 1; this program":               edited(`"format":4`, `"format":1`),
		"in another order; train":              forge(older, payload),
		`unknown observer "smell"`:             edited(`"observer":"state"`, `"observer":"smell"`),
		`unknown network "cat"`:                edited(`"network":"mlp"`, `"network":"cat"`),
		"has other features":                   edited("gripper width", "gripper force"),
		"hidden units":                         edited(`"hidden":1`, `"hidden":-1`),
		`come from encoder "0123456789abcdef"`: edited(`"format":4`, `"format":4,"encoder":"0123456789abcdef"`),
		"bytes of parameters":                  edited(`"hidden":1`, `"hidden":2`),
		"a parameter is NaN":                   forge(head, nan),
		"64 bytes of parameters whe":           forge(head, payload[:64]),
	} {
		path := filepath.Join(t.TempDir(), "x.policy")
		if err := os.WriteFile(path, file, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(path); err == nil || !strings.Contains(err.Error(), word) ||
			!strings.Contains(err.Error(), "x.policy") {
			t.Errorf("want an error with %q and the file's name, got %v", word, err)
		}
	}
	if _, err := decodeNeural(forge(head, payload)); err != nil {
		t.Errorf("a valid file was refused: %v", err)
	}
	if _, err := Load("nowhere.policy"); err == nil || !strings.Contains(err.Error(), "nowhere.policy") {
		t.Errorf("error %v", err)
	}
}

// forgeLength returns a file whose header is announced to be longer than the file, with a valid digest.
func forgeLength(data []byte) []byte {
	out := slices.Clone(data[:len(data)-sha256.Size])
	copy(out[len(magic):], "\xff\xff\xff\xff")
	sum := sha256.Sum256(out)
	return append(out, sum[:]...)
}

// FuzzLoad decodes arbitrary bytes with a valid digest, so that they reach the parser behind the digest. No input may
// panic, and an accepted file can be encoded and decoded again with the same settings.
func FuzzLoad(f *testing.F) {
	data, head, payload := tiny(f)
	f.Add(data[:len(data)-sha256.Size])
	f.Add([]byte(magic))
	for _, h := range []string{head, "{}", strings.Replace(head, `"hidden":1`, `"hidden":1024`, 1),
		strings.Replace(head, `"network":"mlp"`, `"network":"spatial"`, 1)} {
		forged := forge(h, payload[:8])
		f.Add(forged[:len(forged)-sha256.Size])
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		sum := sha256.Sum256(body)
		file := append(slices.Clone(body), sum[:]...)
		p, err := decodeNeural(file)
		if err != nil {
			return
		}
		back, err := p.encode()
		if err != nil {
			t.Fatal(err)
		}
		q, err := decodeNeural(back)
		if err != nil || q.Config() != p.Config() {
			t.Fatalf("an accepted file came back as %v", err)
		}
	})
}

// A file of format 2, whose header names the observer "network", loads as the same policy.
func TestFormat2(t *testing.T) {
	_, head, payload := tiny(t)
	old := strings.Replace(strings.Replace(head, `"format":4`, `"format":2`, 1), `"observer":"state","network":"mlp"`,
		`"network":"state"`, 1)
	if old == head {
		t.Fatal("the header has no such fields")
	}
	p, err := decodeNeural(forge(old, payload))
	if err != nil {
		t.Fatal(err)
	}
	if c := p.Config(); c.Observer != "state" || c.Network != "mlp" {
		t.Errorf("observer %q, network %q", c.Observer, c.Network)
	}
}

// A file that is too large for a policy, such as a dataset, is refused before it is read: this one, which is all holes,
// no memory would hold.
func TestFilesTooLargeForAPolicy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data.hdf5")
	if err := errors.Join(os.WriteFile(path, nil, 0o644), os.Truncate(path, 1<<43)); err != nil {
		t.Skip(err)
	}
	_, err := Load(path)
	if !errors.Is(err, bounded.ErrTooLong) || !strings.Contains(err.Error(), path+" has 8796093022208 bytes") {
		t.Errorf("%v", err)
	}
}
