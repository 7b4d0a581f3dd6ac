//go:build !page

package page

import "io/fs"

// inside has the WebAssembly of a release, compressed; nil in a program that was built in a clone.
var inside fs.FS
