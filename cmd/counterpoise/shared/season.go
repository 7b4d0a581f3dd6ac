package shared

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"counterpoise/internal/bounded"
)

// SeasonFile has the number of the season of a folder.
const SeasonFile = "season"

// ReadSeason reads the number of the season of a folder.
func ReadSeason(dir string) (uint64, error) {
	text, err := bounded.ReadRegular(filepath.Join(dir, SeasonFile))
	if err != nil {
		return 0, fmt.Errorf("%s has no season; arena pools %s makes one: %w", dir, dir, err)
	}
	season, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s holds %.40q, which is the number of no season", filepath.Join(dir, SeasonFile), text)
	}
	return season, nil
}
