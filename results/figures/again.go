package figures

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"

	"counterpoise/internal/printable"
)

// pngAgain returns a PNG file with a text as its comment, which viewers show and identify -verbose prints: a chunk iTXt
// with the keyword Comment, not compressed, after the header (PNG, third edition, 11.3.3.4).
func pngAgain(png []byte, text string) []byte {
	const header = 8 + 4 + 4 + 13 + 4 // signature; length, type, data and CRC of IHDR
	// The five zeros end the keyword, say that the text is as it is, and are an empty language and translation.
	chunk := []byte("iTXtComment\x00\x00\x00\x00\x00" + printable.Line(text))
	out := bytes.NewBuffer(bytes.Clone(png[:header]))
	out.Write(binary.BigEndian.AppendUint32(nil, uint32(len(chunk)-len("iTXt"))))
	out.Write(chunk)
	out.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(chunk)))
	out.Write(png[header:])
	return out.Bytes()
}

// pdfAgain returns a PDF file with a text as a comment (ISO 32000-1, 7.2.3) before the line startxref at its end. What
// stands there moves no object, and the position after startxref stays that of the table.
func pdfAgain(pdf []byte, text string) []byte {
	end := bytes.LastIndex(pdf, []byte("startxref"))
	out := bytes.NewBuffer(bytes.Clone(pdf[:end]))
	out.WriteString("% " + printable.Line(text) + "\n")
	out.Write(pdf[end:])
	return out.Bytes()
}
