package demos

// Card says what a dataset is: enough to make it again, byte for byte, and to see its imbalance at a glance.
type Card struct {
	Format  int    `json:"format"`  // version of the file format
	Version string `json:"version"` // of the demonstrator and simulator: datasets of different versions differ
	Task    string `json:"task"`
	Recipe  string `json:"recipe"` // canonical form, see ParseRecipe
	Seed    uint64 `json:"seed"`
	Groups  []Row  `json:"groups"`
	Hash    string `json:"hash"` // SHA-256 over all episodes, independent of the file format
}

// Row counts one behaviour of a dataset.
type Row struct {
	Behaviour string `json:"behaviour"`
	Demos     int    `json:"demonstrations"`
	Frames    int    `json:"frames"`
}
