package table

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// spelled is what the numbers of a file have in common that are not written as programs write them.
type spelled struct {
	decimal  spelling // the first decimal comma, as in 0,85
	grouping spelling // the first decimal comma between semicolons that may group digits instead, as in 1,234
	grouped  spelling // the first number of grouped digits, as in 1,234.5
	point    spelling // between semicolons, the first point that may group digits, as in 1.234
	points   int      // between semicolons, numbers with a point that groups no digits
	blank    spelling // the first word with a blank at its end
	whole    int      // words without one
}

// spelling is a number as it is written, how it is read, and the line of the first one; n counts all.
type spelling struct {
	text, as string
	line, n  int
}

// note counts a number.
func (s *spelling) note(text, as string, line int) {
	if s.n++; s.n == 1 {
		*s = spelling{strings.Clone(text), as, line, 1}
	}
}

// Numbers as people write them: with grouped digits and a fraction or several groups, or with one mark that may be a
// decimal comma. What may stand behind is an exponent, percent, a spread, or something in parentheses.
var (
	digits  = regexp.MustCompile(`^([-+]?)([0-9.,]*[0-9])((?:[eE][-+]?[0-9]+)? *(?:[%±(].*)?)$`)
	byComma = regexp.MustCompile(`^[1-9][0-9]{0,2}(?:(?:,[0-9]{3})+\.[0-9]+|(?:,[0-9]{3}){2,})$`)
	byPoint = regexp.MustCompile(`^[1-9][0-9]{0,2}(?:(?:\.[0-9]{3})+,[0-9]+|(?:\.[0-9]{3}){2,})$`)
	grouped = regexp.MustCompile(`^[-+]?[1-9][0-9]{0,2}[,.][0-9]{3}$`)
	byBlank = regexp.MustCompile(`^([-+]?[1-9][0-9]{0,2}(?:[ '’][0-9]{3})+)((?:[.,][0-9]+)?)$`)
)

// plain writes the numbers of a row anew that have a decimal comma, grouped digits or a minus of typography. A number
// like 1,234 could be either: between semicolons its comma is a decimal point, as spreadsheets of many languages write
// both; elsewhere it stays, and is no number. Line is that of the row.
func (s *source) plain(record []string, line int) {
	for i, text := range record {
		trimmed := strings.TrimSpace(text)
		switch {
		case trimmed == "":
			continue
		case startsNumber(trimmed):
		case len(trimmed) < len(text):
			s.spelled.blank.note(text, "", line)
		default:
			s.spelled.whole++
		}
		text = trimmed
		if text[0] >= 0x80 || strings.ContainsAny(text, "\u00a0\u202f") {
			text = typed(text)
			record[i] = text
		}
		if m := byBlank.FindStringSubmatch(text); m != nil {
			text = strings.NewReplacer(" ", "", "'", "", "’", "").Replace(m[1]) + strings.Replace(m[2], ",", ".", 1)
			s.spelled.grouped.note(record[i], text, line)
			record[i] = text
			continue
		}
		switch comma := strings.IndexByte(text, ',') >= 0; {
		case comma || strings.Count(text, ".") > 1:
			if plain, ok := s.spelled.read(text, line, s.comma == ';'); ok {
				record[i] = plain
			}
		case s.comma == ';' && grouped.MatchString(text):
			s.spelled.point.note(text, strings.Replace(text, ".", "", 1), line)
		case s.comma == ';' && startsNumber(text) && strings.Contains(text, "."):
			s.spelled.points++
		}
	}
}

// typed is a number with the minus and the blanks of a keyboard; other texts stay.
func typed(text string) string {
	out := text
	for _, minus := range []string{"\u2212", "\u2013", "\uff0d"} {
		if rest, ok := strings.CutPrefix(text, minus); ok {
			out = "-" + rest
		}
	}
	if !startsNumber(out) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, out)
}

