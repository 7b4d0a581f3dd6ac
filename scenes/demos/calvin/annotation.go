package calvin

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"strings"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// annotations are CALVIN's task and sentence of each behaviour, so that its oracle knows the task.
//
// Source: conf/annotations/new_playtable_validation.yaml of github.com/mees/calvin, which has one sentence a task.
var annotations = map[[2]string][2]string{
	{"picking", ""}:       {"lift_red_block_table", "grasp and lift the red block"},
	{"opening", "drawer"}: {"open_drawer", "pull the handle to open the drawer"},
	{"opening", "slider"}: {"move_slider_left", "push the sliding door to the left side"},
}

// annotation returns CALVIN's task and sentence of an episode. Where CALVIN has none, they are the names of this
// program's task and behaviour.
func annotation(e *demos.Episode) (task, sentence string) {
	name := scenes.TaskName(e.Task)
	for _, behaviour := range []string{"", e.Behaviour} {
		if a, ok := annotations[[2]string{name, behaviour}]; ok {
			return a[0], a[1]
		}
	}
	text := strings.TrimSpace(name + " " + e.Behaviour)
	return strings.ReplaceAll(text, " ", "_"), text
}

// embeddingSize is the width of CALVIN's sentence embeddings, those of the language model MiniLM.
const embeddingSize = 384

// embeddingOrigin says in counterpoise.json what the embeddings are.
const embeddingOrigin = "a fixed pseudo-random unit vector a sentence, which no language model has made: equal for " +
	"equal sentences, nearly orthogonal for others"

// embedding returns a unit vector for a sentence: SHA-256 of the sentence and a counter, read as 16-bit numbers, made
// symmetric about 0 and normalised. CALVIN's loaders need an embedding; policies that condition on it can tell
// sentences apart, and learn nothing about sentences that they have not seen.
func embedding(sentence string) []float32 {
	v := make([]float64, 0, embeddingSize)
	squares := 0.0
	for counter := uint32(0); len(v) < embeddingSize; counter++ {
		block := sha256.Sum256(binary.LittleEndian.AppendUint32([]byte(sentence), counter))
		for i := 0; i < len(block); i += 2 {
			x := float64(binary.LittleEndian.Uint16(block[i:])) - (1<<16-1)/2.0
			v = append(v, x)
			squares += float64(x * x)
		}
	}
	unit := make([]float32, embeddingSize)
	for i := range unit {
		unit[i] = float32(v[i] / math.Sqrt(squares))
	}
	return unit
}
