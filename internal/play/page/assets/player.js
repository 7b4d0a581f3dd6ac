// What plays films with a button and a slider.

// still tells whether a person asked for less motion, so that nothing plays by itself.
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// player plays control steps, rate of them a second, and draws each every-th one by the function draw.
export function player(button, at, rate, every, draw) {
	let playing = false, drawing = false, wanted = null;
	let loops = 0; // counts what was asked to be played: a loop ends when another has begun

	// show draws a step; while one is drawn, the last that was asked for waits.
	const show = async (step) => {
		at.value = step;
		wanted = step;
		if (drawing) {
			return;
		}
		drawing = true;
		try {
			while (wanted !== null) {
				const now = wanted;
				wanted = null;
				await draw(now);
			}
		} finally {
			drawing = false;
		}
	};
	const loop = async () => {
		const mine = ++loops;
		const from = performance.now() - 1000 * at.value / rate;
		while (playing && mine === loops) {
			const step = every * Math.round((performance.now() - from) * rate / 1000 / every);
			if (step > at.value) {
				await show(Math.min(step, Number(at.max)));
			}
			if (step >= at.max) {
				break;
			}
			await new Promise(requestAnimationFrame);
		}
		if (mine === loops) {
			pause();
		}
	};
	const pause = () => {
		playing = false;
		button.textContent = "Play";
	};
	const play = () => {
		playing = true;
		button.textContent = "Pause";
		if (at.value >= Number(at.max)) {
			at.value = 0;
		}
		loop();
	};
	button.addEventListener("click", () => playing ? pause() : play());
	at.addEventListener("input", () => { pause(); show(Number(at.value)); });
	return {
		show, play, pause,
		// idle waits until nothing is drawn, so that an episode can be dropped.
		async idle() {
			while (drawing) {
				await new Promise(requestAnimationFrame);
			}
		},
	};
}
