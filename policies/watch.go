package policies

import (
	"context"
	"counterpoise/policies/mixture"
)

// Progress is where a training stands after a step.
type Progress struct {
	Before      int          // runs that the mixture wanted made before this one, and which are done
	Main        bool         // whether this run makes the policy: the last one
	Done, Steps int          // steps of this run: so far, and in all
	Log         *mixture.Log // of this run so far, from its first step, also where it was taken up from a checkpoint; only to be read
}

// Watched is a context whose trainings tell see, after every step and before the next, how they go on. It changes no result.
func Watched(ctx context.Context, see func(Progress)) context.Context {
	return context.WithValue(ctx, beholder{}, see)
}

type beholder struct{}

// watcher is who watches trainings of a context; nobody is a function too.
func watcher(ctx context.Context) func(Progress) {
	if see, ok := ctx.Value(beholder{}).(func(Progress)); ok {
		return see
	}
	return func(Progress) {}
}
