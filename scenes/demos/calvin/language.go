package calvin

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"counterpoise/internal/budget"
	"counterpoise/internal/pickle"
	"counterpoise/scenes/demos/npy"
)

// window is an annotated interval of a recording: a demonstration of one task.
type window struct {
	sentence, task string
	first, last    int64 // frames, both inclusive
}

// windowBytes is the size of a window without its texts, in bytes.
const windowBytes = 48

// readWindows parses auto_lang_ann.npy: an array of one object, the dictionary
//
//	{"language": {"ann": [sentence, ...], "task": [task, ...], "emb": ...},
//	 "info": {"episodes": [...], "indx": [(first, last), ...]}}
//
// All lists, which may be arrays (elements), have one element per window. "emb" and "episodes" are ignored. The file
// has limit bytes; CALVIN's largest, with sentence embeddings, has 35 MB.
func readWindows(r io.Reader, limit int64, room *budget.Budget) ([]window, error) {
	mark := room.Mark()
	d, texts, err := readDict(r, limit, room)
	if err != nil {
		return nil, err
	}
	sentences, err := textsOf(d, room, "language", "ann")
	if err != nil {
		return nil, err
	}
	tasks, err := textsOf(d, room, "language", "task")
	if err != nil {
		return nil, err
	}
	spans, err := listOf(d, room, "info", "indx")
	if err != nil {
		return nil, err
	}
	if len(sentences) != len(spans) || len(tasks) != len(spans) {
		return nil, fmt.Errorf("has %d sentences (language.ann), %d tasks (language.task) and %d windows "+
			"(info.indx), expected as many of each", len(sentences), len(tasks), len(spans))
	}
	if err := room.Spend("the list of windows", windowBytes*int64(len(spans))); err != nil {
		return nil, err
	}
	all := make([]window, len(spans))
	for i := range all {
		all[i] = window{sentence: sentences[i], task: tasks[i]}
		if all[i].first, all[i].last, err = frameRange(spans[i], room); err != nil {
			return nil, fmt.Errorf("info.indx[%d] %w", i, err)
		}
	}
	// The texts and the windows outlive the pickle.
	room.Release(mark)
	return all, room.Spend("the list of windows", texts+windowBytes*int64(len(all)))
}

// readDict reads a file with an array of one object, a dictionary. It returns the length of all strings in it too.
func readDict(r io.Reader, limit int64, room *budget.Budget) (d *pickle.Dict, texts int64, err error) {
	a, err := npy.Read(r, room, limit)
	if err != nil {
		return nil, 0, err
	}
	if a.Type != "|O" {
		return nil, 0, fmt.Errorf("has element type %s, expected a pickled dictionary (|O)", a.Type)
	}
	v, texts, err := pickle.Read(a.Data, room)
	if err != nil {
		return nil, 0, err
	}
	d, err = rootDict(v)
	return d, texts, err
}

// rootDict returns the dictionary in a pickled NumPy array of one object, or v itself if it is a dictionary.
func rootDict(v any) (*pickle.Dict, error) {
	if c, ok := v.(*pickle.Call); ok && c.IsNumPy("_reconstruct") {
		state, _ := c.State.(pickle.Tuple) // version, shape, dtype, Fortran order, list of elements
		if len(state) == 5 {
			if l, ok := state[4].(*pickle.List); ok && len(l.Items) == 1 {
				v = l.Items[0]
			}
		}
	}
	if d, ok := v.(*pickle.Dict); ok {
		return d, nil
	}
	return nil, fmt.Errorf("holds %s, expected one dictionary", kindOf(v))
}

// maxList is the largest size of an array in place of a list, in bytes: a hundred thousand sentences of 2,000 letters.
const maxList = 1 << 30

// listOf returns the elements of the list d[outer][inner].
func listOf(d *pickle.Dict, room *budget.Budget, outer, inner string) ([]any, error) {
	v, _ := d.Get(outer)
	o, ok := v.(*pickle.Dict)
	if !ok {
		return nil, fmt.Errorf("has no dictionary %s", outer)
	}
	v, ok = o.Get(inner)
	if !ok {
		return nil, fmt.Errorf("has no list %s.%s", outer, inner)
	}
	items, ok, err := elements(v, maxList, room)
	if err == nil && !ok {
		err = fmt.Errorf("has in %s.%s %s, expected a list", outer, inner, kindOf(v))
	}
	return items, err
}

// textsOf returns the list of strings d[outer][inner].
func textsOf(d *pickle.Dict, room *budget.Budget, outer, inner string) ([]string, error) {
	items, err := listOf(d, room, outer, inner)
	if err != nil {
		return nil, err
	}
	if err := room.Spend(outer+"."+inner, 16*int64(len(items))); err != nil {
		return nil, err
	}
	all := make([]string, len(items))
	for i, v := range items {
		var ok bool
		if all[i], ok = textOf(v); !ok {
			return nil, fmt.Errorf("%s.%s[%d] is %s, expected a text", outer, inner, i, kindOf(v))
		}
	}
	return all, nil
}

