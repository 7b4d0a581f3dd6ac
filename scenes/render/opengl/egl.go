//go:build gl && linux

package opengl

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The part of EGL 1.5 and its extensions that is used here. The numbers are those of the Khronos registry (egl.xml).
// The library is loaded at run time, so that the program starts on machines without EGL.
typedef void *handle;
typedef handle (*get_proc_t)(const char *);
enum {
	egl_none = 0x3038, egl_extensions = 0x3055, egl_surface_type = 0x3033, egl_pbuffer_bit = 1,
	egl_renderable_type = 0x3040, egl_opengl_bit = 8, egl_opengl_api = 0x30A2,
	egl_major = 0x3098, egl_minor = 0x30FB, egl_profile = 0x30FD, egl_core = 1,
	egl_platform_device = 0x313F, egl_platform_surfaceless = 0x31DD, max_devices = 16,
};

static get_proc_t get_proc;

// load loads the library once and returns whether it is there.
static int load(void) {
	if (get_proc) return 1;
	void *lib = dlopen("libEGL.so.1", RTLD_NOW | RTLD_GLOBAL);
	if (lib) get_proc = (get_proc_t)dlsym(lib, "eglGetProcAddress");
	return get_proc != NULL;
}

static handle address(const char *name) { return get_proc(name); }

// EGL(result, name, types...) is the function of that name, cast to its type.
#define EGL(result, name, ...) ((result(*)(__VA_ARGS__))get_proc(name))

// devices fills list with at most max_devices devices and returns their number.
static int devices(handle *list) {
	int n = 0;
	unsigned (*query)(int, handle *, int *) = EGL(unsigned, "eglQueryDevicesEXT", int, handle *, int *);
	if (!query || !query(max_devices, list, &n)) return 0;
	return n;
}

// is_software tells whether a device is one of Mesa's software renderers.
static int is_software(handle device) {
	const char *(*query)(handle, int) = EGL(const char *, "eglQueryDeviceStringEXT", handle, int);
	const char *s = query ? query(device, egl_extensions) : NULL;
	return s && strstr(s, "EGL_MESA_device_software");
}

// display_on returns the display of a platform and a native handle, or NULL.
static handle display_on(unsigned platform, handle native) {
	handle (*get)(unsigned, handle, const int *) =
		EGL(handle, "eglGetPlatformDisplayEXT", unsigned, handle, const int *);
	return get ? get(platform, native, NULL) : NULL;
}

// context creates an OpenGL 3.3 core context on a display and makes it current on the calling thread, without a
// surface: drawing goes to framebuffer objects. It returns NULL if any step fails.
static handle context(handle display) {
	int major, minor, n = 0;
	if (!display || !EGL(unsigned, "eglInitialize", handle, int *, int *)(display, &major, &minor)) return NULL;
	if (!EGL(unsigned, "eglBindAPI", unsigned)(egl_opengl_api)) return NULL;
	const int want[] = {egl_surface_type, egl_pbuffer_bit, egl_renderable_type, egl_opengl_bit, egl_none};
	const int kind[] = {egl_major, 3, egl_minor, 3, egl_profile, egl_core, egl_none};
	handle config = NULL;
	if (!EGL(unsigned, "eglChooseConfig", handle, const int *, handle *, int, int *)(display, want, &config, 1, &n))
		return NULL;
	if (n == 0) config = NULL;
	handle c = EGL(handle, "eglCreateContext", handle, handle, handle, const int *)(display, config, NULL, kind);
	if (!c || !EGL(unsigned, "eglMakeCurrent", handle, handle, handle, handle)(display, NULL, NULL, c)) return NULL;
	return c;
}

// destroy releases and destroys a context. It must be current on the calling thread.
static void destroy(handle display, handle c) {
	EGL(unsigned, "eglMakeCurrent", handle, handle, handle, handle)(display, NULL, NULL, NULL);
	EGL(unsigned, "eglDestroyContext", handle, handle)(display, c);
}
*/
import "C"

import (
	"errors"
	"sync"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// eglContext is an offscreen OpenGL context, current on the thread that created it.
type eglContext struct{ display, context C.handle }

// loadMutex guards the state that all contexts share: libEGL's handle, and go-gl's table of function addresses,
// which is filled once (functionsLoaded). One table serves all contexts, because the addresses are those of the
// dispatch library (libglvnd's, or Mesa's), which selects the context that is current on the calling thread.
var (
	loadMutex       sync.Mutex
	functionsLoaded bool
)

// loadFunctions calls load, which fills go-gl's table, unless an earlier call has succeeded. A context must be
// current and loadMutex held.
func loadFunctions(load func() error) error {
	if functionsLoaded {
		return nil
	}
	err := load()
	functionsLoaded = err == nil
	return err
}

// newEGLContext creates a context and makes it current on the calling thread, on hardware if there is any.
func newEGLContext() (*eglContext, error) {
	loadMutex.Lock()
	defer loadMutex.Unlock()
	if C.load() == 0 {
		return nil, errors.New("opengl: libEGL.so.1 is missing; install it (Debian: libegl1)")
	}
	for _, d := range candidateDisplays() {
		c := C.context(d)
		if c == nil {
			continue
		}
		h := &eglContext{d, c}
		if err := loadFunctions(func() error { return gl.InitWithProcAddrFunc(procAddress) }); err != nil {
			h.close()
			continue
		}
		return h, nil
	}
	return nil, errors.New("opengl: no device offers OpenGL 3.3; install a driver (Debian: libgl1-mesa-dri; " +
		"in a container with an NVIDIA card, set NVIDIA_DRIVER_CAPABILITIES=all)")
}

// candidateDisplays returns the displays in the order of preference: hardware devices, Mesa's surfaceless platform,
// software devices. Entries may be nil; context rejects them.
func candidateDisplays() []C.handle {
	var list [C.max_devices]C.handle
	n := int(C.devices(&list[0]))
	var hard, soft []C.handle
	for _, d := range list[:n] {
		if C.is_software(d) != 0 {
			soft = append(soft, C.display_on(C.egl_platform_device, d))
		} else {
			hard = append(hard, C.display_on(C.egl_platform_device, d))
		}
	}
	return append(append(hard, C.display_on(C.egl_platform_surfaceless, nil)), soft...)
}

// procAddress returns the address of an OpenGL function.
func procAddress(name string) unsafe.Pointer {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	return unsafe.Pointer(C.address(s))
}

// close destroys the context, on the thread that created it. The EGL display stays initialized, because other
// contexts of the process may share it.
func (h *eglContext) close() { C.destroy(h.display, h.context) }
