package lerobot

import "bytes"

// nonFinite are the literals that Python's json module writes for numbers that JSON does not have, and what stands for
// them here: a text as demos.NumberLabel writes the number. The longer literal of two that begin alike is first.
var nonFinite = []struct{ literal, text []byte }{
	{[]byte("-Infinity"), []byte(`"-Inf"`)}, {[]byte("Infinity"), []byte(`"+Inf"`)}, {[]byte("NaN"), []byte(`"NaN"`)},
}

// plainJSON returns JSON as Python programs write it in a form that encoding/json decodes: literals for numbers that
// are not finite as texts, and whole numbers that are written as floats, such as 26.0, without their fraction. Texts
// stay as they are. It returns raw itself where nothing changes, and takes linear time.
func plainJSON(raw []byte) []byte {
	if !bytes.Contains(raw, []byte("NaN")) && !bytes.Contains(raw, []byte("Infinity")) &&
		!bytes.Contains(raw, []byte(".0")) {
		return raw
	}
	out := make([]byte, 0, len(raw)+len(raw)/8)
	for i := 0; i < len(raw); {
		n, as := plainToken(raw[i:])
		out = append(out, as...)
		i += n
	}
	return out
}

// plainToken returns the length, at least 1, of what JSON begins with, and what plainJSON writes for it.
func plainToken(raw []byte) (n int, as []byte) {
	switch c := raw[0]; {
	case c == '"':
		n = 1
		for n < len(raw) && raw[n] != '"' {
			if raw[n] == '\\' {
				n++
			}
			n++
		}
		n = min(n+1, len(raw))
	case c == '-' || c == 'I' || c == 'N' || c >= '0' && c <= '9':
		for _, l := range nonFinite {
			if bytes.HasPrefix(raw, l.literal) {
				return len(l.literal), l.text
			}
		}
		for n = 1; n < len(raw) && bytes.IndexByte([]byte("0123456789.eE+-"), raw[n]) >= 0; {
			n++
		}
		whole, zeros, found := bytes.Cut(raw[:n], []byte("."))
		if found && len(zeros) > 0 && len(bytes.Trim(zeros, "0")) == 0 {
			return n, whole
		}
	default:
		n = 1
	}
	return n, raw[:n]
}
