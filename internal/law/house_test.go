package law

import (
	"slices"
	"strings"
	"testing"
)

// room is a package and what it may import of its own module, besides internal/.
type room struct {
	name    string
	imports []string
}

// everything stands for all packages of the module but those of the program: it is at the top, and nothing imports it.
const everything = "*"

// program is the place of the packages of the program. Its families of commands may import what they share, and no
// other family: a line names what a package imports of these, and everything leaves them out.
const program = "cmd/counterpoise"

// ofProgram reports whether a package is the program's.
func ofProgram(name string) bool { return name == program || strings.HasPrefix(name, program+"/") }

// house lists the packages from the ground up. A package may import only packages that come earlier in this list, so no
// arrow runs up. What a package must never know is what its line leaves out: scenes has no renderer, balance no network
// and no trainer, network no dataset, stats no benchmark, bench no runner and no study, document and figures nothing of
// this module.
var house = []room{
	// What is recorded, as plain data.
	{"bench/record", nil},

	// The simulator, demonstrators, cameras and datasets.
	{"physics", nil},
	{"scenes", []string{"physics", "bench/record"}},
	{"scenes/expert", []string{"physics", "scenes"}},
	{"scenes/render", []string{"physics", "scenes"}},
	{"scenes/render/soft", []string{"physics", "scenes", "scenes/render"}},
	{"scenes/render/opengl", []string{"physics", "scenes", "scenes/render"}},
	{"scenes/render/film", []string{"physics", "scenes", "scenes/render", "scenes/render/soft"}},
	{"scenes/render/viewer", []string{
		"scenes", "scenes/render", "scenes/render/film", "scenes/render/opengl", "scenes/render/soft",
	}},
	{"scenes/demos/npy", nil},
	{"scenes/demos/hdf5", nil},
	{"scenes/demos/picture", nil},
	{"scenes/demos/parts", nil},
	{"scenes/demos", []string{"bench/record", "scenes", "scenes/expert", "scenes/demos/npy"}},
	{"scenes/demos/calvin", []string{"scenes", "scenes/demos", "scenes/demos/npy", "scenes/demos/parts"}},
	{"scenes/demos/lerobot", []string{
		"scenes", "scenes/demos", "scenes/demos/parts", "scenes/demos/picture", "scenes/expert",
	}},
	{"scenes/demos/rlds", []string{"scenes", "scenes/demos", "scenes/demos/parts", "scenes/demos/picture"}},
	{"scenes/demos/robomimic", []string{"scenes/demos", "scenes/demos/hdf5", "scenes/demos/parts"}},
	{"scenes/demos/filter", []string{"scenes/demos"}},
	{"scenes/demos/replay", []string{"physics", "scenes", "scenes/demos", "scenes/render/film"}},

	// Weighing and training.
	{"policies/mixture", nil},
	{"policies/balance", []string{"policies/mixture", "scenes/demos"}},
	{"policies/weightfile", []string{"policies/balance", "scenes/demos", "scenes/demos/lerobot"}},
	{"policies/trainlog", []string{"policies/mixture"}},
	{"policies/backend", nil},
	{"policies/layers", nil},
	{"policies/optimizer", nil},
	{"policies/encoder/looks", []string{"physics", "scenes", "scenes/render", "scenes/render/soft"}},
	{"policies/encoder", []string{
		"policies/backend", "policies/encoder/looks", "policies/layers", "policies/optimizer", "scenes", "scenes/demos",
	}},
	{"policies/encoder/samples", []string{
		"policies/encoder", "policies/encoder/looks", "scenes", "scenes/render", "scenes/render/soft",
	}},
	{"policies/network", []string{"policies/backend", "policies/encoder", "policies/layers", "scenes"}},
	{"policies/trainset", []string{"policies/encoder", "policies/network", "scenes", "scenes/demos"}},
	{"policies/train", []string{
		"bench/record", "policies/backend", "policies/encoder", "policies/layers", "policies/mixture",
		"policies/network", "policies/optimizer", "policies/trainset", "scenes/demos",
	}},
	{"policies/ridge", []string{
		"policies/encoder", "policies/mixture", "policies/network", "policies/trainset", "scenes", "scenes/demos",
	}},
	{"policies", []string{
		"policies/backend", "policies/layers", "policies/network", "policies/ridge", "policies/train",
		"scenes",
	}},
	{"policies/export", []string{
		"policies", "policies/encoder", "policies/layers", "policies/network", "scenes",
	}},
	{"policies/elsewhere", []string{
		"policies", "policies/encoder", "policies/mixture", "policies/network", "policies/train", "policies/trainset",
		"scenes", "scenes/demos",
	}},
	{"policies/curate", []string{"scenes", "scenes/demos"}},
	{"policies/skills", []string{"scenes", "scenes/demos"}},
	{"policies/weigh", []string{
		"policies/balance", "policies/curate", "policies/encoder", "policies/mixture", "policies/network",
		"policies/ridge", "policies/train", "policies/trainset", "scenes/demos",
	}},
	{"policies/weigh/datasets", []string{"policies/weigh", "scenes/demos"}},
	{"policies/weigh/forms", []string{
		"policies/curate", "policies/weightfile", "policies/weigh", "policies/weigh/datasets", "scenes/demos/lerobot",
	}},
	{"policies/playback", []string{
		"policies", "scenes", "scenes/demos", "scenes/expert", "scenes/render", "scenes/render/film",
		"scenes/render/soft",
	}},

	// The benchmark: data, and what makes records of it.
	{"bench", []string{"bench/record", "policies/balance", "policies/optimizer", "scenes", "scenes/demos"}},
	{"bench/cost", []string{
		"bench", "bench/record", "policies/balance", "policies/mixture", "policies/network", "policies/train",
		"scenes", "scenes/demos",
	}},
	{"bench/definition", []string{
		"bench/record", "bench", "policies/balance", "scenes", "scenes/demos", "scenes/expert",
	}},
	{"bench/study", []string{
		"bench", "bench/definition", "bench/record", "policies/balance", "scenes", "scenes/demos",
	}},
	{"bench/pools", []string{"bench/record", "scenes/demos"}},
	{"bench/detection", []string{
		"bench/record", "policies/balance", "policies/curate", "scenes", "scenes/demos", "scenes/expert",
	}},
	{"bench/slurm", []string{"bench/cost", "bench/record"}},
	{"bench/study/theory", []string{"policies/balance", "policies/mixture", "scenes/demos"}},
	{"bench/remote/wire", nil},
	{"bench/remote", []string{"bench/remote/wire", "physics", "policies", "scenes", "scenes/demos"}},
	{"bench/remote/environments", []string{"bench/remote/wire"}},
	{"bench/remote/simulator", []string{
		"bench/record", "bench", "bench/remote/wire", "physics", "scenes", "scenes/demos", "scenes/render",
		"scenes/render/film",
	}},
	{"bench/runner", []string{
		"bench/record", "policies/network", "bench", "bench/detection", "policies", "policies/backend",
		"policies/balance", "policies/weightfile", "policies/mixture", "policies/train", "scenes", "scenes/demos",
	}},

	// Statistics and results.
	{"stats", nil},
	{"stats/markup", nil},
	{"stats/table", []string{"stats", "stats/markup"}},
	{"stats/evals", []string{"stats/markup", "stats/table"}},
	{"stats/mixed", []string{"stats"}},
	{"stats/check", []string{"stats", "stats/table"}},
	{"stats/compare", []string{"stats", "stats/mixed"}},
	{"results", nil},
	{"results/store", []string{"bench", "bench/record"}},
	{"results/inputs", []string{
		"bench", "bench/definition", "bench/pools", "bench/record", "policies/balance", "policies/weightfile",
	}},
	{"results/document", nil},
	{"results/figures", nil},
	{"results/apa", []string{"results/document", "stats", "stats/mixed"}},
	{"results/frame", []string{"bench", "bench/record", "scenes", "stats"}},
	{"results/analysis", []string{
		"bench", "bench/record", "results/apa", "results/document", "results/figures", "results/frame", "scenes",
		"scenes/demos", "stats",
	}},
	{"results/comparison", []string{
		"bench/record", "results/apa", "results/document", "results/figures", "results/frame", "scenes", "stats",
		"stats/compare", "stats/mixed", "stats/table",
	}},
	{"results/advice", []string{
		"policies/balance", "results/apa", "results/document", "scenes/demos", "scenes/demos/filter", "stats",
	}},
	{"results/triage", []string{"policies/curate", "scenes", "scenes/demos", "scenes/render", "scenes/render/soft"}},
	{"results/decide", []string{
		"bench", "bench/record", "policies/balance", "policies/weightfile", "results/advice", "results/apa",
		"results/comparison", "results/document", "results/frame", "scenes", "scenes/demos", "scenes/demos/filter",
		"scenes/expert", "stats", "stats/compare", "stats/table",
	}},
	{"results/evaluations", []string{
		"bench", "bench/record", "results/apa", "results/document", "results/frame", "scenes", "stats",
		"stats/evals",
	}},
	{"results/bypolicy", []string{
		"bench", "bench/record", "results/apa", "results/document", "results/figures", "results/frame", "stats",
	}},
	{"results/published", []string{"stats"}},
	{"results/report", []string{
		"bench", "bench/record", "policies/balance", "results/bypolicy", "results/analysis", "results/apa",
		"results/document", "results/figures", "results/frame", "scenes", "stats",
	}},
	{"results/submission", []string{
		"bench", "bench/pools", "bench/record", "policies/balance", "policies/weightfile", "results/apa",
		"results/document", "results/frame", "scenes", "scenes/demos", "stats",
	}},
	{"results/study/claims", []string{
		"bench", "bench/record", "bench/study", "bench/study/theory", "results/analysis", "results/apa",
		"results/document", "results/frame", "scenes", "stats",
	}},
	{"results/study/twobytwo", []string{
		"bench", "bench/record", "bench/study", "results", "results/analysis", "results/apa", "results/document",
		"results/figures", "results/frame", "stats",
	}},
	{"results/study/rivals", []string{
		"bench", "bench/study", "results/analysis", "results/apa", "results/document", "results/figures",
		"results/frame", "stats",
	}},
	{"results/study/fixedtheta", []string{
		"bench", "bench/study", "policies/balance", "results/analysis", "results/apa", "results/document",
		"results/figures", "results/frame", "stats",
	}},
	{"results/study/curate", []string{
		"bench", "bench/study", "results/analysis", "results/apa", "results/document", "results/figures",
		"results/frame", "scenes/expert", "stats",
	}},
	{"results/study/regret", []string{
		"bench", "bench/study", "results/analysis", "results/apa", "results/decide", "results/document",
		"results/frame", "stats",
	}},
	{"results/study/answer", []string{
		"bench", "bench/record", "bench/study", "results", "results/analysis", "results/apa", "results/document",
		"results/figures", "results/frame", "results/study/claims", "results/study/twobytwo", "scenes", "stats",
	}},
	{"results/study/tablefit", []string{
		"bench", "bench/study", "results/analysis", "results/apa", "results/document", "results/frame", "stats",
	}},
	{"results/study/surface", []string{
		"bench/study", "results/analysis", "results/apa", "results/figures", "results/frame", "stats",
	}},
	{"results/study", []string{
		"bench", "bench/study", "results", "results/study/answer", "results/study/claims", "results/study/curate",
		"results/study/fixedtheta", "results/study/regret", "results/study/rivals", "results/study/surface",
		"results/study/tablefit", "results/study/twobytwo",
	}},
	{"bench/probes", []string{
		"bench/record", "bench", "policies/balance", "policies/elsewhere", "policies/network", "policies/train",
		"policies", "scenes", "scenes/demos", "scenes/expert", "stats",
	}},
	{"internal/play", []string{
		"bench/record", "policies/balance", "policies/curate", "policies/ridge", "policies/weigh", "scenes",
		"scenes/demos", "scenes/demos/calvin", "scenes/demos/rlds", "scenes/demos/robomimic", "scenes/expert",
		"scenes/render", "scenes/render/film", "scenes/render/soft", "stats",
	}},
	{"results/films", []string{
		"bench/record", "results/frame", "results/report", "scenes", "scenes/render/film",
	}},

	// For tests alone.
	{"internal/testdevice", []string{"policies/backend"}},
	{"internal/toydata", []string{"physics", "policies/mixture", "scenes", "scenes/demos"}},
	{"internal/toyenvironment", []string{"bench/remote/wire"}},
	{"internal/toymodels", []string{"policies/layers", "policies/network"}},
	{"internal/recordtest", []string{
		"bench/record", "bench", "bench/study", "policies/balance", "scenes", "scenes/demos",
	}},

	// The program: what all commands share, what several families do, and the families.
	{"cmd/counterpoise/cli", []string{
		"bench", "bench/record", "bench/runner", "bench/study", "policies/backend", "policies/balance",
		"policies/train", "results/document", "results/inputs", "scenes/render/opengl",
	}},
	{"cmd/counterpoise/shared", []string{everything, "cmd/counterpoise/cli"}},
	{"cmd/counterpoise/environment", []string{everything, "cmd/counterpoise/cli", "cmd/counterpoise/shared"}},
	{"cmd/counterpoise/clitest", []string{everything, "cmd/counterpoise/cli", "cmd/counterpoise/shared"}},
	{"cmd/counterpoise/advise", []string{
		everything, "cmd/counterpoise/cli", "cmd/counterpoise/environment", "cmd/counterpoise/shared",
	}},
	{"cmd/counterpoise/demos", []string{
		everything, "cmd/counterpoise/cli", "cmd/counterpoise/environment", "cmd/counterpoise/shared",
	}},
	{"cmd/counterpoise/dev", []string{everything, "cmd/counterpoise/cli", "cmd/counterpoise/shared"}},
	{"cmd/counterpoise/list", []string{everything, "cmd/counterpoise/cli", "cmd/counterpoise/shared"}},
	{"cmd/counterpoise/look", []string{everything, "cmd/counterpoise/cli", "cmd/counterpoise/shared"}},
	{"cmd/counterpoise/machine", []string{everything, "cmd/counterpoise/cli", "cmd/counterpoise/shared"}},
	{"cmd/counterpoise/policies", []string{everything, "cmd/counterpoise/cli", "cmd/counterpoise/shared"}},
	{"cmd/counterpoise/run", []string{
		everything, "cmd/counterpoise/cli", "cmd/counterpoise/environment", "cmd/counterpoise/shared",
	}},
	{"cmd/counterpoise/stats", []string{everything, "cmd/counterpoise/cli", "cmd/counterpoise/shared"}},
	{"cmd/counterpoise", []string{
		"cmd/counterpoise/advise", "cmd/counterpoise/demos", "cmd/counterpoise/dev", "cmd/counterpoise/list",
		"cmd/counterpoise/look", "cmd/counterpoise/machine", "cmd/counterpoise/policies", "cmd/counterpoise/run",
		"cmd/counterpoise/shared", "cmd/counterpoise/stats",
	}},
}

