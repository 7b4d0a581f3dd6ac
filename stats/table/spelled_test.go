package table

import (
	"fmt"
	"strings"
	"testing"
)

// Numbers that people and spreadsheets write are read by each reader as they are meant, which is said; what could be
// two numbers is refused.
func TestSpelledNumbers(t *testing.T) {
	for _, c := range []struct{ rows, want, said string }{
		{`"0,85"|"0,5"`, "0.85 0.5", `commas are decimal points: "0,85" in line 2 was read as 0.85`},
		{`"85,5 %"|"50,0 %"`, "0.855 0.5", `"85,5 %" in line 2 was read as 85.5 %`},
		{`"1,234.5"|900`, "1234.5 900", `digits are grouped: "1,234.5" in line 2 was read as 1234.5`},
		{`"1.234,5"|"1,234,567"`, "1234.5 1.234567e+06", "digits are grouped"},
		{"\u22121.5|\u20132", "-1.5 -2", ""}, {"85\u00a0%|50\u202f%", "0.85 0.5", ""},
		{"0.5|n/a", "0.5 NaN", ""}, {"0.5|#N/A", "0.5 NaN", ""}, {"0.5|null", "0.5 NaN", ""}, {"0.5|-", "0.5 NaN", ""},
		{"0.5|\u2014", "0.5 NaN", ""},
		{`0.5|"1,234"`, "", "its comma may be a decimal point or group digits; write it without"},
		{"0.5|0.85 ± 0.05", "", "a mean with its spread: give a row for each value behind it"},
		{"0.5|.85 (.05)", "", "is not a number"},
		{"0.5|85 (3)", "", "is no rate of 3 rollouts; if the last number is a spread"},
		{"0,5;1.300", "", "is \"1.300\" 1.300 or 1300? Other numbers have decimal commas"},
		{"0,5;1.234,5", "0.5 1234.5", "digits are grouped"},
		{"0,5;85,0 %", "0.5 0.85", "commas are decimal points"},
	} {
		row := strings.Replace(c.rows, "|", ",", 1)
		comma := ","
		if strings.Contains(row, ";") {
			comma = ";"
		}
		texts := strings.Split(strings.NewReplacer("|", "\n", ";", "\n").Replace(c.rows), "\n")
		wide := "a" + comma + "b\n" + row + "\n"
		long := "method,seed,score\na,1," + texts[0] + "\nb,1," + texts[1] + "\n"
		if comma == ";" {
			long = "method;seed;score\na;1;" + texts[0] + "\nb;1;" + texts[1] + "\n"
		}
		check := func(reader, got, said string, err error) {
			if c.want == "" {
				if err == nil || !strings.Contains(err.Error(), c.said) || strings.Contains(err.Error(), "\n") {
					t.Errorf("%s of %q: %s, %v, want the error %s", reader, c.rows, got, err, c.said)
				}
			} else if err != nil || got != c.want || !strings.Contains(said, c.said) {
				t.Errorf("%s of %q: %s, %q, %v\nwant %s, %q", reader, c.rows, got, said, err, c.want, c.said)
			}
		}
		one, err := Read(strings.NewReader(wide), "file")
		got := ""
		if err == nil {
			got = strings.Trim(fmt.Sprint(one.Rows[0]), "[]")
		}
		check("Read", got, strings.Join(one.Warnings, "; "), err)
		missing := strings.Contains(c.want, "NaN")
		two, warnings, err := ReadLong(strings.NewReader(long), "file", LongColumns{})
		var sums []float64
		for _, e := range two.Entries {
			sums = append(sums, e.Sum)
		}
		if got = strings.Trim(fmt.Sprint(sums), "[]"); missing {
			got += " NaN"
		}
		check("ReadLong", got, strings.Join(warnings, "; "), err)
		_, d, err := detected(long, Choice{})
		sums = nil
		for _, e := range d.Long.Entries {
			sums = append(sums, e.Sum)
		}
		if got = strings.Trim(fmt.Sprint(sums), "[]"); missing {
			got += " NaN"
		}
		check("Detect", got, d.Sentence, err)
	}
}
