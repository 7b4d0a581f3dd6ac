package table

import (
	"strings"
	"testing"
)

// JSON lines are a table, an object a row, whatever order the names have; names of objects in objects are joined, lists
// are no columns. An error names the line of the file.
func TestJSONLines(t *testing.T) {
	const text = `{"method": "act", "seed": 0, "info": {"success": true}, "frames": [1, 2]}
{"seed": 1, "method": "dp, tuned", "info": {"success": false}}

{"method": "dp, tuned", "seed": 2, "note": null}
`
	s, err := ReadSheet(strings.NewReader(text), "runs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(s.Names, "|")
	for i, row := range s.Rows {
		got += "\n" + strings.Repeat("#", s.Lines[i]) + strings.Join(row, "|")
	}
	const want = "method|seed|success|note\n#act|0|true|\n##dp, tuned|1|false|\n####dp, tuned|2||"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for text, want := range map[string]string{
		`{"a": 1}` + "\n" + `{"a": 1`:                   "line 2: no object of JSON: it ends early",
		`{"a": 1}` + "\n" + `{"a": 1} {"a": 2}`:         "line 2: no object of JSON: something follows",
		`{"a": 1}` + "\n" + `[1]`:                       "line 2: no object of JSON",
		"{\n" + `"a": 1` + "\n}":                        "is JSON, not a table",
		strings.Repeat(`{"a": 1}`+"\n", 200) + sparse(): "share few of their",
		`{"method": "act", "success": 1}` + "\n" + `{}` + "\n" + `{"success": "yes"}` + "\n": "",
	} {
		_, err := ReadSheet(strings.NewReader(text), "runs.jsonl")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

// sparse is an object of many names.
func sparse() string {
	var names []string
	for i := range 500 {
		names = append(names, `"k`+strings.Repeat("x", i%7)+string(rune('a'+i%26))+strings.Repeat("y", i/26)+`": 1`)
	}
	return "{" + strings.Join(names, ",") + "}\n"
}
