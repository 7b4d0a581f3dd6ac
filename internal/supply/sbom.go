package supply

import (
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"runtime/debug"
	"strings"
)

// bom is the bill of materials, CycloneDX 1.6 in JSON (cyclonedx.org/docs/1.6/json): the program as the component of
// the metadata, the modules that are linked into it as its components, and the settings of the build as properties. It
// has neither a time nor a serial number, so that equal programs have equal bills.
type bom struct {
	Format   string `json:"bomFormat"`
	Spec     string `json:"specVersion"`
	Version  int    `json:"version"`
	Metadata struct {
		Component component `json:"component"`
	} `json:"metadata"`
	Components   []component `json:"components"`
	Dependencies []edges     `json:"dependencies"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version,omitempty"`
	PURL       string     `json:"purl,omitempty"`
	Licences   []licence  `json:"licenses,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type licence struct {
	Expression string `json:"expression"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type edges struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn"`
}

// WriteSBOM writes the bill of materials of the running program. It reads what the go command built into it, so it says
// what is in this very file, and not what go.mod allows.
func WriteSBOM(w io.Writer) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return errors.New("this program was built without modules, so it does not know what it is made of")
	}
	return write(w, info)
}

// write writes the bill of a build.
func write(w io.Writer, info *debug.BuildInfo) error {
	root := component{
		Type: "application", Ref: info.Main.Path, Name: info.Main.Path, Version: info.Main.Version,
		Licences:   []licence{{"Apache-2.0"}},
		Properties: []property{{"go:version", info.GoVersion}},
	}
	for _, s := range info.Settings {
		if s.Value != "" {
			root.Properties = append(root.Properties, property{"go:build:" + s.Key, s.Value})
		}
	}
	out := bom{Format: "CycloneDX", Spec: "1.6", Version: 1, Components: []component{}}
	out.Metadata.Component = root
	on := edges{Ref: root.Ref, On: []string{}}
	add := func(c component) {
		out.Components, on.On = append(out.Components, c), append(on.On, c.Ref)
	}
	add(component{Type: "library", Ref: "std", Name: "std", Version: strings.TrimPrefix(info.GoVersion, "go"),
		PURL: "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go"), Licences: []licence{{"BSD-3-Clause"}}})
	for _, m := range info.Deps {
		// The script counterpoise builds with Go 1.27 from a folder with a copy of a module, some names changed.
		copied := m.Replace != nil && strings.HasPrefix(m.Replace.Path, ".")
		if m.Replace != nil && !copied {
			m = m.Replace
		}
		c := component{Type: "library", Name: m.Path, Version: m.Version, PURL: packageURL(m.Path, m.Version)}
		c.Ref = c.PURL
		if l := Licences[m.Path]; l != "" {
			c.Licences = []licence{{l}}
		}
		if m.Sum != "" { // the digest of go.sum, over the module's file names and contents
			c.Properties = []property{{"go:sum", m.Sum}}
		}
		if copied {
			c.Properties = []property{{"counterpoise:changed", "names of simd/archsimd, for Go 1.27"}}
		}
		add(c)
	}
	out.Dependencies = []edges{on}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

// packageURL returns the package URL of a module (github.com/package-url/purl-spec, type golang).
func packageURL(path, version string) string {
	escape := func(s string) string { return strings.ReplaceAll(url.PathEscape(s), "+", "%2B") }
	segments := strings.Split(path, "/")
	for i, s := range segments {
		segments[i] = escape(s)
	}
	return "pkg:golang/" + strings.Join(segments, "/") + "@" + escape(version)
}
