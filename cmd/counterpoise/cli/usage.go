package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"counterpoise/internal/catalog"
	"counterpoise/internal/shell"
	"counterpoise/policies/balance"
)

// Misuse marks an error of the command line, as opposed to one of the work. It changes the exit code to 2.
type Misuse struct{ Err error }

func (m Misuse) Error() string { return m.Err.Error() }

// Misused returns a misuse with a formatted message: one line that says what to do.
func Misused(format string, a ...any) error { return Misuse{fmt.Errorf(format, a...)} }

// ErrStopped ends the program after Ctrl-C. Whoever returns it has printed what is safe and how to resume.
var ErrStopped = errors.New("stopped")

// KnownCommand checks the arguments of a command that only has subcommands: an argument is a subcommand that does not
// exist.
func (p Program) KnownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" { // which cobra keeps apart
			names = append(names, sub.Name())
		}
	}
	return Misused("unknown command %q%s%s", args[0], catalog.DidYouMean(args[0], names), p.InHelp(c))
}

// InHelp says that the help of a command shows all names.
func (p Program) InHelp(c *cobra.Command) string { return p.Called(c) + " --help shows what there is" }

// Called is a command as the user would type it.
func (p Program) Called(c *cobra.Command) string {
	_, rest, _ := strings.Cut(c.CommandPath(), " ")
	return strings.TrimSpace(p.Name + " " + rest)
}

// NoArguments checks the arguments of a command that takes flags alone.
func NoArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Misused("%s takes no argument, so not %q", c.Name(), args[0])
	}
	return nil
}

// OneArgument checks the arguments of a command that takes exactly one; what describes it.
func OneArgument(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != 1 {
			return Misused("%s needs %s", c.Name(), what)
		}
		return nil
	}
}

// OneOf checks the arguments of a command that takes one name out of a list. The list is a function, because packages
// register names while the program starts. Where a name is close to the one that was typed, it stands alone in the
// error, with what shown says of the commands that show all: the list of run has more than fifty names.
func (p Program) OneOf(what string, known func() []string, shown func(*cobra.Command) string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		names := strings.Join(known(), ", ")
		switch {
		case len(args) == 0:
			return Misused("%s needs one name that says %s: %s", c.Name(), what, names)
		case len(args) > 1:
			return Misused("%s takes one name that says %s, not %d", c.Name(), what, len(args))
		}
		if slices.Contains(known(), args[0]) {
			return nil
		}
		if hint := catalog.DidYouMean(args[0], known()); hint != catalog.NoSuggestion {
			return Misused("%s does not know %q%s%s", c.Name(), args[0], hint, shown(c))
		}
		return Misused("%s does not know %q%sthere is %s", c.Name(), args[0], catalog.NoSuggestion, names)
	}
}

// CheckChoice checks that a flag has one of the values that it takes.
func CheckChoice(flag, value string, known []string) error {
	if slices.Contains(known, value) {
		return nil
	}
	return Misused("--%s does not take %q%sthere is %s",
		flag, value, catalog.DidYouMean(value, known), strings.Join(known, ", "))
}

// Exclusive makes a command refuse flags that contradict each other, before it runs. A command may have several such
// sets, and may be given its RunE later.
func Exclusive(c *cobra.Command, names ...string) {
	before := c.PreRunE
	c.PreRunE = func(c *cobra.Command, args []string) error {
		given := ""
		for _, n := range names {
			switch {
			case !c.Flags().Changed(n):
			case given != "":
				return Misused("--%s and --%s contradict each other", given, n)
			default:
				given = n
			}
		}
		if before != nil {
			return before(c, args)
		}
		return nil
	}
}

// Foreign is the misuse of the first flag that is given of those that the chosen form of a command does not read; why
// continues a sentence that begins with the flag. It is nil where none of them is given.
func Foreign(c *cobra.Command, why string, flags ...string) error {
	for _, name := range flags {
		if c.Flags().Changed(name) {
			return Misused("--%s %s", name, why)
		}
	}
	return nil
}

