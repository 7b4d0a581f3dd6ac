package trainlog

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/printable"
	"counterpoise/policies/mixture"
)

// series is one kind of number that a log has for each step and group.
type series struct {
	name   string
	values [][]float64 // [step][group]
}

// allSeries returns the kinds of numbers in a log, in the order of the columns.
func allSeries(l *mixture.Log) []series {
	s := []series{{"loss", l.Loss}, {"weight", l.Alpha}}
	if l.HeldOut != nil {
		s = append(s, series{"held-out loss", l.HeldOut})
	}
	return s
}

// before returns the logs of the runs before a main run, in order: reference runs, then the first stage.
func before(log *mixture.Log) []*mixture.Log {
	runs := slices.Clip(log.References)
	if log.First != nil {
		runs = append(runs, log.First)
	}
	return runs
}

// CSV returns a log as the content of log.csv (see the package comment). Numbers have the fewest digits from which the
// same float64 is read back. Held-out columns are there if any run has held-out losses.
func CSV(log *mixture.Log) []byte {
	runs := append(before(log), log)
	held := slices.ContainsFunc(runs, func(l *mixture.Log) bool { return l.HeldOut != nil })
	var b bytes.Buffer
	b.WriteString("run,step")
	for _, kind := range []string{"loss", "weight", "held-out loss"} {
		for _, name := range log.Groups {
			if held || kind != "held-out loss" {
				b.WriteString("," + printable.QuotedField(kind+" "+name))
			}
		}
	}
	b.WriteByte('\n')
	for i, l := range runs {
		name := strconv.Itoa(i + 1)
		if l == log {
			name = "policy"
		}
		for step := range l.Loss {
			fmt.Fprintf(&b, "%s,%d", name, step)
			for _, s := range allSeries(l) {
				for _, v := range s.values[step] {
					b.WriteString("," + strconv.FormatFloat(v, 'g', -1, 64))
				}
			}
			if held && l.HeldOut == nil {
				b.WriteString(strings.Repeat(",", len(log.Groups)))
			}
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}
