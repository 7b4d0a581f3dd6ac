package record

import "strings"

// dataWord begins the recipe of a cell whose demonstrations no recipe makes: those of a dataset, known by the digest of
// its content.
const dataWord = "data@"

// DataRecipe returns what stands in place of a recipe in the cells of a dataset: "data@" and the first 16 digits of the
// SHA-256 of its content (demos.Dataset.Digest). No recipe is spelled so, and cells of other recipes keep their names.
func DataRecipe(digest string) string { return dataWord + digest[:min(16, len(digest))] }

// OfDataset reports whether the demonstrations of the cell are those of a dataset.
func (c Cell) OfDataset() bool { return strings.HasPrefix(c.Recipe, dataWord) }
