// Package backend opens the machines that gomlx's graphs run on: its pure Go backend, which is always there, and XLA by a
// plugin, for a graphics card. It knows neither networks nor training.
package backend
