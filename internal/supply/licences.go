package supply

// Licences are the licences of the modules in go.mod, as SPDX expressions. They are those of the files LICENSE or
// UNLICENSE of each module; a test compares them with go.mod and, where the sources are at hand, with those files.
// All are compatible with this program's Apache-2.0: they permit use and distribution with their notice kept. The fonts
// of liberation are under OFL-1.1, which permits embedding in documents; of the two licences of freetype the FTL is
// taken; svgo asks for a mention of its author, Anthony Starks.
var Licences = map[string]string{
	"codeberg.org/go-fonts/liberation":     "BSD-3-Clause AND OFL-1.1",
	"codeberg.org/go-latex/latex":          "BSD-3-Clause",
	"codeberg.org/go-pdf/fpdf":             "MIT",
	"git.sr.ht/~sbinet/gg":                 "MIT",
	"github.com/VividCortex/ewma":          "MIT",
	"github.com/acarl005/stripansi":        "MIT",
	"github.com/ajstarks/svgo":             "CC-BY-4.0",
	"github.com/andybalholm/brotli":        "MIT",
	"github.com/cespare/xxhash/v2":         "MIT",
	"github.com/clipperhouse/displaywidth": "MIT",
	"github.com/clipperhouse/uax29/v2":     "MIT",
	"github.com/coder/websocket":           "ISC",
	"github.com/fatih/color":               "MIT",
	"github.com/go-gl/gl":                  "MIT",
	"github.com/go-gl/glfw/v3.3/glfw":      "BSD-3-Clause",
	"github.com/go-logr/logr":              "Apache-2.0",
	"github.com/gofrs/flock":               "BSD-3-Clause",
	"github.com/golang/freetype":           "FTL OR GPL-2.0-or-later",
	"github.com/gomlx/compute":             "Apache-2.0",
	"github.com/gomlx/go-xla":              "Apache-2.0",
	"github.com/gomlx/gomlx":               "Apache-2.0",
	"github.com/google/uuid":               "BSD-3-Clause",
	"github.com/inconshreveable/mousetrap": "Apache-2.0",
	"github.com/klauspost/compress":        "MIT",
	"github.com/mattn/go-colorable":        "MIT",
	"github.com/mattn/go-isatty":           "MIT",
	"github.com/mattn/go-runewidth":        "MIT",
	"github.com/olekukonko/cat":            "MIT",
	"github.com/olekukonko/errors":         "MIT",
	"github.com/olekukonko/ll":             "MIT",
	"github.com/olekukonko/tablewriter":    "MIT",
	"github.com/parquet-go/bitpack":        "Apache-2.0",
	"github.com/parquet-go/jsonlite":       "MIT",
	"github.com/parquet-go/parquet-go":     "Apache-2.0",
	"github.com/pelletier/go-toml/v2":      "MIT",
	"github.com/pierrec/lz4/v4":            "BSD-3-Clause",
	"github.com/pkg/errors":                "BSD-2-Clause",
	"github.com/spf13/cobra":               "Apache-2.0",
	"github.com/spf13/pflag":               "BSD-3-Clause",
	"github.com/twpayne/go-geom":           "BSD-2-Clause",
	"github.com/vbauerster/mpb/v8":         "Unlicense",
	"github.com/yuin/goldmark":             "MIT",
	"golang.org/x/exp":                     "BSD-3-Clause",
	"golang.org/x/image":                   "BSD-3-Clause",
	"golang.org/x/sys":                     "BSD-3-Clause",
	"golang.org/x/term":                    "BSD-3-Clause",
	"golang.org/x/text":                    "BSD-3-Clause",
	"gonum.org/v1/gonum":                   "BSD-3-Clause",
	"gonum.org/v1/plot":                    "BSD-3-Clause",
	"google.golang.org/protobuf":           "BSD-3-Clause",
	"k8s.io/klog/v2":                       "Apache-2.0",
}

// Compatible are the licences that a dependency may have.
var Compatible = []string{
	"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSD-3-Clause AND OFL-1.1", "CC-BY-4.0", "FTL OR GPL-2.0-or-later",
	"ISC", "MIT", "Unlicense",
}
