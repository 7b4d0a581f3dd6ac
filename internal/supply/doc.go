// Package supply says what this program is made of: the modules that it depends on, their licences, and a bill of
// materials of the running program in CycloneDX (sbom.go).
package supply
