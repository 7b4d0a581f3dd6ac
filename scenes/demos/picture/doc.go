// Package picture encodes and decodes the single pictures of datasets: 8-bit RGB as PNG, which loses nothing, and PNG
// or JPEG of others. It knows nothing of cameras and episodes.
package picture
