package evals

import "testing"

// What the parts of paths tell: tokens by kind and value, and what is left for the name of a method. The names are
// those of LeRobot, robomimic, diffusion_policy, Hydra, Lightning, wandb, SummaryWriter and of papers' repositories.
func TestTokens(t *testing.T) {
	names := map[kind]string{clearSeed: "seed", maybeSeed: "seed?", evalSeed: "eval seed", checkpoint: "checkpoint",
		moment: "time", measured: "score"}
	for part, want := range map[string]string{
		"seed_1": "seed 1", "seed1": "seed 1", "seed=1": "seed 1", "Seed-03": "seed 03", "train_seed_4": "seed 4",
		"act_seed_1": "seed 1 left act", "seed1_act": "seed 1 left act", "act_seed_1_lift": "seed 1 left act_lift",
		"algo=act,seed=2": "seed 2 left algo=act", "eval_seed_7": "eval seed 7", "test-seed=7": "eval seed 7",
		"s1": "seed? 1", "act_s1": "seed? 1 left act", "run_2": "seed? 2", "trial3": "seed? 3",
		"s3cret": "left s3cret", "pi0": "left pi0", "resnet18": "left resnet18", "libero_10": "left libero_10",
		"libero_spatial": "left libero_spatial", "seeds": "left seeds", "linseed": "left linseed",
		"step_5000": "checkpoint 5000", "steps-5000": "checkpoint 5000", "5000_steps": "checkpoint 5000",
		"10k_steps": "checkpoint 10k", "epoch_50": "checkpoint 50", "epoch=0100": "checkpoint 0100",
		"iter_300": "checkpoint 300", "iteration300": "checkpoint 300", "ckpt-3": "checkpoint 3",
		"checkpoint-5000": "checkpoint 5000", "checkpoint_5000": "checkpoint 5000",
		"global_step5000": "checkpoint 5000", "act_step_5000": "checkpoint 5000 left act",
		"act_seed1_step5000": "seed 1 checkpoint 5000 left act", "ep50": "checkpoint 50",
		"model_epoch_1950_low_dim_v15_success_0.9": "checkpoint 1950 score 0.9 left model_low_dim_v15",
		"epoch=0100-test_mean_score=0.750":         "checkpoint 0100 score 0.750",
		"last":                                     "checkpoint last", "best_model": "checkpoint best",
		"checkpoint_final": "checkpoint final", "lasted": "left lasted", "final_push": "left final_push",
		"stepwise": "left stepwise", "epochal_2": "left epochal_2",
		"20251201101011": "time 20251201101011", "2025-12-01": "time 2025-12-01",
		"2025-12-01_10-10-11": "time 2025-12-01_10-10-11", "20251201_101011": "time 20251201_101011",
		"2023.03.01": "time 2023.03.01", "10-10-11": "time 10-10-11",
		"20.02.03_train_diffusion_unet_hybrid_pusht_image": "time 20.02.03 " +
			"left train_diffusion_unet_hybrid_pusht_image",
		"10-10-11_pusht_diffusion":     "time 10-10-11 left pusht_diffusion",
		"Dec01_10-10-11_vm":            "time Dec01_10-10-11 left vm",
		"run-20251201_101011-a1b2c3d4": "time 20251201_101011",
		"1764583811":                   "time 1764583811", "1764583811.25": "time 1764583811.25",
		"act_2025-12-01": "time 2025-12-01 left act", "005000": "left 005000", "42": "left 42",
	} {
		got := ""
		found := tokensOf(part)
		for _, f := range found {
			got += names[f.kind] + " " + part[f.valueFrom:f.valueTo] + " "
		}
		if rest := without(part, found); rest != "" {
			got += "left " + rest + " "
		}
		if got != want+" " {
			t.Errorf("%s: %s, want %s", part, got, want)
		}
	}
}
