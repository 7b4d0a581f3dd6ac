package law

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// While the upper halves of the vector registers are set, an instruction in SSE encoding has to merge with them, which
// takes hundreds of cycles on some processors: on an Intel Xeon one comparison of scalars in a loop over contacts was
// two fifths of the simulator's time. So no function may reach one between its first vector of 256 bits and VZEROUPPER.
// The compiler encodes so what is done with single floats, copies of structs, and vectors of 128 bits that it puts on
// the stack because the registers do not suffice.
func TestNoSSEAmongVectors(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles packages")
	}
	for _, pkg := range vectorPackages(t) {
		t.Run(path.Base(pkg), func(t *testing.T) {
			text := assembly(t, pkg, "amd64")
			if !strings.Contains(text, "VZEROUPPER") {
				t.Fatal("the assembly has no VZEROUPPER, so it can't be read")
			}
			for _, fault := range sseAmongVectors(text) {
				t.Error(fault)
			}
		})
	}
}

// No processor fuses a product with a sum in the simulator. The compiler's word on TestNothingIsFused, which reads the
// sources: a quotient by a power of two is a product to the compiler.
func TestNoFusedInstructions(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles packages")
	}
	for _, arch := range []string{"amd64", "arm64"} {
		t.Run(arch, func(t *testing.T) {
			for _, name := range simulator {
				if found := fused.FindString(assembly(t, module+"/"+name, arch)); found != "" {
					t.Errorf("%s: %s", name, found)
				}
			}
		})
	}
	for _, op := range []string{"VFMADD231SD", "VFNMADD213PD", "FMADDD", "FNMSUBD"} {
		if !fused.MatchString("\t0x0001 00001 (/p/f.go:1)\t" + op + "\tF0, F1, F2, F3\n") {
			t.Errorf("%s is not found", op)
		}
	}
}

// fused is a line of assembly whose instruction is a fused multiply-add, of amd64 or arm64.
var fused = regexp.MustCompile(`(?m)^\t0x.*\tV?FN?M(ADD|SUB).*$`)

