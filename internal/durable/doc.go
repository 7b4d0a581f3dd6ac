// Package durable is the only way in which this program changes a disk. Files are replaced atomically: after a crash at
// any point a file has its old content or the new one.
//
// The method is the usual one on POSIX systems: write a temporary file in the same folder, sync it, rename it over the
// target, and sync the folder (Write). rename is atomic within a file system, which is why the temporary file is not in
// the system's folder for temporary files. What consists of several files, a dataset, is made in a staging folder and
// moved into its place (Staging). On Windows os.Rename also replaces an existing file, but neither atomicity nor the
// sync of a folder is guaranteed there.
//
// Temporary files and staging folders are locked by the process that makes them. The system frees the lock when the
// process dies, however it dies, and the next process that writes into the folder removes what no process holds
// (Sweep).
//
// All calls that change a disk stand in calls.go and file.go. Inject lets a test make any one of them fail, or end the
// process's effects there, as a full disk, a crash or a loss of power does; package internal/faults tries all of them
// in turn. A test of internal/law forbids the functions of package os that change a disk anywhere else, and requires
// of each package that imports this one a test with internal/faults.
package durable
