package demos

import (
	"fmt"
	"slices"
	"strconv"

	"counterpoise/bench/record"
)

// CardFormat is the version of the card and of the folder format that Save writes. Readers reject other
// versions.
const CardFormat = 1

// Card describes the origin and the composition of a dataset. Recipe, seed and version suffice to generate the
// same dataset again, bit for bit. It is stored as JSON in every file format.
type Card struct {
	Format   int           `json:"format"`  // CardFormat; 0 if the dataset has no card
	Version  string        `json:"version"` // see Version
	Task     string        `json:"task"`    // with its knobs, in canonical form
	Recipe   string        `json:"recipe"`  // canonical form, see Recipe.String; empty if the origin is unknown
	Seed     uint64        `json:"seed"`
	Part     string        `json:"part,omitempty"` // "training" or "validation" of what the recipe makes; empty: all
	Groups   []GroupCount  `json:"groups"`
	Hash     string        `json:"hash"`               // content hash over all episodes in order, see digest
	Episodes []EpisodeFile `json:"episodes,omitempty"` // of the folder format only
}

// actionsVersion is the first Version whose relative actions are CALVIN's, as scenes.Action defines them.
const actionsVersion = 4

// CheckActions returns an error if the card says that a version before 4 made the dataset. The actions of these
// turned the hand about fixed axes, where those of today add to Euler angles, and led the tool by at most 6 cm:
// executed today they go elsewhere, and policies that learn from both learn a mixture. Numbers of such a dataset can
// still be read, converted and weighed. A dataset without a card is taken to be CALVIN's.
func (c Card) CheckActions() error {
	v, err := strconv.Atoi(c.Version)
	if c.Format == 0 || err != nil || v >= actionsVersion {
		return nil
	}
	return fmt.Errorf("version %s of the simulator made this dataset, and its actions mean other motions than those "+
		"of version %s; generate it anew from its recipe, which counterpoise demos inspect prints", c.Version, Version)
}

// GroupCount counts the demonstrations and frames of one behaviour in one style.
type GroupCount = record.GroupCount

// counter counts episodes by behaviour and style, in order of first appearance.
type counter struct {
	task             string
	episodes, frames int
	rows             []GroupCount
}

// add counts an episode.
func (c *counter) add(e *Episode) {
	k := slices.IndexFunc(c.rows, func(r GroupCount) bool { return r.Behaviour == e.Behaviour && r.Style == e.Style })
	if k < 0 {
		k = len(c.rows)
		c.rows = append(c.rows, GroupCount{Behaviour: e.Behaviour, Style: e.Style})
	}
	c.rows[k].Demos++
	c.rows[k].Frames += e.Frames()
	c.task = e.Task
	c.episodes++
	c.frames += e.Frames()
}

// EpisodeFile describes the file of one episode in the folder format.
type EpisodeFile struct {
	Name      string `json:"file"`
	Behaviour string `json:"behaviour"`
	Style     string `json:"style"`
	Index     int    `json:"index"`
	Success   *bool  `json:"success,omitempty"` // nil: nothing says it
	Frames    int    `json:"frames"`
	SHA256    string `json:"sha256"` // of the file's bytes, in hexadecimal
}
