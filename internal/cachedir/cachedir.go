// Package cachedir names the folder for what can be made or brought again, such as encoded pictures and the plugin of
// XLA, and keeps files there (Cache): each bound to its key and version by a digest, all of them bounded in size
// (Limit), and listed and removed by the command cache.
package cachedir

import (
	"os"
	"path/filepath"
)

// Path returns $COUNTERPOISE_CACHE, or else the folder "counterpoise" in the user's cache. It is empty where there is
// neither. The script counterpoise looks for the plugin in the same folder.
func Path() string {
	if dir := os.Getenv("COUNTERPOISE_CACHE"); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "counterpoise")
}