// read is a number with commas or several points as programs write it.
func (s *spelled) read(text string, line int, semicolons bool) (plain string, ok bool) {
	m := digits.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	switch number := m[2]; {
	case byComma.MatchString(number):
		plain = m[1] + strings.ReplaceAll(number, ",", "") + m[3]
		s.grouped.note(text, plain, line)
	case byPoint.MatchString(number):
		plain = m[1] + strings.Replace(strings.ReplaceAll(number, ".", ""), ",", ".", 1) + m[3]
		s.grouped.note(text, plain, line)
	case strings.Count(number, ",") != 1 || strings.Contains(number, ".") || grouped.MatchString(number) && !semicolons:
		return "", false
	default:
		plain = m[1] + strings.Replace(number, ",", ".", 1) + m[3]
		s.decimal.note(text, plain, line)
		if grouped.MatchString(number) {
			s.grouping.note(text, plain, line)
		}
	}
	return plain, true
}

// settle says how the numbers were read. It is an error where some have decimal commas, and the point of another one
// may group digits.
func (s spelled) settle() (said []string, err error) {
	switch {
	case s.decimal.n > 0 && s.point.n > 0:
		return nil, fmt.Errorf("line %d: is %q %[2]s or %s? Other numbers have decimal commas, as %q in line %d: "+
			"write it without the point", s.point.line, s.point.text, s.point.as, s.decimal.text, s.decimal.line)
	case s.point.n > 0 && s.points == 0:
		said = append(said, fmt.Sprintf("%q in line %d was read as %s, not %s: if a point groups digits here, leave "+
			"it out", s.point.text, s.point.line, s.point.text, s.point.as))
	case s.decimal.n > 0 && s.decimal.n == s.grouping.n:
		said = append(said, fmt.Sprintf("%q in line %d was read as %s: between semicolons a comma is a decimal point; "+
			"if it groups digits, leave it out", s.decimal.text, s.decimal.line, s.decimal.as))
	case s.decimal.n > 0:
		said = append(said, fmt.Sprintf("commas are decimal points: %q in line %d was read as %s", s.decimal.text,
			s.decimal.line, s.decimal.as))
	}
	if s.blank.n > 0 && s.whole > 0 {
		said = append(said, fmt.Sprintf("blanks at the end are left out, as of %s in line %d", quoted(s.blank.text),
			s.blank.line))
	}
	if s.grouped.n > 0 {
		said = append(said, fmt.Sprintf("digits are grouped: %q in line %d was read as %s", s.grouped.text,
			s.grouped.line, s.grouped.as))
	}
	return said, nil
}

// unite gives whole numbers that are written in several ways, as 1, 01 and 1.0, one spelling in the columns that name
// trials, starts or groups, or may do so: programs that join tables make 1.0 of 1.
func (d *detector) unite() error {
	for at, c := range d.columns {
		role := d.role(at)
		if role != "trial" && role != "start" && role != "group" && (role != "" || c.kind != whole) {
			continue
		}
		mark := d.room.Mark()
		spelled := map[string]string{} // by identity, of numbers that are not written as theirs
		for _, row := range d.Rows {
			if id := identity(row[at]); id != row[at] && spelled[id] == "" {
				if err := d.room.Spend("the table", 64+int64(len(row[at])+len(id))); err != nil {
					return err
				}
				spelled[id] = row[at]
			}
		}
		other := slices.IndexFunc(d.Rows, func(row []string) bool {
			text := spelled[identity(row[at])]
			return text != "" && text != row[at]
		})
		if other >= 0 {
			text := d.Rows[other][at]
			d.spelled[at] = spellings(d.Names[at], spelled[identity(text)], text)
			for _, row := range d.Rows {
				row[at] = identity(row[at])
			}
		}
		d.room.Release(mark)
	}
	return nil
}

// spellings is the warning of a number that is written in two ways.
func spellings(column, a, b string) string {
	return fmt.Sprintf("column %q writes one number in several ways, as %s and %s: they are taken for equal", column,
		quoted(a), quoted(b))
}

// warnSpellings warns of the columns of trials, starts and groups in which numbers are written in several ways.
func (d *detector) warnSpellings() {
	for _, role := range []string{"trial", "start", "group"} {
		if at, ok := d.found[role]; ok && d.spelled[at] != "" {
			d.doubt = append(d.doubt, d.spelled[at])
		}
	}
}

// twins says which two names are the same but for capitals, blanks, hyphens and underscores; empty where none are. They
// stay two.
func twins(names []string) string {
	first := map[string]string{}
	for _, name := range names {
		key := strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(name))
		if other, known := first[key]; known {
			return fmt.Sprintf("%q and %q are two methods here: if they are one, write them alike", other, name)
		}
		first[key] = name
	}
	return ""
}
