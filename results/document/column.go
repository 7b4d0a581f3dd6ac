package document

// Column declares a column of a table whose rows are made of values of T: its head and the cell of a row.
type Column[T any] struct {
	Head
	Cell func(T) Cell
}

// TableOf is a table with a row for each value.
func TableOf[T any](name, title string, rows []T, columns ...Column[T]) Table {
	t := Table{Name: name, Title: title}
	for _, c := range columns {
		t.Columns = append(t.Columns, c.Head)
	}
	for _, r := range rows {
		var cells []Cell
		for _, c := range columns {
			cells = append(cells, c.Cell(r))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// Words is a column of words with one field. S is any string type, such as that of verdicts.
func Words[T any, S ~string](title, field string, of func(T) S) Column[T] {
	return Column[T]{WordColumn(title, field), func(r T) Cell { return Word(string(of(r))) }}
}

// Counts is a column of whole numbers with one field.
func Counts[T any](title, field string, of func(T) int) Column[T] {
	return Column[T]{NumberColumn(title, field), func(r T) Cell { return Count(of(r)) }}
}

// Numbers is a column of numbers with a field for each value of its cells.
func Numbers[T any](title string, of func(T) Cell, fields ...string) Column[T] {
	return Column[T]{NumberColumn(title, fields...), of}
}

// Texts is a column of numbers whose rounded texts are what programs read, too.
func Texts[T any](title, field string, of func(T) string) Column[T] {
	return Numbers(title, func(r T) Cell { return Word(of(r)) }, field)
}
