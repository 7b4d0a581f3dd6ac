package law

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The fusion law: the simulator rounds the same on every processor.
//
// The Go specification lets a compiler fuse x*y + z into one operation with one rounding, "possibly across statements",
// and through inlined calls: it does on arm64 and on amd64 with GOAMD64=v3, and not with GOAMD64=v1. Only an explicit
// conversion of the product forbids it. So in the packages that simulate, draw and demonstrate, every product of
// floating-point numbers must stand directly in a conversion, float64(x*y), or in an operation that is never fused:
// another product, a quotient, a comparison. And of package math only what IEEE 754 rounds exactly, or what doesn't
// round at all, may be called: the rest is compiled with whatever fusion the build allows, or written in assembly for
// some processors.
var simulator = []string{
	"internal/num", "internal/vector", "physics", "scenes", "scenes/expert", "scenes/render", "scenes/render/soft",
}

// exact are the functions of package math whose results are the same everywhere.
var exact = []string{
	"Abs", "Ceil", "Copysign", "Float32bits", "Float32frombits", "Float64bits", "Float64frombits", "Floor", "Inf",
	"IsInf", "IsNaN", "Max", "Min", "NaN", "Remainder", "Round", "Signbit", "Sqrt", "Trunc",
}

// exactLanes are the operations on vectors that round each lane as plain Go does, and those that round nothing. A
// multiplication that is fused with an addition is not among them, nor are approximate reciprocals.
var exactLanes = []string{
	"AVX2", "Add", "AddPairsGrouped", "And", "AsFloat32x8", "AsFloat64x4", "AsInt32x4", "AsInt64x4", "AsUint32x4",
	"AsUint64x2", "AsUint8x16", "Broadcast1To8", "BroadcastFloat32x8", "BroadcastFloat64x4", "BroadcastInt32x4",
	"BroadcastInt64x4", "ClearAVXUpperBits", "ConcatAddPairsGrouped", "ConcatPermute128Scalars",
	"ConcatPermuteScalarsGrouped", "ConvertToFloat32", "ConvertToFloat64", "ConvertToInt32", "Div", "Equal", "GetElem",
	"GetHi", "GetLo", "Greater", "Less", "Max", "Merge", "Min", "Mul", "NotEqual", "Or", "Permute", "PermuteOrZero",
	"Select128FromPair", "SelectFromPairGrouped", "SetLo", "ShiftAllLeft", "Store", "StoreArray", "StorePart",
	"StoreSlicePart", "Sub", "ToBits", "ToInt32x4", "ToInt64x4", "Trunc", "Xor",
}

// exactLane says whether an operation on vectors is one of exactLanes or reads a vector from memory.
func exactLane(name string) bool {
	return slices.Contains(exactLanes, name) || strings.HasPrefix(name, "Load")
}

func TestNothingIsFused(t *testing.T) {
	exports, built := compiled(t)
	for _, name := range simulator {
		p, ok := built[module+"/"+name]
		if !ok {
			t.Logf("%s does not build: not read", name)
			continue
		}
		fset := token.NewFileSet()
		var files []*ast.File
		for _, f := range p.GoFiles {
			file, err := parser.ParseFile(fset, filepath.Join(p.Dir, f), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		for _, fault := range fusible(t, fset, p.ImportPath, files, exports) {
			t.Error(fault)
		}
	}
}

// The law must be able to fail, and must not forbid what is sound.
func TestTheFusionLawForbids(t *testing.T) {
	exports, _ := compiled(t)
	const frame = "package p\nimport \"math\"\nvar _ = math.Pi\ntype v struct{ x float64 }\n" +
		"func f(a, b, c float64, n, m int, w []float64) (r float64) {\n%s\nreturn r\n}\n"
	for _, c := range []struct {
		code  string
		fused bool
	}{
		{"r = a*b + c", true},
		{"r = c - (a*b)", true},
		{"r = c + -(a*b)", true},
		{"r += a * b", true},
		{"r -= a * b", true},
		{"r *= a", true},
		{"for i := range w { r += w[i]*w[i] }", true},
		{"p := a*b; r = p + c", true},
		{"r = v{a * b}.x + c", true},
		{"r = math.Sqrt(a*a + b)", true},
		{"r = math.Abs(a * b)", true},
		{"return a * b", true},
		{"r = float64(a*b + c)", true},
		{"r = 2*(a+float64(b*c)) + c", true},
		{"r = math.Sin(a)", true},
		{"r = math.FMA(a, b, c)", true},
		{"r = math.Hypot(a, b)", true},
		{"f := math.Cos; r = f(a)", true},
		{"r = float64(a*b) + c", false},
		{"r += float64(a * b)", false},
		{"r = float64(a*b*c) - float64(-a*b)", false},
		{"r = a*b/c + c", false},
		{"r = a / (b * c)", false},
		{"if a*b > c { r = 1 }", false},
		{"r = a + float64(n*m)", false},
		{"const k = 2 * 0.7; r = k + c", false},
		{"r = c / (2 * math.Pi)", false},
		{"r = math.Sqrt(float64(a*a) + b)", false},
		{"r = math.Floor(a)", false},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", fmt.Sprintf(frame, c.code), 0)
		if err != nil {
			t.Fatal(err)
		}
		if faults := fusible(t, fset, "p", []*ast.File{file}, exports); (len(faults) > 0) != c.fused {
			t.Errorf("%q: faults %v, want some: %v", c.code, faults, c.fused)
		}
	}
	if exports["simd/archsimd"] == "" {
		return // this build has no vector instructions
	}
	for code, fused := range map[string]bool{"a.MulAdd(b, c)": true, "a.Mul(b).Add(c)": false} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", "package p\nimport \"simd/archsimd\"\n"+
			"func f(a, b, c archsimd.Float64x4) archsimd.Float64x4 { return "+code+" }\n", 0)
		if err != nil {
			t.Fatal(err)
		}
		if faults := fusible(t, fset, "p", []*ast.File{file}, exports); (len(faults) > 0) != fused {
			t.Errorf("%q: faults %v, want some: %v", code, faults, fused)
		}
	}
}

