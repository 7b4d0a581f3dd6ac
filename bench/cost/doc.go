// Package cost estimates what cells and plans take: seconds of a core, bytes on the disk and memory. It serves to share
// cells out to the tasks of a cluster and to say beforehand how long a run takes. No result depends on it.
package cost
