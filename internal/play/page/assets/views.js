// The three pictures of a moment: both cameras that policies observe, and a free one that turns.

// views wires the canvases and buttons of a stage. present returns what is to be seen, {id, step} of an episode that is
// kept, or null; after is called with each step that was drawn.
export function views(stage, root, present, after) {
	const canvases = [...root.querySelectorAll("canvas")];
	const turned = { azimuth: 0, elevation: 0, distance: 1 };
	let drawing = false, again = false;

	// draw draws the present step through all cameras, once more if something has changed meanwhile.
	const draw = async () => {
		again = true;
		if (drawing || !present()) {
			return;
		}
		drawing = true;
		try {
			while (again) {
				again = false;
				const { id, step } = present();
				for (const c of canvases) {
					const { camera } = c.dataset;
					await stage.draw(c, id, step, { camera, ...(camera === "free" ? turned : {}) });
				}
				after?.(step);
			}
		} finally {
			drawing = false;
		}
	};

	// The free camera turns by mouse, touch, keys and buttons.
	const turnBy = (azimuth, elevation, factor) => {
		turned.azimuth += azimuth;
		turned.elevation = Math.min(1.1, Math.max(-.5, turned.elevation + elevation));
		turned.distance = Math.min(3, Math.max(.3, turned.distance * factor));
		draw();
	};
	const turns = {
		left: [-.2, 0, 1], right: [.2, 0, 1], up: [0, .12, 1], down: [0, -.12, 1],
		in: [0, 0, 1 / 1.15], out: [0, 0, 1.15],
	};
	for (const b of root.querySelectorAll("[data-turn]")) {
		b.addEventListener("click", () => turnBy(...turns[b.dataset.turn]));
	}
	const free = root.querySelector(".free canvas");
	const touching = new Map(); // pointers by id: where each was
	free.addEventListener("pointerdown", (e) => { free.setPointerCapture(e.pointerId); touching.set(e.pointerId, e); });
	free.addEventListener("pointermove", (e) => {
		const before = touching.get(e.pointerId);
		if (!before) {
			return;
		}
		if (touching.size === 2) { // two fingers: their distance
			const [other] = [...touching.values()].filter((p) => p.pointerId !== e.pointerId);
			const far = (p) => Math.hypot(p.clientX - other.clientX, p.clientY - other.clientY);
			turnBy(0, 0, far(before) / Math.max(1, far(e)));
		} else {
			turnBy(-(e.clientX - before.clientX) * .01, (e.clientY - before.clientY) * .007, 1);
		}
		touching.set(e.pointerId, e);
	});
	for (const name of ["pointerup", "pointercancel"]) {
		free.addEventListener(name, (e) => touching.delete(e.pointerId));
	}
	free.addEventListener("wheel", (e) => { e.preventDefault(); turnBy(0, 0, Math.exp(e.deltaY * .001)); });
	const keys = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", "+": "in", "-": "out" };
	free.addEventListener("keydown", (e) => {
		if (turns[keys[e.key]]) {
			e.preventDefault();
			turnBy(...turns[keys[e.key]]);
		}
	});

	return {
		draw, free,
		// idle waits until nothing is drawn, so that an episode can be dropped.
		async idle() {
			while (drawing) {
				await new Promise(requestAnimationFrame);
			}
		},
	};
}
