package figures

import (
	"bytes"
	"image/png"
	"reflect"
	"regexp"
	"strconv"
	"testing"
)

// PNG and PDF have the command that makes the figure again where readers of the formats look for it, and stay what they
// are: a comment, escaped, beside the same picture, and the PDF's last position is that of its table.
func TestAgainInFiles(t *testing.T) {
	k, _ := Kinds.Get("bars")
	f := k.Example()
	plain := f
	f.Again = "Again: counterpoise run 'a (b).toml'\u202e"
	without, err := png.Decode(bytes.NewReader(plain.PNG()))
	if err != nil {
		t.Fatal(err)
	}
	if with, err := png.Decode(bytes.NewReader(f.PNG())); err != nil || !reflect.DeepEqual(with, without) {
		t.Errorf("the comment changes the picture, or its checksum is wrong: %v", err)
	}
	const command = `Again: counterpoise run 'a (b).toml'\u202e`
	if !bytes.Contains(f.PNG(), []byte("iTXtComment\x00\x00\x00\x00\x00"+command)) {
		t.Error("the PNG has no such comment")
	}
	pdf := f.PDF()
	end := regexp.MustCompile(`\n% ` + regexp.QuoteMeta(command) + `\nstartxref\n(\d+)\n%%EOF\s*$`).FindSubmatch(pdf)
	if end == nil {
		t.Fatalf("the PDF ends otherwise: %q", pdf[len(pdf)-200:])
	}
	if table, err := strconv.Atoi(string(end[1])); err != nil || !bytes.HasPrefix(pdf[table:], []byte("xref\n")) {
		t.Errorf("at %s the PDF has no table", end[1])
	}
	checkFormats(t, f)
}
