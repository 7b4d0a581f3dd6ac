package shared

import "counterpoise/cmd/counterpoise/cli"

// Program is the program with what commands of several packages do.
type Program struct{ cli.Program }
