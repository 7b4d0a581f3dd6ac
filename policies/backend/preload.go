//go:build xla

package backend

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

// api returns what the function of a library returns, or 0 and the reason.
static uintptr_t api(const char *path, const char *function, const char **reason) {
	void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
	void *(*entry)(void) = library ? (void *(*)(void))dlsym(library, function) : 0;
	if (!entry) {
		*reason = dlerror();
		return 0;
	}
	*reason = "it returned nothing";
	return (uintptr_t)entry();
}
*/
import "C"

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"github.com/gomlx/go-xla/pjrt"
)

// preloaded maps the path of a plugin that goXLAName has loaded to its name.
var preloaded = map[string]string{}

// goXLAName returns the name by which go-xla opens a plugin for the CPU: its path where go-xla sees in that what the
// plugin is for. go-xla (v0.4.1, pjrt.Plugin.IsCPU) looks for "cpu" in the whole path, and for "cuda" and "nvidia": of
// another path, such as one in the folder of a user nvidia, it would make a plugin for cards, and graphs that such a
// plugin computes. The library at such a path is loaded here and registered under a name of its own. That begins with a
// slash, because go-xla searches for names that are no absolute paths.
func goXLAName(path string) (string, error) {
	if strings.Contains(strings.ToUpper(path), "CPU") && !pjrt.IsCUDAName(path) {
		return path, nil
	}
	if name := preloaded[path]; name != "" {
		return name, nil
	}
	at, function := C.CString(path), C.CString(entryPoint)
	defer C.free(unsafe.Pointer(at))
	defer C.free(unsafe.Pointer(function))
	var reason *C.char
	api := C.api(at, function, &reason)
	if api == 0 {
		return "", errors.New(C.GoString(reason))
	}
	name := fmt.Sprintf("/cpu/%d", len(preloaded))
	if err := pjrt.RegisterPreloadedPlugin(name, uintptr(api)); err != nil {
		return "", err
	}
	preloaded[path] = name
	return name, nil
}
