package network_test

import (
	"fmt"
	"log"

	"counterpoise/internal/seed"
	"counterpoise/policies/network"
)

// A model is an observer, a network and a head, each named by its registry.
func ExampleNew() {
	spec := network.Spec{Observer: "state", Network: "mlp", Head: "squared", Hidden: 256, Chunk: 8}
	n := 16 // features of observer "state"; a training fits their standardizer
	inputs := network.Standardizer{Mean: make([]float32, n), Gain: make([]float32, n)}
	m, err := network.New(spec, inputs, seed.Of("example"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("sees:", m.Observer.About())
	fmt.Println("computes:", m.Network.About())
	fmt.Println("predicts:", m.Head.About())
	fmt.Println("first feature:", m.Observer.Features()[0])
	fmt.Println("parameters with spare slots:", network.Count(m.Network, m.Sizes))
	// Output:
	// sees: joints, gripper, and privileged: pose of the red block, bulb, door, drawer (16 features)
	// computes: multilayer perceptron, two hidden layers of rectified units
	// predicts: the action itself; mean squared error, squared action units
	// first feature: {joint 1 rad}
	// parameters with spare slots: 98880
}

// Each registry lists its entries by name. The example goes through all of them and prints one of each.
func ExampleHeads() {
	for _, name := range network.Observers.Names() {
		o, err := network.Observers.Get(name)
		if err != nil {
			log.Fatal(err)
		}
		if name == "state" {
			fmt.Printf("observer %s: %d features\n", name, len(o.Features()))
		}
	}
	for _, name := range network.Networks.Names() {
		n, err := network.Networks.Get(name)
		if err != nil {
			log.Fatal(err)
		}
		_, cheap := n.(network.Grammed)
		if name == "mlp" {
			fmt.Printf("network %s: inner products of gradients without gradients: %v\n", name, cheap)
		}
	}
	for _, name := range network.Heads.Names() {
		h, err := network.Heads.Get(name)
		if err != nil {
			log.Fatal(err)
		}
		if name == "bins" {
			fmt.Printf("head %s: %d outputs for an action of %d components\n", name,
				h.Outputs(network.ActionSize), network.ActionSize)
		}
	}
	// Output:
	// observer state: 16 features
	// network mlp: inner products of gradients without gradients: true
	// head bins: 119 outputs for an action of 7 components
}
