//go:build xla

package backend

/*
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
static void keepMemory(int largest, int most) {
	mallopt(M_MMAP_THRESHOLD, largest);
	mallopt(M_TRIM_THRESHOLD, most);
}
#else
static void keepMemory(int largest, int most) {}
#endif
*/
import "C"

const (
	largestKept = 32 << 20  // bytes; the most that glibc takes as M_MMAP_THRESHOLD
	mostKept    = 256 << 20 // bytes
)

// keepMemory makes glibc keep up to mostKept bytes that were freed, of blocks of up to largestKept, for what is
// allocated next. XLA allocates all outputs of a graph at each call. By default glibc gives a megabyte or two of those
// of the last call back to the system, and the pages of the new ones are made and cleared one by one: 140 page faults a
// step of network mlp, a tenth of its time. Other C libraries are left as they are.
func keepMemory() { C.keepMemory(largestKept, mostKept) }
