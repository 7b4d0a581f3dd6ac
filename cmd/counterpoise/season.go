package main

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"counterpoise/internal/bounded"
)

// seasonFile has the number of the season of a folder.
const seasonFile = "season"

// readSeason reads the number of the season of a folder.
func readSeason(dir string) (uint64, error) {
	text, err := bounded.ReadRegular(filepath.Join(dir, seasonFile))
	if err != nil {
		return 0, fmt.Errorf("%s has no season; arena pools %s makes one: %w", dir, dir, err)
	}
	season, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s holds %.40q, which is the number of no season", filepath.Join(dir, seasonFile), text)
	}
	return season, nil
}
