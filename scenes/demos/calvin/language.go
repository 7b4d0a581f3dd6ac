package calvin

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"counterpoise/scenes/demos/npy"
)

// window is an annotated part of a play: a demonstration of a task.
type window struct {
	sentence, task string
	first, last    int64 // frames, both included
}

// maxAnnotations bounds the file of annotations: CALVIN's largest, with sentence embeddings, has 35 MB.
const maxAnnotations = 256 << 20

// readWindows reads auto_lang_ann.npy.
func readWindows(raw []byte) ([]window, error) {
	a, err := npy.Read(bytes.NewReader(raw), maxAnnotations)
	if err != nil {
		return nil, err
	}
	if a.Type != "|O" {
		return nil, fmt.Errorf("has element type %s, expected a pickled dictionary (|O)", a.Type)
	}
	v, err := unpickle(a.Data)
	if err != nil {
		return nil, err
	}
	d, err := single(v)
	if err != nil {
		return nil, err
	}
	sentences, err := d.texts("language", "ann")
	if err != nil {
		return nil, err
	}
	tasks, err := d.texts("language", "task")
	if err != nil {
		return nil, err
	}
	spans, err := d.list("info", "indx")
	if err != nil {
		return nil, err
	}
	if len(sentences) != len(spans) || len(tasks) != len(spans) {
		return nil, fmt.Errorf("has %d sentences (language.ann), %d tasks (language.task) and %d windows (info.indx), expected as many of each", len(sentences), len(tasks), len(spans))
	}
	all := make([]window, len(spans))
	for i := range all {
		all[i] = window{sentence: sentences[i], task: tasks[i]}
		if all[i].first, all[i].last, err = pair(spans[i]); err != nil {
			return nil, fmt.Errorf("info.indx[%d] %w", i, err)
		}
	}
	return all, nil
}

// single is the dictionary in numpy's array of one object, or the dictionary itself.
func single(v any) (*dict, error) {
	if c, ok := v.(*call); ok && c.is("_reconstruct") {
		state, _ := c.state.(tuple) // version, shape, type, order, elements
		if len(state) == 5 {
			if l, ok := state[4].(*list); ok && len(l.items) == 1 {
				v = l.items[0]
			}
		}
	}
	if d, ok := v.(*dict); ok {
		return d, nil
	}
	return nil, fmt.Errorf("holds a %T, expected one dictionary", v)
}

// is tells whether a call is of one of numpy's functions.
func (c *call) is(function string) bool {
	g, _ := c.of.(global)
	return g == global("numpy.core.multiarray "+function) || g == global("numpy._core.multiarray "+function)
}

// list is the list under two keys.
func (d *dict) list(outer, inner string) ([]any, error) {
	v, _ := d.get(outer)
	o, ok := v.(*dict)
	if !ok {
		return nil, fmt.Errorf("has no dictionary %s", outer)
	}
	v, _ = o.get(inner)
	l, ok := v.(*list)
	if !ok {
		return nil, fmt.Errorf("has no list %s.%s", outer, inner)
	}
	return l.items, nil
}

// texts is a list of texts.
func (d *dict) texts(outer, inner string) ([]string, error) {
	items, err := d.list(outer, inner)
	if err != nil {
		return nil, err
	}
	all := make([]string, len(items))
	for i, v := range items {
		var ok bool
		if all[i], ok = v.(string); !ok {
			return nil, fmt.Errorf("%s.%s[%d] is a %T, expected a text", outer, inner, i, v)
		}
	}
	return all, nil
}

// pair is a tuple or list of two whole numbers, Python's or numpy's.
func pair(v any) (first, last int64, err error) {
	items, ok := v.(tuple)
	if l, isList := v.(*list); isList {
		items, ok = l.items, true
	}
	if !ok || len(items) != 2 {
		return 0, 0, fmt.Errorf("is a %T, expected two frames", v)
	}
	if first, err = whole(items[0]); err != nil {
		return 0, 0, err
	}
	last, err = whole(items[1])
	return first, last, err
}

// whole is a whole number; numpy's are a call with a type and bytes.
func whole(v any) (int64, error) {
	if n, ok := v.(int64); ok {
		return n, nil
	}
	if c, ok := v.(*call); ok && c.is("scalar") && len(c.args) == 2 {
		if b := binaryOf(c.args[1]); len(b) == 4 || len(b) == 8 {
			return signed(b), nil
		}
	}
	return 0, fmt.Errorf("is a %T, expected a whole number", v)
}

// binaryOf is a string of bytes. Protocol 2 has none, and writes a text to be encoded as Latin-1.
func binaryOf(v any) []byte {
	b, _ := v.([]byte)
	if c, ok := v.(*call); ok && c.of == any(global("_codecs encode")) && len(c.args) == 2 {
		text, _ := c.args[0].(string)
		for _, r := range text {
			b = append(b, byte(r))
		}
	}
	return b
}

// pickler writes pickles of protocol 3, the oldest that knows bytes: every Python 3 reads it.
type pickler struct{ bytes.Buffer }

func (p *pickler) text(s string) {
	p.WriteByte('X')
	p.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(s))))
	p.WriteString(s)
}

func (p *pickler) int(n int64) {
	p.WriteString("\x8a\x08")
	p.Write(binary.LittleEndian.AppendUint64(nil, uint64(n)))
}

// list writes a list, item by item.
func (p *pickler) list(n int, item func(i int)) {
	p.WriteString("](")
	for i := range n {
		item(i)
	}
	p.WriteByte('e')
}

// The pickle of numpy's array of one object: reconstruct an array, then give it shape (), type object and elements.
const (
	beforeObject = "\x80\x03cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85C\x01b\x87R" +
		"(K\x01)cnumpy\ndtype\nX\x02\x00\x00\x00O8\x89\x88\x87R(K\x03X\x01\x00\x00\x00|NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?tb\x89]"
	afterObject = "atb."
)

// writeWindows is what auto_lang_ann.npy holds.
func writeWindows(windows []window) []byte {
	var p pickler
	npy.Write(&p, npy.Array{Type: "|O"})
	p.WriteString(beforeObject + "}(")
	p.text("language")
	p.WriteString("}(")
	p.text("ann")
	p.list(len(windows), func(i int) { p.text(windows[i].sentence) })
	p.text("task")
	p.list(len(windows), func(i int) { p.text(windows[i].task) })
	p.WriteByte('u')
	p.text("info")
	p.WriteString("}(")
	p.text("episodes")
	p.WriteByte(']')
	p.text("indx")
	p.list(len(windows), func(i int) {
		p.int(windows[i].first)
		p.int(windows[i].last)
		p.WriteByte(0x86)
	})
	p.WriteString("uu" + afterObject)
	return p.Bytes()
}
