package document

// Document is a title and sections, before they have a form. Write gives it one. It is plain data: building one
// needs no writer and cannot fail.
type Document struct {
	Title    string
	Sections []Section
}

// Section is one part of a document, such as an experiment on one task or one statistical test. Its strings are
// plain text without markup; each form escapes them.
type Section struct {
	Title  string
	Intro  string   // a paragraph below the title; may be empty
	Lines  []string // the answers, one sentence each
	Tables []Table
	Notes  []string // one line each, below the tables
}
