package evals

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"counterpoise/internal/bounded"
)

// twice returns the error of a path that is given twice, by whatever name: its rollouts would count twice.
func twice(found []source) error {
	paths, sizes := map[string]int{}, map[int64][]int{}
	infos := make([]os.FileInfo, len(found))
	for i, f := range found {
		path := filepath.Clean(f.path)
		if _, again := paths[path]; again {
			return fmt.Errorf("%s is given twice, and its rollouts would count twice: give it once", fileName(f.path))
		}
		paths[path] = i
		info, err := os.Stat(f.path)
		if err != nil {
			continue // standard input, or an error that reading it has too
		}
		for _, j := range sizes[info.Size()] {
			if os.SameFile(info, infos[j]) {
				return fmt.Errorf("%s and %s are one file, whose rollouts would count twice: give it once",
					found[j].path, f.path)
			}
		}
		infos[i], sizes[info.Size()] = info, append(sizes[info.Size()], i)
	}
	return nil
}

// copies returns the first file with the same bytes of each file that has one before it, by index. Files of a size of
// their own are not read.
func copies(found []source) map[int]int {
	sizes := map[int64][]int{}
	for i, f := range found {
		if info, err := os.Stat(f.path); err == nil && info.Mode().IsRegular() {
			sizes[info.Size()] = append(sizes[info.Size()], i)
		}
	}
	of := map[int]int{}
	for _, alike := range sizes {
		first := map[[sha256.Size]byte]int{}
		for _, i := range alike {
			sum, ok := [sha256.Size]byte{}, false
			if len(alike) > 1 {
				sum, ok = digest(found[i].path)
			}
			if j, again := first[sum]; ok && again {
				of[i] = j
			} else if ok {
				first[sum] = i
			}
		}
	}
	return of
}

// digest is the SHA-256 of a file; ok is false where it can't be read, which reading its results reports.
func digest(path string) (sum [sha256.Size]byte, ok bool) {
	file, _, err := bounded.Open(path)
	if err != nil {
		return sum, false
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return sum, false
	}
	return [sha256.Size]byte(h.Sum(nil)), true
}