// frameRange returns the elements of a tuple, list or array of two integers.
func frameRange(v any, room *budget.Budget) (first, last int64, err error) {
	items, ok, err := elements(v, 2*8, room)
	if err != nil {
		return 0, 0, err
	}
	if !ok || len(items) != 2 {
		return 0, 0, fmt.Errorf("is %s of %d elements, expected two frames", kindOf(v), len(items))
	}
	if first, err = wholeNumber(items[0]); err != nil {
		return 0, 0, err
	}
	last, err = wholeNumber(items[1])
	return first, last, err
}

// wholeNumber returns an integer of Python or NumPy. NumPy pickles a scalar as a call with its type and its
// bytes.
func wholeNumber(v any) (int64, error) {
	if n, ok := v.(int64); ok {
		return n, nil
	}
	if c, ok := v.(*pickle.Call); ok && c.IsNumPy("scalar") && len(c.Args) == 2 {
		if b := pickle.Bytes(c.Args[1], 8); len(b) == 4 || len(b) == 8 {
			return pickle.Signed(b), nil
		}
	}
	return 0, fmt.Errorf("is %s, expected a whole number", kindOf(v))
}

// pickler writes pickles of protocol 3, the oldest with a type for bytes. Every Python 3 reads it.
type pickler struct{ bytes.Buffer }

// text writes a string: BINUNICODE, length (4), UTF-8.
func (p *pickler) text(s string) {
	p.WriteByte('X')
	p.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(s))))
	p.WriteString(s)
}

// int writes an integer: LONG1, length 8 (1), two's complement (8).
func (p *pickler) int(n int64) {
	p.WriteString("\x8a\x08")
	p.Write(binary.LittleEndian.AppendUint64(nil, uint64(n)))
}

// list writes a list of n items: EMPTY_LIST, MARK, items, APPENDS.
func (p *pickler) list(n int, item func(i int)) {
	p.WriteString("](")
	for i := range n {
		item(i)
	}
	p.WriteByte('e')
}

// The pickle of a NumPy array of shape () and type object: call _reconstruct(ndarray, (0,), b"b"), then BUILD
// with the state (version 1, shape (), dtype, Fortran order False, [object]). The object stands between prefix
// and suffix.
const (
	objectArrayPrefix = "\x80\x03cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85C\x01b\x87R" +
		"(K\x01)cnumpy\ndtype\nX\x02\x00\x00\x00O8\x89\x88\x87R" +
		"(K\x03X\x01\x00\x00\x00|NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?tb\x89]"
	objectArraySuffix = "atb."
)

// array writes a NumPy array of float32: a call of _reconstruct(ndarray, (0,), b"b"), then BUILD with the state
// (version 1, shape, dtype, Fortran order False, bytes).
func (p *pickler) array(values []float32, shape ...int) {
	p.WriteString("cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85C\x01b\x87R(K\x01(")
	for _, n := range shape {
		p.int(int64(n))
	}
	p.WriteString("tcnumpy\ndtype\nX\x02\x00\x00\x00f4\x89\x88\x87R(K\x03X\x01\x00\x00\x00<NNN" +
		"J\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb\x89B")
	p.Write(binary.LittleEndian.AppendUint32(nil, uint32(4*len(values))))
	for _, v := range values {
		p.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(v)))
	}
	p.WriteString("tb")
}

// writeEmbeddings returns the content of embeddings.npy, from which CALVIN's evaluation takes the sentences that it
// asks for: {task: {"emb": (1, 1, embeddingSize), "ann": [sentence]}}, the tasks in order of first appearance.
func writeEmbeddings(windows []window) []byte {
	var p pickler
	npy.Write(&p, npy.Array{Type: "|O"})
	p.WriteString(objectArrayPrefix + "}(")
	written := map[string]bool{}
	for _, w := range windows {
		if written[w.task] {
			continue
		}
		written[w.task] = true
		p.text(w.task)
		p.WriteString("}(")
		p.text("emb")
		p.array(embedding(w.sentence), 1, 1, embeddingSize)
		p.text("ann")
		p.list(1, func(int) { p.text(w.sentence) })
		p.WriteByte('u')
	}
	p.WriteString("u" + objectArraySuffix)
	return p.Bytes()
}

// writeWindows returns the content of auto_lang_ann.npy; readWindows has its structure. The embeddings have the shape
// (N, 1, embeddingSize).
func writeWindows(windows []window) []byte {
	var p pickler
	npy.Write(&p, npy.Array{Type: "|O"})
	p.WriteString(objectArrayPrefix + "}(")
	p.text("language")
	p.WriteString("}(")
	p.text("ann")
	p.list(len(windows), func(i int) { p.text(windows[i].sentence) })
	p.text("task")
	p.list(len(windows), func(i int) { p.text(windows[i].task) })
	p.text("emb")
	all := make([]float32, 0, embeddingSize*len(windows))
	for _, w := range windows {
		all = append(all, embedding(w.sentence)...)
	}
	p.array(all, len(windows), 1, embeddingSize)
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
	p.WriteString("uu" + objectArraySuffix)
	return p.Bytes()
}
