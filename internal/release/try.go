package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// try makes the release of linux/amd64 and uses it in a folder that is no clone, with nothing but the system's programs
// on the PATH: the binary, and in a virtual environment of Python, where that is here, the wheel.
func try() error {
	if here := runtime.GOOS + "/" + runtime.GOARCH; here != targets[0].String() {
		return fmt.Errorf("--try runs what it makes, on %s, and this is %s", targets[0], here)
	}
	if err := release(targets[:1]); err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "counterpoise-try-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	binary, err := unpack(temp)
	if err != nil {
		return err
	}
	if err := tryProgram(temp, binary); err != nil {
		return fmt.Errorf("the binary: %w", err)
	}
	fmt.Println("counterpoise: the binary works without a clone")
	python, err := exec.LookPath("python3")
	if err != nil {
		fmt.Println("counterpoise: the wheel not run: python3 is not installed")
		return nil
	}
	venv := filepath.Join(temp, "venv")
	if _, err := run(temp, nil, python, "-m", "venv", venv); err != nil {
		fmt.Printf("counterpoise: the wheel not run: python3 makes no virtual environment: %v\n", err)
		return nil
	}
	wheels, err := filepath.Glob(filepath.Join(outFolder, "*.whl"))
	if err != nil || len(wheels) != 1 {
		return fmt.Errorf("%d wheels in %s: %v", len(wheels), outFolder, err)
	}
	wheel, err := filepath.Abs(wheels[0])
	if err != nil {
		return err
	}
	if _, err := run(temp, nil, filepath.Join(venv, "bin/python"), "-m", "pip", "install", "--quiet", "--no-deps",
		"--no-index", "--disable-pip-version-check", wheel); err != nil {
		return err
	}
	if err := tryProgram(temp, filepath.Join(venv, "bin/counterpoise")); err != nil {
		return fmt.Errorf("the wheel: %w", err)
	}
	fmt.Println("counterpoise: the wheel works in a virtual environment")
	return nil
}

// unpack writes the binary of the archive into a folder and returns its path.
func unpack(dir string) (string, error) {
	archives, err := filepath.Glob(filepath.Join(outFolder, "*.tar.gz"))
	if err != nil || len(archives) != 1 {
		return "", fmt.Errorf("%d archives in %s: %v", len(archives), outFolder, err)
	}
	data, err := os.ReadFile(archives[0])
	if err != nil {
		return "", err
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return "", err
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err != nil {
			return "", fmt.Errorf("%s has no program: %w", archives[0], err)
		}
		if filepath.Base(h.Name) == "counterpoise" {
			binary, err := io.ReadAll(r)
			if err != nil {
				return "", err
			}
			at := filepath.Join(dir, "counterpoise")
			return at, os.WriteFile(at, binary, h.FileInfo().Mode())
		}
	}
}

// tryProgram runs a program in a folder that is no clone, and looks at what it says.
func tryProgram(dir, program string) error {
	commit, err := run(".", nil, "git", "rev-parse", "HEAD")
	if err != nil {
		return err
	}
	say := func(args ...string) (string, error) {
		return run(dir, []string{"PATH=/usr/bin:/bin", "COUNTERPOISE_AS=", "GODEBUG="}, program, args...)
	}
	version, err := say("version")
	if err != nil {
		return err
	}
	if !strings.Contains(version, commit) {
		return fmt.Errorf("it says %q, and is of commit %s", version, commit)
	}
	doctor, err := say("doctor")
	if err != nil {
		return err
	}
	for _, no := range []string{"./counterpoise", "slowed", "built without XLA"} {
		if strings.Contains(doctor, no) {
			return fmt.Errorf("doctor says %q:\n%s", no, doctor)
		}
	}
	data := filepath.Join(filepath.Dir(program), "data")
	_, err = say("demos", "generate", "picking", "left=3,middle=3,right=3", "--format", "lerobot", "--out", data)
	if err != nil {
		return err
	}
	inspected, err := say("demos", "inspect", data)
	if err == nil && !strings.Contains(inspected, "middle") {
		err = errors.New("demos inspect does not see the groups: " + inspected)
	}
	return err
}