// flagError turns an error of pflag into one line that says what to do.
func (p Program) flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		name, typed := unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames()
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		if typed != "" {
			typed, _, _ = strings.Cut(typed, "=")
			return Misused("%s has no flag -%s%s%s --help lists the flags", c.Name(), typed,
				oneDash("--"+typed, names), p.Called(c))
		}
		return Misused("%s has no flag --%s%s%s --help lists the flags",
			c.Name(), name, catalog.DidYouMean("--"+name, names), p.Called(c))
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		if _, ok := f.Value.(PolicyFlag); ok {
			return Misused("--%s: %v; %s list policies shows every policy", f.Name, errors.Unwrap(invalid), p.Name)
		}
		return Misused("--%s does not take %q; it wants %s", f.Name, invalid.GetValue(), ValuesOf(f.Value.Type()))
	case errors.As(err, &missing):
		return Misused("--%s needs a value", missing.GetSpecifiedName())
	}
	return Misuse{err}
}

// oneDash joins a long flag that was typed with one dash to the rest of an error message, as catalog.DidYouMean does.
// typed has two dashes.
func oneDash(typed string, names []string) string {
	name := typed
	if !slices.Contains(names, typed) {
		name, _ = catalog.Closest(typed, names)
	}
	if name == "" {
		return catalog.NoSuggestion
	}
	return "; did you mean " + name + " (two dashes)? "
}

// checkFileNames returns an error if a flag that names a file or a folder is given without a name, as of a shell's
// variable that is not set.
func checkFileNames(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		value, _ := pflag.UnquoteUsage(f)
		what, named := map[string]string{"FILE": "file", "DIR": "folder"}[value]
		empty := f.Value.String() == ""
		if list, ok := f.Value.(pflag.SliceValue); ok {
			empty = slices.Contains(list.GetSlice(), "")
		}
		if named && empty && err == nil {
			err = Misused("--%s is empty; it wants the name of a %s", f.Name, what)
		}
	})
	return err
}

// ValuesOf says what values a flag takes whose type pflag names so.
func ValuesOf(kind string) string {
	switch kind {
	case "int":
		return "a whole number"
	case "uint64":
		return "a whole number from 0 to 18446744073709551615"
	case "float64":
		return "a number"
	case "float64Slice":
		return "numbers with commas between them"
	case "intSlice":
		return "whole numbers with commas between them"
	case "size":
		return "a number with a unit, such as 500MB or 2GB"
	case "stringSlice":
		return "names with commas between them, as a line of CSV"
	case "bool":
		return "true or false"
	case "duration":
		return "a time, such as 90s or 5m"
	}
	return "a value of type " + kind
}

// SetFlags returns the flags that the user set, but for some, as a command line has them after its arguments. Each
// takes a value.
func SetFlags(flags *pflag.FlagSet, but ...string) string {
	var line strings.Builder
	flags.Visit(func(f *pflag.Flag) {
		if !slices.Contains(but, f.Name) {
			fmt.Fprintf(&line, " --%s %s", f.Name, shell.Quote(f.Value.String()))
		}
	})
	return line.String()
}

// StoppedOr returns err, unless the user has stopped the command.
func (p Program) StoppedOr(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	fmt.Fprintln(p.Err, "stopped; nothing was written")
	return ErrStopped
}

// Separated splits a list of methods at commas. The settings of a method have commas too: a piece that does not
// begin like a method's name, with a letter and without an equals sign before the colon, belongs to the method
// before it.
func Separated(list string) (names []string) {
	for piece := range strings.SplitSeq(list, ",") {
		head, _, _ := strings.Cut(piece, ":")
		letter := head != "" && strings.ContainsAny(head[:1], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
		if len(names) > 0 && (!letter || strings.Contains(head, "=")) {
			names[len(names)-1] += "," + piece
			continue
		}
		names = append(names, piece)
	}
	return names
}

// MethodsIn splits a list of methods at commas, and gives each the name that records have (balance.Canonical).
func MethodsIn(list string) []string {
	names := Separated(list)
	for i, name := range names {
		names[i] = balance.Canonical(name)
	}
	return names
}

// MaxSeeds bounds the trainings of a method, whose weights at all steps are kept until the end.
const MaxSeeds = 10_000
