// Package markup finds the table in a text of Markdown, LaTeX or JSON lines and writes it as values separated by
// commas, each on the line where its row begins. What stands around the table is left out, and so are marks of
// emphasis, citations and rules. It knows nothing of what the values mean: package table does.
package markup
