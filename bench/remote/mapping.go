package remote

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/catalog"
	"counterpoise/scenes"
)

// Mapping says under which keys a policy behind openpi's protocol finds what it observes. It is written as assignments:
//
//	observation/state=position+axisangle+fingers    numbers, joined
//	observation/image=static:224x224                a picture, resized with padding as openpi's client does
//	images>cam_high=static:224x224:chw              the key cam_high of the map images; channels first
//	observation.images.static=static:96             a picture, scaled as datasets with pictures of one size have it
//	prompt=prompt                                   the instruction in words
//	episode=episode                                 a number that tells rollouts apart
type Mapping []Observed

// Observed is one key of a mapping.
type Observed struct {
	Key           string   // ">" separates the keys of nested maps
	Source        string   // of a picture, prompt, episode or step; empty for numbers
	Numbers       []string // names of sources of numbers, joined in this order
	Width, Height int      // of a picture, pixels
	Averaged      bool     // a picture is scaled as demos convert --size does (demos.Resized), not with padding
	ChannelsFirst bool     // a picture is [3, height, width] in place of [height, width, 3]
}

// Presets are mappings by name. Those of openpi are the keys that its policies for these robots read (openpi,
// src/openpi/policies/{droid,libero,aloha}_policy.py, make_*_example); those of LeRobot are the names of our datasets
// in its format.
var Presets = map[string][]string{
	"counterpoise": {"observation.state=robot", "scene_state=scene", "observation.images.static=static",
		"observation.images.ego=gripper", "prompt=prompt"},
	"lerobot": {"observation.state=robot", "observation.images.static=static", "observation.images.ego=gripper",
		"task=prompt"},
	"openpi-droid": {"observation/exterior_image_1_left=static:224x224", "observation/wrist_image_left=gripper:224x224",
		"observation/joint_position=joints", "observation/gripper_position=closed", "prompt=prompt"},
	"openpi-libero": {"observation/image=static:224x224", "observation/wrist_image=gripper:224x224",
		"observation/state=position+axisangle+fingers", "prompt=prompt"},
	"openpi-aloha": {"state=position+euler+width+joints", "images>cam_high=static:224x224:chw",
		"images>cam_left_wrist=gripper:224x224:chw", "prompt=prompt"},
}

// PresetNames returns the names of the presets, sorted. The default, "counterpoise", is the first.
func PresetNames() []string { return slices.Sorted(maps.Keys(Presets)) }

// Parse returns the mapping of a preset, changed by assignments: KEY=SOURCE adds or replaces a key, KEY= removes one.
func Parse(preset string, assignments []string) (Mapping, error) {
	base, ok := Presets[preset]
	if !ok {
		return nil, fmt.Errorf("unknown preset %q%sknown: %s", preset, catalog.DidYouMean(preset, PresetNames()),
			strings.Join(PresetNames(), ", "))
	}
	return parse(slices.Concat(base, assignments))
}

// parse returns the mapping of assignments; later ones replace earlier ones.
func parse(assignments []string) (Mapping, error) {
	var m Mapping
	for _, a := range assignments {
		key, value, ok := cutLast(a, '=')
		if !ok || key == "" {
			return nil, fmt.Errorf("%q is no assignment; one is observation/state=robot", a)
		}
		m = slices.DeleteFunc(m, func(o Observed) bool { return o.Key == key })
		if value == "" {
			continue
		}
		o, err := parseSource(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a, err)
		}
		o.Key = key
		m = append(m, o)
	}
	return m, m.check()
}

