//go:build !nostudy

package main

// The command takes part in the tests of all commands.
func init() {
	hostileLines["claims"] = func(f hostileFixtures) [][]string {
		return [][]string{{f.records}, {f.records, "--out", f.fresh(2, ".md"), "--format", "markdown"}}
	}
	recordCommands = append(recordCommands, func(a, _ string) []string { return []string{"claims", a} })
}

// The command takes part in the tests of all commands.
func init() {
	hostileLines["dev freeze"] = func(hostileFixtures) [][]string { return [][]string{{"\x1b[2J"}} }
	textTables = append(textTables, struct {
		columns int
		args    []string
	}{80, []string{"dev", "freeze", "--all"}})
}
