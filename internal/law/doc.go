// Package law holds no code that runs. Its tests are the laws of the repository:
//
//   - the import law: packages import only what house_test.go lists, and only packages that stand below them;
//   - outer modules are imported only by the packages that law_test.go names;
//   - the fusion law: the simulator rounds the same on every processor (fusion_test.go);
//   - form: gofmt, lines of at most 120 columns, folders of at most 22 source files, no test without an assertion;
//   - comments name only files and names that exist (comments_test.go);
//   - the comment of a function or a type begins with its name (names_test.go).
//
// Whoever adds a package gives it a line in house_test.go. Whoever needs an arrow that is missing has found a question
// of design.
package law
