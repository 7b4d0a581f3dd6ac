package backend

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A flag that a plugin does not know is an error before the plugin is loaded, wherever in its file the names of the
// others stand: also across two parts that are read one after the other.
func TestCheckFlags(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plugin.so")
	file := make([]byte, 3<<20)
	for at := range file {
		file[at] = 'x'
	}
	copy(file[1<<20-5:], "xla_dump_to\x00")
	copy(file[2<<20:], "xla_other_than_this\x00")
	copy(file[len(file)-12:], "xla_cpu_max\x00")
	if err := os.WriteFile(path, file, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ env, want string }{
		{"", ""},
		{" \n", ""},
		{"--xla_dump_to=/tmp", ""},
		{"--xla_dump_to --xla_cpu_max=AVX", ""},
		{`--xla_dump_to="a folder with \" --xla_bogus" --xla_cpu_max='two words'`, ""},
		{"--xla_cpu_max --xla_other", "XLA_FLAGS has --xla_other, which this plugin does not know"},
		{"--xla_a\t--xla_dump_to=1 --xla_b=2", "XLA_FLAGS has --xla_a and --xla_b, which"},
		{"--bogus", "XLA_FLAGS has --bogus, which is no flag of XLA"},
		{"-xla_dump_to=/tmp", "XLA_FLAGS has -xla_dump_to, which is no flag"},
		{"/etc/flags", "XLA_FLAGS does not begin with a flag"},
	} {
		err := plugin{path: path}.checkFlags(c.env)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("XLA_FLAGS=%q: error %v, want %q", c.env, err, c.want)
		}
	}
}
