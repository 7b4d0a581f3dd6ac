package printable

import "testing"

func TestField(t *testing.T) {
	for in, want := range map[string]string{
		"":                  "",
		"left":              "left",
		"-0.04":             "-0.04",
		"+1e-3":             "+1e-3",
		"=cmd|' /C calc'!A": "'=cmd|' /C calc'!A",
		"-1+1":              "'-1+1",
		"+left":             "'+left",
		"@SUM(A1)":          "'@SUM(A1)",
		"\t=1+1":            `'\x09=1+1`,
		" \r=1+1":           `' \x0d=1+1`,
		"＝1+1":              "'＝1+1",
		"a=b":               "a=b",
		"-":                 "-",
		"a\nb\x1b":          `a\x0ab\x1b`,
	} {
		if got := Field(in); got != want {
			t.Errorf("Field(%q) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{`a,"b"`: `"a,""b"""`, "=a,b": `"'=a,b"`, "plain": "plain"} {
		if got := QuotedField(in); got != want {
			t.Errorf("QuotedField(%q) = %q, want %q", in, got, want)
		}
	}
}
