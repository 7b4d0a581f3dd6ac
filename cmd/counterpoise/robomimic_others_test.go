package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/scenes/demos/hdf5"
)

// robomimicOf writes a file of robomimic as other programs do, of demonstrations of another robot with these numbers,
// ten frames each, and lists of them.
func robomimicOf(t *testing.T, numbers []int, lists map[string]string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "theirs.hdf5")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := hdf5.NewWriter(f)
	array := func(number, columns int) hdf5.Ref {
		var b []byte
		for i := range 10 * columns {
			x := math.Sin(float64(i)/9 + float64(number))
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(x)))
		}
		ref, _ := w.Dataset(hdf5.Float32, b, 10, columns)
		return ref
	}
	var demonstrations, masks []hdf5.Link
	for _, n := range numbers {
		obs, _ := w.Group([]hdf5.Link{{Name: "eef_pos", To: array(n, 3)}})
		g, _ := w.Group([]hdf5.Link{{Name: "actions", To: array(n, 4)}, {Name: "obs", To: obs}})
		demonstrations = append(demonstrations, hdf5.Link{Name: fmt.Sprint("demo_", n), To: g})
	}
	for name, list := range lists {
		names := strings.Fields(list)
		text := make([]byte, 8*len(names))
		for i, n := range names {
			copy(text[8*i:], n)
		}
		ref, _ := w.Dataset(hdf5.Strings(8), text, len(names))
		masks = append(masks, hdf5.Link{Name: name, To: ref})
	}
	data, _ := w.Group(demonstrations, hdf5.Attr{Name: "env_args", Value: `{"env_name": "Lift"}`})
	mask, _ := w.Group(masks)
	top, _ := w.Group([]hdf5.Link{{Name: "data", To: data}, {Name: "mask", To: mask}})
	if err := w.Close(top); err != nil {
		t.Fatal(err)
	}
	return path
}

// Demonstrations whose numbers have gaps keep the numbers of their file: in lists, in flags, in files of labels and of
// weights, and in errors.
func TestNumbersWithGaps(t *testing.T) {
	path, dir := robomimicOf(t, []int{0, 2, 7, 11, 12}, nil), t.TempDir()
	labels := func(text string) string {
		at := filepath.Join(dir, "labels.csv")
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return at
	}
	for _, c := range []struct {
		args string
		want string
	}{
		{"demos list --format csv", "\n7,Lift,10,unknown,theirs.hdf5 7\n"},
		{"demos list --format csv --episodes 7,12", "\n7,Lift,10,unknown,theirs.hdf5 7\n12,"},
		{"demos list --episodes 0-2", "there is no 1; demos list shows the numbers"},
		{"demos list --format csv --labels " + labels("episode,success\ndemo_7,no\n2.0,yes\n"), "\n7,Lift,10,false,"},
		{"demos inspect", "episodes  5, numbered as in the file from demo_0 to demo_12, with gaps\n"},
		{"demos inspect --by episode=7", "left out  4 demonstrations"},
		{"weigh --known 3 --out " + dir + "/w", "names demonstration 3, and there are 5, numbered from 0 to 12"},
		{"weigh --known 7,12 --out " + dir + "/w", "\n11  "},
	} {
		args := strings.Fields(c.args)
		at := 1
		if args[0] == "demos" {
			at = 2
		}
		args = append(args[:at:at], append([]string{path}, args[at:]...)...)
		_, stdout, stderr, _ := clitest.Invoke(args...)
		if !strings.Contains(stdout+stderr, c.want) {
			t.Errorf("%s: %q is not in\n%s%s", c.args, c.want, stdout, stderr)
		}
	}
	table, err := os.ReadFile(filepath.Join(dir, "w", "weights.csv"))
	if err != nil || !strings.Contains(string(table), "\n12,1,") {
		t.Errorf("%s, %v", table, err)
	}
	_, _, stderr, _ := clitest.Invoke("demos", "list", path, "--labels", labels("episode,success\n0,1\n1,1\n"))
	if want := "line 3: there is no episode 1; they are numbered from 0 to 12, with gaps"; !strings.Contains(stderr,
		want) {
		t.Errorf("%q is not in %s", want, stderr)
	}
}

// Lists that are called success or failure say which demonstrations succeeded. Others of the same names say nothing:
// lists of a split, and those in which nobody is.
func TestListsOfOutcomes(t *testing.T) {
	path := robomimicOf(t, []int{0, 1, 2, 3, 4, 5}, map[string]string{"success": "demo_0 demo_1 demo_2 demo_4",
		"failed": "demo_3 demo_4", "train": "demo_0 demo_3", "success_train": "demo_5", "valid": "demo_1"})
	_, stdout, stderr, _ := clitest.Invoke("demos", "list", path, "--format", "csv")
	for _, want := range []string{"\n0,success,success+train,Lift,10,true,", "\n3,failed,failed+train,Lift,10,false,",
		"\n4,failed+success,failed+success,Lift,10,unknown,", "\n5,,success_train,Lift,10,unknown,"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is not in\n%s%s", want, stdout, stderr)
		}
	}
	_, stdout, stderr, _ = clitest.Invoke("advise", path, "--seeds", "1")
	for _, want := range []string{"1 of 6 demonstrations failed: leave it out.", "label success, of 4 of 6;",
		"\nsuccess   by the lists of mask called failed, success ("} {
		if !strings.Contains(stdout, want) || strings.Contains(stdout, "kinds") {
			t.Errorf("%q is not in\n%s%s", want, stdout, stderr)
		}
	}
	// Unknown is not failed: the counts add up to the demonstrations.
	_, stdout, stderr, _ = clitest.Invoke("demos", "inspect", path)
	if want := " 3, 2 unknown\n"; !strings.Contains(stdout, want) {
		t.Errorf("%q is not in\n%s%s", want, stdout, stderr)
	}
}
