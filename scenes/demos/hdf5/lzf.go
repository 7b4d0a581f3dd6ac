package hdf5

import "fmt"

// unlzf decompresses LZF data, which h5py writes with compression="lzf", to at most limit bytes. The data are
//
//	n < 32 (1), n+1 bytes          these bytes
//	l<<5 | high bits of d (1),     l+2 bytes that were written d+1 bytes before, which may overlap what they make;
//	[l-7 (1) if l is 7,] d (1)     l is 1 or more
//
// Source: lzf_d.c of LibLZF 3.6, Marc Lehmann.
func unlzf(data []byte, limit int64) ([]byte, error) {
	bad := fmt.Errorf("has damaged LZF data")
	var out []byte
	for len(data) > 0 {
		head := int(data[0])
		data = data[1:]
		n := head + 1
		if head >= 32 {
			n = head>>5 + 2
			if head>>5 == 7 {
				if len(data) == 0 {
					return nil, bad
				}
				n, data = n+int(data[0]), data[1:]
			}
		}
		if int64(len(out)+n) > limit {
			return nil, fmt.Errorf("has LZF data that unpack to more than %d bytes", limit)
		}
		if head < 32 {
			if n > len(data) {
				return nil, bad
			}
			out, data = append(out, data[:n]...), data[n:]
			continue
		}
		if len(data) == 0 {
			return nil, bad
		}
		from := len(out) - (head&31<<8 | int(data[0])) - 1
		if data = data[1:]; from < 0 {
			return nil, bad
		}
		for range n {
			out = append(out, out[from])
			from++
		}
	}
	return out, nil
}