// fusible lists what breaks the law in a package.
func fusible(
	t *testing.T, fset *token.FileSet, path string, files []*ast.File, exports map[string]string,
) (faults []string) {
	t.Helper()
	open := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", open)}
	if _, err := config.Check(path, fset, files, info); err != nil {
		t.Fatal(err)
	}
	fault := func(n ast.Node, format string, args ...any) {
		at := fset.Position(n.Pos())
		place := fmt.Sprintf("%s:%d: ", filepath.Base(at.Filename), at.Line)
		faults = append(faults, place+fmt.Sprintf(format, args...))
	}
	for _, file := range files {
		var path []ast.Node
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil {
				path = path[:len(path)-1]
				return true
			}
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if n.Op == token.MUL && floating(info, n) && !rounded(info, path) {
					fault(n, "the product %s may be fused with a sum: write float64(%[1]s)", types.ExprString(n))
				}
			case *ast.AssignStmt:
				if n.Tok == token.MUL_ASSIGN && floating(info, n.Lhs[0]) {
					fault(n, "%s *= may be fused with a later sum: write float64(...)", types.ExprString(n.Lhs[0]))
				}
			case *ast.Ident:
				f, ok := info.Uses[n].(*types.Func)
				switch {
				case !ok || f.Pkg() == nil:
				case f.Pkg().Path() == "math" && !slices.Contains(exact, f.Name()):
					fault(n, "math.%s is not the same on every processor: use internal/num", f.Name())
				case f.Pkg().Path() == "simd/archsimd" && !exactLane(f.Name()):
					fault(n, "archsimd's %s may round otherwise than plain Go: use Mul and Add", f.Name())
				}
			}
			path = append(path, n)
			return true
		})
	}
	return faults
}

// floating says whether an expression is a floating-point number that is computed at run time.
func floating(info *types.Info, e ast.Expr) bool {
	tv := info.Types[e]
	b, ok := tv.Type.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0 && tv.Value == nil
}

// rounded says whether what stands around a product, the nodes of path, keeps it from being fused.
func rounded(info *types.Info, path []ast.Node) bool {
	for i := len(path) - 1; i >= 0; i-- {
		switch p := path[i].(type) {
		case *ast.ParenExpr:
			continue
		case *ast.UnaryExpr:
			continue
		case *ast.CallExpr:
			return len(p.Args) == 1 && info.Types[p.Fun].IsType()
		case *ast.BinaryExpr:
			return p.Op != token.ADD && p.Op != token.SUB
		}
		return false
	}
	return false
}

// compiled asks the go command for the packages of the simulator that build, and where the compiler left the types of
// all that they import.
func compiled(t *testing.T) (exports map[string]string, built map[string]pkg) {
	t.Helper()
	args := []string{"list", "-e", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Incomplete"}
	for _, name := range simulator {
		args = append(args, module+"/"+name)
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	exports, built = map[string]string{}, map[string]pkg{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			pkg
			Export     string
			Incomplete bool
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return exports, built
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if p.Export != "" && !p.Incomplete {
			built[p.ImportPath] = p.pkg
		}
	}
}
