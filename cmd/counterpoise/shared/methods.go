package shared

import (
	"slices"
	"strings"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/catalog"
	"counterpoise/policies/balance"
	"counterpoise/scenes/demos"
)

// KnownMethod checks that a method exists and can run on a dataset alone.
func KnownMethod(name string) error {
	plain, _, _ := strings.Cut(name, ":")
	if plain == "sweep" {
		return cli.Misused("sweep tries weights out by rollouts, which a dataset alone does not allow; " +
			"try fixed:.2,.8 for given weights")
	}
	if plain == "weights" {
		return cli.Misused("--method does not take weights of a file, %s; train and run take one by --weights FILE",
			name)
	}
	_, err := balance.Named(name)
	if err == nil {
		return nil
	}
	if spelled := balance.Methods.Spellings(); plain != "fixed" && !slices.Contains(spelled, plain) {
		return cli.Misused("--method does not take %q%sthere is %s, fixed:W,W...",
			plain, catalog.DidYouMean(plain, spelled), strings.Join(balance.Methods.Names(), ", "))
	}
	return cli.Misused("%s", strings.TrimPrefix(err.Error(), "balance: "))
}

// SuitsGroups checks that a method fits the groups of a dataset: fixed weights in number, others by the groups
// that they look for.
func SuitsGroups(name string, g demos.Groups) error {
	m, err := balance.Named(name)
	if err != nil {
		return err
	}
	if f, ok := m.(balance.Fixed); ok && len(f) != len(g.Names) {
		return cli.Misused("%s has %d weights, the dataset %d groups: %s",
			name, len(f), len(g.Names), strings.Join(g.Names, ", "))
	}
	return balance.CheckGroups(m, g.Names)
}
