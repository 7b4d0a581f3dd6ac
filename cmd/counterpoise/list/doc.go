// Package list is the commands that show what there is: list, and docs, which writes the help of all commands, the
// lists and the pages of docs as a site. Each list ranges over a catalogue.
package list
