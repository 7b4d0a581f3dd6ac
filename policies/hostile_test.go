package policies

import (
	"strings"
	"testing"

	"counterpoise/internal/artifact"
	"counterpoise/internal/hostile"
	"counterpoise/policies/ridge"
)

// Loading a policy takes memory in proportion to its file, also where the header is none of this program's. The digest
// of a file is right in all of these: anyone can compute it.
func TestLoadStaysInBudget(t *testing.T) {
	read := func(path string) error {
		_, err := Load(path)
		return err
	}
	const mega = 1 << 20
	headed := func(magic, header string, payload int) []byte {
		data, err := artifact.Encode(magic, rawJSON(header), make([]byte, payload))
		if err != nil {
			panic(err)
		}
		return data
	}
	features := func(magic, element string) func() []byte {
		return func() []byte {
			return headed(magic, `{"format":2,"features":[`+strings.Repeat(element+",", 2*mega)+element+`]}`, 0)
		}
	}
	inputs := []hostile.Input{
		{Name: "a policy", Fits: true, Data: func() []byte { data, _, _ := tiny(t); return data }},
		{Name: "a long payload", Data: func() []byte {
			_, head, _ := tiny(t)
			return headed(magic, head, 32*mega)
		}},
		{Name: "another file", Data: func() []byte { return make([]byte, 32*mega) }},
	}
	for _, m := range []string{magic, ridge.Magic} {
		for _, element := range []string{"{}", "null", `{"name":"a"}`} {
			in := hostile.Input{Name: strings.TrimSpace(m) + " " + element, Data: features(m, element)}
			inputs = append(inputs, in)
		}
	}
	hostile.Check(t, read, inputs...)
}

// rawJSON is text that is marshalled as it stands.
type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }
