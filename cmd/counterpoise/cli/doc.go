// Package cli is what all commands of the program share: the tree of commands and its help, the words of errors and
// exit codes, tables that fit the screen, progress, Ctrl-C.
//
// # Output
//
// Standard output holds the answer (tables, lists) and is the same bytes every time; progress and errors go to
// standard error. An error is one line that says what to do. Exit codes: 0 done, 1 failed, 2 wrong usage, 130
// stopped and can be resumed by the same command line.
//
// The first Ctrl-C ends the context of the command: training stops after the step at hand and keeps a checkpoint, a
// run starts no further policy, and a file that is not complete is not written. The second Ctrl-C kills the
// program. That loses the work since the last record or checkpoint, but no file: records, checkpoints and results
// are written whole or not at all.
//
// # Commands
//
// A command is one file with a constructor, in the package of its family, that registers itself:
//
//	func init() { register(program.hello) }
//
//	func (p program) hello() *cobra.Command {
//		return &cobra.Command{
//			Use:   "hello",
//			Short: "Greet",
//			Args:  cli.NoArguments,
//			RunE: func(*cobra.Command, []string) error {
//				_, err := fmt.Fprintln(p.Out, "hello")
//				return err
//			},
//		}
//	}
//
// The type program of a family embeds Program, so that commands are its methods, and its register calls Register or
// RegisterBelow.
//
// Help, completion and the suggestion for a mistyped name include it at once. Long texts begin after a line break,
// which the root removes. NAME in an example is replaced by the name that the program was called by. A command
// prints to p.Out and p.Err and reads p.In, so that tests can run it; it returns Misused(...) for a wrong command
// line, which is exit code 2, and ErrStopped after Ctrl-C, once it has said what is safe.
//
// The package has no command but help. What commands do alike with datasets, devices and records is in the package
// shared beside it.
package cli