func TestSSEAmongVectorsIsFound(t *testing.T) {
	const head = "p.f STEXT size=1\n"
	line := func(n int, what string) string { return fmt.Sprintf("\t0x%04x %05d (/p/f.go:%d)\t%s\n", n, n, n, what) }
	vector, clear := line(1, "VADDPD\tY1, Y2, Y3"), line(3, "VZEROUPPER")
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"between", head + vector + line(2, "MULSD\tX1, X2") + clear, []string{"f.go:2: MULSD\tX1, X2"}},
		{"a copy", head + vector + line(2, "MOVUPS\tX15, (SP)") + clear, []string{"f.go:2: MOVUPS\tX15, (SP)"}},
		{"before and after", head + line(0, "MULSD\tX1, X2") + vector + clear + line(4, "MULSD\tX1, X2"), nil},
		{"a scalar in the encoding of vectors", head + vector + line(2, "VMOVSD\t(AX), X0") + clear, nil},
		{"integers", head + vector + line(2, "MOVQ\tAX, CX") + clear, nil},
		{"after a jump past it", head + line(0, "JEQ\t4") + vector + line(2, "JMP\t5") + line(4, "MULSD\tX1, X2") +
			line(5, "RET"), nil},
		{"in a loop", head + line(0, "UCOMISD\tX1, X2") + vector + line(2, "JNE\t0") + clear,
			[]string{"f.go:0: UCOMISD\tX1, X2"}},
		{"in what is called", head + vector + line(2, "CALL\tp.g(SB)") + clear + "p.g STEXT size=1\n" +
			line(7, "ADDSD\tX0, X1") + line(8, "RET"), []string{"f.go:7: ADDSD\tX0, X1"}},
		{"after a call that leaves them set", head + line(0, "CALL\tp.g(SB)") + line(2, "ADDSD\tX0, X1") + clear +
			"p.g STEXT size=1\n" + vector + line(8, "RET"), []string{"f.go:2: ADDSD\tX0, X1"}},
		{"an operation that is not inlined", head + line(1, "CALL\tcounterpoise/internal/vector.Even(SB)"),
			[]string{"f.go:1: CALL\tcounterpoise/internal/vector.Even(SB)"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := sseAmongVectors(c.text); !slices.Equal(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

// vectorPackages are the packages with files that import simd/archsimd, without internal/vector, whose functions are
// inlined in the others.
func vectorPackages(t *testing.T) (all []string) {
	t.Helper()
	for name, text := range sources(t) {
		if strings.HasSuffix(name, "_test.go") || !bytes.Contains(text, []byte("\"simd/archsimd\"\n")) {
			continue
		}
		if pkg := path.Join(module, path.Dir(name)); pkg != vectorOperations && !slices.Contains(all, pkg) {
			all = append(all, pkg)
		}
	}
	if len(all) == 0 {
		t.Fatal("no package computes with vectors")
	}
	slices.Sort(all)
	return all
}

const vectorOperations = module + "/internal/vector"

// assembly is what the compiler makes of a package for a processor, on amd64 with vectors. It skips the test where this
// release of Go can't build them: an unknown one never can, and for Go 1.27 ./counterpoise sets what gomlx's take.
func assembly(t *testing.T, pkg, arch string) string {
	t.Helper()
	experiment := ""
	if arch == "amd64" {
		experiment = "simd"
	}
	build := func(pkg string) ([]byte, error) {
		c := exec.Command("go", "build", "-gcflags=-S", pkg)
		c.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+arch, "GOEXPERIMENT="+experiment, "CGO_ENABLED=0")
		return c.CombinedOutput()
	}
	out, err := build(pkg)
	if err == nil {
		return string(out)
	}
	for _, needed := range []string{vectorOperations, "github.com/gomlx/compute/dtypes/float16"} {
		if _, err := build(needed); err != nil && experiment != "" {
			t.Skipf("this build of %s has no vectors for %s", needed, runtime.Version())
		}
	}
	t.Fatalf("%s: %v\n%s", pkg, err, out)
	return ""
}

// instruction is a line of the compiler's assembly: where it stands in the function and in the source, what it does,
// and with what.
type instruction struct{ at, source, op, operands string }

var (
	functionLine    = regexp.MustCompile(`^(\S+) STEXT`)
	instructionLine = regexp.MustCompile(`^\t0x[0-9a-f]+ (\d+) \(([^)]*)\)\t(\S+)\t?(.*)$`)
	wideRegister    = regexp.MustCompile(`\b[YZ]\d+\b`)
	register        = regexp.MustCompile(`\bX\d+\b`)
)

// sseAmongVectors lists the instructions in SSE encoding that functions of a package can reach with upper halves set.
func sseAmongVectors(text string) (faults []string) {
	functions := map[string][]instruction{}
	var names []string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if m := functionLine.FindStringSubmatch(line); m != nil {
			names = append(names, m[1])
		} else if m := instructionLine.FindStringSubmatch(line); m != nil && len(names) > 0 {
			name := names[len(names)-1]
			i := instruction{cmp.Or(strings.TrimLeft(m[1], "0"), "0"), path.Base(m[2]), m[3], m[4]}
			functions[name] = append(functions[name], i)
		}
	}
	entered, left := map[string]bool{}, map[string]bool{} // with upper halves set
	for changed := true; changed; {
		changed, faults = false, nil
		for _, name := range names {
			f := walk(functions[name], entered[name], left)
			faults = append(faults, f.faults...)
			for _, callee := range f.calls {
				if _, own := functions[callee]; own && !entered[callee] {
					entered[callee], changed = true, true
				}
			}
			if f.left && !left[name] {
				left[name], changed = true, true
			}
		}
	}
	return faults
}

// walked is what a walk through a function finds.
type walked struct {
	faults []string
	calls  []string // functions that are called with upper halves set
	left   bool     // whether the function may be left so
}

// walk follows a function's jumps and keeps, for each instruction, whether upper halves may be set before it. leaves
// are the functions that leave them set.
func walk(f []instruction, entered bool, leaves map[string]bool) (found walked) {
	index := map[string]int{}
	for i := len(f) - 1; i >= 0; i-- {
		index[f[i].at] = i // of several at one place the first
	}
	seen, set := make([]bool, len(f)), make([]bool, len(f))
	type place struct {
		i   int
		set bool
	}
	for todo := []place{{0, entered}}; len(todo) > 0; {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if p.i >= len(f) || seen[p.i] && (set[p.i] || !p.set) {
			continue
		}
		seen[p.i], set[p.i] = true, p.set
		in, after := f[p.i], p.set
		callee, _, _ := strings.Cut(in.operands, "(SB)")
		switch {
		case in.op == "RET":
			found.left = found.left || p.set
			continue
		case in.op == "CALL" && strings.HasPrefix(callee, "runtime.panic"): // which does not return
			continue
		case in.op == "CALL":
			after = after || leaves[callee]
			if p.set {
				found.calls = append(found.calls, callee)
			}
		case in.op == "VZEROUPPER":
			after = false
		case wideRegister.MatchString(in.operands):
			after = true
		}
		if to, ok := index[in.operands]; ok && strings.HasPrefix(in.op, "J") {
			todo = append(todo, place{to, after})
		}
		if in.op != "JMP" {
			todo = append(todo, place{p.i + 1, after})
		}
	}
	for i, in := range f {
		called := in.op == "CALL" && strings.HasPrefix(in.operands, vectorOperations+".")
		if called || set[i] && !strings.HasPrefix(in.op, "V") && register.MatchString(in.operands) {
			found.faults = append(found.faults, fmt.Sprintf("%s: %s\t%s", in.source, in.op, in.operands))
		}
	}
	return found
}