// cutLast cuts a text around the last occurrence of a byte.
func cutLast(s string, c byte) (before, after string, found bool) {
	i := strings.LastIndexByte(s, c)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// check returns an error for an empty mapping, a key with an empty part, and a key that is a value and a map at once.
func (m Mapping) check() error {
	for _, o := range m {
		for _, other := range m {
			if strings.HasPrefix(other.Key, o.Key+">") {
				return fmt.Errorf("key %q cannot be a value and the map of %q", o.Key, other.Key)
			}
		}
		if slices.Contains(strings.Split(o.Key, ">"), "") {
			return fmt.Errorf("key %q has an empty part", o.Key)
		}
	}
	if len(m) == 0 {
		return fmt.Errorf("no key is left: the policy would observe nothing")
	}
	return nil
}

// maxSide bounds the width and height of a picture that is sent, in pixels.
const maxSide = 1024

// parseSource reads the right side of an assignment.
func parseSource(text string) (Observed, error) {
	parts := strings.Split(text, ":")
	name := parts[0]
	if n := side(name); n > 0 {
		o, sized := Observed{Source: name, Width: n, Height: n}, false
		for _, p := range parts[1:] {
			if p == "chw" {
				o.ChannelsFirst = true
				continue
			}
			if err := o.setSize(p); err != nil {
				return o, err
			}
			if sized {
				return o, fmt.Errorf("%q is a second size; a picture has one", p)
			}
			sized = true
		}
		return o, nil
	}
	if len(parts) > 1 {
		return Observed{}, fmt.Errorf("only pictures (%s, %s) take a size", staticCamera, gripperCamera)
	}
	if slices.Contains([]string{prompt, episode, step}, name) {
		return Observed{Source: name}, nil
	}
	o := Observed{Numbers: strings.Split(name, "+")}
	for _, n := range o.Numbers {
		if _, ok := sources[n]; !ok {
			known := SourceNames()
			return o, fmt.Errorf("unknown source %q%sknown: %s", n, catalog.DidYouMean(n, known),
				strings.Join(known, ", "))
		}
	}
	return o, nil
}

// setSize reads the size of a picture: 224x224 (width x height), or 96, the side of one that is averaged.
func (o *Observed) setSize(text string) error {
	w, h, padded := strings.Cut(text, "x")
	if !padded {
		h = w
	}
	var errs [2]error
	o.Width, errs[0] = strconv.Atoi(w)
	o.Height, errs[1] = strconv.Atoi(h)
	if errs[0] != nil || errs[1] != nil || min(o.Width, o.Height) < 1 || max(o.Width, o.Height) > maxSide {
		return fmt.Errorf("%q is neither the size of a picture, such as 224x224 or 96, from 1 to %d each, nor chw",
			text, maxSide)
	}
	o.Averaged = !padded
	return nil
}

// SourceNames returns all sources: pictures, words, numbers.
func SourceNames() []string {
	return append([]string{staticCamera, gripperCamera, prompt, episode, step}, slices.Sorted(maps.Keys(sources))...)
}

// String is the assignment of a key, in the form that Parse reads.
func (o Observed) String() string {
	switch n := side(o.Source); {
	case o.Numbers != nil:
		return o.Key + "=" + strings.Join(o.Numbers, "+")
	case n == 0:
		return o.Key + "=" + o.Source
	default:
		text := o.Key + "=" + o.Source
		switch {
		case o.Width == n && o.Height == n:
		case o.Averaged:
			text += fmt.Sprintf(":%d", o.Width)
		default:
			text += fmt.Sprintf(":%dx%d", o.Width, o.Height)
		}
		if o.ChannelsFirst {
			text += ":chw"
		}
		return text
	}
}

// Strings returns the assignments of the mapping.
func (m Mapping) Strings() []string {
	var all []string
	for _, o := range m {
		all = append(all, o.String())
	}
	return all
}

// Pictures reports whether the mapping shows pictures.
func (m Mapping) Pictures() bool {
	return slices.ContainsFunc(m, func(o Observed) bool { return side(o.Source) > 0 })
}

// size returns the number of numbers of a key.
func (o Observed) size() int {
	n := 0
	for _, name := range o.Numbers {
		n += sources[name].size
	}
	return n
}

// numbers appends the numbers of a key to dst, size() of them.
func (o Observed) numbers(dst []float32, from *scenes.Observation) []float32 {
	for _, name := range o.Numbers {
		s := sources[name]
		at := len(dst)
		dst = append(dst, make([]float32, s.size)...)
		s.read(dst[at:], from)
	}
	return dst
}
