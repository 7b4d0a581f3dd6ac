package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
)

// pythonFolder is where the Python package lies in the clone.
const pythonFolder = "bench/remote/python"

// source is a commit, checked out into a clone of its own, which has no other files.
type source struct {
	dir       string
	commit    string
	time      time.Time // of the commit; files in archives have it
	goVersion string
	python    pyproject
}

// pyproject is what pyproject.toml says of the Python package.
type pyproject struct {
	Project struct {
		Name, Version, Description, Readme string
		Python                             string   `toml:"requires-python"`
		Dependencies                       []string `toml:"dependencies"`
	}
	Tool struct {
		Setuptools struct {
			Packages []string
			Folders  map[string]string `toml:"package-dir"`
		}
	}
}

// checkOut clones the repository of a folder into a temporary one, at its commit. A clone has a folder .git, as the go
// command needs to write the commit into the program; a worktree of git has none.
func checkOut(root string) (s source, err error) {
	root, err = filepath.Abs(root)
	if err != nil {
		return s, err
	}
	if s.dir, err = os.MkdirTemp("", "counterpoise-release-"); err != nil {
		return s, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(s.dir)
		}
	}()
	if _, err := run(root, nil, "git", "clone", "--quiet", "--shared", root, s.dir); err != nil {
		return s, fmt.Errorf("a release is made of a commit, and git gives none: %w", err)
	}
	said, err := run(s.dir, nil, "git", "log", "-1", "--format=%H %ct")
	if err != nil {
		return s, err
	}
	var seconds int64
	if _, err := fmt.Sscan(said, &s.commit, &seconds); err != nil {
		return s, fmt.Errorf("git says %q of the commit: %w", said, err)
	}
	s.time = time.Unix(seconds, 0).UTC()
	if s.goVersion, err = run(s.dir, nil, "go", "env", "GOVERSION"); err != nil {
		return s, err
	}
	text, err := os.ReadFile(filepath.Join(s.dir, pythonFolder, "pyproject.toml"))
	if err != nil {
		return s, err
	}
	if err := toml.Unmarshal(text, &s.python); err != nil {
		return s, fmt.Errorf("%s/pyproject.toml: %w", pythonFolder, err)
	}
	tags, err := run(s.dir, nil, "git", "tag", "--points-at", "HEAD", "v*")
	if err != nil {
		return s, err
	}
	if err := s.checkTags(strings.Fields(tags)); err != nil {
		return s, err
	}
	return s, s.makePage()
}

// checkTags returns an error if the commit has a tag of another version than that of the Python package: the program
// takes its version from the tag.
func (s source) checkTags(tags []string) error {
	version := s.python.Project.Version
	for _, tag := range tags {
		if tag != "v"+version {
			return fmt.Errorf("the commit has the tag %s, and %s/pyproject.toml the version %s: let the tag be v%s",
				tag, pythonFolder, version, version)
		}
	}
	return nil
}

// name is the name of a file of the release.
func (s source) name(rest string) string {
	return s.python.Project.Name + "-" + s.python.Project.Version + rest
}

// run runs a command in a folder, with variables added to the environment, and returns what it prints without the line
// break at its end. The error has what the command said.
func run(dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%s %s: %s: %s", name, strings.Join(args, " "), exit, strconv.Quote(string(exit.Stderr)))
	}
	return strings.TrimSuffix(string(out), "\n"), err
}
