// Package store keeps the records of a folder in records.jsonl: it appends, locks, verifies and compacts.
//
// # Format
//
// A store is a folder with a file records.jsonl. A line of the file is a JSON object
//
//	{"sha256": "0123456789abcdef", "record": {...}}
//
// in which sha256 is the first 16 hexadecimal digits of the SHA-256 digest of the bytes of the record as they stand in
// the file (line.go). The file is only appended to, and Put returns after the line is synced to the disk.
//
// Files records-NAME.jsonl beside it are archives of the same form, which are only read (archive.go).
//
// # Concurrent processes
//
// Several processes may have one folder open. Each appends to a part file that it alone holds, records.jsonl or
// records.2.jsonl and so on, so that records of two processes never mix in one line (parts.go). The process that holds
// the first part file merges the part files of exited processes into it (compact.go); in the end one file is left. A
// process claims a cell by a file lock before it computes the cell, and the system frees the lock when the process
// dies, however it dies (claim.go; package internal/durable has the locks). On a file system without locks the worst
// case is that two processes compute the same record; the cell keeps the first.
//
// # Crash safety
//
// After a crash at any moment each record is either whole in a file or its line is detected as damaged, reported with
// file and line number, moved to records.jsonl.damaged and computed again (damage.go). Open repairs; Read changes
// nothing on the disk.
//
// The package has no statistics: what records show is computed in results/frame.
package store
