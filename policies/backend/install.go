package backend

import (
	"archive/zip"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/gomlx/go-xla/installer"

	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
)

// The plugin that Install brings: XLA of jaxlib 0.11.2 for the CPU (PJRT 0.115, Apache-2.0), which comes as a Python
// wheel without Python code that is needed. The digest is that of the library in the wheel; another file is refused.
const (
	wheel        = "lammps-jax-pjrt-cpu==0.11.2"
	wheelVersion = "XLA of jaxlib 0.11.2"
	wheelMember  = "lammps_jax_pjrt_cpu/pjrt_c_api_cpu_plugin.so"
	wheelDigest  = "ad1309ac822b1b24d51b7f9947c7c9fa9ef5d67f390584cbc3d1fa2428fed9c2"
)

// Install puts a plugin of XLA for the CPU into the user's cache and returns its path. If a plugin that can be loaded
// is installed anywhere (findPlugin), its path is returned and nothing is downloaded. Where GOMLX_BACKEND names a file
// that cannot be loaded, that is the error: what would be installed would not be found.
//
// The first source is pip, which serves as a downloader only: the library is taken out of the wheel here, its digest is
// checked, and the file is renamed into place. The second source is go-xla's own installer. Without either the error
// is one line. Nothing is left half-written.
func Install(ctx context.Context) (path string, err error) {
	if runtime.GOOS != "linux" || machines[runtime.GOARCH] == 0 {
		return "", fmt.Errorf("this program loads plugins on Linux for amd64 and arm64, not on %s/%s",
			runtime.GOOS, runtime.GOARCH)
	}
	p, err := findPlugin(XLACPU)
	if err == nil {
		err = cmp.Or(checkComma(p.path), checkPlugin(p.path))
	}
	if err == nil {
		return p.path, nil
	}
	if _, named := namedPlugin(); named {
		return "", fmt.Errorf("%s: %w", os.Getenv("GOMLX_BACKEND"), err)
	}
	dir := pluginFolder()
	if dir == "" {
		return "", errors.New("there is no folder for it: set COUNTERPOISE_CACHE")
	}
	if err := checkComma(dir); err != nil {
		return "", fmt.Errorf("%s: %w", dir, err)
	}
	if err := durable.MkdirAll(dir); err != nil {
		return "", err
	}
	path, fromPip := installWheel(ctx, dir)
	if fromPip == nil {
		return path, nil
	}
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	path, fromRelease := installRelease(dir)
	if fromRelease == nil {
		return path, nil
	}
	return "", fmt.Errorf("pip: %s; go-xla's installer: %s", oneLine(fromPip), oneLine(fromRelease))
}

// installWheel downloads the wheel with pip and installs its library.
func installWheel(ctx context.Context, dir string) (string, error) {
	if runtime.GOARCH != "amd64" {
		return "", errors.New("the wheel is for amd64")
	}
	path := filepath.Join(dir, filepath.Base(wheelMember))
	temp, err := durable.NewStaging(path)
	if err != nil {
		return "", err
	}
	defer temp.Abort()
	if err := durable.Mkdir(temp.Path()); err != nil {
		return "", err
	}
	if err := download(ctx, temp.Path()); err != nil {
		return "", err
	}
	found := bounded.Glob(temp.Path(), "*.whl")
	if len(found) != 1 {
		return "", fmt.Errorf("it downloaded %d wheels, not one", len(found))
	}
	return path, unpackWheel(path, found[0], wheelDigest)
}

// download lets pip download the wheel into a folder, by whichever name pip has here.
func download(ctx context.Context, dir string) (err error) {
	commands := [][]string{{"python3", "-m", "pip"}, {"pip3"}, {"pip"}}
	err = errors.New("it is not installed")
	for _, c := range commands {
		at, missing := exec.LookPath(c[0])
		if missing != nil {
			continue
		}
		arguments := append(c[1:], "download", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps",
			"--only-binary=:all:", "--retries=1", "--timeout=30", "--dest", dir, wheel)
		out, failed := exec.CommandContext(ctx, at, arguments...).CombinedOutput()
		if failed == nil {
			return nil
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		err = fmt.Errorf("%w: %s", failed, lines[len(lines)-1])
	}
	return err
}

// unpackWheel writes the library of a wheel to path, if it has the expected SHA-256 in hexadecimal.
func unpackWheel(path, wheel, want string) error {
	z, err := zip.OpenReader(wheel)
	if err != nil {
		return err
	}
	defer z.Close()
	from, err := z.Open(wheelMember)
	if err != nil {
		return err
	}
	defer from.Close()
	return durable.FillBelow(filepath.Dir(path), filepath.Base(path), func(to *durable.File) error {
		if _, err := io.Copy(to, from); err != nil {
			return err
		}
		got, err := digest(to.Name())
		if err == nil && got != want {
			err = fmt.Errorf("its library has SHA-256 %s, want %s", got, want)
		}
		return err
	})
}

// installRelease lets go-xla's installer download its release for the CPU into the folder. The release has no digest to
// compare with; the file is checked as any plugin is, and records name its digest. The installer writes into a staging
// folder, so that a plugin that is half there never has its final name.
func installRelease(dir string) (string, error) {
	temp, err := durable.NewStaging(filepath.Join(dir, "release"))
	if err != nil {
		return "", err
	}
	defer temp.Abort()
	if err := durable.Mkdir(temp.Path()); err != nil {
		return "", err
	}
	if err := installer.CPUAutoInstall(temp.Path(), false, installer.Quiet); err != nil {
		return "", err
	}
	found := bounded.Glob(temp.Path(), "pjrt_c_api_cpu_*_plugin.so")
	if len(found) == 0 {
		return "", errors.New("it installed nothing")
	}
	if err := checkPlugin(found[0]); err != nil {
		return "", err
	}
	from, _, err := bounded.Open(found[0])
	if err != nil {
		return "", err
	}
	defer from.Close()
	name := filepath.Base(found[0])
	return filepath.Join(dir, name), durable.FillBelow(dir, name, func(to *durable.File) error {
		_, err := io.Copy(to, from)
		return err
	})
}

// oneLine is the text of an error without line breaks.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
