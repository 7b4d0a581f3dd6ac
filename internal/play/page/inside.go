//go:build page

package page

import (
	"embed"
	"io/fs"
)

// builtFiles holds what counterpoise release has made before it builds the program.
//
//go:embed built
var builtFiles embed.FS

// inside has the WebAssembly, compressed.
var inside fs.FS = builtFiles
