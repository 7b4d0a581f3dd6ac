package machine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/cachedir"
	"counterpoise/internal/printable"
	"counterpoise/policies/backend"
)

const cacheAbout = `
cache lists what this program keeps on the disk to save time: features of pictures (what the frozen encoder makes of
the pictures of demonstrations) and XLA's plugin. The folder is $COUNTERPOISE_CACHE, or else counterpoise in the user's
folder for caches. Files of features are read and compared with their checksums. All of these files can be made or
downloaded again, and removing them changes no result; other files in the folder are left alone.

The column fits is "yes" for what this program can use. Features fit with this program's encoder, demonstrations and
form of files; "cache clean" removes the others.

Features take $COUNTERPOISE_CACHE_LIMIT gigabytes at most, 10 by default: a run that writes more removes the oldest.`

func init() { register(program.cache) }

// cache is the command that shows what the caches take. Its subcommand removes.
func (p program) cache() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "cache",
		Short:   "List what is kept on the disk, and remove what no longer fits",
		Long:    cacheAbout,
		Example: p.Named("  NAME cache\n  NAME cache clean --dry-run\n  NAME cache clean"),
		Args:    p.KnownCommand,
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := p.surveyCaches(c.Context())
			switch {
			case err != nil:
				return err
			case asJSON:
				text, err := json.MarshalIndent(s, "", "  ")
				if err == nil {
					_, err = fmt.Fprintf(p.Out, "%s\n", text)
				}
				return err
			}
			return p.printCaches(s)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print everything as JSON")
	c.AddCommand(p.cacheClean())
	return c
}

// caches is what the user's cache holds.
type caches struct {
	Folder  string      `json:"folder"`
	Version string      `json:"version"` // of the features that this program reads and writes
	Limit   int64       `json:"limit"`   // of the features, in bytes
	Kept    []cacheLine `json:"kept"`
}

// cacheLine is the files of one kind, version, state and folder.
type cacheLine struct {
	What    string         `json:"what"`
	Files   int            `json:"files"`
	Bytes   int64          `json:"bytes"`
	Version string         `json:"version,omitempty"` // empty: unknown
	Fits    cachedir.State `json:"fits"`
	Folder  string         `json:"folder"`

	files []cachedir.File
}

// The kinds of files in the user's cache.
const (
	cachedFeatures  = "features of pictures"
	cachedPlugin    = "plugin of XLA"
	cachedTemporary = "temporary files"
)

// surveyCaches lists what the user's cache holds.
func (p program) surveyCaches(ctx context.Context) (*caches, error) {
	folder := cachedir.Path()
	if folder == "" {
		return nil, errors.New("there is no folder for caches: set COUNTERPOISE_CACHE")
	}
	limit, err := cachedir.Limit()
	if err != nil {
		return nil, err
	}
	features := runner.Features(folder)
	s := &caches{Folder: folder, Version: features.Version, Limit: limit, Kept: []cacheLine{}}
	progress, end := cli.Counter(p.Err, "files read")
	files, err := features.Survey(ctx, progress)
	end()
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		s.add(cachedFeatures, folder, f)
	}
	plugins, err := backend.InstalledPlugins()
	if err != nil {
		return nil, fmt.Errorf("can't read the cache: %w; let COUNTERPOISE_CACHE name another folder", err)
	}
	dir := filepath.Join(folder, backend.PluginFolderName)
	for _, x := range plugins {
		f := cachedir.File{Path: x.Path, Version: x.Version, State: cachedir.Fits, Bytes: x.Bytes}
		if x.Problem != nil {
			f.State = cachedir.Damaged
		}
		s.add(cachedPlugin, dir, f)
	}
	left, err := cachedir.Leftovers(dir)
	for _, f := range left {
		s.add(cachedPlugin, dir, f)
	}
	return s, err
}

// add counts a file in the line of its like.
func (s *caches) add(what, folder string, f cachedir.File) {
	if f.State == cachedir.Leftover {
		what = cachedTemporary
	}
	at := -1
	for i, l := range s.Kept {
		if l.What == what && l.Version == f.Version && l.Fits == f.State && l.Folder == folder {
			at = i
		}
	}
	if at < 0 {
		at = len(s.Kept)
		s.Kept = append(s.Kept, cacheLine{What: what, Version: f.Version, Fits: f.State, Folder: folder})
	}
	l := &s.Kept[at]
	l.Files++
	l.Bytes += f.Bytes
	l.files = append(l.files, f)
}

// printCaches prints the lines as a table, and the limit.
func (p program) printCaches(s *caches) error {
	if len(s.Kept) == 0 {
		fmt.Fprintf(p.Out, "nothing is kept in %s\n", printable.Line(s.Folder))
	} else {
		w := p.NewTable(0)
		fmt.Fprintln(w, "what\tfiles\tsize\tversion\tfits\tfolder")
		for _, l := range s.Kept {
			fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\n", l.What, l.Files, cli.Size(l.Bytes), cmp.Or(l.Version, "unknown"),
				l.Fits, printable.Line(l.Folder))
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(p.Out, "\nthis program writes %s; they take at most %s (COUNTERPOISE_CACHE_LIMIT)\n",
		s.Version, cli.Size(s.Limit))
	return err
}
