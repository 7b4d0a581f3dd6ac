package artifact

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Encode returns the content of a file with the given magic (including its newline), header and payload. The error is
// that of json.Marshal.
func Encode(magic string, header any, payload []byte) ([]byte, error) {
	head, err := json.Marshal(header)
	if err != nil {
		return nil, fmt.Errorf("artifact: header: %w", err)
	}
	out := []byte(magic)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(head)))
	out = append(append(out, head...), payload...)
	sum := sha256.Sum256(out)
	return append(out, sum[:]...), nil
}

// Decode returns the header and the payload of a file, as subslices of data. A file with another magic, a file that
// is cut short, one whose digest does not match, and one whose header exceeds it are errors. The header's JSON is
// not checked. Errors have no package prefix: callers add the name of the file.
func Decode(magic string, data []byte) (head, payload []byte, err error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, nil, fmt.Errorf("not a file of %q", strings.TrimSpace(magic))
	}
	if len(rest) < 4+sha256.Size {
		return nil, nil, errors.New("the file is cut short")
	}
	body := len(data) - sha256.Size
	if sum := sha256.Sum256(data[:body]); !bytes.Equal(sum[:], data[body:]) {
		return nil, nil, errors.New("the file is damaged: its checksum does not match its content")
	}
	n := uint64(binary.LittleEndian.Uint32(rest))
	rest = rest[4 : len(rest)-sha256.Size]
	if n > uint64(len(rest)) {
		return nil, nil, errors.New("the header is longer than the file")
	}
	return rest[:n], rest[n:], nil
}
