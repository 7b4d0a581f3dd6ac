package shared

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/internal/shell"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
	"counterpoise/scenes/demos/lerobot"
)

// RobomimicCommand is the command that makes a list of the demonstrations that stay, by which robomimic trains.
func RobomimicCommand(src string, r demos.Reader, kept []int) string {
	var names []string
	for _, i := range kept {
		names = append(names, fmt.Sprintf("b'%s'", demos.EpisodeName(r, i)))
	}
	return fmt.Sprintf(`python -c "import h5py, sys; m = h5py.File(sys.argv[1], 'a').require_group('mask'); `+
		`m.pop('kept', None); m['kept'] = [%s]" %s   # and in robomimic's configuration: train.hdf5_filter_key = kept`,
		strings.Join(names, ", "), shell.Quote(src))
}

// LerobotCommand is the command of LeRobot's tools that deletes all demonstrations but those that stay, after the one
// that converts a dataset of v2.1, which they can't edit. Both are those of LeRobot 0.6.1: the converter moved there in
// 0.5.1, and --new_root came with 0.5.0. The converter replaces the dataset, and without --push-to-hub=false uploads
// it.
func LerobotCommand(src, dst string, r demos.Reader, all []filter.Episode, kept []int) string {
	var out []string
	for i := range all {
		if _, stays := slices.BinarySearch(kept, i); !stays {
			out = append(out, fmt.Sprint(i))
		}
	}
	name, convert, since := demos.NameOf(r, src), "", "   # LeRobot 0.5.0 or newer"
	if lerobot.NeedsConversion(src) {
		convert = fmt.Sprintf("python -m lerobot.scripts.convert_dataset_v21_to_v30 --repo-id=%s --root=%s "+
			"--push-to-hub=false && ", shell.Quote(name), shell.Quote(src))
		since = "   # LeRobot 0.5.1 or newer; the folder is converted where it is, and kept as " +
			shell.Quote(filepath.Base(src)+"_old")
	}
	return convert + fmt.Sprintf("lerobot-edit-dataset --repo_id %s --root %s --new_repo_id %s --new_root %s "+
		"--operation.type delete_episodes --operation.episode_indices \"[%s]\"", shell.Quote(name), shell.Quote(src),
		shell.Quote(name+"_filtered"), shell.Quote(dst), strings.Join(out, ", ")) + since
}
