package backend

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"counterpoise/internal/durable"
)

// Installed is a plugin in the folder of Install.
type Installed struct {
	Path    string
	Version string // empty where the file is not the one that Install brings with pip
	Bytes   int64
	Problem error // why this machine cannot load it
}

// InstalledPlugins lists the plugins that Install has put into the user's cache. It reads each to its end, a few tenths
// of a second. Plugins elsewhere, of go-xla or pip, are not the program's and are left out.
func InstalledPlugins() (all []Installed, err error) {
	dir := pluginFolder()
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || filepath.Ext(path) != ".so" || durable.Temporary(e.Name()) {
			continue
		}
		p := Installed{Path: path, Bytes: info.Size(), Problem: checkPlugin(path)}
		if p.Problem == nil {
			sum, err := digest(path)
			if err != nil {
				return nil, err
			}
			if sum == wheelDigest {
				p.Version = wheelVersion
			}
		}
		all = append(all, p)
	}
	return all, nil
}
