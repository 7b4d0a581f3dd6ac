// Package films makes the films of a report: rollouts that the records describe, played again and drawn.
//
// Records hold no pictures. A film is made by training the policy of a cell again, from nothing but the cell, and
// replaying the rollouts with the same initial states. A rollout that ends as recorded is kept in the folder
// films below the records, named by the hash of its cell, so that the next report reads it. One that ends otherwise
// (another program, backend or machine) is shown with a note and not kept.
//
// The package does not lay out the page.
package films
