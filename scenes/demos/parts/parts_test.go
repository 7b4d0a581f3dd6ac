package parts

import (
	"slices"
	"strings"
	"testing"
)

// Names of marks of the end as datasets have them, and names that are none though they have such a word.
func TestEndsEpisode(t *testing.T) {
	for _, name := range []string{
		"terminate_episode", "terminate", "terminated", "is_terminal", "terminal", "done", "is_done", "dones",
		"is_last",
		"last", "is_first", "episode_done", "episode_end", "end_of_episode", "end_episode", "truncated",
		"terminateEpisode",
		"Done", "done_flag", "task_done", "episode_is_done", "next.done", "episode_terminated", "termination",
	} {
		if !EndsEpisode(name, 1) || !EndsEpisode(name, 3) || EndsEpisode(name, 7) {
			t.Errorf("%s is a mark of the end", name)
		}
	}
	for _, name := range []string{
		"done_gripper", "gripper_done", "end", "end_effector", "last_joint", "terminal_velocity", "stop", "gripper", "",
		"episode", "first_joint", "isLastic", "task", "undone", "last_finger", "complete",
	} {
		if EndsEpisode(name, 1) {
			t.Errorf("%s is no mark of the end", name)
		}
	}
}

func TestIsMark(t *testing.T) {
	for _, c := range []struct {
		name         string
		floats, ints bool
	}{
		{"is_pad", true, true}, {"action_mask", true, true}, {"timestamp", true, true}, {"done", true, true},
		{"is_valid", false, true}, {"frame_index", false, true}, {"token_ids", false, false}, {"tokens", false, true},
		{"index", false, true}, {"index_finger", false, false}, {"is_gripper_open", false, false},
		{"maskless", false, false}, {"touchpad_force", false, false}, {"", false, false}, {"language", false, true},
	} {
		if floats, ints := IsMark(c.name, 1, false), IsMark(c.name, 1, true); floats != c.floats || ints != c.ints {
			t.Errorf("%q: %v as floats, %v as whole numbers, want %v and %v", c.name, floats, ints, c.floats, c.ints)
		}
	}
}

// Of versions of one command one is taken; parts of a robot stay, whatever they are called.
func TestOneVersion(t *testing.T) {
	for _, c := range []struct{ all, taken string }{
		// Open X-Embodiment: RT-1, taco_play; DROID's action_dict.
		{"world_vector:3 rotation_delta:3 gripper_closedness_action:1 base_displacement_vector:2",
			"world_vector rotation_delta gripper_closedness_action base_displacement_vector"},
		{"actions:7 rel_actions_gripper:7 rel_actions_world:7", "actions"},
		{"rel_actions_gripper:7 rel_actions_world:7", "rel_actions_world"},
		{"cartesian_position:6 cartesian_velocity:6 gripper_position:1 gripper_velocity:1 joint_position:7 " +
			"joint_velocity:7", "cartesian_position gripper_position"},
		// AgiBot World.
		{"effector.position:2 end.orientation:8 end.position:6 head.position:2 joint.position:14 robot.velocity:2 " +
			"waist.position:2", "effector.position end.orientation end.position head.position robot.velocity " +
			"waist.position"},
		// Joints and end effector, under usual names.
		{"joint:7 eef:7", "eef"}, {"joints:8 ee_pose:7 gripper:1", "ee_pose gripper"},
		{"jointPosition:7 endEffectorPose:6", "endEffectorPose"}, {"joint_pos:7 ee_pos:3 ee_quat:4", "ee_pos ee_quat"},
		{"joint_position:7 tcp_position:3", "joint_position"},
		{"joint_position:7 pose:6 gripper_joint:2", "pose gripper_joint"},
		{"left_joint:7 right_joint:7 left_eef:6 right_eef:6", "left_eef right_eef"},
		{"delta:7 absolute:7", "delta"}, {"joint:7 osc_pose:6", "osc_pose"}, {"joint_space:7 task_space:7",
			"task_space"},
		{"joint_position:7 joint_velocity:7 joint_torque:7", "joint_position"}, {"qpos:7 qvel:7", "qpos"},
		{"raw_action:7 action:7", "action"}, {"joint_action:7 ee_action:7", "ee_action"},
		// Parts.
		{"left_action:7 right_action:7", "left_action right_action"},
		{"left_arm:7 left_hand:6 right_arm:7 right_hand:6", "left_arm left_hand right_arm right_hand"},
		{"arm:6 base_velocity:3", "arm base_velocity"}, {"position:3 velocity:3", "position velocity"},
		{"ee_delta:3 wrist_joint:1 gripper:1", "ee_delta wrist_joint gripper"},
		{"position:3 rotation:3", "position rotation"},
		{"ee_delta:3 wrist_joint:3 gripper:1", "ee_delta wrist_joint gripper"},
		{"ee_pos:3 ee_euler:3 gripper_joint_position:2", "ee_pos ee_euler gripper_joint_position"},
		{"joint_0:1 joint_1:1 joint_2:1", "joint_0 joint_1 joint_2"}, {"done_gripper:1 arm:6", "done_gripper arm"},
		{"joint_position:7 joint_stiffness:7", "joint_position joint_stiffness"}, {"a:7 b:7", "a b"}, {"x:1", "x"},
		{"thumb:3 index:3 arm_pose:6", "thumb index arm_pose"}, {"hand_joint:16 ee_pose:6", "hand_joint ee_pose"},
	} {
		var all []Action
		for field := range strings.FieldsSeq(c.all) {
			name, width, _ := strings.Cut(field, ":")
			n := 0
			for _, digit := range width {
				n = 10*n + int(digit-'0')
			}
			all = append(all, Action{name, n})
		}
		taken, others := OneVersion(all)
		var names []string
		for _, i := range taken {
			names = append(names, all[i].Name)
		}
		if got := strings.Join(names, " "); got != c.taken {
			t.Errorf("%s: %s, want %s", c.all, got, c.taken)
		}
		if both := slices.Sorted(slices.Values(slices.Concat(taken, others))); len(both) != len(all) ||
			len(slices.Compact(both)) != len(all) {
			t.Errorf("%s: %v and %v are not all", c.all, taken, others)
		}
	}
}
