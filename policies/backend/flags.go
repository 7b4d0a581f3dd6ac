package backend

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"counterpoise/internal/bounded"
)

// flagPattern matches the first flag of a list as XLA reads it (xla/parse_flags_from_env.cc): a value may be quoted.
var flagPattern = regexp.MustCompile(`(?s)^\s*(-[-\w]*)(?:="(?:[^"\\]|\\.)*"?|='[^']*'?|\S*)`)

// checkFlags returns an error if env, the value of XLA_FLAGS, has a flag that the plugin does not know, at which XLA
// would end the process when it is loaded. The name of every flag that a plugin knows stands in its file, as a string
// that ends in a zero byte. A value that XLA refuses is not found, and ends the process with XLA's message. Without
// flags it costs nothing, otherwise a tenth of a second.
func (p plugin) checkFlags(env string) error {
	if strings.TrimSpace(env) == "" {
		return nil
	}
	var names []string
	for m := flagPattern.FindStringSubmatch(env); m != nil; m = flagPattern.FindStringSubmatch(env) {
		if !strings.HasPrefix(m[1], "--xla_") {
			return fmt.Errorf("XLA_FLAGS has %s, which is no flag of XLA: remove it", m[1])
		}
		names = append(names, m[1])
		env = env[len(m[0]):]
	}
	if len(names) == 0 {
		return errors.New("XLA_FLAGS does not begin with a flag of XLA; put flags there, such as --xla_dump_to=FOLDER")
	}
	file, _, err := bounded.Open(p.path)
	if err != nil {
		return err
	}
	defer file.Close()
	unknown, err := withoutString(file, names)
	if err != nil || len(unknown) == 0 {
		return err
	}
	return fmt.Errorf("XLA_FLAGS has %s, which this plugin does not know: remove it", strings.Join(unknown, " and "))
}

// withoutString returns those of flags, which begin with two hyphens, whose names are no string of a file.
func withoutString(file io.Reader, flags []string) ([]string, error) {
	longest := 0
	for _, f := range flags {
		longest = max(longest, len(f))
	}
	part := make([]byte, 1<<20+longest)
	kept := 0
	for {
		n, err := io.ReadFull(file, part[kept:])
		read := part[:kept+n]
		flags = slices.DeleteFunc(flags, func(f string) bool { return bytes.Contains(read, []byte(f[2:]+"\x00")) })
		if len(flags) == 0 || err == io.EOF || err == io.ErrUnexpectedEOF {
			return flags, nil
		}
		if err != nil {
			return nil, err
		}
		kept = copy(part, read[len(read)-longest:])
	}
}