// arrows are the imports of the house by package.
var arrows = func() map[string][]string {
	m := map[string][]string{}
	for _, r := range house {
		m[r.name] = r.imports
	}
	return m
}()

// A package imports only packages that come earlier in the list.
func TestNoArrowRunsUp(t *testing.T) {
	var below []string
	for _, r := range house {
		for _, to := range r.imports {
			if to != everything && !slices.Contains(below, to) {
				t.Errorf("%s may import %s, which comes later in the house", r.name, to)
			}
		}
		if slices.Contains(below, r.name) {
			t.Errorf("%s has two lines", r.name)
		}
		below = append(below, r.name)
	}
}

// Every arrow of the table is one that the code has, and every package of the table exists: the picture is the house.
func TestTheTableIsWhatStands(t *testing.T) {
	imports := map[string][]string{}
	for _, tags := range [][]string{nil, {"-tags=gl,xla"}} {
		for _, p := range listed(t, tags...) {
			for _, path := range p.Imports {
				if to, ours := ownPackage(path); ours {
					imports[p.name()] = append(imports[p.name()], to)
				}
			}
			imports[p.name()] = append(imports[p.name()], "")
		}
	}
	for _, r := range house {
		if imports[r.name] == nil {
			t.Errorf("%s has a line in the house and no package", r.name)
		}
		for _, to := range r.imports {
			if to != everything && !slices.Contains(imports[r.name], to) {
				t.Errorf("%s does not import %s: take the arrow away", r.name, to)
			}
		}
	}
}
